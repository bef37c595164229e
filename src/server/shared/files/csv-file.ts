// A list as a CSV file that is produced while it is sent, one batch of rows at a time. So memory does not grow with the
// list, and other requests are answered between batches.
import { Readable } from 'node:stream';
import { setImmediate as othersFirst } from 'node:timers/promises';
import { BYTE_ORDER_MARK, countCell, csvLine, dayCell, amountCell, textCell } from '../../../core/files/csv.ts';
import { type CalendarDay, dayOf } from '../../../core/calendar.ts';
import { type ExportValue, type Head, headIn, valueIn } from '../../../core/files/export-words.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { Language } from '../../../core/text/languages.ts';
import { wordsIn } from '../../../core/text/own-words.ts';
import { inSnapshot } from '../../db/snapshot.ts';
import type { Database, Handle } from '../../db/types.ts';

/**
 * A text as it is; a name or reason that may be one of the program's own; a fixed value; an amount; a count; a day; or
 * a time.
 */
type Cell =
  | { text: string | null }
  | { recorded: string | null | readonly string[] }
  | { word: ExportValue | null }
  | { amount: Paisa | null }
  | { count: number }
  | { day: CalendarDay | null }
  | { time: string };

/** What the reader of a file calls a type of fines. */
export type NameOfType = (fineType: string) => string;

/** The columns of a file by their heads, in order. Whatever contains the type of a fine names it by `nameOfType`. */
export type Columns<T> = Partial<Record<Head, (row: T, nameOfType: NameOfType) => Cell>>;

/** `T`: the items that become lines. */
export interface CsvFile<T> {
  /** the beginning of the file name */
  name: string;
  language: Language;
  /** its text, piece by piece; `seen` blanks what the reader may not see */
  pieces(seen: (row: T) => T, nameOfType: NameOfType): AsyncGenerator<string>;
}

/** Rows read at a time: few enough to delay nobody, many enough that reading is most of the work. */
const BATCH = 500;
/** Bytes that may be produced before they can be sent. */
const MAX_AHEAD = 256 * 1024;

/**
 * A whole list in batches, each from one state of the database. `read` reads the rows that follow a row, or the first
 * ones. It goes by sort order, not by counting, so that rows which others add or delete meanwhile cause no repetition
 * or gap.
 */
export async function* inBatches<Row, T>(
  db: Database,
  read: (tx: Handle, after: Row | null, limit: number) => Promise<Row[]>,
  toItems: (rows: Row[], tx: Handle) => T[] | Promise<T[]>,
): AsyncGenerator<T[]> {
  for (let after: Row | null = null, more = true; more;) {
    const behind: Row | null = after;
    const batch = await inSnapshot(db, async ({ tx }) => {
      const rows = await read(tx, behind, BATCH);
      return { last: rows.at(-1), more: rows.length === BATCH, items: await toItems(rows, tx) };
    });
    yield batch.items;
    ({ more } = batch);
    after = batch.last ?? null;
    if (more) await othersFirst();
  }
}

export function csvFile<T>(
  name: string,
  language: Language,
  columns: Columns<T>,
  /** at least one, possibly empty */
  batches: AsyncIterable<readonly T[]>,
): CsvFile<T> {
  // Object.entries loses the type of the keys, which are all heads.
  const written = Object.entries(columns) as [Head, (row: T, nameOfType: NameOfType) => Cell][];
  async function* pieces(seen: (row: T) => T, nameOfType: NameOfType): AsyncGenerator<string> {
    const line = (row: T): string => csvLine(written.map(([, cellOf]) => inCell(cellOf(row, nameOfType), language)));
    let before = BYTE_ORDER_MARK + csvLine(written.map(([head]) => textCell(headIn(language, head))));
    for await (const rows of batches) {
      yield before + rows.map((row) => line(seen(row))).join('');
      before = '';
    }
  }
  return { name, language, pieces };
}

function inCell(cell: Cell, language: Language): string {
  if ('text' in cell) return textCell(cell.text ?? '');
  if ('recorded' in cell) {
    const texts = [cell.recorded ?? ''].flat();
    return textCell(texts.map((text) => wordsIn(language, text)).join('; '));
  }
  if ('amount' in cell) return amountCell(cell.amount);
  if ('day' in cell) return dayCell(cell.day);
  if ('time' in cell) return cell.time;
  if ('count' in cell) return countCell(cell.count);
  return cell.word === null ? '' : textCell(valueIn(language, cell.word));
}

/** In no time zone does a day begin within a quarter of an hour. */
const QUARTER_MS = 15 * 60 * 1000;
const MAX_QUARTERS = 5000;

/**
 * The calendar day of an instant in the contract's form; null for null. Days are cached by quarter of an hour, because
 * computing them took a third of the time of an export.
 */
export function daysIn(timeZone: string): (instant: string | null) => CalendarDay | null {
  const known = new Map<number, CalendarDay>();
  return (instant) => {
    if (instant === null) return null;
    const quarter = Math.floor(Date.parse(instant) / QUARTER_MS);
    let day = known.get(quarter);
    if (day === undefined) {
      if (known.size >= MAX_QUARTERS) known.clear();
      day = dayOf(quarter * QUARTER_MS, timeZone);
      known.set(quarter, day);
    }
    return day;
  };
}

/** The file as a stream, once its first piece is ready. It produces no more when it is destroyed. */
export async function streamOf(pieces: AsyncGenerator<string>): Promise<Readable> {
  const first = await pieces.next();
  async function* all(): AsyncGenerator<string> {
    if (first.done === true) return;
    yield first.value;
    yield* pieces;
  }
  return Readable.from(all(), { objectMode: false, highWaterMark: MAX_AHEAD });
}
