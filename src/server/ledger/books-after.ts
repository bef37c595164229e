// The books after a change. A change that they could not keep exactly is refused.
import type { Selectable } from 'kysely';
import { applyChange, type BalanceChange, BooksError, sumChanges } from '../../core/fines/fine.ts';
import { addPaisa, MAX_TOTAL, type Paisa } from '../../core/money/money.ts';
import { addedToTurnover } from '../../core/money/turnover.ts';
import type { BooksTable } from '../db/schema.ts';
import { AppError } from '../base/errors.ts';

/** No sum in an answer is larger, so it is enough to refuse here what cannot be kept exactly. */
export function turnoverAfter(
  { turnover }: Selectable<BooksTable>,
  change: Parameters<typeof addedToTurnover>[0],
): Paisa {
  const after = turnover + addedToTurnover(change);
  // Only increases are refused, so that everything can still be taken back at the limit.
  if (after > turnover && after > MAX_TOTAL) throw new AppError('totals-too-large');
  return after;
}

/** The write is refused unless all totals are safe integers, because an inexact total is a wrong one. */
export function booksAfter(books: Selectable<BooksTable>, change: BalanceChange, usedChange: Paisa) {
  const before = {
    total: books.total,
    pending: books.pending,
    credit: books.credit,
    fineCount: books.fine_count,
    paidCount: books.paid_count,
  };
  try {
    const sum = sumChanges([before, change]);
    const used = addPaisa(books.used, usedChange);
    const after = applyChange(before, change);
    return {
      total: sum.total,
      pending: after.pending,
      credit: after.credit,
      fine_count: after.fineCount,
      paid_count: after.paidCount,
      used,
    };
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('totals-too-large');
    if (error instanceof BooksError && (change.total > 0 || change.credit > 0)) throw new AppError('totals-too-large');
    throw error;
  }
}
