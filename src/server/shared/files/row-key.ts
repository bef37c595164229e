// Identifies a row of a file whose fine was entered before (FILE-6).
import { createHash } from 'node:crypto';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';

/** A fine as given by its row. */
export interface ImportedFine {
  userId: string;
  fineType: string;
  description: string;
  date: CalendarDay;
  /** before any doubling */
  amount: Paisa;
}

/**
 * Equal for rows with the same content about the same person. Texts are used unchanged, so that a key never changes.
 */
export const rowKey = ({ userId, fineType, description, date, amount }: ImportedFine): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, fineType, date, amount, description.replaceAll('\r\n', '\n')]))
    .digest('base64url');

/** The key for an entry that added a fine from a file. If it was doubled, the file had half its amount. */
export function rowKeyOfRecord(fine: Record<string, unknown>): string {
  const text = (name: string): string => String(fine[name]);
  const amount = Number(fine['amount']) / ((fine['doubled_by'] ?? null) === null ? 1 : 2);
  const [userId, fineType, date, description] = [text('user_id'), text('fine_type'), text('date'), text('description')];
  return rowKey({ userId, fineType, date, description, amount });
}
