// Statements built once and run often. Building one costs as much as running it on SQLite, and planning it more than
// running it on PostgreSQL; what each request sends has few shapes, so each shape is built once and, on PostgreSQL, planned
// once for each connection.
import { createHash } from 'node:crypto';
import { type Compilable, type CompiledQuery, sql } from 'kysely';
import type { Handle } from './engine.ts';
import { isChange, runningWith } from './transactions.ts';

/** Stands in a statement where a value comes in later: a value by name, one of a list, or a field of a row of a list. */
class Slot {
  readonly name: string;
  readonly index: number | null;
  readonly field: string | null;

  constructor(name: string, index: number | null = null, field: string | null = null) {
    this.name = name;
    this.index = index;
    this.field = field;
  }

  in(values: object): unknown {
    const value = fieldOf(values, this.name);
    const one = this.index === null ? value : fieldOf(value, this.index);
    return this.field === null ? one : fieldOf(one, this.field);
  }
}

const fieldOf = (of: unknown, key: string | number): unknown => (of as Record<string | number, unknown>)[key];

/** Names under which PostgreSQL keeps statements, by their text: the same text has the same name in every process. */
const names = new Map<string, string>();
/** Each connection keeps each of them in the database's memory. */
const NAMES_AT_MOST = 200;

/** The name of a statement that was built here, undefined for any other. */
export const nameOf = (text: string): string | undefined => names.get(text);

/**
 * A newer version has changed a table under a statement that PostgreSQL keeps: its connection has to be
 * given up, and the request can be sent again.
 */
export const isStalePlan = (error: Error): boolean =>
  'code' in error && error.code === '0A000' && /cached plan/.test(error.message);

/**
 * A statement with values to be given at each run. In a transaction of inTransaction() it is sent when it is called, whatever
 * else is under way there. `build` is called once for each engine, with slots in place of the
 * values: it may hand them on to the query builder, and must not look at them.
 */
export function prepared<V extends object, R>(
  build: (db: Handle, values: V) => Compilable<R>,
): (db: Handle, values: V) => Promise<R[]> {
  // By what stands for the engine: a statement of one is of no use to the other.
  const built = new WeakMap<object, CompiledQuery<R>>();
  return async (db, values) => {
    const executor = db.getExecutor();
    const { adapter } = executor;
    let query = built.get(adapter);
    if (query === undefined) {
      query = build(db, slots as V).compile();
      built.set(adapter, query);
      if (names.size < NAMES_AT_MOST) {
        names.set(query.sql, createHash('sha256').update(query.sql).digest('base64url').slice(0, 32));
      }
    }
    const parameters = query.parameters.map((value) => (value instanceof Slot ? value.in(values) : value));
    const transaction = runningWith(executor);
    if (transaction === undefined) return (await db.executeQuery<R>({ ...query, parameters })).rows;
    if (isChange(query.query)) transaction.changed = true;
    try {
      return (await transaction.connection.executeQuery<R>({ ...query, parameters })).rows;
    } catch (error) {
      transaction.failure ??= error;
      throw error;
    }
  };
}

/** The same for one without values, which the builder has no words for. */
export function preparedText(text: string): (db: Handle) => Promise<unknown> {
  const run = prepared((db) => ({ compile: () => sql.raw(text).compile(db) }));
  return (db) => run(db, {});
}

/** Answers a slot for every name it is asked for. */
const slots: object = new Proxy({}, { get: (_target, name) => new Slot(String(name)) });

/** More shapes than this are odd ones (lists of many lengths), and are built anew. */
const SHAPES_KEPT = 100;

/** Keeps what was made for a shape: `prepared` for statements that differ by more than values, say by how many there are. */
export function byShape<S extends readonly (string | number | boolean)[], F>(
  make: (...shape: S) => F,
): (...shape: S) => F {
  const kept = new Map<string, F>();
  return (...shape) => {
    const key = shape.join(' ');
    let made = kept.get(key);
    if (made === undefined) {
      made = make(...shape);
      if (kept.size < SHAPES_KEPT) kept.set(key, made);
    }
    return made;
  };
}

/** In `build`: a list of the values, of which there are `count`. */
export function each<T>(list: readonly T[], count: number): T[] {
  const { name } = list as unknown as Slot;
  return Array.from({ length: count }, (_, index) => new Slot(name, index) as T);
}

/** In `build`: `count` rows of the values, with these columns. */
export function eachRow<T extends object>(list: readonly T[], count: number, columns: readonly (keyof T)[]): T[] {
  const { name } = list as unknown as Slot;
  const row = (index: number) => columns.map((column) => [column, new Slot(name, index, String(column))] as const);
  return Array.from({ length: count }, (_, index) => Object.fromEntries(row(index)) as unknown as T);
}

/** Rows of one INSERT: below the number of parameters that both engines take. */
const ROWS_AT_MOST = 256;

/** Rows in as few statements as there are shapes of: each part is as long as a power of two. */
export function inParts<T>(rows: readonly T[]): T[][] {
  const parts: T[][] = [];
  let from = 0;
  for (let size = ROWS_AT_MOST; size >= 1; size /= 2) {
    while (rows.length - from >= size) {
      parts.push(rows.slice(from, from + size));
      from += size;
    }
  }
  return parts;
}

/** Values for `in`, repeated up to the next power of two, so that there are as few statements. None stay none. */
export function toPowerOfTwo<T>(values: readonly T[]): T[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...Array.from({ length: length - values.length }, () => last)];
}
