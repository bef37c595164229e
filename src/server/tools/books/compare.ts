// Compares the rows of a table with what the journal says of them.
import { type RawBuilder, sql } from 'kysely';
import { isOneOf } from '../../db/run.ts';
import type { Handle } from '../../db/types.ts';
import { BACKUP_TABLES, type TableName } from '../backup/tables.ts';
import type { Problems, Read, Row } from './journal.ts';

export interface Described {
  table: TableName;
  /** What a finding calls the row, without "The". Unique in its table. */
  name(row: Row): string;
  isPlural?: true;
  /** The rows according to the entries folded so far, by name; null for one that was deleted. */
  said: Map<string, Row | null>;
  fold(read: Read, problems: Problems): void;
  /**
   * Selects the entries that write rows of this table. Each row has its entry's sequence and is never changed, so it is
   * compared with the page of entries that wrote it and not held in memory.
   */
  writtenBy?: RawBuilder<unknown>;
  /** A finding does not name the columns. */
  isNeverChanged?: true;
  /** Rows that are there before any entry, and what a finding calls them. */
  initially?: readonly { row: Row; called: string }[];
  /** What the journal says of a row, by default all of it; null for the row of something deleted. */
  told?(row: Row): Row | null;
  /** What is wrong in the row itself. */
  wrong?(row: Row, name: string): string[];
}

const keyOf = (table: TableName) => BACKUP_TABLES.find(({ name }) => name === table)?.key ?? [];

async function rowsOf(db: Handle, table: TableName, where = sql`true`): Promise<Row[]> {
  const order = sql.join(keyOf(table).map((column) => sql.ref(column)));
  return (await sql<Row>`select * from ${sql.table(table)} where ${where} order by ${order}`.execute(db)).rows;
}

/** Compares what the entries folded since the last call wrote; returns the number of rows found. */
export async function compareWritten(db: Handle, described: Described, problems: Problems): Promise<number> {
  const { table, said } = described;
  if (said.size === 0) return 0;
  const [column = ''] = keyOf(table);
  const keys = Array.from(said.values(), (row) => row?.[column]);
  const found = keys.filter((key) => typeof key === 'string' || typeof key === 'number');
  const rows = await rowsOf(db, table, isOneOf(db, column, found));
  compareRows(described, rows, problems);
  return rows.length;
}

/** `found`: the number of rows that were already compared. */
export async function compareTable(db: Handle, described: Described, found: number, problems: Problems): Promise<void> {
  const { table, name, writtenBy } = described;
  if (writtenBy === undefined) {
    compareRows(described, await rowsOf(db, table), problems);
    return;
  }
  const { rows } = await sql<{ kept: number }>`select count(*) as kept from ${sql.table(table)}`.execute(db);
  const kept = rows[0]?.kept ?? 0;
  if (kept === found) return;
  problems.add(`The journal records ${found} of the ${kept} ${table.replaceAll('_', ' ')} that are kept.`);
  const entries = sql`select 1 from journal where journal.sequence = ${sql.ref(`${table}.sequence`)} and ${writtenBy}`;
  for (const row of await rowsOf(db, table, sql`not exists (${entries})`)) {
    problems.add(`The ${name(row)} is not in the journal.`);
  }
}

/** Compares these rows, and empties `said`. */
export function compareRows(described: Described, rows: readonly Row[], problems: Problems): void {
  const { name, said, initially = [], told = (row: Row) => row, wrong, isPlural } = described;
  /** What findings call the rows that no entry changed. */
  const unchanged = new Map<string, string>();
  for (const { row, called } of initially) {
    if (said.has(name(row))) continue;
    said.set(name(row), row);
    unchanged.set(name(row), called);
  }
  for (const row of rows) {
    const key = name(row);
    const called = unchanged.get(key);
    const finding = findingOf(said.get(key), told(row), described);
    if (finding !== undefined) {
      problems.add(
        `The ${called === undefined ? `${key} ${finding}` : `${called} was changed without a journal entry`}.`,
      );
    }
    for (const sentence of wrong?.(row, key) ?? []) problems.add(sentence);
    said.delete(key);
  }
  for (const [key, row] of said) {
    if (row === null) continue;
    problems.add(`The ${unchanged.get(key) ?? key} ${isPlural ? 'were' : 'was'} removed without a journal entry.`);
  }
  said.clear();
}

/** `recorded`: undefined if the journal says nothing of the row, null if that it was deleted, as `present` is. */
function findingOf(
  recorded: Row | null | undefined,
  present: Row | null,
  { isPlural, isNeverChanged }: Described,
): string | undefined {
  const columns = differing(recorded ?? null, present);
  if (columns.length === 0) return undefined;
  if (present === null) return 'was deleted without a journal entry';
  if (recorded === undefined) return `${isPlural ? 'are' : 'is'} not in the journal`;
  if (recorded === null) return 'was deleted according to the journal, but still exists';
  return `${isPlural ? 'differ' : 'differs'} from the journal${isNeverChanged ? '' : `: ${columns.join(', ')}`}`;
}

/** The columns that differ; `*` if only one of the two exists. */
export function differing(left: Row | null, right: Row | null): string[] {
  if (left === null || right === null) return left === right ? [] : ['*'];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (column) => (left[column] ?? null) !== (right[column] ?? null),
  );
}
