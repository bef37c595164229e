// A CSV file as rows of cells, or what is wrong with it as a whole (FILE-1). Any separator, any line ends, also mixed; UTF-8,
// UTF-16 that says so, or what else can only be the Windows-1252 of a plain CSV, which is said: others cannot be told apart,
// and a wrong guess would spoil names unseen.
import Papa from 'papaparse';
import { plainText } from '../../../core/files/csv.ts';
import { headLine } from '../../../core/files/import-heads.ts';
import type { ImportKind } from '../../../core/files/import-columns.ts';
import { MAX_IMPORT_ROWS, MAX_IMPORT_SIZE } from '../../../core/limits.ts';

export interface FileTable {
  name: string;
  /** it was not in Unicode: letters with accents are a guess */
  guessed: boolean;
  /** the row of the heads */
  headRow: number;
  heads: string[];
  /** without those that are empty */
  rows: FileLine[];
}

export interface FileLine {
  /** as spreadsheets count: the first line is row 1, empty or not */
  number: number;
  cells: string[];
}

export type FileProblem =
  | { problem: 'too-large' | 'workbook' | 'encoding' | 'no-rows' | 'too-many-rows' | 'unreadable' }
  /** a quote that does not end, or cells beyond the last head, in this row */
  | { problem: 'quotes' | 'too-many-cells'; number: number };

export async function readFile(kind: ImportKind, file: File): Promise<FileTable | FileProblem> {
  if (file.size > MAX_IMPORT_SIZE) return { problem: 'too-large' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (isWorkbook(bytes)) return { problem: 'workbook' };
    const unicode = decode(bytes);
    const text = unicode ?? decodeWestern(bytes);
    if (text === null) return { problem: 'encoding' };
    return readTable(kind, text, { name: file.name, guessed: unicode === null });
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

/** Controls, and what Windows-1252 has no character for. */
const NO_TEXT = /(?!\s)\p{Cc}/u;
/** Western words have no three letters with accents in a row; the words of every other script have. */
const OTHER_SCRIPT = /[ªºÀ-ÖØ-öø-ÿŠŒŽŸšœžƒˆ˜]{3}/;

/** As the Windows-1252 of Western spreadsheets, null where it cannot be that. */
function decodeWestern(bytes: Uint8Array): string | null {
  const text = new TextDecoder('windows-1252').decode(bytes);
  return NO_TEXT.test(text) || OTHER_SCRIPT.test(text) ? null : text;
}

const SEPARATORS = [',', ';', '\t', '،', '|'];
/** By which spreadsheets are told the separator. They do not count it as a row. */
const SEPARATOR_LINE = /^"?sep=(.)"?[ ,;\t]*\n/i;
/** Lines that are looked at to find out the separator. */
const LINES_TRIED = 30;

function readTable(
  kind: ImportKind,
  decoded: string,
  told: Pick<FileTable, 'name' | 'guessed'>,
): FileTable | FileProblem {
  const all = decoded.replaceAll(/\r\n?/g, '\n');
  const said = SEPARATOR_LINE.exec(all);
  const text = all.slice(said?.[0].length ?? 0);
  const delimiter = said?.[1] ?? separatorOf(kind, text);
  const parsed = Papa.parse<string[]>(text, {
    newline: '\n',
    delimitersToGuess: SEPARATORS,
    ...(delimiter === null ? {} : { delimiter }),
  });
  const quotes = parsed.errors.find(({ type }) => type === 'Quotes');
  if (quotes !== undefined) return { problem: 'quotes', number: (quotes.row ?? 0) + 1 };
  const lines = tidied(parsed.data);
  const { place } = headLine(
    kind,
    lines.map(({ cells }) => cells),
  );
  const [first, ...rows] = lines.slice(place);
  if (first === undefined || rows.length === 0) return { problem: 'no-rows' };
  if (rows.length > MAX_IMPORT_ROWS) return { problem: 'too-many-rows' };
  const heads = withoutEmptyEnd(first.cells);
  const long = rows.find(({ cells }) => withoutEmptyEnd(cells).length > heads.length);
  if (long !== undefined) return { problem: 'too-many-cells', number: long.number };
  return { ...told, headRow: first.number, heads, rows };
}

/** Lines with anything in them. */
const tidied = (data: readonly string[][]): FileLine[] =>
  data
    .map((cells, place) => ({ number: place + 1, cells: cells.map((cell) => plainText(cell.trim())) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));

/** The separator by which the heads name most columns; null where none does. */
function separatorOf(kind: ImportKind, text: string): string | null {
  let best = { separator: null as string | null, columns: 1 };
  for (const separator of SEPARATORS) {
    const { data } = Papa.parse<string[]>(text, { newline: '\n', delimiter: separator, preview: LINES_TRIED });
    const { columns } = headLine(
      kind,
      tidied(data).map(({ cells }) => cells),
    );
    if (columns > best.columns) best = { separator, columns };
  }
  return best.separator;
}

const withoutEmptyEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
