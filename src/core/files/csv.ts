/**
 * CSV that spreadsheets open as it is meant (EXPORT-3 to EXPORT-5): UTF-8 with a byte-order mark, figures and days plain, and
 * texts that stay texts (docs/decisions/0041-csv-texts-stay-texts.md).
 */
import { type CalendarDay, MONTH_NAMES } from '../calendar.ts';
import { collapseSpace, foldDigits, stripInvisible } from '../text/letters.ts';

/** By it spreadsheets know that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet takes for the beginning of a formula, also as typed on an East Asian keyboard. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** They show as many digits of a number as this, the rest as 9.23E+11, and save what they show. */
const SHOWN_AS_IT_IS = /^(?:0|[1-9]\d{0,10})$/;
/** Digits in two groups, as telephone numbers are written: no date, time or number is. */
const TELEPHONE = /^0\d{2,4}[ -]\d{6,8}$/;
const CURRENCY = String.raw`(?:rs\.?|pkr|\p{Sc})`;
/** A number, date, time, share or fraction, in whatever signs: only digits and what is written between and around them. */
const FIGURES = new RegExp(String.raw`^${CURRENCY}?[\d\s.,:/()%+'٫٬-]*\d[\d\s.,:/()%+'٫٬-]*${CURRENCY}?$`, 'iu');
const SCIENTIFIC = /^[\d.,\s]*\d[.,]?\s?e\s?[+-]?\d+$/i;
const CLOCK = String.raw`\d[\d:.]*(?:\s?[ap]\.?m\.?|\s[ap])?`;
const TIME = new RegExp(`^${CLOCK}$`, 'i');
const ISO_TIME = /^\d{4}-\d{1,2}-\d{1,2}t[\d:.,]+(?:z|[+-][\d:]+)?$/i;
const WEEKDAY = String.raw`(?:(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?[.,]?\s)?`;
const MONTH = `(?:${[...MONTH_NAMES.flatMap((name) => [name, name.slice(0, 3)]), 'sept'].join('|')})`;
/** With a month's name, before or behind the day or the year. */
const WITH_MONTH = new RegExp(
  String.raw`^${WEEKDAY}(?:\d{1,4}[\s.,،/-]*${MONTH}(?:[\s.,،/'-]*\d{1,4})?|${MONTH}[\s.,،/'-]*\d{1,4}(?:[\s.,،/-]+\d{1,4})?)(?:[\s,،]+${CLOCK})?$`,
  'i',
);
/** Truth values, and what spreadsheets call their errors. */
const CONSTANT = /^(?:true|false|#(?:n\/a|null!|div\/0!|value!|ref!|name\?|num!|spill!|calc!|getting_data)|err:\d+)$/i;

/** Nothing longer is read as a date or a time. */
const LONGEST_READ = 64;

/** Whether a spreadsheet would run the text, or make something else of it. */
function isChanged(text: string): boolean {
  if (FORMULA.test(text)) return true;
  // As it would be read back: without the apostrophe.
  if (text.startsWith("'")) return isChanged(text.slice(1));
  if (SHOWN_AS_IT_IS.test(text) || TELEPHONE.test(text)) return false;
  if (text.length > LONGEST_READ) return /^[\d\s.,]+$/.test(text);
  const read = collapseSpace(foldDigits(stripInvisible(text).normalize('NFKC')));
  return [FORMULA, FIGURES, SCIENTIFIC, TIME, ISO_TIME, WITH_MONTH, CONSTANT].some((pattern) => pattern.test(read));
}
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

/** A text, rupees or a day. */
export type CsvValue = string | number | { day: CalendarDay };

function cellOf(value: CsvValue): string {
  if (typeof value === 'number') return rupeesCell(value);
  return typeof value === 'string' ? textCell(value) : dayCell(value.day);
}

/** A whole file. */
export const csvOf = (rows: readonly (readonly CsvValue[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => csvLine(row.map(cellOf))).join('');
