// By what a row of a file is known again once its fine was entered (FILE-6).
import { createHash } from 'node:crypto';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';

/** A fine as its row says it. */
export interface ImportedFine {
  userId: string;
  fineType: string;
  description: string;
  date: CalendarDay;
  /** before any doubling */
  amount: Paisa;
}

/** The same for rows that say the same of the same person. Texts are taken as they are, so that it never changes. */
export const rowKey = ({ userId, fineType, description, date, amount }: ImportedFine): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, fineType, date, amount, description.replaceAll('\r\n', '\n')]))
    .digest('base64url');

/** The same of an entry that added a fine from a file. What was doubled had half its amount there. */
export function rowKeyOfRecord(fine: Record<string, unknown>): string {
  const text = (name: string): string => String(fine[name]);
  const amount = Number(fine['amount']) / ((fine['doubled_by'] ?? null) === null ? 1 : 2);
  const [userId, fineType, date, description] = [text('user_id'), text('fine_type'), text('date'), text('description')];
  return rowKey({ userId, fineType, date, description, amount });
}
