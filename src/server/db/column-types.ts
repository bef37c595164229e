// The column types of the schema, for migrations.
import { sql } from 'kysely';
import type { Engine } from './types.ts';

/** Column types by engine. `key` compares and sorts by code point on both. */
export function columnTypes(engine: Engine) {
  return engine === 'postgres'
    ? {
        integer: sql`bigint`,
        text: sql`text`,
        key: sql`text collate "C"`,
        instant: sql`timestamptz`,
        flag: sql`boolean`,
      }
    : { integer: sql`integer`, text: sql`text`, key: sql`text`, instant: sql`date`, flag: sql`integer` };
}
