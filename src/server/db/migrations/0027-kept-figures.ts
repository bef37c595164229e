// Makes the tables of kept figures alike: each calls its day `day` and accepts any change of a figure. Reversals of a
// day's payments are distinguished from reversals made on that day.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

const RENAMED = [
  ['fine_type_days', 'date', 'day'],
  ['payment_days', 'received_on', 'day'],
  ['payment_days', 'received_by', 'person'],
  ['payment_days', 'taken_back', 'reversed_since'],
  ['payment_days', 'reversed', 'reversed_that_day'],
] as const;

export const keptFigures = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    for (const [table, from, to] of RENAMED) await db.schema.alterTable(table).renameColumn(from, to).execute();
    await withoutChecks(db, engine);
  },
});

/**
 * A CHECK would inspect a row of negative changes before it is added to the existing row. SQLite cannot drop a CHECK.
 */
async function withoutChecks(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer, key } = columnTypes(engine);
  await db.schema.alterTable('fine_days').renameTo('former_fine_days').execute();
  await db.schema
    .createTable('fine_days')
    .addColumn('day', key, (c) => c.primaryKey())
    .addColumn('fine_count', integer, (c) => c.notNull())
    .addColumn('paid_count', integer, (c) => c.notNull())
    .addColumn('charged', integer, (c) => c.notNull())
    .addColumn('outstanding', integer, (c) => c.notNull())
    .execute();
  await sql`
    insert into fine_days (day, fine_count, paid_count, charged, outstanding)
    select date, fine_count, paid_count, charged, outstanding from former_fine_days`.execute(db);
  await db.schema.dropTable('former_fine_days').execute();
}
