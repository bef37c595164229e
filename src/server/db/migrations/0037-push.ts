// Devices that show notifications, which share the outbox with e-mail, and whether a member's notifications may show
// amounts.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const push = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, text, key } = columnTypes(engine);
    await db.schema
      .createTable('push_subscriptions')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('session_id', key, (c) => c.notNull().unique().references('sessions.id').onDelete('cascade'))
      .addColumn('endpoint', key, (c) => c.notNull().unique())
      .addColumn('p256dh', text, (c) => c.notNull())
      .addColumn('auth', text, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .execute();
    await db.schema
      .alterTable('mails')
      .addColumn('channel', key, (c) => c.notNull().defaultTo('mail'))
      .execute();
    await db.schema.alterTable('mails').addColumn('subscription_id', key).execute();
    await db.schema.alterTable('mails').addColumn('path', text).execute();
    await db.schema.dropIndex('mails_due').execute();
    await db.schema
      .createIndex('mails_due')
      .on('mails')
      .columns(['channel', 'next_try_at'])
      .where(sql<boolean>`next_try_at is not null`)
      .execute();
    await db.schema.alterTable('accounts').addColumn('push_amounts', integer).execute();
  },
});
