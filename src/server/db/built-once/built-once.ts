// Queries that are built once for each engine. Building a query costs as much as running it on SQLite, and these are
// part of nearly every write or request. All other queries are built where they are run
// (docs/decisions/0051-plain-queries.md).
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { isPostgres, type Query, send } from '../run.ts';
import type { Handle } from '../types.ts';

/** Marks the place of a value that each run provides. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Makes the place of a value, by name; an ordinary expression for the query builder. */
export type PlaceOf<V> = <N extends keyof V & string>(name: N) => RawBuilder<V[N]>;

/** The query made by `build`, with places for the values of each run. */
export function builtOnce<V extends object, R>(
  build: (db: Handle, place: PlaceOf<V>) => Query<R>,
): (db: Handle, values: V) => Promise<R[]> {
  const built: { postgres?: CompiledQuery<R>; sqlite?: CompiledQuery<R> } = {};
  return (db, values) => {
    const postgres = isPostgres(db);
    const query = (built[postgres ? 'postgres' : 'sqlite'] ??= build(
      db,
      (name) => sql`${new Placeholder(name)}`,
    ).compile(db));
    const parameters = query.parameters.map((parameter) => {
      if (!(parameter instanceof Placeholder)) return parameter;
      const value: unknown = values[parameter.name as keyof V];
      // isOneOf() takes a list.
      return Array.isArray(value) && !postgres ? JSON.stringify(value) : value;
    });
    return send(db, { ...query, parameters });
  };
}
