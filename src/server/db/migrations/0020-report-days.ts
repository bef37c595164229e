// What reports add up: fines by day and type; by day, method and person also what was taken back and given back on that day.
import { type Kysely, sql } from 'kysely';
import { searchKey } from '../../../core/search.ts';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

const CHUNK = 500;

export const reportDays = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await createFineTypeDays(db, engine);
    await addToPaymentDays(db, engine);
    await createIndexes(db);
  },
});

async function createFineTypeDays(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer, key } = columnTypes(engine);
  await db.schema
    .createTable('fine_type_days')
    .addColumn('date', key, (c) => c.notNull())
    .addColumn('type_key', key, (c) => c.notNull())
    .addColumn('fine_count', integer, (c) => c.notNull())
    .addColumn('charged', integer, (c) => c.notNull())
    .addColumn('waived', integer, (c) => c.notNull())
    .addColumn('paid', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('fine_type_days_key', ['date', 'type_key'])
    .execute();
  await db.schema
    .createTable('spellings')
    .temporary()
    .addColumn('fine_type', key, (c) => c.primaryKey())
    .addColumn('type_key', key, (c) => c.notNull())
    .execute();
  const spellings = await db.selectFrom('fines').select('fine_type').distinct().execute();
  const temporary = db.withTables<{ spellings: { fine_type: string; type_key: string } }>();
  for (let from = 0; from < spellings.length; from += CHUNK) {
    const rows = spellings.slice(from, from + CHUNK).map(({ fine_type: spelled }) => spelled);
    await temporary
      .insertInto('spellings')
      .values(rows.map((spelled) => ({ fine_type: spelled, type_key: searchKey(spelled) })))
      .execute();
  }
  await sql`
    insert into fine_type_days (date, type_key, fine_count, charged, waived, paid)
    select date, type_key, sum(fine_count), sum(charged), sum(waived), sum(paid)
    from (
      select date, fine_type, count(*) as fine_count, sum(amount) as charged, sum(waived_amount) as waived,
             sum(paid_amount) as paid
      from fines group by date, fine_type
    ) spelled join spellings on spellings.fine_type = spelled.fine_type
    group by date, type_key`.execute(db);
  await db.schema.dropTable('spellings').execute();
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

/** From which alone sums are read. */
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
