// The language in which an account's owner reads the interface; null until one is chosen.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

export const accountLanguage = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.alterTable('accounts').addColumn('language', columnTypes(engine).text).execute();
  },
});
