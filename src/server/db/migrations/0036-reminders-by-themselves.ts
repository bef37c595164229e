// Automatic reminders: the organisation's settings, the day up to which each member's steps have been processed, and
// the members who were spared one.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const remindersByThemselves = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, key, text } = columnTypes(engine);
    for (const [column, type] of [
      ['remind_steps', text],
      ['remind_minimum', integer],
      ['reminders_paused', integer],
    ] as const) {
      await db.schema.alterTable('organisation').addColumn(column, type).execute();
    }
    await db.schema.alterTable('reminders').addColumn('through', key).execute();
    for (const column of ['reminded_up_to', 'skipped_up_to']) {
      await db.schema.alterTable('users').addColumn(column, key).execute();
    }
    await db.schema
      .createTable('skips')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('sequence', integer, (c) => c.notNull().unique())
      .addColumn('user_id', key, (c) => c.notNull().references('users.id'))
      .addColumn('up_to', key)
      .addColumn('day', key, (c) => c.notNull())
      .addColumn('skipped_by', key, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('skips_by_user').on('skips').columns(['user_id', 'sequence']).execute();
  },
});
