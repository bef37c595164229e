// The access that a user record grants. Null, as in older journal entries: no more than every member has.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

export const userAccess = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.alterTable('users').addColumn('access', columnTypes(engine).text).execute();
  },
});
