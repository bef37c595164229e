// The lines of a CSV file, or what is wrong with it (FILE-1). Any separator, any line ends, also mixed; UTF-8, UTF-16 that says
// so, or what else can only be the Windows-1252 of a plain CSV, which is said: others cannot be told apart, and a wrong guess
// would spoil names unseen.
import Papa from 'papaparse';
import type { ImportKind } from '../../../../core/files/import-columns.ts';
import { headLine } from '../../../../core/files/import-heads.ts';
import { type FileLine, type FileProblem, tidied } from './table.ts';

export interface CsvLines {
  lines: FileLine[];
  /** it was not in Unicode: letters with accents are a guess */
  guessed: boolean;
}

export function csvLines(kind: ImportKind, bytes: Uint8Array): CsvLines | FileProblem {
  const unicode = decode(bytes);
  const text = unicode ?? decodeWestern(bytes);
  if (text === null) return { problem: 'encoding' };
  const lines = linesOf(kind, text);
  return 'problem' in lines ? lines : { lines, guessed: unicode === null };
}

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

function linesOf(kind: ImportKind, decoded: string): FileLine[] | FileProblem {
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
  return numbered(parsed.data);
}

const numbered = (data: readonly string[][]): FileLine[] =>
  tidied(data.map((cells, place) => ({ number: place + 1, cells })));

/** The separator by which the heads name most columns; null where none does. */
function separatorOf(kind: ImportKind, text: string): string | null {
  let best = { separator: null as string | null, columns: 1 };
  for (const separator of SEPARATORS) {
    const { data } = Papa.parse<string[]>(text, { newline: '\n', delimiter: separator, preview: LINES_TRIED });
    const { columns } = headLine(
      kind,
      numbered(data).map(({ cells }) => cells),
    );
    if (columns > best.columns) best = { separator, columns };
  }
  return best.separator;
}
