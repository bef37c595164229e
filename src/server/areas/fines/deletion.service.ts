// Deleting fines, and what that does to fines they had doubled (FINE-5, FINE-21, REPEAT-7 to REPEAT-10, REPEAT-14).
import type * as contract from '../../../contract/fines/fines.ts';
import type * as several from '../../../contract/fines/several-fines.ts';
import type { Output } from '../../../contract/operation.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import { type BalanceChange, changeOfFine, sumChanges } from '../../../core/fines/fine.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { REVERSAL_REASON } from '../../../core/text/own-words.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { Command, CommandContext } from '../../ledger/command.ts';
import { picturesOf } from '../../shared/fine-row.ts';
import { dropPictures, picturesKeptFor } from '../../shared/pictures/kept-pictures.ts';
import type { OnMissingRule } from '../../shared/rules.ts';
import { toFine, toTotals } from '../../shared/wire.ts';
import { figuresOf, freeing, requireAllAsShown, requireAsShown, writeAllocations } from '../../balances/change-fine.ts';
import { countFine } from '../../balances/daily-figures/fine-days.ts';
import * as changes from '../../balances/fine-changes.repository.ts';
import * as repository from './fines.repository.ts';
import { type Holdings, recordsTouched } from '../../balances/holdings.ts';
import { requireOwnEntries } from '../../balances/own-entries.ts';
import {
  type Going,
  readConsequences,
  reduce,
  type Reduced,
  requireAsAnnounced,
  announcedList,
  toReduction,
} from '../../balances/reduction.ts';
import { reverseWaivers } from '../../balances/reversals.ts';
import { surchargesAbout } from '../../balances/surcharges.ts';
import { findFines, type FineWithUser } from '../../balances/fine-reads.repository.ts';

/** A fine about to be deleted, and the changes its deletion causes. */
interface Deletion extends FineWithUser {
  holdings: Holdings;
  reduced: Reduced | null;
}

/** Fines about to be deleted together. */
export interface Deletions {
  fines: readonly Deletion[];
  /** what those of them are together that are only gone as surcharges of others */
  surcharges: Paisa;
  /** how many pictures are kept for them; one that is kept for several counts once */
  pictures: number;
  /** ids of fines that do not exist */
  missing: readonly string[];
  /** by user: the newest date of their other fines, null if there are none; missing if it stays */
  newestDates: ReadonlyMap<string, CalendarDay | null>;
}

/** Their surcharges go with them (SURCHARGE-6). */
export async function readDeletions(
  tx: Handle,
  fineIds: readonly string[],
  onMissing: OnMissingRule,
  going: Going = 'deleted',
): Promise<Deletions> {
  const { bear } = await surchargesAbout(tx, fineIds);
  const ids = [...new Set([...fineIds, ...bear.map(({ id }) => id)])];
  const found = await findFines(tx, ids);
  const chosen = ids.flatMap((id) => found.get(id) ?? []);
  const withNewest = chosen.filter(({ fine, user }) => fine.date === user.newest_fine_date);
  const users = [...new Set(withNewest.map(({ user }) => user.id))];
  const [consequences, newest, pictures] = await settleAll([
    readConsequences(
      tx,
      chosen.map(({ fine }) => fine),
      onMissing,
      going,
    ),
    settleAll(users.map((userId) => repository.newestOtherDate(tx, userId, ids))),
    picturesKeptFor(tx, ids),
  ]);
  return {
    fines: chosen.map((one, place) => ({
      ...one,
      ...(consequences[place] ?? { holdings: { held: [], waivers: [] }, reduced: null }),
    })),
    surcharges: chosen
      .filter(({ fine }) => !fineIds.includes(fine.id))
      .reduce((sum, { fine }) => sum + fine.amount - fine.waived_amount, 0),
    pictures: pictures.length,
    missing: fineIds.filter((id) => !found.has(id)),
    newestDates: new Map(users.map((id, place) => [id, newest[place] ?? null])),
  };
}

/** Throws fine-not-found. */
export async function readDeletion(tx: Handle, fineId: string, onMissing: OnMissingRule): Promise<Deletions> {
  const deletions = await readDeletions(tx, [fineId], onMissing);
  if (deletions.missing.length > 0) throw new AppError('fine-not-found');
  return deletions;
}

