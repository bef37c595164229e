// The sheets of an .xlsx workbook as lines of text, as a person sees them in the spreadsheet (FILE-9). Runs in a
// worker, so that no file blocks the page.
import { type Cell, type CellValue, type Sheet, formatValue } from 'hucre';
import { readXlsx } from 'hucre/xlsx';
import { MAX_IMPORT_ROWS, MAX_IMPORT_SIZE } from '../../../../core/limits.ts';
import type { FileLine } from './table.ts';
import { unpackedSize } from './zip-size.ts';

export interface SheetLines {
  name: string;
  lines: FileLine[];
}

export interface WorkbookProblem {
  problem: 'workbook' | 'old-workbook' | 'locked' | 'too-large' | 'too-slow';
}

/** Of all its parts together, in bytes: four times what the largest import needs in a workbook. */
const MAX_UNPACKED = 10 * MAX_IMPORT_SIZE;
/** Cells further out have a format but no content. */
const LOOKED_AT = `A1:CV${10 * MAX_IMPORT_ROWS}`;

/** Enough lines to see that there are too many. */
const ENOUGH = MAX_IMPORT_ROWS + 100;

/** The sheets that are neither hidden nor empty. */
export async function readWorkbook(bytes: Uint8Array): Promise<SheetLines[] | WorkbookProblem> {
  const size = unpackedSize(bytes);
  if (size === null) return { problem: 'workbook' };
  if (size > MAX_UNPACKED) return { problem: 'too-large' };
  let sheets: Sheet[];
  try {
    ({ sheets } = await readXlsx(bytes, {
      sheets: ({ hidden, veryHidden }) => hidden !== true && veryHidden !== true,
      readStyles: true,
      range: LOOKED_AT,
    }));
  } catch {
    return { problem: 'workbook' };
  }
  const read = sheets.map((sheet) => ({ name: sheet.name, lines: linesOf(sheet).filter(isFilled).slice(0, ENOUGH) }));
  const longest = Math.max(0, ...read.map(({ lines }) => textIn(lines)));
  return longest > MAX_IMPORT_SIZE ? { problem: 'too-large' } : read.filter(({ lines }) => lines.length > 0);
}

const isFilled = ({ cells }: FileLine): boolean => cells.some((cell) => cell.trim() !== '');
const textIn = (lines: readonly FileLine[]): number =>
  lines.reduce((sum, { cells }) => sum + cells.reduce((length, cell) => length + cell.length, 0), 0);

function linesOf({ rows, cells, rowDefs, merges = [] }: Sheet): FileLine[] {
  const lines = rows.map((values, row): FileLine => ({
    number: row + 1,
    cells: values.map((value, column) => seenText(value, cells?.get(`${row},${column}`))),
    ...(rowDefs?.get(row)?.hidden === true && { hidden: true as const }),
  }));
  // A name in a cell that is merged over several rows belongs to each of them.
  for (const { startRow, endRow, startCol } of merges) {
    const text = lines[startRow]?.cells[startCol] ?? '';
    for (const { cells: texts } of lines.slice(startRow + 1, endRow + 1))
      if (startCol < texts.length) texts[startCol] = text;
  }
  return lines;
}

function seenText(value: CellValue | undefined, cell: Cell | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return numberText(value, cell?.style?.numFmt ?? 'General');
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value instanceof Date ? dayText(value) : value;
}

/** A day, with its time if it has one. A time alone has a date before days are counted. */
function dayText(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const [day = '', time = ''] = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().split('T');
  const clock = time.slice(0, time.startsWith(':00', 5) ? 5 : 8);
  if (day < FIRST_DAY) return clock;
  return clock === '00:00' ? day : `${day} ${clock}`;
}
const FIRST_DAY = '1900-01-01';

/**
 * The number with the leading zeros and dashes that its format adds, as for telephone numbers. The format neither
 * truncates nor scales a figure; if it rounds, at most two decimals (paisa) are kept: a formula's 333.3333 becomes
 * 333.33.
 */
function numberText(value: number, format: string): string {
  const exact = Number(value.toPrecision(15));
  const plain = plainDigits(exact);
  if (format === 'General' || format === '@') return plain;
  const shown = formatValue(value, format).trim();
  if (format.includes('%')) return shown;
  const digits = shown.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
  if (Number.isInteger(exact) && digits === String(Math.abs(exact))) return shown;
  return Number.isInteger(exact) || /e[+-]/i.test(format) ? plain : plainDigits(Number(exact.toFixed(2)));
}

/** The number without an exponent. */
const plainDigits = (value: number): string =>
  Math.abs(value) >= 1e15 && Number.isSafeInteger(value) ? BigInt(value).toString() : String(value);
