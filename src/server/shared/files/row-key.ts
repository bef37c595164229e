// Identifies a row of a file whose fine was entered before (FILE-6).
import { createHash } from 'node:crypto';
import type { CalendarDay } from '../../../core/calendar.ts';
import { type FineText, ofEachText } from '../../../core/fines/fine-texts.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { textsOf } from '../fine-row.ts';

/** A fine as given by its row. */
export interface ImportedFine extends Readonly<Record<FineText, string>> {
  userId: string;
  fineType: string;
  date: CalendarDay;
  /** before any doubling */
  amount: Paisa;
}

/**
 * Equal for rows with the same content about the same person. Texts are used unchanged, so that a key never changes. An
 * empty text is left out, so that one that is asked for later changes no key; but for the note, which every key has.
 */
export function rowKey({ userId, fineType, date, amount, ...fine }: ImportedFine): string {
  const { description, ...others } = ofEachText((name) => fine[name].replaceAll('\r\n', '\n'));
  const filled = Object.entries(others).filter(([, text]) => text !== '');
  return createHash('sha256')
    .update(JSON.stringify([userId, fineType, date, amount, description, ...filled]))
    .digest('base64url');
}

/** The key for an entry that added a fine from a file. If it was doubled, the file had half its amount. */
export function rowKeyOfRecord(fine: Record<string, unknown>): string {
  const text = (name: string): string => String(fine[name]);
  const amount = Number(fine['amount']) / ((fine['doubled_by'] ?? null) === null ? 1 : 2);
  const [userId, fineType, date] = [text('user_id'), text('fine_type'), text('date')];
  return rowKey({ userId, fineType, date, amount, ...textsOf(fine) });
}
