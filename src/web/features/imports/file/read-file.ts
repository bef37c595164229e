// A file as tables (one of a CSV file, one for each sheet of a workbook), or what is wrong with it as a whole (FILE-1).
// Runs in a worker.
import type { ImportKind } from '../../../../core/files/import-columns.ts';
import { binaryKind, isZip, textKind } from './file-kind.ts';
import { type FileProblem, type FileTable, tableOf, tidied, type FileLine } from './table.ts';
import type { Workbook } from './workbook.ts';
import { headLine } from '../../../../core/files/import-heads.ts';
import { MAX_IMPORT_ROWS } from '../../../../core/limits.ts';

export interface ImportFile {
  name: string;
  /** it was not in Unicode, so accented letters are a guess */
  guessed: boolean;
  /** those that are not empty, in the order of the file; a CSV file has one without a name */
  sheets: FileSheet[];
  /** the names of hidden sheets, which are left out */
  hidden?: string[];
}

export interface FileSheet {
  name: string;
  table: FileTable | FileProblem;
}

export const isTable = (table: FileTable | FileProblem): table is FileTable => !('problem' in table);

export type ReadWorkbook = (bytes: Uint8Array<ArrayBuffer>) => Promise<Workbook | FileProblem>;

/** `readWorkbook`: what reads workbooks; left out where the browser cannot do it. */
export async function readFile(
  kind: ImportKind,
  file: File,
  readWorkbook?: ReadWorkbook,
): Promise<ImportFile | FileProblem> {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { name } = file;
    const other = binaryKind(bytes);
    if (other !== null) return { problem: other };
    if (!isZip(bytes)) return csvFile(kind, name, bytes);
    return readWorkbook === undefined
      ? { problem: 'no-workbooks' }
      : workbookFile(kind, name, await readWorkbook(bytes));
  } catch {
    return { problem: 'unreadable' };
  }
}

function csvFile(kind: ImportKind, name: string, bytes: Uint8Array): ImportFile | FileProblem {
  const read = csvLines(kind, bytes);
  if ('problem' in read) return read;
  const table = tableOf(kind, read.lines, { sure: false });
  return isTable(table) ? { name, guessed: read.guessed, sheets: [{ name: '', table }] } : table;
}

function workbookFile(kind: ImportKind, name: string, read: Workbook | FileProblem): ImportFile | FileProblem {
  if ('problem' in read) return read;
  const { hidden } = read;
  const sheets = read.sheets.map((sheet) => ({
    name: sheet.name,
    table: tableOf(kind, tidied(sheet.lines), { sure: true, hidden: sheet.hidden }),
  }));
  if (sheets.length === 0) return { problem: hidden.length > 0 ? 'hidden-sheets' : 'no-rows' };
  return { name, guessed: false, sheets, ...(hidden.length > 0 && { hidden }) };
}

// The lines of a CSV file, or what is wrong with it (FILE-1). Any separator and any line endings, even mixed. The
// encoding is UTF-8, UTF-16 with a byte order mark, or whatever can only be Windows-1252, which the person is told.
// Others cannot be told apart, and a wrong guess would corrupt names unnoticed.

interface CsvLines {
  lines: FileLine[];
  /** it was not in Unicode, so accented letters are a guess */
  guessed: boolean;
}

function csvLines(kind: ImportKind, bytes: Uint8Array): CsvLines | FileProblem {
  const unicode = decode(bytes);
  const text = unicode ?? decodeWestern(bytes);
  if (text === null) return { problem: 'encoding' };
  const other = textKind(text);
  if (other !== null) return { problem: other };
  const lines = linesOf(kind, text);
  return 'problem' in lines ? lines : { lines, guessed: unicode === null };
}

/** null if it is in none of the supported encodings. */
function decode(bytes: Uint8Array): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // UTF-16 without a byte order mark is valid UTF-8 full of zeros.
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Control characters, including the bytes for which Windows-1252 has no character. */
const NO_TEXT = /(?!\s)\p{Cc}/u;
/** Western words never have three accented letters in a row; text of any other script does. */
const OTHER_SCRIPT = /[ªºÀ-ÖØ-öø-ÿŠŒŽŸšœžƒˆ˜]{3}/;

/** Decoded as Windows-1252, as Western spreadsheets write it; null if it cannot be that. */
function decodeWestern(bytes: Uint8Array): string | null {
  const text = new TextDecoder('windows-1252').decode(bytes);
  return NO_TEXT.test(text) || OTHER_SCRIPT.test(text) ? null : text;
}

