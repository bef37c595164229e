// Payment methods that are not offered. Null if all are offered, because older journal entries lack the field.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

export const methodsWithheld = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.alterTable('organisation').addColumn('methods_withheld', columnTypes(engine).text).execute();
  },
});
