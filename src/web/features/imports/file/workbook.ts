// The sheets of an .xlsx workbook as lines of text, as a person sees them in the spreadsheet (FILE-9). Runs in a
// worker, so that no file blocks the page, and is bounded in what it holds at a time.
import { type Cell, type CellValue, type Sheet, formatValue } from 'hucre';
import { readXlsx } from 'hucre/xlsx';
import { MAX_IMPORT_ROWS, MAX_IMPORT_SIZE } from '../../../../core/limits.ts';
import { zipKind } from './file-kind.ts';
import { type FileLine, type FileProblem, withoutEmptyEnd } from './table.ts';

export interface SheetLines {
  name: string;
  lines: FileLine[];
  /** hidden columns, from 0 */
  hidden: number[];
}

export interface Workbook {
  /** those that are neither hidden nor empty */
  sheets: SheetLines[];
  /** the names of hidden ones */
  hidden: string[];
}

/** Of all its parts together, in bytes: four times what the largest import needs in a workbook. */
const MAX_UNPACKED = 10 * MAX_IMPORT_SIZE;
/**
 * Elements and attributes. Those of a sheet are dropped once they are read; those of the other parts, such as texts and
 * styles, are held all at once, at half a kilobyte each.
 */
const MAX_MARKS = { sheets: 8_000_000, others: 600_000 };
const SHEET = /^xl\/worksheets\/[^/]+$/;
/** One column more than MAX_IMPORT_COLUMNS, to see that there are too many. Rows further down have no content. */
const LOOKED_AT = `A1:ALM${3 * MAX_IMPORT_ROWS}`;

/** Enough lines to see that there are too many. */
const ENOUGH = MAX_IMPORT_ROWS + 100;
/** Of all sheets together: cells, and characters in them. */
const MAX_HELD = { cells: 4_000_000, text: 4 * MAX_IMPORT_SIZE };

export async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Workbook | FileProblem> {
  const parts = zipParts(bytes);
  if (parts === null) return { problem: 'workbook' };
  const other = zipKind(parts.map(({ name }) => name));
  if (other !== null) return { problem: other };
  try {
    return (await isTooMuch(parts)) ? { problem: 'too-much' } : await readSheets(bytes);
  } catch {
    return { problem: 'workbook' };
  }
}

async function isTooMuch(parts: readonly ZipPart[]): Promise<boolean> {
  let left = MAX_UNPACKED;
  const marks = { ...MAX_MARKS };
  for (const part of parts) {
    const kind = SHEET.test(part.name) ? 'sheets' : 'others';
    const weight = await weigh(part, { bytes: left, marks: marks[kind] });
    if (weight === null) return true;
    left -= weight.bytes;
    marks[kind] -= weight.marks;
  }
  return false;
}

/** One sheet after the other: each becomes a rectangle as large as its cells are far apart. */
async function readSheets(bytes: Uint8Array): Promise<Workbook | FileProblem> {
  const hidden: string[] = [];
  const visible: number[] = [];
  await readXlsx(bytes, {
    sheets: (sheet) => {
      if (sheet.hidden === true || sheet.veryHidden === true) hidden.push(sheet.name);
      else visible.push(sheet.index);
      return false;
    },
  });
  const held = { cells: 0, text: 0 };
  const sheets: SheetLines[] = [];
  for (const index of visible) {
    const read = await readSheet(bytes, index);
    if (read === null) return { problem: 'too-much' };
    for (const sheet of read) {
      const lines = linesOf(sheet).filter(isFilled).slice(0, ENOUGH);
      const text = textIn(lines);
      held.text += text;
      held.cells += lines.reduce((sum, { cells }) => sum + cells.length, 0);
      if (text > MAX_IMPORT_SIZE || held.text > MAX_HELD.text || held.cells > MAX_HELD.cells)
        return { problem: 'too-much' };
      if (lines.length > 0) sheets.push({ name: sheet.name, lines, hidden: hiddenColumns(sheet) });
    }
  }
  return { sheets, hidden };
}

/** Null if it is too large a rectangle to be held. */
const readSheet = async (bytes: Uint8Array, index: number): Promise<Sheet[] | null> => {
  try {
    return (await readXlsx(bytes, { sheets: [index], readStyles: true, range: LOOKED_AT })).sheets;
  } catch (error) {
    if (error instanceof Error && error.message.includes('the area read')) return null;
    throw error;
  }
};

