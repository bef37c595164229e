// The day since when each user has owed something, for the sort order "Oldest Unpaid".
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

export const oldestUnpaid = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.alterTable('users').addColumn('oldest_pending_date', columnTypes(engine).key).execute();
    // Each change of a user's fines looks up their oldest pending fine here.
    await db.schema
      .createIndex('fines_pending')
      .on('fines')
      .columns(['user_id', 'date'])
      .where(sql<boolean>`status = 'Pending' and amount > 0`)
      .execute();
    await sql`
      update users set oldest_pending_date = owing.oldest
      from (
        select user_id, min(date) as oldest from fines where status = 'Pending' and amount > 0 group by user_id
      ) as owing
      where owing.user_id = users.id`.execute(db);
    // Users who owe nothing come last; without the first column the engines would sort nulls differently.
    await db.schema
      .createIndex('users_by_oldest_pending')
      .on('users')
      .expression(sql`(oldest_pending_date is null), oldest_pending_date, sort_key, id`)
      .execute();
  },
});
