// The money received on each day, by method and receiver, so that a list of payments need not add it up.
import { type Kysely, sql } from 'kysely';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const paymentDays = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, text, key } = columnTypes(engine);
    await db.schema
      .createTable('payment_days')
      .addColumn('received_on', key, (c) => c.notNull())
      .addColumn('method', text, (c) => c.notNull())
      .addColumn('received_by', text, (c) => c.notNull())
      .addColumn('payment_count', integer, (c) => c.notNull())
      .addColumn('received', integer, (c) => c.notNull())
      .addColumn('taken_back', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('payment_days_key', ['received_on', 'method', 'received_by'])
      .execute();
    await sql`
      insert into payment_days (received_on, method, received_by, payment_count, received, taken_back)
      select received_on, method, coalesce(received_by, ''), count(*), sum(payments.amount), coalesce(sum(taken), 0)
      from payments
      left join (
        select payment_id, sum(amount) as taken from reversals where payment_id is not null group by payment_id
      ) back on back.payment_id = payments.id
      group by received_on, method, coalesce(received_by, '')`.execute(db);
    // For lists of one method or one receiver, even if only a few of many payments match.
    for (const [name, column] of [
      ['payments_by_method', 'method'],
      ['payments_by_receiver', 'received_by'],
    ] as const) {
      await db.schema.createIndex(name).on('payments').columns([column, 'received_on', 'sequence']).execute();
    }
  },
});
