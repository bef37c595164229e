/**
 * CSV that spreadsheets open as it is meant (EXPORT-3 to EXPORT-5): UTF-8 with a byte-order mark, figures and days plain, and
 * texts that stay texts (docs/decisions/0041-csv-texts-stay-texts.md).
 */
import type { CalendarDay } from './calendar.ts';

/** By it spreadsheets know that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet takes for the beginning of a formula, also as typed on an East Asian keyboard. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** Digits that it would take for a figure and show as another: without leading zeros, or rounded to 15 digits. */
const CHANGED_DIGITS = /^\s*(?:0\d+|\d{16,}|\d+(?:\.\d*)?e\d+)\s*$/i;

/** Whether a spreadsheet would make something else of the text. */
const isChanged = (text: string): boolean => FORMULA.test(text) || CHANGED_DIGITS.test(text);

/** With an apostrophe in front where a spreadsheet would make something else of it. */
export function textCell(text: string): string {
  const kept = isChanged(text) ? `'${text}` : text;
  return /[",;\n\r]/.test(kept) ? `"${kept.replaceAll('"', '""')}"` : kept;
}

/** The text of a cell that another program may have written by {@link textCell}: without the apostrophe. */
export const plainText = (cell: string): string =>
  cell.startsWith("'") && isChanged(cell.slice(1)) ? cell.slice(1) : cell;

/** 1250.00, also below 0. */
export const rupeesCell = (rupees: number): string => rupees.toFixed(2);

export const countCell = (count: number): string => String(count);

/** Spreadsheets read 2026-11-24 as a day. */
export const dayCell = (day: CalendarDay | null): string => day ?? '';

/** One line of cells that are written already. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** A whole file of texts and rupees. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  BYTE_ORDER_MARK +
  rows
    .map((row) => csvLine(row.map((value) => (typeof value === 'number' ? rupeesCell(value) : textCell(value)))))
    .join('');
