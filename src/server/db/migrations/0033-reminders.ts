// Reminders and promises, with the latest of each stored with the user; and the organisation's texts for reminders.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const reminders = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, key, text } = columnTypes(engine);
    await db.schema
      .createTable('reminders')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('sequence', integer, (c) => c.notNull().unique())
      .addColumn('user_id', key, (c) => c.notNull().references('users.id'))
      .addColumn('channel', key, (c) => c.notNull())
      .addColumn('pending', integer, (c) => c.notNull())
      .addColumn('overdue', integer, (c) => c.notNull())
      .addColumn('day', key, (c) => c.notNull())
      .addColumn('sent_by', key, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('promises')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('sequence', integer, (c) => c.notNull().unique())
      .addColumn('user_id', key, (c) => c.notNull().references('users.id'))
      .addColumn('until', key)
      .addColumn('covers', key, (c) => c.notNull())
      .addColumn('day', key, (c) => c.notNull())
      .addColumn('made_by', key, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .execute();
    for (const table of ['reminders', 'promises']) {
      await db.schema.createIndex(`${table}_by_user`).on(table).columns(['user_id', 'sequence']).execute();
    }
    for (const column of ['reminded_on', 'reminded_through', 'promised_until', 'promise_covers']) {
      await db.schema.alterTable('users').addColumn(column, key).execute();
    }
    const ofOrganisation = { language: key, reminder_en: text, reminder_ur: text, how_to_pay: text };
    const picture = { pay_picture: text, pay_picture_hash: text, pay_picture_size: integer };
    for (const [column, type] of Object.entries({ ...ofOrganisation, ...picture })) {
      await db.schema.alterTable('organisation').addColumn(column, type).execute();
    }
  },
});
