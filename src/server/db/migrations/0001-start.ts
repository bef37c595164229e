// The first schema: books, users with their summaries, fines, events, settings, journal, sign-in.
import { type Kysely, sql } from 'kysely';
import { MAX_AMOUNT } from '../../../core/money/money.ts';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

/** The database itself rejects invalid states: negative figures, pending above total, amounts out of range. */
export const start = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, text, key } = columnTypes(engine);
    await db.schema
      .createTable('books')
      .addColumn('id', integer, (c) => c.primaryKey().check(sql`id = 1`))
      .addColumn('last_sequence', integer, (c) => c.notNull())
      .addColumn('total', integer, (c) => c.notNull().check(sql`total >= 0`))
      .addColumn('pending', integer, (c) => c.notNull().check(sql`pending >= 0 and pending <= total`))
      .addColumn('used', integer, (c) => c.notNull().check(sql`used >= 0`))
      .addColumn('fine_count', integer, (c) => c.notNull())
      .addColumn('paid_count', integer, (c) => c.notNull().check(sql`paid_count >= 0 and paid_count <= fine_count`))
      .addColumn('updated_at', integer, (c) => c.notNull())
      .execute();
    await sql`
      insert into books (id, last_sequence, total, pending, used, fine_count, paid_count, updated_at)
      values (1, 0, 0, 0, 0, 0, 0, 0)`.execute(db);
    await db.schema
      .createTable('books_by_day')
      .addColumn('day', key, (c) => c.primaryKey())
      .addColumn('total', integer, (c) => c.notNull())
      .addColumn('pending', integer, (c) => c.notNull())
      .addColumn('used', integer, (c) => c.notNull())
      .addColumn('updated_at', integer, (c) => c.notNull())
      .execute();

    // Lists, counts and sums read every user's figures. Reading a row stops at the last requested column and is much
    // faster while columns have a fixed width, so figures come first and texts last.
    await db.schema
      .createTable('users')
      .addColumn('total', integer, (c) =>
        c
          .notNull()
          .defaultTo(0)
          .check(sql`total >= 0`),
      )
      .addColumn('pending', integer, (c) =>
        c
          .notNull()
          .defaultTo(0)
          .check(sql`pending >= 0 and pending <= total`),
      )
      .addColumn('fine_count', integer, (c) => c.notNull().defaultTo(0))
      .addColumn('paid_count', integer, (c) =>
        c
          .notNull()
          .defaultTo(0)
          .check(sql`paid_count >= 0 and paid_count <= fine_count`),
      )
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('deleted_at', integer)
      .addColumn('newest_fine_date', key)
      .addColumn('status', text, (c) => c.notNull().check(sql`status in ('Active', 'Inactive')`))
      .addColumn('sort_key', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('name_key', key, (c) => c.notNull())
      .addColumn('id_key', key, (c) => c.notNull())
      .addColumn('email_key', key, (c) => c.unique())
      .addColumn('role_key', key, (c) => c.notNull())
      .addColumn('user_name', text, (c) => c.notNull())
      .addColumn('user_email', text)
      .addColumn('user_role', text, (c) => c.notNull())
      .addColumn('phone', text, (c) => c.notNull())
      .addColumn('updated_at', integer)
      .addColumn('summary_updated_at', integer)
      .execute();
    await db.schema.createIndex('users_by_name').on('users').columns(['sort_key', 'id']).execute();

    await db.schema
      .createTable('fines')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('sequence', integer, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull().references('users.id'))
      .addColumn('fine_type', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('amount', integer, (c) => c.notNull().check(sql`amount between 0 and ${sql.lit(MAX_AMOUNT)}`))
      .addColumn('date', key, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull().check(sql`status in ('Pending', 'Paid')`))
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('paid_on', integer)
      .addColumn('updated_at', integer, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('fines_by_day').unique().on('fines').columns(['date', 'sequence']).execute();
    // Includes the id, so that the newest fines of many users can be read from the index alone.
    await db.schema.createIndex('fines_by_user').on('fines').columns(['user_id', 'date', 'sequence', 'id']).execute();
    await db.schema
      .createTable('fine_days')
      .addColumn('date', key, (c) => c.primaryKey())
      .addColumn('fine_count', integer, (c) => c.notNull().check(sql`fine_count >= 0`))
      .execute();
    await db.schema
      .createTable('fine_types')
      .addColumn('type_key', key, (c) => c.primaryKey())
      .addColumn('fine_type', text, (c) => c.notNull())
      .addColumn('last_amount', integer, (c) => c.notNull())
      .addColumn('last_sequence', integer, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('fine_types_by_use').on('fine_types').column('last_sequence').execute();

    await db.schema
      .createTable('events')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('date', key, (c) => c.notNull())
      .addColumn('location', text, (c) => c.notNull())
      .addColumn('amount', integer, (c) => c.notNull().check(sql`amount between 0 and ${sql.lit(MAX_AMOUNT)}`))
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('updated_at', integer)
      .execute();
    await db.schema.createIndex('events_by_day').on('events').columns(['date', 'id']).execute();

    await db.schema
      .createTable('settings')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('allow_disallow', integer, (c) => c.notNull().check(sql`allow_disallow in (0, 1)`))
      .addColumn('position', integer, (c) => c.notNull())
      .addColumn('updated_at', integer)
      .execute();
    await db
      .insertInto('settings')
      .values([
        {
          id: '1',
          description: 'Double the fine for a repeated mistake in the same week',
          allow_disallow: 1,
          position: 1,
          updated_at: null,
        },
        {
          id: 'members-see-everyone',
          description: "Members can see everyone's fines",
          allow_disallow: 0,
          position: 2,
          updated_at: null,
        },
      ])
      .execute();

    await db.schema
      .createTable('journal')
      .addColumn('sequence', integer, (c) => c.primaryKey())
      .addColumn('batch', integer, (c) => c.notNull())
      .addColumn('at', integer, (c) => c.notNull())
      .addColumn('actor', text, (c) => c.notNull())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('subject', text, (c) => c.notNull())
      .addColumn('subject_id', key, (c) => c.notNull())
      .addColumn('user_id', key)
      .addColumn('before', text)
      .addColumn('after', text)
      .addColumn('total_change', integer, (c) => c.notNull())
      .addColumn('pending_change', integer, (c) => c.notNull())
      .addColumn('used_change', integer, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('idempotency')
      .addColumn('actor', key, (c) => c.notNull())
      .addColumn('key', key, (c) => c.notNull())
      .addColumn('fingerprint', text, (c) => c.notNull())
      .addColumn('answer', text, (c) => c.notNull())
      .addColumn('at', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('idempotency_key', ['actor', 'key'])
      .execute();
    await db.schema.createIndex('idempotency_by_age').on('idempotency').column('at').execute();
    await db.schema
      .createTable('sign_in_attempts')
      .addColumn('key', key, (c) => c.primaryKey())
      .addColumn('failures', integer, (c) => c.notNull())
      .addColumn('window_ends', integer, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('instance')
      .addColumn('key', key, (c) => c.primaryKey())
      .addColumn('value', text, (c) => c.notNull())
      .execute();
    await createAuthTables(db, engine);
  },
});

/** As the authentication library expects them; a test compares them with what the library creates. */
async function createAuthTables(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { text, instant, flag } = columnTypes(engine);
  await db.schema
    .createTable('auth_user')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('email', text, (c) => c.notNull().unique())
    .addColumn('emailVerified', flag, (c) => c.notNull())
    .addColumn('image', text)
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('updatedAt', instant, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('auth_session')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('token', text, (c) => c.notNull().unique())
    .addColumn('userId', text, (c) => c.notNull().references('auth_user.id').onDelete('cascade'))
    .addColumn('expiresAt', instant, (c) => c.notNull())
    .addColumn('ipAddress', text)
    .addColumn('userAgent', text)
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('updatedAt', instant, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('auth_session_by_user').on('auth_session').column('userId').execute();
  await db.schema
    .createTable('auth_account')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('accountId', text, (c) => c.notNull())
    .addColumn('providerId', text, (c) => c.notNull())
    .addColumn('userId', text, (c) => c.notNull().references('auth_user.id').onDelete('cascade'))
    .addColumn('accessToken', text)
    .addColumn('refreshToken', text)
    .addColumn('idToken', text)
    .addColumn('accessTokenExpiresAt', instant)
    .addColumn('refreshTokenExpiresAt', instant)
    .addColumn('scope', text)
    .addColumn('password', text)
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('updatedAt', instant, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('auth_account_by_user').on('auth_account').column('userId').execute();
  await db.schema
    .createTable('auth_verification')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('identifier', text, (c) => c.notNull())
    .addColumn('value', text, (c) => c.notNull())
    .addColumn('expiresAt', instant, (c) => c.notNull())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('updatedAt', instant, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('auth_verification_by_identifier').on('auth_verification').column('identifier').execute();
}
