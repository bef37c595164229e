// The outbox of messages, the addresses that refuse them, and whether a member wants e-mail.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const outbox = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, text, key } = columnTypes(engine);
    await db.schema
      .createTable('mails')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('message_id', key, (c) => c.notNull().unique())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('facts', text)
      .addColumn('user_id', key)
      .addColumn('address', text, (c) => c.notNull())
      .addColumn('address_key', key, (c) => c.notNull())
      .addColumn('recipient', text, (c) => c.notNull())
      .addColumn('search_key', text, (c) => c.notNull())
      .addColumn('sender', text, (c) => c.notNull())
      .addColumn('language', text, (c) => c.notNull())
      .addColumn('subject', text, (c) => c.notNull())
      .addColumn('text', text, (c) => c.notNull())
      .addColumn('html', text, (c) => c.notNull())
      .addColumn('state', key, (c) => c.notNull())
      .addColumn('tries', integer, (c) => c.notNull())
      .addColumn('queued_at', integer, (c) => c.notNull())
      .addColumn('next_try_at', integer)
      .addColumn('tried_at', integer)
      .addColumn('reply', text, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('mails_due')
      .on('mails')
      .columns(['next_try_at'])
      .where(sql<boolean>`next_try_at is not null`)
      .execute();
    await db.schema.createIndex('mails_by_time').on('mails').columns(['queued_at', 'id']).execute();
    await db.schema.createIndex('mails_by_user').on('mails').columns(['user_id', 'queued_at']).execute();
    await db.schema
      .createTable('refused_addresses')
      .addColumn('address_key', key, (c) => c.primaryKey())
      .addColumn('refused_at', integer, (c) => c.notNull())
      .addColumn('reply', text, (c) => c.notNull())
      .execute();
    await db.schema.alterTable('accounts').addColumn('mails_off', integer).execute();
  },
});
