/**
 * The states of a fine and what each change does to the totals kept with its user (FINE-3, FINE-5, TOTAL-1, PAY-1 to
 * PAY-3, WAIVE-1). A change is a difference of balances, so that changes add up, are journalled, and fold.
 */
import { aYearAfter, type CalendarDay } from '../calendar.ts';
import { addPaisa, MAX_TOTAL } from '../money/money.ts';
import type { Paisa } from '../money/money.ts';

export type FineStatus = 'Pending' | 'Paid';

/** A user's, or the organisation's, totals in paisa. */
export interface Balance {
  /** The sum of what is charged: of all fine amounts, less what was waived of them. */
  total: Paisa;
  /** The sum of what is outstanding of them. */
  pending: Paisa;
  /** Money received that no fine holds; a member's is never negative. */
  credit: Paisa;
  fineCount: number;
  paidCount: number;
}

/** A difference of two balances; each figure may be negative. */
export type BalanceChange = Balance;

/** What the totals depend on. */
export interface FineFigures {
  /** as charged */
  amount: Paisa;
  /** what was let go of it */
  waivedAmount: Paisa;
  /** what payments and credit have paid of it */
  paidAmount: Paisa;
  status: FineStatus;
}

export const EMPTY_BALANCE: Readonly<Balance> = Object.freeze({
  total: 0,
  pending: 0,
  credit: 0,
  fineCount: 0,
  paidCount: 0,
});

/** A change that would make the books inconsistent: it never occurs unless a summary disagrees with its fines. */
export class BooksError extends Error {
  override readonly name = 'BooksError';
}

/** Exactly 'Paid' is paid; anything else counts as pending (FINE-4). */
export function statusFrom(text: unknown): FineStatus {
  return text === 'Paid' ? 'Paid' : 'Pending';
}

/** No fine is dated more than a year ahead: it is a slip, such as 2062 for 2026 (DATE-7). */
export const isTooFarAhead = (date: CalendarDay, today: CalendarDay): boolean => date > aYearAfter(today);

/** What is left to pay, in paisa. */
export function outstanding({ amount, waivedAmount, paidAmount }: FineFigures): Paisa {
  return addPaisa(amount, 0 - waivedAmount, 0 - paidAmount);
}

/** Whether all of it was let go. Where only Pending and Paid are known, such a fine counts as Paid. */
export function isWaived({ amount, waivedAmount }: Pick<FineFigures, 'amount' | 'waivedAmount'>): boolean {
  return amount > 0 && waivedAmount === amount;
}

/**
 * What stays waived and paid of a fine whose amount falls to `to` paisa: the waiver is cut first, then what was paid beyond
 * is freed.
 */
export function reducedTo(
  fine: Pick<FineFigures, 'waivedAmount' | 'paidAmount'>,
  to: Paisa,
): Pick<FineFigures, 'waivedAmount' | 'paidAmount'> {
  const waivedAmount = Math.min(fine.waivedAmount, to);
  return { waivedAmount, paidAmount: Math.min(fine.paidAmount, to - waivedAmount) };
}

/**
 * The status that follows from the figures: Pending while something is outstanding, else Paid. A fine of 0 is as it was
 * marked.
 */
export function statusOf(fine: FineFigures): FineStatus {
  if (fine.amount === 0) return fine.status;
  return outstanding(fine) > 0 ? 'Pending' : 'Paid';
}

/**
 * What a change of a fine does to the totals; null before it was added and after it was deleted. What is paid of a fine
 * comes from its member's credit, and goes back there.
 */
export function changeOfFine(before: FineFigures | null, after: FineFigures | null): BalanceChange {
  const from = balanceOf(before);
  const to = balanceOf(after);
  return {
    total: to.total - from.total,
    pending: to.pending - from.pending,
    credit: to.credit - from.credit,
    fineCount: to.fineCount - from.fineCount,
    paidCount: to.paidCount - from.paidCount,
  };
}

function balanceOf(fine: FineFigures | null): Balance {
  if (fine === null) return EMPTY_BALANCE;
  return {
    total: addPaisa(fine.amount, 0 - fine.waivedAmount),
    pending: outstanding(fine),
    credit: 0 - fine.paidAmount,
    fineCount: 1,
    paidCount: fine.status === 'Paid' ? 1 : 0,
  };
}

/** Money received from a member or, if negative, taken or given back: it is credit as far as no fine holds it. */
export function changeOfMoney(amount: Paisa): BalanceChange {
  return { ...EMPTY_BALANCE, credit: amount };
}

/** A fine that comes with its payments, such as an imported one: no credit changes. */
export function changeOfPaidFine(fine: FineFigures): BalanceChange {
  return sumChanges([changeOfFine(null, fine), changeOfMoney(fine.paidAmount)]);
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
    sum.credit = addPaisa(sum.credit, change.credit);
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
    credit: balance.credit + change.credit,
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
