// The lines of a CSV file, or what is wrong with it (FILE-1). Any separator and any line endings, even mixed. The
// encoding is UTF-8, UTF-16 with a byte order mark, or whatever can only be Windows-1252, which the person is told.
// Others cannot be told apart, and a wrong guess would corrupt names unnoticed.
import type { ImportKind } from '../../../../core/files/import-columns.ts';
import { headLine } from '../../../../core/files/import-heads.ts';
import { MAX_IMPORT_ROWS } from '../../../../core/limits.ts';
import { csvCells } from './csv-cells.ts';
import { textKind } from './file-kind.ts';
import { type FileLine, type FileProblem, tidied } from './table.ts';

export interface CsvLines {
  lines: FileLine[];
  /** it was not in Unicode, so accented letters are a guess */
  guessed: boolean;
}

export function csvLines(kind: ImportKind, bytes: Uint8Array): CsvLines | FileProblem {
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
