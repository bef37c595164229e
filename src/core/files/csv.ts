/**
 * CSV that spreadsheets open unchanged (EXPORT-3 to EXPORT-5): UTF-8 with a byte-order mark, plain figures and days,
 * and texts that stay texts (docs/decisions/0041-csv-texts-stay-texts.md).
 */
import { type CalendarDay, MONTH_NAMES } from '../calendar.ts';
import { type Paisa, rupeesFromPaisa } from '../money/money.ts';
import { collapseSpace, foldDigits, stripInvisible } from '../text/letters.ts';

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet takes for the beginning of a formula, including signs typed on an East Asian keyboard. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** Spreadsheets show numbers of up to this many digits. Longer ones become 9.23E+11, and are saved that way. */
const SHOWN_AS_IT_IS = /^(?:0|[1-9]\d{0,10})$/;
/** Digits in two groups, as telephone numbers are written; no date, time or number looks like this. */
const TELEPHONE = /^0\d{2,4}[ -]\d{6,8}$/;
const CURRENCY = String.raw`(?:rs\.?|pkr|\p{Sc})`;
/**
 * A number, date, time, share or fraction in any notation: only digits and the signs written between and around them.
 */
const FIGURES = new RegExp(String.raw`^${CURRENCY}?[\d\s.,:/()%+'٫٬-]*\d[\d\s.,:/()%+'٫٬-]*${CURRENCY}?$`, 'iu');
const SCIENTIFIC = /^[\d.,\s]*\d[.,]?\s?e\s?[+-]?\d+$/i;
const CLOCK = String.raw`\d[\d:.]*(?:\s?[ap]\.?m\.?|\s[ap])?`;
const TIME = new RegExp(`^${CLOCK}$`, 'i');
const ISO_TIME = /^\d{4}-\d{1,2}-\d{1,2}t[\d:.,]+(?:z|[+-][\d:]+)?$/i;
const WEEKDAY = String.raw`(?:(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?[.,]?\s)?`;
const MONTH = `(?:${[...MONTH_NAMES.flatMap((name) => [name, name.slice(0, 3)]), 'sept'].join('|')})`;
/** A date with a month's name before or after the day or the year. */
const WITH_MONTH = new RegExp(
  String.raw`^${WEEKDAY}(?:\d{1,4}[\s.,،/-]*${MONTH}(?:[\s.,،/'-]*\d{1,4})?|${MONTH}[\s.,،/'-]*\d{1,4}(?:[\s.,،/-]+\d{1,4})?)(?:[\s,،]+${CLOCK})?$`,
  'i',
);
const FORMULA_ERROR = /^(?:#(?:n\/a|null!|div\/0!|value!|ref!|name\?|num!|spill!|calc!|getting_data)|err:\d+)$/i;
const TRUTH = /^(?:true|false)$/i;

/** Whether the text is what a spreadsheet shows for a formula that it could not compute. */
export const isFormulaError = (text: string): boolean => FORMULA_ERROR.test(text.trim());

/** Spreadsheets read nothing longer as a date or a time. */
const LONGEST_READ = 64;

/** Whether a spreadsheet would execute the text or turn it into something else. */
function isChanged(text: string): boolean {
  if (FORMULA.test(text)) return true;
  // Judged as it would be read back, without the apostrophe.
  if (text.startsWith("'")) return isChanged(text.slice(1));
  if (SHOWN_AS_IT_IS.test(text) || TELEPHONE.test(text)) return false;
  if (text.length > LONGEST_READ) return /^[\d\s.,]+$/.test(text);
  const read = collapseSpace(foldDigits(stripInvisible(text).normalize('NFKC')));
  return [FORMULA, FIGURES, SCIENTIFIC, TIME, ISO_TIME, WITH_MONTH, TRUTH, FORMULA_ERROR].some((pattern) =>
    pattern.test(read),
  );
}
/** The text as a cell, with an apostrophe in front where a spreadsheet would change it. */
export function textCell(text: string): string {
  const kept = isChanged(text) ? `'${text}` : text;
  return /[",;\n\r]/.test(kept) ? `"${kept.replaceAll('"', '""')}"` : kept;
}

/** The text of a cell, without the apostrophe that {@link textCell} or another program may have put in front. */
export const plainText = (cell: string): string =>
  cell.startsWith("'") && isChanged(cell.slice(1)) ? cell.slice(1) : cell;

/** In rupees: 1250.00; may be negative. */
export const amountCell = (amount: Paisa | null): string => (amount === null ? '' : rupeesFromPaisa(amount).toFixed(2));

export const countCell = (count: number): string => String(count);

/** Spreadsheets read 2026-11-24 as a day. */
export const dayCell = (day: CalendarDay | null): string => day ?? '';

/** One line of cells that are already encoded. */
export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** A text, an amount (paisa) or a day. */
export type CsvValue = string | number | { day: CalendarDay };

function cellOf(value: CsvValue): string {
  if (typeof value === 'number') return amountCell(value);
  return typeof value === 'string' ? textCell(value) : dayCell(value.day);
}

/** A whole file. */
export const csvOf = (rows: readonly (readonly CsvValue[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => csvLine(row.map(cellOf))).join('');