/** In letters and in points: nobody sees what is in so narrow a column or so low a row. */
const NARROW = 1;
const LOW = 2;

const hiddenColumns = ({ columns = [] }: Sheet): number[] =>
  [...columns.keys()].filter((place) => {
    const { hidden, width = Infinity } = columns[place] ?? {};
    return hidden === true || width < NARROW;
  });

const isFilled = ({ cells }: FileLine): boolean => cells.some((cell) => cell.trim() !== '');
const textIn = (lines: readonly FileLine[]): number =>
  lines.reduce((sum, { cells }) => sum + cells.reduce((length, cell) => length + cell.length, 0), 0);

const isHiddenRow = ({ hidden, height = Infinity }: { hidden?: boolean; height?: number } = {}): boolean =>
  hidden === true || height < LOW;

function linesOf({ rows, cells, rowDefs, merges = [] }: Sheet): FileLine[] {
  const lines = rows.map((values, row): FileLine => ({
    number: row + 1,
    cells: values.map((value, column) => seenText(value, cells?.get(`${row},${column}`))),
    ...(isHiddenRow(rowDefs?.get(row)) && { hidden: true as const }),
  }));
  // A name in a cell that is merged over several rows belongs to each of them.
  for (const { startRow, endRow, startCol } of merges) {
    const text = lines[startRow]?.cells[startCol] ?? '';
    for (const { cells: texts } of lines.slice(startRow + 1, endRow + 1))
      if (startCol < texts.length) texts[startCol] = text;
  }
  // Cells far out often have a format but no content.
  return lines.map((line) => ({ ...line, cells: withoutEmptyEnd(line.cells) }));
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

// The parts of a ZIP, and what they hold once they are unpacked: read from their bytes and dropped at once, because the
// directory may say anything.

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
/** the longest comment after the end record */
const LONGEST_COMMENT = 0xffff;
const DEFLATED = 8;

interface ZipPart {
  name: string;
  isDeflated: boolean;
  packed: Uint8Array<ArrayBuffer>;
}

/** null if the directory is missing or damaged. */
function zipParts(bytes: Uint8Array<ArrayBuffer>): ZipPart[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === null) return null;
  const parts: ZipPart[] = [];
  let place = view.getUint32(end + 16, true);
  for (let n = view.getUint16(end + 10, true); n > 0; n -= 1) {
    if (place + ENTRY_LENGTH >= view.byteLength || view.getUint32(place, true) !== ENTRY) return null;
    const [packed, local] = [view.getUint32(place + 20, true), view.getUint32(place + 42, true)];
    const name = place + ENTRY_LENGTH + view.getUint16(place + 28, true);
    if (local + LOCAL_LENGTH > view.byteLength) return null;
    const from = local + LOCAL_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (from + packed > view.byteLength) return null;
    parts.push({
      name: new TextDecoder().decode(bytes.subarray(place + ENTRY_LENGTH, name)),
      isDeflated: view.getUint16(place + 10, true) === DEFLATED,
      packed: bytes.subarray(from, from + packed),
    });
    place = name + view.getUint16(place + 30, true) + view.getUint16(place + 32, true);
  }
  return parts;
}

function endOf(view: DataView): number | null {
  const last = view.byteLength - END_LENGTH;
  for (let place = last; place >= Math.max(0, last - LONGEST_COMMENT); place -= 1) {
    if (view.getUint32(place, true) === END) return place;
  }
  return null;
}

/** Of a part when unpacked: its bytes, and its elements and attributes, each of which takes up memory once it is read. */
interface PartWeight {
  bytes: number;
  marks: number;
}

const [LESS, SLASH, EQUALS] = [0x3c, 0x2f, 0x3d];

/** null if it holds more than `most`. Throws if it is damaged. */
async function weigh({ packed, isDeflated }: ZipPart, most: PartWeight): Promise<PartWeight | null> {
  const given = new Blob([packed]).stream();
  const reader = (isDeflated ? given.pipeThrough(new DecompressionStream('deflate-raw')) : given).getReader();
  let [bytes, marks, before] = [0, 0, 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { bytes, marks };
    for (const byte of value) {
      if (byte === EQUALS || (before === LESS && byte !== SLASH)) marks += 1;
      before = byte;
    }
    bytes += value.length;
    if (bytes > most.bytes || marks > most.marks) {
      await reader.cancel();
      return null;
    }
  }
}