/** What deleting would do to other fines, for the confirmation. */
export const foreseen = ({ fines, surcharges, pictures }: Deletions): Output<typeof several.readDeletions> => ({
  reductions: reducedOf(fines).map((reduced) => {
    const { fine_type: fineType, date } = reduced.before;
    return { ...toReduction(reduced), fineType, date };
  }),
  surcharges,
  pictures,
});

const reducedOf = (fines: readonly Deletion[]): Reduced[] => fines.flatMap(({ reduced }) => reduced ?? []);

/**
 * Deletes a fine; with the rule on, a fine that it had doubled is reduced. Throws `reduction-changed` if that is not
 * the announced one, fine-changed (with the fine as it is) if its figures are not those shown, not-own-entry.
 */
export const deleteFine: Command<typeof contract.deleteFine, Deletions> = async (
  context,
  { query: { reduces, ...shown } },
  deletions,
) => {
  const [one] = deletions.fines;
  if (one === undefined) throw new AppError('fine-not-found');
  await requireOwn(context, deletions);
  requireAsShown(one.fine, shown);
  const { reductions, ...gone } = await remove(context, deletions, announcedList(reduces));
  const [reduction = null] = reductions;
  return { deleted: toFine(one.fine), reduction, ...gone, totals: toTotals(context.books()) };
};

/**
 * Like {@link deleteFine}, for several fines, all or none. Throws fines-changed (with those that are not as shown, and
 * those that are gone), reduction-changed, not-own-entry.
 */
export const deleteFines: Command<typeof several.deleteFines, Deletions> = async (
  context,
  { body: { fines: shown, reduces } },
  deletions,
) => {
  await requireOwn(context, deletions);
  const figures = new Map<string, contract.ShownFigures>(
    shown.map(({ fineId, ...figuresShown }) => [fineId, figuresShown]),
  );
  requireAllAsShown(
    deletions.fines.map(({ fine }) => fine),
    figures,
    deletions.missing,
  );
  return { ...(await remove(context, deletions, reduces)), totals: toTotals(context.books()) };
};

/** Throws not-own-entry. */
export const requireOwn = (context: CommandContext, { fines }: Deletions): Promise<void> =>
  requireOwnEntries(
    context,
    fines.flatMap(({ fine, holdings, reduced }) => [
      ...recordsTouched(fine, holdings),
      ...(reduced === null ? [] : recordsTouched(reduced.before, reduced.holdings)),
    ]),
  );

/** Removes fines and undoes the doublings they had caused. Throws reduction-changed if they differ from `announced`. */
export async function remove(
  context: CommandContext,
  { fines, newestDates, pictures }: Deletions,
  announced: readonly string[] | undefined,
): Promise<Omit<Output<typeof several.deleteFines>, 'totals'>> {
  const reduced = reducedOf(fines);
  requireAsAnnounced(reduced, announced);
  const { tx, now } = context;
  let toCredit = 0;
  for (const own of Map.groupBy(fines, ({ user }) => user.id).values()) {
    const [first] = own;
    if (first === undefined) continue;
    const balance = sumChanges(own.flatMap((one) => removeOne(context, one)));
    const newestDate = newestDates.get(first.user.id);
    const newest = newestDate === undefined ? null : { exactly: newestDate };
    context.send([changes.changeSummaries(tx, [first.user], balance, { newest, now })]);
    toCredit += balance.credit;
    await context.sent();
  }
  return { reductions: reduced.map(toReduction), toCredit, pictures };
}

function removeOne(context: CommandContext, { fine, holdings, reduced }: Deletion): BalanceChange[] {
  const freedOfReduced = reduced === null ? [] : [reduce(context, reduced)];
  const balance = changeOfFine(figuresOf(fine), null);
  const sequence = context.record({
    subject: 'fine',
    subjectId: fine.id,
    userId: fine.user_id,
    before: fine,
    after: null,
    balance,
  });
  writeAllocations(context, fine, freeing(holdings.held), sequence);
  const taken = { amount: fine.waived_amount, reason: REVERSAL_REASON.deleted };
  reverseWaivers(context, fine.user_id, holdings.waivers, taken);
  dropPictures(context, [fine.id], picturesOf(fine));
  context.send([changes.removeFine(context.tx, fine.id)]);
  countFine(context, fine, null);
  return [balance, ...freedOfReduced];
}
