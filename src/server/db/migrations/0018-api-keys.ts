// API keys, with which machines authenticate their requests. Only a hash of each key is stored.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

export const apiKeys = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, text, key } = columnTypes(engine);
    await db.schema
      .createTable('api_keys')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('name_key', key, (c) => c.notNull().unique())
      .addColumn('key_hash', key, (c) => c.notNull().unique())
      .addColumn('access', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('created_by', text, (c) => c.notNull())
      .addColumn('expires_at', integer, (c) => c.notNull())
      .addColumn('revoked_at', integer)
      .addColumn('last_used_on', text)
      .execute();
  },
});
