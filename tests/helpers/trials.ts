// A database as the last trial version left it: a longer list of migrations, and without what from-trial.ts makes.
import { sql } from 'kysely';
import { columnTypes } from '../../src/server/db/column-types.ts';
import { LAST_OF_TRIALS, migrationsFor } from '../../src/server/db/migrate.ts';
import type { Database } from '../../src/server/db/types.ts';
import { engine } from './database.ts';

export const listOfMigrations = (db: Database) =>
  db.write.withTables<{ kysely_migration: { name: string; timestamp: string } }>();

/** The migrations of 1.0.0, which takes databases of the trial over; a database of the trial is made from theirs. */
export const OF_THE_START = Object.fromEntries(Object.entries(migrationsFor(engine)).slice(0, 1));

/** Takes away what the migrations after the first one add, and these from the list; keeps the records of the rest. */
export async function undoLaterMigrations(db: Database): Promise<void> {
  for (const statement of [
    sql`drop table joined_users`,
    sql`drop table kept_pictures`,
    sql`drop table pictures`,
    sql`alter table fines drop column pictures`,
    sql`create table request_pictures (request_id text, picture text)`,
    sql`drop table surcharges`,
    sql`alter table settings drop column terms`,
    sql`drop index fines_with_waiver`,
    sql`drop index users_by_group`,
    sql`alter table users drop column group_id`,
    sql`drop table groups`,
  ])
    await statement.execute(db.write);
  await listOfMigrations(db)
    .deleteFrom('kysely_migration')
    .where('name', 'not in', Object.keys(OF_THE_START))
    .execute();
}

/** Keeps the records, which must have no pay-out that was taken back. `applied`: the migrations after the first. */
export async function asTrial(db: Database, applied = ['0002-sign-in-links', LAST_OF_TRIALS]): Promise<void> {
  const { key, integer } = columnTypes(db.engine);
  const records = ['payment_id', 'refund_id', 'waiver_id', 'hand_over_id'].map((name) => sql.ref(name));
  const isSet = records.map((id) => sql`(case when ${id} is null then 0 else 1 end)`);
  const columns = sql`id, sequence, ${sql.join(records)}, amount, reason, day, made_by, created_at`;
  for (const statement of [
    sql`drop index fines_pending_of_nothing`,
    sql`alter table organisation drop column how_to_pay_ur`,
    sql`create table kept_reversals as select * from reversals`,
    sql`drop table reversals`,
    sql`create table reversals (
      id ${key} primary key,
      sequence ${integer} not null unique,
      payment_id ${key} references payments (id),
      refund_id ${key} references refunds (id),
      waiver_id ${key} references waivers (id),
      hand_over_id ${key} references hand_overs (id),
      amount ${integer} not null,
      reason text not null,
      day ${key} not null,
      made_by text not null,
      created_at ${integer} not null,
      constraint reversals_of_an_amount check (amount > 0 or (amount = 0 and hand_over_id is not null)),
      constraint reversals_of_one_record check (${sql.join(isSet, sql` + `)} = 1)
    )`,
    sql`insert into reversals (${columns}) select ${columns} from kept_reversals`,
    sql`drop table kept_reversals`,
    sql`create index reversals_by_payment on reversals (payment_id)`,
    sql`create index reversals_by_refund on reversals (refund_id)`,
    sql`create index reversals_by_waiver on reversals (waiver_id)`,
    sql`create unique index reversals_by_hand_over on reversals (hand_over_id)`,
    sql`create index reversals_of_waivers_by_day on reversals (day, amount) where waiver_id is not null`,
  ])
    await statement.execute(db.write);
  const timestamp = '2026-11-01T00:00:00.000Z';
  await listOfMigrations(db)
    .insertInto('kysely_migration')
    .values(applied.map((name) => ({ name, timestamp })))
    .execute();
}
