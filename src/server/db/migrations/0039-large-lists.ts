// Pages, counts and searches of very many members and messages read indexes alone, because reading each row of the
// table takes most of the time.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

/**
 * On PostgreSQL the indexes do not include what somebody owes, because each fine would then write to all indexes of the
 * table. Nor do they include search keys, because PostgreSQL refuses an entry of more than a third of a page, which the
 * longest names could exceed.
 */
export const largeLists = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const keys = engine === 'sqlite' ? (['name_key', 'id_key', 'role_key', 'phone_key'] as const) : [];
    for (const index of ['users_by_name', 'users_by_oldest_pending', 'mails_by_time']) {
      await db.schema.dropIndex(index).execute();
    }
    const byName = engine === 'sqlite' ? (['status', ...keys, 'email_key'] as const) : [];
    await db.schema
      .createIndex('users_by_name')
      .on('users')
      .columns(['sort_key', 'id', 'deleted_at', ...byName])
      .execute();
    await db.schema
      .createIndex('users_by_oldest_pending')
      .on('users')
      .expression(sql`(oldest_pending_date is null), oldest_pending_date, sort_key, id, deleted_at`)
      .execute();
    // For the list of members to remind.
    const pending = engine === 'sqlite' ? (['pending'] as const) : [];
    const reminding = ['earliest_due', 'reminded_on', 'promised_until', 'promise_covers', ...keys, ...pending] as const;
    await db.schema
      .createIndex('users_owing')
      .on('users')
      .columns(['oldest_pending_date', 'sort_key', 'id', 'deleted_at', ...reminding])
      .where(sql<boolean>`deleted_at is null and oldest_pending_date is not null`)
      .execute();
    await db.schema
      .createIndex('users_deleted')
      .on('users')
      .column('id')
      .where(sql<boolean>`deleted_at is not null`)
      .execute();
    await db.schema
      .createIndex('mails_by_time')
      .on('mails')
      .columns(['queued_at', 'id', 'state', ...(engine === 'sqlite' ? (['search_key'] as const) : [])])
      .execute();
  },
});
