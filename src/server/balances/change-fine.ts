// One change of a fine: its row, its allocations and its journal entry always go together.
import type { ShownFigures } from '../../contract/fines/fines.ts';
import { type BalanceChange, changeOfFine, type FineFigures, statusOf } from '../../core/fines/fine.ts';
import type { FineTextColumn } from '../../core/fines/fine-texts.ts';
import type { Held } from '../../core/money/payment.ts';
import type { AllocationsTable, FinesTable } from '../db/schema.ts';
import type { CommandContext } from '../ledger/command.ts';
import { AppError } from '../base/errors.ts';
import { type FineRow, toFine } from '../shared/wire.ts';
import * as changes from './fine-changes.repository.ts';
import { countFine } from './daily-figures/fine-days.ts';
import { insertAllocations } from './allocations.repository.ts';

/** The columns that a change may set. The status follows from the figures, except for a fine of 0. */
export type FineValues = Partial<
  Pick<
    FinesTable,
    'fine_type' | FineTextColumn | 'amount' | 'waived_amount' | 'mistake' | 'date' | 'status' | 'doubled_by' | 'due_on'
  >
>;

/** Money that goes to the fine or, if negative, is freed from it. */
export type FineAllocation = Pick<AllocationsTable, 'payment_id' | 'amount'>;

interface ChangedFine {
  after: FineRow;
  balance: BalanceChange;
  sequence: number;
}

/**
 * Changes a fine. `paidOn` (ms): the instant to store if nothing is left to pay now. The caller applies the balance to
 * the user's summary.
 */
export function changeFine(
  context: CommandContext,
  before: FineRow,
  values: FineValues,
  { allocations = [], paidOn = context.now }: { allocations?: readonly FineAllocation[]; paidOn?: number } = {},
): ChangedFine {
  const { tx, now } = context;
  const paid_amount = allocations.reduce((sum, { amount }) => sum + amount, before.paid_amount);
  const changed = { ...before, ...values, paid_amount };
  const status = statusOf(figuresOf(changed));
  const paid_on = status === 'Pending' ? null : (changed.paid_on ?? paidOn);
  const set = { ...values, paid_amount, status, paid_on, updated_at: now };
  const after: FineRow = { ...before, ...set };
  const balance = changeOfFine(figuresOf(before), figuresOf(after));
  const sequence = context.record({
    subject: 'fine',
    subjectId: before.id,
    userId: before.user_id,
    before,
    after,
    balance,
  });
  context.send([changes.updateFine(tx, before.id, set)]);
  writeAllocations(context, before, allocations, sequence);
  countFine(context, before, after);
  return { after, balance, sequence };
}

type Shown = { [F in keyof ShownFigures]?: number | undefined };

/** Whether a fine has the figures that were shown; omitted figures are not compared. */
function isAsShown(fine: FineRow, shown: Shown): boolean {
  const present = figuresOf(fine);
  return (['amount', 'paidAmount', 'waivedAmount'] as const).every(
    (figure) => shown[figure] === undefined || shown[figure] === present[figure],
  );
}

/**
 * Throws fine-changed (with the fine as it is) if its figures differ from those shown; omitted figures are not
 * compared.
 */
export function requireAsShown(fine: FineRow, shown: Shown): void {
  if (!isAsShown(fine, shown)) throw new AppError('fine-changed', { details: toFine(fine) });
}

/**
 * Like {@link requireAsShown}, for several fines, of which some may be missing. Throws fines-changed with the fines
 * that differ.
 */
export function requireAllAsShown(
  fines: readonly FineRow[],
  shown: ReadonlyMap<string, Shown>,
  missing: readonly string[],
): void {
  requireNoneChanged(
    fines.filter((fine) => !isAsShown(fine, shown.get(fine.id) ?? {})),
    missing,
  );
}

/** Throws fines-changed if there are any. */
export function requireNoneChanged(changed: readonly FineRow[], deleted: readonly string[]): void {
  if (changed.length + deleted.length === 0) return;
  throw new AppError('fines-changed', { details: { fines: changed.map(toFine), deleted: [...deleted] } });
}

/** Writes a fine's allocations to their table and attaches them to the journal entry with this sequence. */
export function writeAllocations(
  context: CommandContext,
  fine: Pick<FineRow, 'id' | 'fine_type' | 'date'>,
  allocations: readonly FineAllocation[],
  sequence: number,
): void {
  if (allocations.length === 0) return;
  const attached = allocations.map(({ payment_id, amount }) => ({
    payment_id,
    amount,
    fine_type: fine.fine_type,
    fine_date: fine.date,
  }));
  context.attach(sequence, 'allocations', attached);
  const rows = attached.map((allocation, place) => ({ sequence, place, fine_id: fine.id, ...allocation }));
  // Sent at once, not at the end of the transaction, because its next command may read what the fine holds.
  context.send([insertAllocations(context.tx, rows)]);
}

/** The allocations that free these parts of a fine. */
export const freeing = (parts: readonly Held[]): FineAllocation[] =>
  parts.map(({ paymentId, amount }) => ({ payment_id: paymentId, amount: 0 - amount }));

export const figuresOf = ({
  amount,
  waived_amount,
  paid_amount,
  status,
}: Pick<FinesTable, 'amount' | 'waived_amount' | 'paid_amount' | 'status'>): FineFigures => ({
  amount,
  waivedAmount: waived_amount,
  paidAmount: paid_amount,
  status,
});
