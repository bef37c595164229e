// Tampers with each column and row of every table, one at a time, in transactions that are rolled back.
import { type ColumnMetadata, sql, type Transaction } from 'kysely';
import type { Database } from '../../src/server/db/types.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { BACKUP_TABLES } from '../../src/server/tools/backup/tables.ts';
import type { BooksReport } from '../../src/server/tools/books/check-books.ts';

export interface Tampering {
  table: string;
  /** null for the whole row */
  column: string | null;
  kind: string;
  tamper(tx: Transaction<Schema>): Promise<unknown>;
}

export type Outcome = { is: 'found'; by: string } | { is: 'missed' } | { is: 'refused' };

type Value = string | number | null;
type Row = Record<string, Value>;

/** Thrown to roll back. */
class Undo extends Error {}

/** The result of `check` on a database that was tampered with; the change is undone afterwards. */
export async function outcomeOf(
  db: Database,
  { tamper }: Tampering,
  check: (tx: Transaction<Schema>) => Promise<BooksReport>,
): Promise<Outcome> {
  let outcome: Outcome = { is: 'refused' };
  try {
    await db.write.transaction().execute(async (tx) => {
      try {
        await tamper(tx);
      } catch {
        throw new Undo();
      }
      outcome = await check(tx).then(foundBy, (error: unknown) => ({
        is: 'found',
        by: error instanceof Error ? error.message : '',
      }));
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return outcome;
}

function foundBy({ agrees, organisation, users, problems }: BooksReport): Outcome {
  if (agrees) return { is: 'missed' };
  const figures = [...organisation.filter((row) => !row.agrees), ...users.flatMap((user) => user.figures)];
  const [figure] = figures;
  return { is: 'found', by: problems[0] ?? (figure === undefined ? '' : `the figure ${figure.figure}`) };
}

/** Every change to one value or one row. `pick`: the index of the row of a table that is changed. */
export async function allTamperings(db: Database, pick: (rows: readonly Row[]) => number): Promise<Tampering[]> {
  const tables = (await db.read.introspection.getTables()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const all: Tampering[] = [];
  for (const { name, columns } of tables) {
    const key = BACKUP_TABLES.find((table) => table.name === name)?.key ?? columns.slice(0, 1).map((one) => one.name);
    const order = sql.join(key.map((column) => sql.ref(column)));
    const { rows } = await sql<Row>`select * from ${sql.table(name)} order by ${order}`.execute(db.read);
    const row = rows[pick(rows)];
    if (row === undefined) continue;
    const where = (of: Row) =>
      sql.join(
        key.map((column) => sql`${sql.ref(column)} = ${of[column]}`),
        sql` and `,
      );
    for (const column of columns) {
      for (const [kind, value] of otherValues(column, row, rows)) {
        const change = sql`update ${sql.table(name)} set ${sql.ref(column.name)} = ${value} where ${where(row)}`;
        all.push({ table: name, column: column.name, kind, tamper: (tx) => change.execute(tx) });
      }
    }
    const remove = sql`delete from ${sql.table(name)} where ${where(row)}`;
    all.push({ table: name, column: null, kind: 'removed', tamper: (tx) => remove.execute(tx) });
    for (const [kind, copy] of copiesOf(columns, row, rows, key)) {
      const add = sql`insert into ${sql.table(name)} (${sql.join(Object.keys(copy).map((column) => sql.ref(column)))})
        values (${sql.join(Object.values(copy))})`;
      all.push({ table: name, column: null, kind, tamper: (tx) => add.execute(tx) });
    }
  }
  return all;
}

/** Other values of a column: another row's, one that no row has, and none at all. */
function otherValues(column: ColumnMetadata, row: Row, rows: readonly Row[]): [string, Value][] {
  const value = row[column.name] ?? null;
  const others = [...new Set(rows.map((other) => other[column.name] ?? null))].filter((other) => other !== value);
  const another = others.find((other) => other !== null);
  const isNumber = typeof (value ?? another) === 'number';
  const values: [string, Value][] = [];
  if (another !== undefined) values.push(["another row's", another]);
  if (isNumber) values.push(['one more', Number(value ?? 0) + 1], ['one less', Number(value ?? 0) - 1]);
  else values.push(['a new one', `${value ?? ''}x`]);
  if (column.isNullable && value !== null) values.push(['none', null]);
  return values;
}

/** Copies of a row under another key; the later ones differ in more, for tables that refuse the first. */
function copiesOf(
  columns: readonly ColumnMetadata[],
  row: Row,
  rows: readonly Row[],
  key: readonly string[],
): [string, Row][] {
  const fresh = (names: readonly string[]): Row => {
    const copy = { ...row };
    for (const name of names) {
      const value = row[name] ?? null;
      const largest = Math.max(...rows.map((other) => Number(other[name])));
      copy[name] = typeof value === 'number' ? largest + 1 : value === null ? null : `${value}x`;
    }
    return copy;
  };
  const numbers = columns.map(({ name }) => name).filter((name) => /^sequence$|_number$/.test(name));
  const keys = columns.map(({ name }) => name).filter((name) => /_(key|hash)$/.test(name));
  // For a key of several columns, changing the last one suffices.
  const own = key.slice(-1);
  return [
    ['added, a copy', fresh(own)],
    ['added, a copy with a number of its own', fresh([...own, ...numbers])],
    ['added, a copy with keys of its own', fresh([...own, ...numbers, ...keys])],
  ];
}
