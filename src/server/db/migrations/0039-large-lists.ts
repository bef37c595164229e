// Lists of very many members go by indexes alone: jumping from one to each row of the table takes most of the time.
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

/**
 * None has a figure that every fine changes, also not as its condition: PostgreSQL would write to all indexes of the table again,
 * where a fine now writes to none.
 */
export const largeLists = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    // With what the overview asks of each.
    await db.schema.dropIndex('users_by_oldest_pending').execute();
    await db.schema
      .createIndex('users_by_oldest_pending')
      .on('users')
      .expression(sql`(oldest_pending_date is null), oldest_pending_date, sort_key, id, deleted_at`)
      .execute();
    // With what reminders ask.
    await db.schema
      .createIndex('users_owing')
      .on('users')
      .columns([
        'oldest_pending_date',
        'sort_key',
        'id',
        'earliest_due',
        'reminded_on',
        'promised_until',
        'promise_covers',
      ])
      .where(sql<boolean>`deleted_at is null and oldest_pending_date is not null`)
      .execute();
    await db.schema
      .createIndex('users_deleted')
      .on('users')
      .column('id')
      .where(sql<boolean>`deleted_at is not null`)
      .execute();
    await (engine === 'postgres' ? onPostgres(db) : onSqlite(db));
  },
});

/** Its indexes refuse a key that is longer than a part of a page, as one made of the longest names could be. */
async function onPostgres(db: Kysely<Schema>): Promise<void> {
  await db.schema.dropIndex('mails_by_time').execute();
  await db.schema.createIndex('mails_by_time').on('mails').columns(['queued_at', 'id', 'state']).execute();
  // The texts of a message lie elsewhere than what a list shows of it.
  await sql`alter table mails set (toast_tuple_target = 128)`.execute(db);
}

/** With the keys that searches look at, for those that no index of letters answers. */
async function onSqlite(db: Kysely<Schema>): Promise<void> {
  await db.schema.dropIndex('users_by_name').execute();
  await db.schema
    .createIndex('users_by_name')
    .on('users')
    .columns(['sort_key', 'id', 'deleted_at', 'status', 'name_key', 'id_key', 'role_key', 'email_key', 'phone_key'])
    .execute();
  await db.schema.dropIndex('mails_by_time').execute();
  await db.schema
    .createIndex('mails_by_time')
    .on('mails')
    .columns(['queued_at', 'id', 'state', 'search_key'])
    .execute();
}
