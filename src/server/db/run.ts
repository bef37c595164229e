// Runs the queries of the query builder. Repositories are plain functions over it: (db, input) => run(db, db.selectFrom(…)).
import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  type DialectAdapter,
  type Expression,
  PostgresAdapter,
  type RawBuilder,
  sql,
} from 'kysely';
import { runningTransaction } from './transaction.ts';
import type { Handle } from './types.ts';

/** A query of the builder, or raw SQL. */
export interface Query<R> {
  compile(db: Handle): CompiledQuery<R>;
}

/**
 * Runs a query and returns its rows. In a transaction of inTransaction() the query is sent at once, without waiting for
 * earlier ones, and queries are executed in that order. Several can be started and then awaited together with
 * settleAll().
 */
export async function run<R>(db: Handle, query: Query<R>): Promise<R[]> {
  return send(db, query.compile(db));
}

/** The first row, or undefined. */
export async function runFirst<R>(db: Handle, query: Query<R>): Promise<R | undefined> {
  return (await run(db, query))[0];
}

/** The only row. Throws if there is none. */
export async function runOne<R>(db: Handle, query: Query<R>): Promise<R> {
  const row = await runFirst(db, query);
  if (row === undefined) throw new Error('A query that always has a row has none.');
  return row;
}

/** Like {@link run}, for a compiled query. */
export async function send<R>(db: Handle, query: CompiledQuery<R>): Promise<R[]> {
  if (isPostgres(db)) giveName(db, query);
  const transaction = runningTransaction(db.getExecutor());
  if (transaction === undefined) return (await db.executeQuery<R>(query)).rows;
  try {
    return (await transaction.connection.executeQuery<R>(query)).rows;
  } catch (error) {
    transaction.failure ??= error;
    throw error;
  }
}

/** Each connection keeps its prepared statements in the memory of the PostgreSQL server, hence the limit. */
const MAX_NAMES = 300;
interface Names {
  names: Map<string, string>;
  sentOnce: Set<string>;
}
/** By adapter, which a database shares with its transactions. */
const namesOf = new WeakMap<DialectAdapter, Names>();
/**
 * Only queries sent here get names. Others that read a table, such as a migration, may find different columns next
 * time.
 */
const named = new WeakMap<CompiledQuery, string>();

/** A text that is sent a second time gets a name derived from it, which is the same in every process. */
function giveName(db: Handle, query: CompiledQuery): void {
  const { adapter } = db.getExecutor();
  const known = namesOf.get(adapter) ?? { names: new Map<string, string>(), sentOnce: new Set<string>() };
  namesOf.set(adapter, known);
  const { names } = known;
  const { sql: text } = query;
  const name = names.get(text);
  if (name !== undefined) {
    named.set(query, name);
  } else if (names.size < MAX_NAMES) {
    if (known.sentOnce.delete(text)) {
      const made = createHash('sha256').update(text).digest('base64url').slice(0, 32);
      names.set(text, made);
      named.set(query, made);
      return;
    }
    if (known.sentOnce.size >= MAX_NAMES) known.sentOnce = new Set();
    known.sentOnce.add(text);
  }
}

/**
 * The name under which PostgreSQL prepares a query, so that each connection plans it once; undefined for a rare query.
 */
export const nameOf = (query: CompiledQuery): string | undefined => named.get(query);

export const isPostgres = (db: Handle): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** A list of values, or its place in a query built once. */
export type List = readonly (string | number)[] | RawBuilder<readonly (string | number)[]>;

/** The condition that a column equals one of the values. The list is one parameter, whatever its length. */
export function isOneOf(db: Handle, column: string, list: List): RawBuilder<boolean> {
  const name = sql.ref(column);
  if (isPostgres(db)) return sql<boolean>`${name} = any(${list})`;
  return sql<boolean>`${name} in (select value from json_each(${Array.isArray(list) ? JSON.stringify(list) : list}))`;
}

/**
 * The condition that a column equals one of the few values that a query with a limit finds. PostgreSQL plans a named
 * query once for all values and expects a tenth of all rows within a limit it does not know, so with `in` it read all
 * users for each page. It expects ten values of an array.
 */
export function isOneOfFound(db: Handle, column: string, found: Expression<unknown>): RawBuilder<boolean> {
  const name = sql.ref(column);
  return isPostgres(db) ? sql<boolean>`${name} = any(array${found})` : sql<boolean>`${name} in ${found}`;
}
