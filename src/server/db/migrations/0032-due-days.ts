// Due days: of each fine, of each user's debt, and of everything outstanding, by the day from which its age is counted.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const dueDays = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, key } = columnTypes(engine);
    await db.schema.alterTable('organisation').addColumn('due_days', integer).execute();
    await db.schema.alterTable('fines').addColumn('due_on', key).execute();
    await db.schema.alterTable('users').addColumn('earliest_due', key).execute();
    // A user's debt is read with its due days from the index alone.
    await db.schema.dropIndex('fines_pending').execute();
    await db.schema
      .createIndex('fines_pending')
      .on('fines')
      .columns(['user_id', 'date', 'due_on'])
      .where(sql<boolean>`status = 'Pending' and amount > 0`)
      .execute();
    await db.schema
      .createTable('owed_days')
      .addColumn('day', key, (c) => c.notNull())
      .addColumn('counted_from', key, (c) => c.notNull())
      .addColumn('outstanding', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('owed_days_key', ['day', 'counted_from'])
      .execute();
    await sql`
      insert into owed_days (day, counted_from, outstanding)
      select date, 'fine', sum(amount - waived_amount - paid_amount)
      from fines where status = 'Pending' and amount > 0 group by date`.execute(db);
    await db.schema.alterTable('fine_days').dropColumn('outstanding').execute();
  },
});
