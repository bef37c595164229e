// What a user record lets its owner do. Null, as older journal entries have it: no more than every member.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

export const userAccess = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.alterTable('users').addColumn('access', columnTypes(engine).text).execute();
  },
});
