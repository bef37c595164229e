// Waivers, refunds, their reversals, and cash. Cash received so far is held by those who received it.
import { type Kysely, sql } from 'kysely';
import { MAX_AMOUNT } from '../../../core/money/money.ts';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const waiversRefundsCash = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    await createWaivers(db, engine);
    await createRefunds(db, engine);
    await rebuildReversals(db, engine);
    await createCash(db, engine);
    await addColumns(db, engine);
    // For statements, and the history of a person.
    await db.schema.createIndex('journal_by_user').on('journal').columns(['user_id', 'sequence']).execute();
  },
});

/** Without a foreign key to fines, because a deleted fine's waivers stay. */
async function createWaivers(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer, text, key } = columnTypes(engine);
  await db.schema
    .createTable('waivers')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('sequence', integer, (c) => c.notNull())
    .addColumn('fine_id', key, (c) => c.notNull())
    .addColumn('user_id', key, (c) => c.notNull().references('users.id'))
    .addColumn('amount', integer, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('mistake', integer, (c) => c.notNull().check(sql`mistake in (0, 1)`))
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('day', key, (c) => c.notNull())
    .addColumn('made_by', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('fine_type', text, (c) => c.notNull())
    .addColumn('fine_date', key, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('waivers_by_day').unique().on('waivers').columns(['day', 'sequence']).execute();
  await db.schema.createIndex('waivers_by_fine').on('waivers').columns(['fine_id']).execute();
}

async function createRefunds(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer, text, key } = columnTypes(engine);
  await db.schema
    .createTable('refunds')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('sequence', integer, (c) => c.notNull())
    .addColumn('user_id', key, (c) => c.notNull().references('users.id'))
    .addColumn('amount', integer, (c) => c.notNull().check(sql`amount between 1 and ${sql.lit(MAX_AMOUNT)}`))
    .addColumn('method', text, (c) => c.notNull())
    .addColumn('reference', text, (c) => c.notNull())
    .addColumn('given_on', key, (c) => c.notNull())
    .addColumn('given_by', text, (c) => c.notNull())
    .addColumn('note', text, (c) => c.notNull())
    .addColumn('voucher_year', integer, (c) => c.notNull())
    .addColumn('voucher_number', integer, (c) => c.notNull())
    .addColumn('credit_after', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('refunds_by_day').unique().on('refunds').columns(['given_on', 'sequence']).execute();
  await db.schema.createIndex('refunds_by_user').on('refunds').columns(['user_id']).execute();
  await db.schema
    .createIndex('refunds_by_voucher')
    .unique()
    .on('refunds')
    .columns(['voucher_year', 'voucher_number'])
    .execute();
}

/** SQLite cannot make a column nullable, so the table is rebuilt. */
async function rebuildReversals(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer, text, key } = columnTypes(engine);
  await db.schema.dropIndex('reversals_by_payment').execute();
  await db.schema.alterTable('reversals').renameTo('reversals_of_payments').execute();
  await db.schema
    .createTable('reversals')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('sequence', integer, (c) => c.notNull().unique())
    .addColumn('payment_id', key, (c) => c.references('payments.id'))
    .addColumn('refund_id', key, (c) => c.references('refunds.id'))
    .addColumn('waiver_id', key, (c) => c.references('waivers.id'))
    .addColumn('amount', integer, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('day', key, (c) => c.notNull())
    .addColumn('made_by', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addCheckConstraint(
      'reversals_of_one',
      sql`(case when payment_id is null then 0 else 1 end) + (case when refund_id is null then 0 else 1 end)
          + (case when waiver_id is null then 0 else 1 end) = 1`,
    )
    .execute();
  await sql`
    insert into reversals (id, sequence, payment_id, amount, reason, day, made_by, created_at)
    select id, sequence, payment_id, amount, reason, day, made_by, created_at from reversals_of_payments`.execute(db);
  await db.schema.dropTable('reversals_of_payments').execute();
  for (const kind of ['payment', 'refund', 'waiver']) {
    await db.schema
      .createIndex(`reversals_by_${kind}`)
      .on('reversals')
      .columns([`${kind}_id`])
      .execute();
  }
}

async function createCash(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer, text, key } = columnTypes(engine);
  const figures = ['received', 'given_back', 'paid_out', 'taken_over'];
  const withFigures = (table: string) =>
    figures.reduce(
      (builder, name) => builder.addColumn(name, integer, (c) => c.notNull()),
      db.schema.createTable(table),
    );
  await withFigures('cash_holders')
    .addColumn('holder', key, (c) => c.primaryKey())
    .execute();
  await db.schema
    .createTable('pay_outs')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('sequence', integer, (c) => c.notNull().unique())
    .addColumn('holder', key, (c) => c.notNull())
    .addColumn('amount', integer, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('event_id', key)
    .addColumn('note', text, (c) => c.notNull())
    .addColumn('day', key, (c) => c.notNull())
    .addColumn('made_by', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await withFigures('hand_overs')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('sequence', integer, (c) => c.notNull().unique())
    .addColumn('holder', key, (c) => c.notNull())
    .addColumn('counted', integer, (c) => c.notNull().check(sql`counted >= 0`))
    .addColumn('taken_by', text, (c) => c.notNull())
    .addColumn('taken_by_holder', key)
    .addColumn('note', text, (c) => c.notNull())
    .addColumn('day', key, (c) => c.notNull())
    .addColumn('made_by', text, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await sql`
    insert into cash_holders (holder, received, given_back, paid_out, taken_over)
    select received_by,
           sum(amount - coalesce((select sum(amount) from reversals where payment_id = payments.id), 0)), 0, 0, 0
    from payments where method = 'Cash' and received_by is not null group by received_by`.execute(db);
}

async function addColumns(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { integer } = columnTypes(engine);
  const figure = (table: string, column: string, check: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, integer, (c) => c.notNull().defaultTo(0).check(sql.raw(check)))
      .execute();
  await figure('fines', 'waived_amount', 'waived_amount >= 0 and waived_amount + paid_amount <= amount');
  await figure('fines', 'mistake', 'mistake in (0, 1)');
  await figure('books', 'voucher_year', 'voucher_year >= 0');
  await figure('books', 'last_voucher', 'last_voucher >= 0');
}
