// Deleting a fine, and what that does to a fine it had doubled (FINE-5, REPEAT-7 to REPEAT-10, REPEAT-14).
import type { Selectable } from 'kysely';
import type { deleteFine as deleteFineOperation, readDeletion as readDeletionOperation } from '../../contract/fines.ts';
import type { Output } from '../../contract/operation.ts';
import { type CalendarDay, weekRange } from '../../core/calendar.ts';
import { type BalanceChange, changeOfFine, sumChanges } from '../../core/fine.ts';
import { type Paisa, rupeesFromPaisa } from '../../core/money.ts';
import { freeNewestFirst, type Held } from '../../core/payment.ts';
import { reductionOnDelete } from '../../core/repeat-offence.ts';
import type { FinesTable } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import { AppError } from '../errors.ts';
import type { CommandContext } from '../ledger/command.ts';
import { isRuleOn, type OnMissingRule } from '../shared/rules.ts';
import { type FineRow, toFine, toTotals } from '../shared/wire.ts';
import { changeFine, figuresOf, freeing, writeAllocations } from './change-fine.ts';
import * as changes from './fine-changes.repository.ts';
import * as repository from './fines.repository.ts';
import * as payments from './payments.repository.ts';
import { readFine } from './fines.service.ts';

/** A fine about to be deleted, and the changes its deletion causes. */
export interface Deletion {
  deleted: FineRow;
  user: repository.SummaryRow;
  /** what is paid of it */
  held: readonly Held[];
  reduced: Reduced | null;
  /** the newest date of the user's other fines; undefined if this one's is not the newest */
  newestDate: CalendarDay | null | undefined;
}

/** Throws fine-not-found. */
export async function readDeletion(tx: Handle, fineId: string, onMissing: OnMissingRule): Promise<Deletion> {
  const [{ fine: deleted, user }, ruleOn] = await settleAll([
    readFine(tx, fineId),
    isRuleOn(tx, 'repeat-offence', onMissing),
  ]);
  const isNewest = user.newest_fine_date === deleted.date;
  const [doubled, newestDate] = await settleAll([
    ruleOn ? repository.finesOfAmount(tx, user.id, weekRange(deleted.date), 2 * deleted.amount) : [],
    isNewest ? repository.newestOtherDate(tx, deleted) : undefined,
  ]);
  const reducedFine = reductionOf(deleted, doubled, ruleOn);
  const [held, heldByReduced] = await settleAll([
    payments.heldBy(tx, deleted),
    reducedFine === null ? [] : payments.heldBy(tx, reducedFine.before),
  ]);
  return { deleted, user, held, reduced: reducedFine && { ...reducedFine, held: heldByReduced }, newestDate };
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
 * that is not the one the administrator was told.
 */
export async function deleteFine(
  context: CommandContext,
  { deleted, user, held, reduced, newestDate }: Deletion,
  told: string | undefined,
): Promise<Output<typeof deleteFineOperation>> {
  if (told !== undefined && told !== (reduced?.before.id ?? '')) throw new AppError('reduction-changed');
  const { tx, now } = context;
  const freedOfReduced = reduced === null ? null : changeReduced(context, reduced);
  const balance = changeOfFine(figuresOf(deleted), null);
  const sequence = context.record({
    subject: 'fine',
    subjectId: deleted.id,
    userId: user.id,
    before: deleted,
    after: null,
    balance,
  });
  writeAllocations(context, deleted, freeing(held), sequence);
  const newest = newestDate === undefined ? null : { exactly: newestDate };
  const all = sumChanges([balance, ...(freedOfReduced === null ? [] : [freedOfReduced])]);
  context.send([changes.removeFine(tx, deleted.id), changes.changeSummaries(tx, [user], all, { newest, now })]);
  context.defer(changes.dayCounts, { date: deleted.date, change: balance });
  return {
    deleted: toFine(deleted),
    reduction: reduced === null ? null : toReduction(reduced),
    toCredit: rupeesFromPaisa(all.credit),
    totals: toTotals(context.books()),
  };
}

/** Undoes the doubling; what was paid beyond the new one becomes credit. */
function changeReduced(context: CommandContext, { before, to, held }: Reduced): BalanceChange {
  const tooMuch = Math.max(0, before.paid_amount - to);
  const allocations = freeing(freeNewestFirst(held, tooMuch));
  return changeFine(context, before, { amount: to, doubled_by: null }, { allocations }).balance;
}

/** A fine whose doubling is undone: its amount becomes `to`. */
interface Reduced {
  before: FineRow;
  to: Paisa;
  /** what is paid of it */
  held: readonly Held[];
}

/** The doubling that the deleted fine had caused; null if there is none. */
function reductionOf(
  deleted: FineRow,
  doubled: readonly Selectable<FinesTable>[],
  ruleOn: boolean,
): Omit<Reduced, 'held'> | null {
  const reducible = (fine: Selectable<FinesTable>) => ({ ...fine, userId: fine.user_id });
  const reduction = reductionOnDelete({ ruleOn, deleted: reducible(deleted), others: doubled.map(reducible) });
  const before = doubled.find((fine) => fine.id === reduction?.fineId);
  return reduction === null || before === undefined
    ? null
    : { before: { ...before, user_name: deleted.user_name }, to: reduction.to };
}

function toReduction({ before, to }: Pick<Reduced, 'before' | 'to'>) {
  return {
    fineId: before.id,
    from: rupeesFromPaisa(before.amount),
    to: rupeesFromPaisa(to),
    status: before.status,
    toGiveBack: rupeesFromPaisa(Math.max(0, before.paid_amount - to)),
  };
}
