// An index of users with access: their names are read whenever one of them opens the page.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export const usersWithAccess = () => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema
      .createIndex('users_with_access')
      .on('users')
      .columns(['sort_key', 'id'])
      .where(sql<boolean>`access is not null`)
      .execute();
  },
});
