// The books after a change. Nothing is recorded that they could not keep exactly.
import type { Selectable } from 'kysely';
import { applyChange, type BalanceChange, BooksError, sumChanges } from '../../core/fines/fine.ts';
import { addPaisa, MAX_TOTAL, type Paisa } from '../../core/money/money.ts';
import { addedToTurnover } from '../../core/money/turnover.ts';
import type { BooksTable } from '../db/schema.ts';
import { AppError } from '../errors.ts';

/** No sum of an answer is larger, so that it is enough to refuse here what cannot be kept exactly. */
export function turnoverAfter(
  { turnover }: Selectable<BooksTable>,
  change: Parameters<typeof addedToTurnover>[0],
): Paisa {
  const after = turnover + addedToTurnover(change);
  // Only what grows it: at the limit everything can still be taken back.
  if (after > turnover && after > MAX_TOTAL) throw new AppError('totals-too-large');
  return after;
}

/** Totals are safe integers or the write is refused: an inexact total is a wrong one. */
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
