// The column types of the schema, for migrations.
import { sql } from 'kysely';
import type { Engine } from './types.ts';

/** Column types by engine. `key` compares and sorts by code point on both. */
export const columnTypes = (engine: Engine) =>
  engine === 'postgres'
    ? { integer: sql`bigint`, text: sql`text`, key: sql`text collate "C"` }
    : { integer: sql`integer`, text: sql`text`, key: sql`text` };
