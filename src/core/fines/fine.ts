/**
 * The states of a fine, and how each change affects the totals kept with its user (FINE-3, FINE-5, TOTAL-1, PAY-1 to
 * PAY-3, WAIVE-1). A change is the difference of two balances, so changes can be added up, journalled and folded.
 */
import { aYearAfter, type CalendarDay } from '../calendar.ts';
import { addPaisa, MAX_TOTAL, type Paisa } from '../money/money.ts';

export type FineStatus = 'Pending' | 'Paid';

/** The totals of a user or of the organisation, in paisa. */
export interface Balance {
  /** All fine amounts, less what was waived of them. */
  total: Paisa;
  /** What is outstanding of these fines. */
  pending: Paisa;
  /** Money received that is not allocated to a fine; never negative for a member. */
  credit: Paisa;
  fineCount: number;
  paidCount: number;
}

/** A difference of two balances; each figure may be negative. */
export type BalanceChange = Balance;

/** The figures that the totals depend on. */
export interface FineFigures {
  /** as charged */
  amount: Paisa;
  /** what was waived */
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

/** A change that would make the books inconsistent. It happens only if a summary already disagrees with its fines. */
export class BooksError extends Error {
  override readonly name = 'BooksError';
}

/** Only exactly 'Paid' is paid; anything else counts as pending (FINE-4). */
export function statusFrom(text: unknown): FineStatus {
  return text === 'Paid' ? 'Paid' : 'Pending';
}

/** No fine may be dated more than a year ahead: such a date is a slip, like 2062 for 2026 (DATE-7). */
export const isTooFarAhead = (date: CalendarDay, today: CalendarDay): boolean => date > aYearAfter(today);

/** What is left to pay, in paisa. */
export function outstanding({ amount, waivedAmount, paidAmount }: FineFigures): Paisa {
  return addPaisa(amount, 0 - waivedAmount, 0 - paidAmount);
}

/** Whether the whole fine was waived. Where only Pending and Paid exist, such a fine counts as Paid. */
export function isWaived({ amount, waivedAmount }: Pick<FineFigures, 'amount' | 'waivedAmount'>): boolean {
  return amount > 0 && waivedAmount === amount;
}

/**
 * What stays waived and paid when a fine's amount falls to `to` paisa: the waiver is cut first, then any excess payment
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
 * The status that follows from the figures: Pending while something is outstanding, otherwise Paid. A fine of 0 keeps
 * the status it was given.
 */
export function statusOf(fine: FineFigures): FineStatus {
  if (fine.amount === 0) return fine.status;
  return outstanding(fine) > 0 ? 'Pending' : 'Paid';
}

/**
 * How a change of a fine affects the totals. `before` is null for a new fine, `after` for a deleted one. What is paid
 * of a fine comes from its member's credit, and returns there.
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

/** Money received from a member or, if negative, taken or given back. It is credit until it is allocated to a fine. */
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
 * a figure exceed {@link MAX_TOTAL}.
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
