// Requests of members: "I have paid" and "Appeal".
import { type Kysely, sql } from 'kysely';
import { MAX_AMOUNT } from '../../../core/money/money.ts';
import { columnTypes } from '../column-types.ts';
import type { Schema } from '../schema.ts';
import type { Engine } from '../types.ts';

export const requests = (engine: Engine) => ({
  async up(db: Kysely<Schema>): Promise<void> {
    const { integer, text, key } = columnTypes(engine);
    await db.schema
      .createTable('requests')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('user_id', key, (c) => c.notNull().references('users.id'))
      .addColumn('kind', key, (c) => c.notNull().check(sql`kind in ('claim', 'appeal')`))
      .addColumn('state', key, (c) => c.notNull().check(sql`state in ('open', 'accepted', 'refused', 'withdrawn')`))
      .addColumn('fines', text, (c) => c.notNull())
      .addColumn('amount', integer, (c) => c.check(sql`amount between 1 and ${sql.lit(MAX_AMOUNT)}`))
      .addColumn('method', text)
      .addColumn('reference', text, (c) => c.notNull())
      .addColumn('received_on', key)
      .addColumn('reason', text, (c) => c.notNull())
      .addColumn('picture_hash', text)
      .addColumn('picture_size', integer)
      .addColumn('sent_by', text, (c) => c.notNull())
      .addColumn('sent_on', key, (c) => c.notNull())
      .addColumn('created_at', integer, (c) => c.notNull())
      .addColumn('answer', text, (c) => c.notNull())
      .addColumn('decided_by', text)
      .addColumn('decided_on', key)
      .addColumn('decided_at', integer)
      .addColumn('payment_id', key, (c) => c.references('payments.id'))
      .addCheckConstraint(
        'requests_are_decided_or_open',
        sql`(state = 'open') = (decided_at is null) and (state = 'open') = (decided_on is null)`,
      )
      .execute();
    await db.schema.createIndex('requests_by_time').on('requests').columns(['created_at', 'id']).execute();
    await db.schema.createIndex('requests_by_user').on('requests').columns(['user_id', 'created_at', 'id']).execute();
    await db.schema
      .createIndex('requests_open')
      .on('requests')
      .columns(['created_at', 'id'])
      .where(sql<boolean>`state = 'open'`)
      .execute();
    await db.schema
      .createTable('request_pictures')
      .addColumn('request_id', key, (c) => c.primaryKey().references('requests.id'))
      .addColumn('picture', text, (c) => c.notNull())
      .execute();
  },
});
