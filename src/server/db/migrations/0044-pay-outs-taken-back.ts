// Pay-outs can be taken back; unpaid fines of 0 can be counted; only the administrator has named their account.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

const KINDS = ['payment', 'refund', 'waiver'] as const;

export const payOutsTakenBack = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await rebuildReversals(db, engine);
    // Hardly any fine is one, so that its index costs nothing.
    await db.schema
      .createIndex('fines_pending_of_nothing')
      .on('fines')
      .columns(['user_id'])
      .where(sql<boolean>`status = 'Pending' and amount = 0`)
      .execute();
    // These names came from user records, and were shown nowhere.
    await sql`
      update accounts set name = 'Administrator'
      where email_key <> coalesce((select value from instance where key = 'administrator'), email_key)`.execute(db);
  },
});

/** SQLite cannot change a CHECK, so the table is rebuilt. */
async function rebuildReversals(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer, text, key } = columnTypes(engine);
  const isSet = (column: string) => sql.raw(`(case when ${column} is null then 0 else 1 end)`);
  // Renaming the table would keep the names of its indexes and constraints in use.
  for (const kind of [...KINDS, 'hand_over']) await db.schema.dropIndex(`reversals_by_${kind}`).execute();
  await db.schema.dropIndex('reversals_of_waivers_by_day').execute();
  await db.schema.alterTable('reversals').renameTo('former_reversals').execute();
  await db.schema
    .createTable('reversals')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('sequence', integer, (c) => c.notNull().unique())
    .addColumn('payment_id', key, (c) => c.references('payments.id'))
    .addColumn('refund_id', key, (c) => c.references('refunds.id'))
    .addColumn('waiver_id', key, (c) => c.references('waivers.id'))
    .addColumn('hand_over_id', key, (c) => c.references('hand_overs.id'))
    .addColumn('pay_out_id', key, (c) => c.references('pay_outs.id'))
    .addColumn('amount', integer, (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('day', key, (c) => c.notNull())
    .addColumn('made_by', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addCheckConstraint('reversals_amount', sql`amount > 0 or (amount = 0 and hand_over_id is not null)`)
    .addCheckConstraint(
      'reversals_record',
      sql`${isSet('payment_id')} + ${isSet('refund_id')} + ${isSet('waiver_id')} + ${isSet('hand_over_id')}
          + ${isSet('pay_out_id')} = 1`,
    )
    .execute();
  await sql`
    insert into reversals
      (id, sequence, payment_id, refund_id, waiver_id, hand_over_id, amount, reason, day, made_by, created_at)
    select id, sequence, payment_id, refund_id, waiver_id, hand_over_id, amount, reason, day, made_by, created_at
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
  // Each of these can be taken back once.
  for (const kind of ['hand_over', 'pay_out'] as const) {
    await db.schema
      .createIndex(`reversals_by_${kind}`)
      .unique()
      .on('reversals')
      .columns([`${kind}_id`])
      .execute();
  }
}
