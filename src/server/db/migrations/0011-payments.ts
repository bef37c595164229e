// Payments, what they paid, and what was taken back. Every fine marked Paid gets a payment of its whole amount.
import { type Kysely, sql } from 'kysely';
import { dayOf } from '../../../core/calendar.ts';
import { MAX_AMOUNT } from '../../../core/money/money.ts';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

/** In no time zone does the day change within a quarter of an hour. */
const QUARTER_HOUR = 900_000;
const CHUNK = 500;

export const payments = (engine: Engine, timeZone: string) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await createTables(db, engine);
    await addColumns(db, engine);
    await sql`update fines set paid_amount = amount where status = 'Paid' and amount > 0`.execute(db);
    await createPayments(db, engine, timeZone);
  },
});

async function createTables(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer, text, key } = columnTypes(engine);
  await db.schema
    .createTable('payments')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('sequence', integer, (c) => c.notNull())
    .addColumn('user_id', key, (c) => c.notNull().references('users.id'))
    .addColumn('amount', integer, (c) => c.notNull().check(sql`amount between 1 and ${sql.lit(MAX_AMOUNT)}`))
    .addColumn('method', text, (c) => c.notNull())
    .addColumn('reference', text, (c) => c.notNull())
    .addColumn('reference_key', key, (c) => c.notNull())
    .addColumn('received_on', key, (c) => c.notNull())
    .addColumn('received_by', text)
    .addColumn('note', text, (c) => c.notNull())
    .addColumn('receipt_year', integer)
    .addColumn('receipt_number', integer)
    .addColumn('owed_after', integer)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addCheckConstraint('payments_have_whole_receipts', sql`(receipt_year is null) = (receipt_number is null)`)
    .execute();
  await db.schema.createIndex('payments_by_day').unique().on('payments').columns(['received_on', 'sequence']).execute();
  await db.schema
    .createIndex('payments_by_user')
    .on('payments')
    .columns(['user_id', 'received_on', 'sequence'])
    .execute();
  // The database itself refuses a number that is already used.
  await db.schema
    .createIndex('payments_by_receipt')
    .unique()
    .on('payments')
    .columns(['receipt_year', 'receipt_number'])
    .execute();
  await db.schema
    .createIndex('payments_by_reference')
    .on('payments')
    .columns(['reference_key', 'method'])
    .where(sql<boolean>`reference_key <> ''`)
    .execute();
  // Without a foreign key to fines, because the allocations of a deleted fine stay for the receipts.
  await db.schema
    .createTable('allocations')
    .addColumn('sequence', integer, (c) => c.notNull())
    .addColumn('place', integer, (c) => c.notNull())
    .addColumn('fine_id', key, (c) => c.notNull())
    .addColumn('payment_id', key, (c) => c.references('payments.id'))
    .addColumn('amount', integer, (c) => c.notNull().check(sql`amount <> 0`))
    .addColumn('fine_type', text, (c) => c.notNull())
    .addColumn('fine_date', key, (c) => c.notNull())
    .addPrimaryKeyConstraint('allocations_key', ['sequence', 'place'])
    .execute();
  await db.schema.createIndex('allocations_by_fine').on('allocations').columns(['fine_id', 'sequence']).execute();
  await db.schema.createIndex('allocations_by_payment').on('allocations').columns(['payment_id', 'sequence']).execute();
  await db.schema
    .createTable('reversals')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('sequence', integer, (c) => c.notNull().unique())
    .addColumn('payment_id', key, (c) => c.notNull().references('payments.id'))
    .addColumn('amount', integer, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('day', key, (c) => c.notNull())
    .addColumn('made_by', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('reversals_by_payment').on('reversals').columns(['payment_id']).execute();
}

async function addColumns(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer } = columnTypes(engine);
  const figure = (table: string, column: string, check: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, integer, (c) => c.notNull().defaultTo(0).check(sql.raw(check)))
      .execute();
  await figure('fines', 'paid_amount', 'paid_amount between 0 and amount');
  await figure('users', 'credit', 'credit >= 0');
  await figure('books', 'credit', 'credit >= 0');
  await figure('books', 'receipt_year', 'receipt_year >= 0');
  await figure('books', 'last_receipt', 'last_receipt >= 0');
  await db.schema
    .alterTable('journal')
    .addColumn('credit_change', integer, (c) => c.notNull().defaultTo(0))
    .execute();
}

/**
 * The payment of a fine has the fine's id and sequence, but no receipt and no entry of its own. It was received on the
 * day the fine was marked or, if that is unknown, on the fine's day.
 */
async function createPayments(db: Kysely<Schema>, engine: Engine, timeZone: string): Promise<void> {
  await db.schema
    .createTable('paid_quarters')
    .temporary()
    .addColumn('quarter', columnTypes(engine).integer, (c) => c.primaryKey())
    .addColumn('day', columnTypes(engine).key, (c) => c.notNull())
    .execute();
  const { rows } = await sql<{ quarter: number }>`
    select distinct paid_on / ${sql.lit(QUARTER_HOUR)} as quarter from fines
    where status = 'Paid' and amount > 0 and paid_on is not null`.execute(db);
  const days = rows.map(({ quarter }) => ({ quarter, day: dayOf(quarter * QUARTER_HOUR, timeZone) }));
  const temporary = db.withTables<{ paid_quarters: { quarter: number; day: string } }>();
  for (let from = 0; from < days.length; from += CHUNK) {
    await temporary
      .insertInto('paid_quarters')
      .values(days.slice(from, from + CHUNK))
      .execute();
  }
  await sql`
    insert into payments (id, sequence, user_id, amount, method, reference, reference_key, received_on, note, created_at)
    select fines.id, fines.sequence, fines.user_id, fines.amount, 'Not recorded', '', '',
           coalesce(paid_quarters.day, fines.date), '', coalesce(fines.paid_on, fines.created_at)
    from fines left join paid_quarters on paid_quarters.quarter = fines.paid_on / ${sql.lit(QUARTER_HOUR)}
    where fines.status = 'Paid' and fines.amount > 0`.execute(db);
  await sql`
    insert into allocations (sequence, place, fine_id, payment_id, amount, fine_type, fine_date)
    select sequence, 0, id, id, amount, fine_type, date from fines where status = 'Paid' and amount > 0`.execute(db);
  await db.schema.dropTable('paid_quarters').execute();
}
