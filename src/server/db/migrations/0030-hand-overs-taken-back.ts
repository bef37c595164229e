// Reversals of hand-overs. The reversal of an empty hand-over has the amount 0, which the table did not allow.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

const KINDS = ['payment', 'refund', 'waiver'] as const;

export const handOversTakenBack = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    // Renaming the table would keep the names of its indexes in use.
    for (const kind of KINDS) await db.schema.dropIndex(`reversals_by_${kind}`).execute();
    await db.schema.dropIndex('reversals_of_waivers_by_day').execute();
    await db.schema.alterTable('reversals').renameTo('former_reversals').execute();
    await createReversals(db, engine);
    await sql`
      insert into reversals (id, sequence, payment_id, refund_id, waiver_id, amount, reason, day, made_by, created_at)
      select id, sequence, payment_id, refund_id, waiver_id, amount, reason, day, made_by, created_at
      from former_reversals`.execute(db);
    await db.schema.dropTable('former_reversals').execute();
    for (const kind of KINDS) {
      await db.schema
        .createIndex(`reversals_by_${kind}`)
        .on('reversals')
        .columns([`${kind}_id`])
        .execute();
    }
    await db.schema
      .createIndex('reversals_of_waivers_by_day')
      .on('reversals')
      .columns(['day', 'amount'])
      .where(sql<boolean>`waiver_id is not null`)
      .execute();
    // Each hand-over can be taken back once.
    await db.schema.createIndex('reversals_by_hand_over').unique().on('reversals').columns(['hand_over_id']).execute();
  },
});

/** SQLite cannot change a CHECK, so the table is rebuilt. */
async function createReversals(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer, text, key } = columnTypes(engine);
  const isSet = (column: string) => sql.raw(`(case when ${column} is null then 0 else 1 end)`);
  await db.schema
    .createTable('reversals')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('sequence', integer, (c) => c.notNull().unique())
    .addColumn('payment_id', key, (c) => c.references('payments.id'))
    .addColumn('refund_id', key, (c) => c.references('refunds.id'))
    .addColumn('waiver_id', key, (c) => c.references('waivers.id'))
    .addColumn('hand_over_id', key, (c) => c.references('hand_overs.id'))
    .addColumn('amount', integer, (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('day', key, (c) => c.notNull())
    .addColumn('made_by', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addCheckConstraint('reversals_of_an_amount', sql`amount > 0 or (amount = 0 and hand_over_id is not null)`)
    .addCheckConstraint(
      'reversals_of_one_record',
      sql`${isSet('payment_id')} + ${isSet('refund_id')} + ${isSet('waiver_id')} + ${isSet('hand_over_id')} = 1`,
    )
    .execute();
}
