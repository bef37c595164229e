/**
 * The states of a fine and what each change does to the totals kept with its user (FINE-3, FINE-5, TOTAL-1). A change
 * is a difference of balances, so that changes add up, are journalled, and fold.
 */
import { addPaisa, MAX_TOTAL } from './money.ts';
import type { Paisa } from './money.ts';

export type FineStatus = 'Pending' | 'Paid';

/** A user's, or the organisation's, totals in paisa. */
export interface Balance {
  /** The sum of all fine amounts. */
  total: Paisa;
  /** The sum of those not Paid. */
  pending: Paisa;
  fineCount: number;
  paidCount: number;
}

/** A difference of two balances; each figure may be negative. */
export type BalanceChange = Balance;

interface StatedFine {
  amount: Paisa;
  status: FineStatus;
}

export const EMPTY_BALANCE: Readonly<Balance> = Object.freeze({ total: 0, pending: 0, fineCount: 0, paidCount: 0 });

/** A change that would make the books inconsistent: it never occurs unless a summary disagrees with its fines. */
export class BooksError extends Error {
  override readonly name = 'BooksError';
}

/** Exactly 'Paid' is paid; anything else counts as pending (FINE-4). */
export function statusFrom(text: unknown): FineStatus {
  return text === 'Paid' ? 'Paid' : 'Pending';
}

/** Adding a fine raises the total, and what is pending unless it was paid already (an imported one may be). */
export function changeOfAdding(fine: StatedFine): BalanceChange {
  const paid = fine.status === 'Paid';
  return { total: fine.amount, pending: paid ? 0 : fine.amount, fineCount: 1, paidCount: paid ? 1 : 0 };
}

/** Deleting takes back what adding a fine in this state gave (FINE-5). */
export function changeOfDeleting(fine: StatedFine): BalanceChange {
  const { total, pending, fineCount, paidCount } = changeOfAdding(fine);
  // Subtracted, not negated: a figure of 0 must not become -0.
  return { total: 0 - total, pending: 0 - pending, fineCount: 0 - fineCount, paidCount: 0 - paidCount };
}

/** Pending to Paid lowers what is pending by the amount, Paid to Pending raises it; the total stays. */
export function changeOfStatus(amount: Paisa, from: FineStatus, to: FineStatus): BalanceChange {
  return sumChanges([changeOfDeleting({ amount, status: from }), changeOfAdding({ amount, status: to })]);
}

/** Another amount: the total changes by the difference, pending only if the fine is Pending. */
export function changeOfAmount(fine: StatedFine, to: Paisa): BalanceChange {
  return sumChanges([changeOfDeleting(fine), changeOfAdding({ amount: to, status: fine.status })]);
}

/**
 * Several changes as one.
 * @throws RangeError when a sum is no safe integer.
 */
export function sumChanges(changes: Iterable<BalanceChange>): BalanceChange {
  const sum: BalanceChange = { ...EMPTY_BALANCE };
  for (const change of changes) {
    sum.total = addPaisa(sum.total, change.total);
    sum.pending = addPaisa(sum.pending, change.pending);
    sum.fineCount += change.fineCount;
    sum.paidCount += change.paidCount;
  }
  return sum;
}

/**
 * The balance after a change. No figure falls below 0 (TOTAL-2): where one would, the books are wrong already, and
 * clamping would hide it.
 * @throws BooksError when a figure would fall below 0, pending exceed the total, the paid fines exceed all fines, or
 * the total exceed {@link MAX_TOTAL}.
 */
export function applyChange(balance: Balance, change: BalanceChange): Balance {
  const after: Balance = {
    total: balance.total + change.total,
    pending: balance.pending + change.pending,
    fineCount: balance.fineCount + change.fineCount,
    paidCount: balance.paidCount + change.paidCount,
  };
  for (const [figure, value] of Object.entries(after)) {
    if (value < 0) throw new BooksError(`${figure} would fall below 0, to ${value}`);
    if (!Number.isSafeInteger(value) || value > MAX_TOTAL)
      throw new BooksError(`${figure} would be ${value}, which cannot be kept exactly`);
  }
  if (after.pending > after.total) {
    throw new BooksError(`pending would be ${after.pending}, more than the total ${after.total}`);
  }
  if (after.paidCount > after.fineCount) {
    throw new BooksError(`${after.paidCount} fines would be paid, more than the ${after.fineCount} there are`);
  }
  return after;
}
