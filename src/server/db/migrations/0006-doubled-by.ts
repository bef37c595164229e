// The earlier fine that doubled a fine. Unknown for existing fines.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

export const doubledBy = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.alterTable('fines').addColumn('doubled_by', columnTypes(engine).key).execute();
  },
});
