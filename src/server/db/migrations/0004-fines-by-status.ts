// Lists of pending or of paid fines: an index, and how many fines of each day are paid.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Engine } from '../types.ts';
import type { Schema } from '../schema.ts';

export const finesByStatus = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer } = columnTypes(engine);
    await db.schema.createIndex('fines_by_status').on('fines').columns(['status', 'date', 'sequence']).execute();
    await db.schema
      .alterTable('fine_days')
      .addColumn('paid_count', integer, (c) =>
        c
          .notNull()
          .defaultTo(0)
          .check(sql`paid_count >= 0`),
      )
      .execute();
    await sql`
      update fine_days set paid_count = counted.paid
      from (select date, count(*) as paid from fines where status = 'Paid' group by date) counted
      where counted.date = fine_days.date`.execute(db);
  },
});
