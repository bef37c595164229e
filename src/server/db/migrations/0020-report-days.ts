// The sums for reports: fines by day and by type; reversals and refunds by day, method and person.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const reportDays = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await createFineTypeDays(db, engine);
    await addToFineDays(db, engine);
    await addToPaymentDays(db, engine);
    await createIndexes(db);
  },
});

async function createFineTypeDays(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer, key } = columnTypes(engine);
  await db.schema
    .createTable('fine_type_days')
    .addColumn('date', key, (c) => c.notNull())
    .addColumn('fine_type', key, (c) => c.notNull())
    .addColumn('fine_count', integer, (c) => c.notNull())
    .addColumn('charged', integer, (c) => c.notNull())
    .addColumn('waived', integer, (c) => c.notNull())
    .addColumn('paid', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('fine_type_days_key', ['date', 'fine_type'])
    .execute();
  await sql`
    insert into fine_type_days (date, fine_type, fine_count, charged, waived, paid)
    select date, fine_type, count(*), sum(amount), sum(waived_amount), sum(paid_amount)
    from fines group by date, fine_type`.execute(db);
}

async function addToFineDays(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer } = columnTypes(engine);
  for (const column of ['charged', 'outstanding']) {
    await db.schema
      .alterTable('fine_days')
      .addColumn(column, integer, (c) => c.notNull().defaultTo(0))
      .execute();
  }
  await sql`
    update fine_days set charged = summed.charged, outstanding = summed.outstanding
    from (
      select date, sum(charged) as charged, sum(charged - waived - paid) as outstanding
      from fine_type_days group by date
    ) as summed
    where summed.date = fine_days.date`.execute(db);
}

async function addToPaymentDays(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer } = columnTypes(engine);
  for (const column of ['reversed', 'given_back']) {
    await db.schema
      .alterTable('payment_days')
      .addColumn(column, integer, (c) => c.notNull().defaultTo(0))
      .execute();
  }
  await sql`
    insert into payment_days (received_on, method, received_by, payment_count, received, taken_back, reversed, given_back)
    select day, method, person, 0, 0, 0, sum(reversed), sum(given_back)
    from (
      select reversals.day, method, coalesce(received_by, '') as person, reversals.amount as reversed, 0 as given_back
      from reversals join payments on payments.id = payment_id
      union all
      select given_on, method, given_by, 0, amount from refunds
      union all
      select reversals.day, method, given_by, 0, 0 - reversals.amount
      from reversals join refunds on refunds.id = refund_id
    ) moved
    where true group by day, method, person
    on conflict (received_on, method, received_by)
    do update set reversed = excluded.reversed, given_back = excluded.given_back`.execute(db);
}

/** Sums are read from these indexes alone. */
async function createIndexes(db: Kysely<Schema>): Promise<void> {
  await db.schema.createIndex('waivers_amount_by_day').on('waivers').columns(['day', 'amount']).execute();
  await db.schema
    .createIndex('reversals_of_waivers_by_day')
    .on('reversals')
    .columns(['day', 'amount'])
    .where(sql<boolean>`waiver_id is not null`)
    .execute();
  await db.schema.dropIndex('fines_pending').execute();
  await db.schema
    .createIndex('fines_pending')
    .on('fines')
    .columns(['user_id', 'date', 'amount', 'waived_amount', 'paid_amount'])
    .where(sql<boolean>`status = 'Pending' and amount > 0`)
    .execute();
}
