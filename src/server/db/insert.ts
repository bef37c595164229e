// Inserts any number of complete rows into a table, and changes some columns of one row. On PostgreSQL the rows are one
// JSON value, so that the statement's text does not depend on their number. SQLite, which answers at once, takes them
// one by one, in half the time that reading JSON takes. The query builder is not used, because this is part of every
// write.
import { CompiledQuery, type Transaction } from 'kysely';
import { isPostgres, send } from './run.ts';
import type { Schema } from './schema.ts';
import { settleAll } from './transaction.ts';

type Table = keyof Schema;
type Column<T extends Table> = keyof Schema[T] & string;

/** Requires all columns; the compiler's message names the missing ones. */
export type Whole<T extends Table, C extends Column<T>> =
  Exclude<Column<T>, C> extends never ? unknown : { missing: Exclude<Column<T>, C> };

/** Requires a transaction, because on SQLite each row is a statement. */
type Insertion<T extends Table> = (tx: Transaction<Schema>, rows: readonly Schema[T][]) => Promise<void>;

/** An INSERT of whole rows into a table. */
export const insertion = <T extends Table>(table: T): Insertion<T> => inserting(table, '');

/**
 * Like {@link insertion}, for sums: figures are added to an existing row of the same key. The rows must have different
 * keys.
 */
export function additionOfSums<T extends Table, const K extends Column<T>, const S extends Column<T>>(
  table: T,
  key: readonly K[],
  sums: readonly S[] & Whole<T, K | S>,
): Insertion<T> {
  const added = sums.map((column) => `"${column}" = "${table}"."${column}" + excluded."${column}"`);
  const ending = ` on conflict (${quoted(key)}) do update set ${added.join(', ')}`;
  return inserting(table, ending);
}

/** Rows sent at once. On PostgreSQL they form one JSON text, which client and server hold in memory. */
const MAX_ROWS = 1000;

/** The columns are those of the first row. */
function inserting<T extends Table>(table: T, ending: string): Insertion<T> {
  return async (tx, rows) => {
    const columns = Object.keys(rows[0] ?? {}) as Column<T>[];
    const into = `insert into "${table}" (${quoted(columns)})`;
    const ofRow = CompiledQuery.raw(`${into} values (${columns.map(() => '?').join(', ')})${ending}`);
    const ofJson = `${into} select ${quoted(columns)} from json_populate_recordset(null::"${table}", $1)${ending}`;
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
