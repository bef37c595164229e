// Passkeys: the public keys of the devices that people sign in with.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

export const passkeys = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, text, key } = columnTypes(engine);
    await db.schema
      .createTable('passkeys')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('account_id', key, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('public_key', text, (c) => c.notNull())
      .addColumn('transports', text, (c) => c.notNull())
      .addColumn('uses', integer, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('last_used_at', integer)
      .execute();
    await db.schema.createIndex('passkeys_by_account').on('passkeys').column('account_id').execute();
  },
});
