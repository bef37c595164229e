// Statements that are built once and run often. On SQLite building one costs as much as running it; on PostgreSQL
// planning costs more than running. Requests use few statement shapes, so each is built once and, on PostgreSQL,
// planned once per connection.
import { type Compilable, type CompiledQuery, PostgresAdapter, type RawBuilder, type Selectable, sql } from 'kysely';
import { send } from './run.ts';
import type { Schema } from './schema.ts';
import type { Handle } from './types.ts';

/** Slots stand for parameters while a statement is built; each maps to a function that gets its value at run time. */
const slots = new WeakMap<object, (values: object) => unknown>();

const refuseInspection = (): never => {
  throw new Error('A statement is built once for all values: it must not look at them.');
};

/** A placeholder for a value supplied at run time: it can be passed on, but inspecting it throws. */
function slot(valueIn: (values: object) => unknown): object {
  const made = new Proxy(
    {},
    {
      // The query builder checks whether a value is an expression; a slot is not.
      has: () => false,
      get: (_target, name) => (name === 'toOperationNode' ? undefined : refuseInspection()),
      ownKeys: refuseInspection,
    },
  );
  slots.set(made, valueIn);
  return made;
}

/** Returns a slot for every property read. */
const allSlots: object = new Proxy(
  {},
  {
    get: (_target, name) => slot((values) => (values as Record<string | symbol, unknown>)[name]),
    has: refuseInspection,
    ownKeys: refuseInspection,
  },
);

/** A value computed from another one, which may be a slot. */
function derived<T>(from: T, change: (value: T) => unknown): unknown {
  const valueIn = typeof from === 'object' && from !== null ? slots.get(from) : undefined;
  return valueIn === undefined ? change(from) : slot((values) => change(valueIn(values) as T));
}

/**
 * A statement whose values are supplied at each run. Inside inTransaction() it is sent when called, without waiting for
 * earlier statements. `build` is called once per engine with slots instead of values: it may pass them to the query
 * builder, and throws if it inspects one.
 */
export function prepared<V extends object, R>(
  build: (db: Handle, values: V) => Compilable<R>,
): (db: Handle, values: V) => Promise<R[]> {
  // Keyed by the engine's adapter: a statement compiled for one engine does not work on the other.
  const built = new WeakMap<object, CompiledQuery<R>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    let query = built.get(adapter);
    if (query === undefined) {
      query = build(db, allSlots as V).compile();
      built.set(adapter, query);
    }
    const parameters = query.parameters.map((value) => {
      const valueIn = slots.get(value as object);
      return valueIn === undefined ? value : valueIn(values);
    });
    return send(db, { ...query, parameters });
  };
}

/** The same for raw SQL without values. */
export function preparedText(text: string): (db: Handle) => Promise<unknown> {
  const run = prepared((db) => ({ compile: () => sql.raw(text).compile(db) }));
  return (db) => run(db, {});
}

/** Shapes beyond this number are unusual and are not cached. */
const MAX_SHAPES = 100;

/** Caches by shape: for `prepared` statements that differ by more than their values, such as by a filter. */
export function memoizeByShape<S extends readonly (string | number | boolean)[], F>(
  make: (...shape: S) => F,
): (...shape: S) => F {
  const shapes = new Map<string, F>();
  return (...shape) => {
    const key = shape.join(' ');
    let made = shapes.get(key);
    if (made === undefined) {
      made = make(...shape);
      if (shapes.size < MAX_SHAPES) shapes.set(key, made);
    }
    return made;
  };
}

const isPostgres = (db: Handle): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** The condition that a column equals one of a list's values. The list is one parameter of any length. */
export function isOneOf(db: Handle, column: string, list: readonly (string | number)[]): RawBuilder<boolean> {
  const name = sql.ref(column);
  if (isPostgres(db)) return sql<boolean>`${name} = any(${list})`;
  return sql<boolean>`${name} in (select value from json_each(${derived(list, JSON.stringify)}))`;
}

/** Rows per statement: each is held in memory as JSON text. Up to so many are sent at once, further ones one behind the other. */
const MAX_ROWS = 1000;

/** An INSERT of any number of rows, passed to the database as one JSON value. */
export function preparedInsert<T extends keyof Schema>(
  table: T,
  columns: readonly (keyof Schema[T] & string)[],
): (db: Handle, rows: readonly Selectable<Schema[T]>[]) => Promise<void> {
  return insertRows(table, columns, sql``);
}

/** The same for sums: what a row of this key already has is added to. No two of the rows may have the same key. */
export function preparedUpsert<T extends keyof Schema>(
  table: T,
  key: readonly (keyof Schema[T] & string)[],
  sums: readonly (keyof Schema[T] & string)[],
): (db: Handle, rows: readonly Selectable<Schema[T]>[]) => Promise<void> {
  const columns = key.map((column) => sql.ref(column));
  const added = sums.map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  );
  // SQLite takes "on conflict" after a select without a condition for one of a join.
  const onConflict = sql`where true on conflict (${sql.join(columns)}) do update set ${sql.join(added)}`;
  return insertRows(table, [...key, ...sums], onConflict);
}

/** One row for each key, with the sums of its figures. */
export function sumsByKey<R extends object>(
  rows: readonly R[],
  key: readonly (keyof R)[],
  figures: readonly { [K in keyof R]: R[K] extends number ? K : never }[keyof R][],
): R[] {
  const sums = new Map<string, R>();
  for (const row of rows) {
    const name = JSON.stringify(key.map((column) => row[column]));
    const sum = sums.get(name);
    if (sum === undefined) sums.set(name, { ...row });
    else for (const figure of figures) Object.assign(sum, { [figure]: Number(sum[figure]) + Number(row[figure]) });
  }
  return [...sums.values()];
}

function insertRows<T extends keyof Schema>(
  table: T,
  columns: readonly (keyof Schema[T] & string)[],
  ending: RawBuilder<unknown>,
): (db: Handle, rows: readonly Selectable<Schema[T]>[]) => Promise<void> {
  const into = sql.join(columns.map((column) => sql.ref(column)));
  const cells = sql.join(columns.map((_, place) => sql`value ->> ${sql.lit(place)}`));
  const asObjects = (rows: readonly object[]) => JSON.stringify(rows);
  // SQLite reads arrays in half the time of objects.
  const asArrays = (rows: readonly object[]) =>
    JSON.stringify(rows.map((row) => columns.map((column) => (row as Record<string, unknown>)[column])));
  const insert = prepared((db, { rows }: { rows: readonly object[] }) => {
    const source = isPostgres(db)
      ? sql`select ${into} from json_populate_recordset(null::${sql.table(table)}, ${derived(rows, asObjects)})`
      : sql`select ${cells} from json_each(${derived(rows, asArrays)})`;
    const statement = sql`insert into ${sql.table(table)} (${into}) ${source} ${ending}`;
    return { compile: () => statement.compile(db) };
  });
  return async (db, rows) => {
    for (let from = 0; from < rows.length; from += MAX_ROWS) {
      await insert(db, { rows: rows.slice(from, from + MAX_ROWS) });
    }
  };
}
