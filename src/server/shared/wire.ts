// Converts between rows and the format of the contract, in which milliseconds are ISO timestamps.
import type { Selectable } from 'kysely';
import type { Fine } from '../../contract/fines/fines.ts';
import type { Summary, Totals } from '../../contract/shapes.ts';
import { displayName } from '../../core/people/person-name.ts';
import { availableBalance, collected, collectionRate } from '../../core/money/totals.ts';
import type { BooksTable, FinesTable, UsersTable } from '../db/schema.ts';
import { textsOf } from './fine-row.ts';

/** A fine's row with the name of its user (empty if the user is deleted or has no name). */
export type FineRow = Selectable<FinesTable> & { user_name: string };

export type SummaryRow = Pick<
  Selectable<UsersTable>,
  'total' | 'pending' | 'credit' | 'fine_count' | 'paid_count' | 'newest_fine_date'
>;

export const toInstant = (ms: number): string => new Date(ms).toISOString();
export const toInstantOrNull = (ms: number | null): string | null => (ms === null ? null : toInstant(ms));

export function toFine(row: FineRow): Fine {
  return {
    id: row.id,
    userId: row.user_id,
    userName: displayName(row.user_name),
    fineType: row.fine_type,
    ...textsOf(row),
    amount: row.amount,
    date: row.date,
    status: row.status,
    paidAmount: row.paid_amount,
    waivedAmount: row.waived_amount,
    outstanding: row.amount - row.waived_amount - row.paid_amount,
    mistake: row.mistake === 1,
    createdAt: toInstant(row.created_at),
    paidOn: toInstantOrNull(row.paid_on),
    lastUpdated: toInstant(row.updated_at),
    dueOn: row.due_on,
  };
}

export function toSummary(row: SummaryRow): Summary {
  return {
    totalFine: row.total,
    pendingFine: row.pending,
    paidAmount: collected(row),
    credit: row.credit,
    fineCount: row.fine_count,
    paidCount: row.paid_count,
    lastActivity: row.newest_fine_date,
  };
}

export function toTotals(
  books: Pick<Selectable<BooksTable>, 'total' | 'pending' | 'used' | 'credit' | 'fine_count' | 'paid_count'>,
): Totals {
  const collectedAmount = collected(books);
  return {
    totalFinesAmount: books.total,
    pendingFinesAmount: books.pending,
    collectedAmount,
    usedAmount: books.used,
    availableBalance: availableBalance(collectedAmount, books.used),
    creditHeld: books.credit,
    collectionRate: collectionRate(books),
    fineCount: books.fine_count,
    paidCount: books.paid_count,
  };
}
