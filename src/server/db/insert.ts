// Inserts any number of rows of a table, all columns of it. On PostgreSQL rows are one JSON value, so that there is one text
// whatever their number; SQLite, which answers at once, takes them one after the other, in half the time that reading JSON takes.
// And changes some columns of one row. Nothing of it is built by the query builder, since it is a part of every write.
import { CompiledQuery, type Transaction } from 'kysely';
import { isPostgres, send } from './run.ts';
import type { Schema } from './schema.ts';
import { settleAll } from './transaction.ts';

type Table = keyof Schema;
type Column<T extends Table> = keyof Schema[T] & string;

/** Columns of which none may be missing: what they lack stands in the compiler's message. */
export type Whole<T extends Table, C extends Column<T>> =
  Exclude<Column<T>, C> extends never ? unknown : { missing: Exclude<Column<T>, C> };

/** In a transaction: on SQLite it is a statement for each row. */
type Insertion<T extends Table> = (tx: Transaction<Schema>, rows: readonly Schema[T][]) => Promise<void>;

/** An INSERT into a table, of whose columns none may be left out. */
export function insertion<T extends Table, const C extends Column<T>>(
  table: T,
  columns: readonly C[] & Whole<T, C>,
): Insertion<T> {
  return inserting(table, columns, '');
}

/** The same for sums: what a row of this key already has is added to. No two of the rows may have the same key. */
export function additionOfSums<T extends Table, const K extends Column<T>, const S extends Column<T>>(
  table: T,
  key: readonly K[],
  sums: readonly S[] & Whole<T, K | S>,
): Insertion<T> {
  const added = sums.map((column) => `"${column}" = "${table}"."${column}" + excluded."${column}"`);
  const ending = ` on conflict (${quoted(key)}) do update set ${added.join(', ')}`;
  return inserting(table, [...key, ...sums], ending);
}

/** Rows that are sent at once, on PostgreSQL as one JSON text, which both sides hold in memory. */
const MAX_ROWS = 1000;

function inserting<T extends Table>(table: T, columns: readonly Column<T>[], ending: string): Insertion<T> {
  const into = `insert into "${table}" (${quoted(columns)})`;
  const ofRow = CompiledQuery.raw(`${into} values (${columns.map(() => '?').join(', ')})${ending}`);
  const ofJson = `${into} select ${quoted(columns)} from json_populate_recordset(null::"${table}", $1)${ending}`;
  return async (tx, rows) => {
    for (let from = 0; from < rows.length; from += MAX_ROWS) {
      const part = rows.slice(from, from + MAX_ROWS);
      if (isPostgres(tx)) await send(tx, CompiledQuery.raw(ofJson, [JSON.stringify(part)]));
      else await settleAll(part.map((row) => send(tx, { ...ofRow, parameters: columns.map((column) => row[column]) })));
    }
  };
}

/** An UPDATE of the given columns of the row with this id. */
export async function changeRow<T extends Table>(
  tx: Transaction<Schema>,
  table: T,
  id: string,
  values: Partial<Schema[T]>,
): Promise<void> {
  const place = isPostgres(tx) ? (index: number) => `$${index + 1}` : () => '+?';
  const columns = Object.keys(values);
  const set = columns.map((column, index) => `"${column}" = ${place(index)}`).join(', ');
  const text = `update "${table}" set ${set} where "id" = ${place(columns.length)}`;
  await send(tx, CompiledQuery.raw(text, [...Object.values(values), id]));
}

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');
