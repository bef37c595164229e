// A CSV file as rows of cells, or what is wrong with it as a whole (FILE-1). Any separator and line end; UTF-8, or UTF-16 that
// says so: other encodings cannot be told apart, and a wrong guess would spoil names unseen.
import Papa from 'papaparse';
import { plainText } from '../../../core/csv.ts';
import { MAX_IMPORT_ROWS, MAX_IMPORT_SIZE } from '../../../core/limits.ts';

export interface FileTable {
  name: string;
  heads: string[];
  /** without those that are empty */
  rows: FileLine[];
}

export interface FileLine {
  /** as spreadsheets count: the heads are in row 1 */
  number: number;
  cells: string[];
}

export type FileProblem =
  | { problem: 'too-large' | 'workbook' | 'encoding' | 'no-rows' | 'too-many-rows' | 'unreadable' }
  /** a quote that does not end, or cells beyond the last head, in this row */
  | { problem: 'quotes' | 'too-many-cells'; number: number };

export async function readFile(file: File): Promise<FileTable | FileProblem> {
  if (file.size > MAX_IMPORT_SIZE) return { problem: 'too-large' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (isWorkbook(bytes)) return { problem: 'workbook' };
    const text = decode(bytes);
    return text === null ? { problem: 'encoding' } : readTable(file.name, text);
  } catch {
    return { problem: 'unreadable' };
  }
}

/** The first bytes of a ZIP, as .xlsx and .ods are, and of an old .xls. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

const isWorkbook = (bytes: Uint8Array): boolean =>
  WORKBOOKS.some((signature) => signature.every((byte, place) => bytes[place] === byte));

/** Null where it is in none of the encodings that are read. */
function decode(bytes: Uint8Array): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // UTF-16 that does not say so is valid UTF-8 full of zeros.
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function readTable(name: string, text: string): FileTable | FileProblem {
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t', '،', '|'] });
  const lines = data.map((cells, place) => ({ number: place + 1, cells: cells.map((cell) => plainText(cell.trim())) }));
  const quotes = errors.find(({ type }) => type === 'Quotes');
  if (quotes !== undefined) return { problem: 'quotes', number: (quotes.row ?? 0) + 1 };
  const [first, ...rows] = lines.filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (first === undefined || rows.length === 0) return { problem: 'no-rows' };
  if (rows.length > MAX_IMPORT_ROWS) return { problem: 'too-many-rows' };
  const heads = withoutEmptyEnd(first.cells);
  const long = rows.find(({ cells }) => withoutEmptyEnd(cells).length > heads.length);
  if (long !== undefined) return { problem: 'too-many-cells', number: long.number };
  return { name, heads, rows };
}

const withoutEmptyEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