const SEPARATORS = [',', ';', '\t', '،', '|'];
/** A line that tells spreadsheets the separator. They do not count it as a row. */
const SEPARATOR_LINE = /^"?sep=(.)"?[ ,;\t]*\n/i;
/** How many lines are read to find out the separator. */
const LINES_TRIED = 30;
/** Enough lines to see that there are too many. */
const ENOUGH = MAX_IMPORT_ROWS + LINES_TRIED;

function linesOf(kind: ImportKind, decoded: string): FileLine[] | FileProblem {
  const all = decoded.replaceAll(/\r\n?/g, '\n');
  const said = SEPARATOR_LINE.exec(all);
  const text = all.slice(said?.[0].length ?? 0);
  const { lines, broken } = csvCells(text, said?.[1] ?? separatorOf(kind, text), ENOUGH);
  return broken === null ? numbered(lines) : { problem: 'quotes', number: broken };
}

const numbered = (lines: readonly string[][]): FileLine[] =>
  tidied(lines.map((cells, place) => ({ number: place + 1, cells })));

/** The separator with which the heads name the most columns; if none names any, the one that splits lines most evenly. */
function separatorOf(kind: ImportKind, text: string): string {
  const tried = SEPARATORS.map((separator) => {
    const { lines } = csvCells(text, separator, LINES_TRIED);
    const tidy = numbered(lines).map(({ cells }) => cells);
    const { columns } = headLine(kind, tidy);
    return { separator, columns, ...evenness(lines) };
  });
  const [best] = tried.toSorted((a, b) => b.columns - a.columns);
  if (best !== undefined && best.columns > 1) return best.separator;
  const [even] = tried.filter(({ width }) => width >= 2).toSorted((a, b) => a.uneven - b.uneven || b.width - a.width);
  return even?.separator ?? ',';
}

/** How wide lines are on average, and by how many cells each differs from the one above. */
function evenness(lines: readonly string[][]): { width: number; uneven: number } {
  const widths = lines.filter((cells) => cells.length > 1 || cells[0] !== '').map(({ length }) => length);
  return {
    width: widths.reduce((sum, width) => sum + width, 0) / Math.max(1, widths.length),
    uneven: widths.reduce((sum, width, n) => sum + Math.abs(width - (widths[n - 1] ?? width)), 0),
  };
}

// The cells of a CSV text, as spreadsheets write them, in one pass: a text of nothing but quotes takes no longer than
// any other.

interface CsvCells {
  /** one for each line of the file, also for an empty one */
  lines: string[][];
  /** the line, from 1, with a quote that is never closed, or something between the closing quote and the end of its cell */
  broken: number | null;
}

/** Its lines end with \n. `most`: reading ends after so many lines that are not empty. */
export function csvCells(text: string, separator: string, most: number): CsvCells {
  const lines: string[][] = [];
  let cells: string[] = [];
  let filled = 0;
  let at = 0;
  const spaces = separator === '\t' ? /[^\S\n\t]*/y : /[^\S\n]*/y;
  // Where the next one is; looked up again only after it was passed.
  let [separatorAt, lineEnd] = [-1, -1];
  const next = (wanted: string, known: number): number => {
    if (known >= at) return known;
    const found = text.indexOf(wanted, at);
    return found === -1 ? text.length : found;
  };
  while (at <= text.length) {
    let cell: string;
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === null) return { lines, broken: lines.length + 1 };
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
      spaces.lastIndex = at;
      at += spaces.exec(text)?.[0].length ?? 0;
      if (at < text.length && text[at] !== separator && text[at] !== '\n') return { lines, broken: lines.length + 1 };
    } else {
      separatorAt = next(separator, separatorAt);
      lineEnd = next('\n', lineEnd);
      const end = Math.min(separatorAt, lineEnd);
      cell = text.slice(at, end);
      at = end;
    }
    cells.push(cell);
    if (at >= text.length || text[at] === '\n') {
      lines.push(cells);
      if (cells.some((one) => one.trim() !== '')) filled += 1;
      if (filled >= most) break;
      cells = [];
    }
    at += 1;
  }
  return { lines, broken: null };
}

/** The position of the quote that closes a cell; two of them are one in its text. */
function closingQuote(text: string, from: number): number | null {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return null;
}
