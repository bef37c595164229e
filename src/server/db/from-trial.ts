// What the schema of 1.0.0 has and the last trial version's lacked. Can go once nobody has a trial's database.
import { type Kysely, sql } from 'kysely';
import { typesFor } from './column-types.ts';
import { reversals } from './migrations/0001-start/money.ts';
import type { Schema } from './schema.ts';
import type { Engine } from './types.ts';

/** In the transaction that takes the database over. */
export async function makeDifferences(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const columns = sql`id, sequence, payment_id, refund_id, waiver_id, hand_over_id, amount, reason, day, made_by, created_at`;
  for (const statement of [
    sql`alter table organisation add column how_to_pay_ur text`,
    sql`create index fines_pending_of_nothing on fines (user_id) where status = 'Pending' and amount = 0`,
    // SQLite cannot change a CHECK, and a renamed table would keep the names of its constraints.
    sql`create table former_reversals as select * from reversals`,
    sql`drop table reversals`,
    ...reversals(typesFor(engine)),
    sql`insert into reversals (${columns}) select ${columns} from former_reversals`,
    sql`drop table former_reversals`,
    // Names that came from user records, and were shown nowhere.
    sql`update accounts set name = 'Administrator'
      where email_key <> coalesce((select value from instance where key = 'administrator'), email_key)`,
  ])
    await statement.execute(db);
}
