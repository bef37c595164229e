// Sign-in links, and when each account last signed in.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

export const signInLinks = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, text, key } = columnTypes(engine);
    await db.schema
      .createTable('sign_in_links')
      .addColumn('token_hash', key, (c) => c.primaryKey())
      .addColumn('user_id', key, (c) => c.references('users.id'))
      .addColumn('email_key', key, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addColumn('used_at', integer)
      .addColumn('voided_at', integer)
      .execute();
    await db.schema.createIndex('sign_in_links_by_user').on('sign_in_links').column('user_id').execute();
    await db.schema.createIndex('sign_in_links_by_age').on('sign_in_links').column('expires_at').execute();
    await db.schema
      .createTable('sign_ins')
      .addColumn('auth_user_id', text, (c) => c.primaryKey().references('auth_user.id').onDelete('cascade'))
      .addColumn('last_at', integer, (c) => c.notNull())
      .execute();
  },
});
