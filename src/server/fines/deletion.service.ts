// Deleting a fine, and what that does to a fine it had doubled (FINE-5, REPEAT-7 to REPEAT-10, REPEAT-14).
import type {
  deleteFine as deleteFineOperation,
  readDeletion as readDeletionOperation,
} from '../../contract/fines/fines.ts';
import type { Output, ParsedInput } from '../../contract/operation.ts';
import type { CalendarDay } from '../../core/calendar.ts';
import { changeOfFine, sumChanges } from '../../core/fines/fine.ts';
import { rupeesFromPaisa } from '../../core/money/money.ts';
import { REVERSAL_REASON } from '../../core/text/own-words.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import { AppError } from '../errors.ts';
import type { CommandContext } from '../ledger/command.ts';
import type { OnMissingRule } from '../shared/rules.ts';
import { type FineRow, toFine, toTotals } from '../shared/wire.ts';
import { figuresOf, freeing, requireAsShown, writeAllocations } from '../balances/change-fine.ts';
import { countFine } from '../balances/kept-figures/fine-days.ts';
import * as changes from '../balances/fine-changes.repository.ts';
import * as repository from './fines.repository.ts';
import { type Holdings, recordsTouched } from '../balances/holdings.ts';
import { requireOwnEntries } from '../balances/own-entries.ts';
import { readConsequences, reduce, type Reduced, requireAsTold, toReduction } from '../balances/reduction.ts';
import { reverseWaivers } from '../balances/reversals.ts';
import { type SummaryRow, readFine } from '../balances/fine-reads.repository.ts';

/** A fine about to be deleted, and the changes its deletion causes. */
export interface Deletion {
  deleted: FineRow;
  user: SummaryRow;
  holdings: Holdings;
  reduced: Reduced | null;
  /** the newest date of the user's other fines; undefined if this one's is not the newest */
  newestDate: CalendarDay | null | undefined;
}

/** Throws fine-not-found. */
export async function readDeletion(tx: Handle, fineId: string, onMissing: OnMissingRule): Promise<Deletion> {
  const { fine: deleted, user } = await readFine(tx, fineId);
  const isNewest = user.newest_fine_date === deleted.date;
  const [consequences, newestDate] = await settleAll([
    readConsequences(tx, deleted, onMissing),
    isNewest ? repository.newestOtherDate(tx, deleted) : undefined,
  ]);
  return { deleted, user, ...consequences, newestDate };
}

/** What deleting would do to another fine, for the question. */
export function foreseen({ reduced }: Deletion): Output<typeof readDeletionOperation> {
  if (reduced === null) return { reduction: null };
  const { fine_type: fineType, date } = reduced.before;
  return { reduction: { ...toReduction(reduced), fineType, date } };
}

/** Throws fine-changed (with the fine as it is) if the fine was paid, corrected or reduced since it was added. */
export function requireAsAdded({ deleted }: Deletion): void {
  if (deleted.status === 'Paid' || deleted.updated_at !== deleted.created_at)
    throw new AppError('fine-changed', { details: toFine(deleted) });
}

/**
 * Deletes a fine; with the rule on, a fine that was doubled because of it is reduced. Throws `reduction-changed` if
 * that is not the one the caller was told, fine-changed (with the fine as it is) if its figures are not what was shown,
 * not-own-entry.
 */
export async function deleteFine(
  context: CommandContext,
  { deleted, user, holdings, reduced, newestDate }: Deletion,
  { reduces, ...shown }: Omit<ParsedInput<typeof deleteFineOperation>['query'], 'state'>,
): Promise<Output<typeof deleteFineOperation>> {
  await requireOwnEntries(context, [
    ...recordsTouched(deleted, holdings),
    ...(reduced === null ? [] : recordsTouched(reduced.before, reduced.holdings)),
  ]);
  requireAsShown(deleted, shown);
  requireAsTold(reduced, reduces);
  const { tx, now } = context;
  const freedOfReduced = reduced === null ? null : reduce(context, reduced);
  const balance = changeOfFine(figuresOf(deleted), null);
  const sequence = context.record({
    subject: 'fine',
    subjectId: deleted.id,
    userId: user.id,
    before: deleted,
    after: null,
    balance,
  });
  writeAllocations(context, deleted, freeing(holdings.held), sequence);
  reverseWaivers(context, user.id, holdings.waivers, {
    amount: deleted.waived_amount,
    reason: REVERSAL_REASON.deleted,
  });
  const newest = newestDate === undefined ? null : { exactly: newestDate };
  const all = sumChanges([balance, ...(freedOfReduced === null ? [] : [freedOfReduced])]);
  context.send([changes.removeFine(tx, deleted.id), changes.changeSummaries(tx, [user], all, { newest, now })]);
  countFine(context, deleted, null);
  return {
    deleted: toFine(deleted),
    reduction: reduced === null ? null : toReduction(reduced),
    toCredit: rupeesFromPaisa(all.credit),
    totals: toTotals(context.books()),
  };
}
