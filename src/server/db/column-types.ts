// The column types of the schema, for migrations.
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from './types.ts';

/** Column types by engine. `key` compares and sorts by code point on both. */
export const columnTypes = (engine: Engine) =>
  engine === 'postgres'
    ? { integer: sql`bigint`, text: sql`text`, key: sql`text collate "C"` }
    : { integer: sql`integer`, text: sql`text`, key: sql`text` };

export type Statement = RawBuilder<unknown>;

/** `sqliteOnly`: the columns that an index has only on SQLite, where it covers more queries. */
export function typesFor(engine: Engine) {
  const sqliteOnly = (columns: TemplateStringsArray): Statement => (engine === 'sqlite' ? sql(columns) : sql``);
  return { ...columnTypes(engine), sqliteOnly };
}
export type ColumnTypes = ReturnType<typeof typesFor>;
