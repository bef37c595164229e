// The kinds of news that somebody does not want.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const untold = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.alterTable('accounts').addColumn('untold', columnTypes(engine).text).execute();
  },
});
