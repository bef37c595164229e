// Migrating: shown with a second migration that is made up, and with what trial versions left.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '../../src/server/db/connect.ts';
import { appliedMigrations, migrate, migrationsFor } from '../../src/server/db/migrate.ts';
import type { Database } from '../../src/server/db/types.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { engine, newDatabaseUrl } from '../helpers/database.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { seedFines, seedUsers } from '../helpers/seed.ts';
import { startServerProcess } from '../helpers/server-process.ts';
import { asTrial, OF_THE_START } from '../helpers/trials.ts';

let database: { url: string; remove(): void };
const opened: Database[] = [];

beforeEach(async () => {
  database = await newDatabaseUrl();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.close()));
  database.remove();
});

function open(): Database {
  const db = connect(database.url);
  opened.push(db);
  return db;
}

async function withRecords(): Promise<Database> {
  const db = open();
  await migrate(db);
  const [userId = ''] = await seedUsers(db, 2);
  await seedFines(db, [
    { userId, date: '2026-11-02', amount: 5000, status: 'Paid' },
    { userId, date: '2026-11-03', amount: 7000, status: 'Pending' },
  ]);
  return db;
}

/** The migrations of a later version: events get a colour. `before`: called before the second one. */
const later = (before: () => void = () => undefined, present = migrationsFor(engine)) => ({
  ...present,
  '0098-colours': {
    up: async (db: Database['write']) => {
      before();
      await sql`alter table events add column colour text not null default 'red'`.execute(db);
    },
  },
});

const hasColours = (db: Database): Promise<boolean> =>
  sql`select colour from events`.execute(db.read).then(
    () => true,
    () => false,
  );

/** Every column, index and constraint, in words. */
async function schemaOf(db: Database): Promise<string[]> {
  const statement =
    engine === 'sqlite'
      ? sql<{ part: string }>`select name || ': ' || coalesce(sql, '') as part from sqlite_schema`
      : sql<{ part: string }>`
          select table_name || ': ' || string_agg(
            concat_ws(' ', column_name, data_type, collation_name, is_nullable, column_default), ', '
            order by ordinal_position) as part
          from information_schema.columns where table_schema = current_schema() group by table_name
          union all select indexdef from pg_indexes where schemaname = current_schema()
          union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
          where connamespace = current_schema()::regnamespace`;
  const { rows } = await statement.execute(db.read);
  // SQLite keeps the text as it was written.
  return rows.map(({ part }) => part.replaceAll(/\s+/g, '')).toSorted();
}

test('an older database is upgraded once, however many processes start, and every record stays as it was [OPS-6]', async () => {
  const first = await withRecords();
  const processes = [first, open(), open()];
  const before = await dump(first);
  let runs = 0;
  const migrations = later(() => void (runs += 1));
  // On SQLite, connections of one process would block the event loop while waiting for each other.
  if (engine === 'postgres') await Promise.all(processes.map((db) => migrate(db, { migrations })));
  else for (const db of processes) await migrate(db, { migrations });
  expect(runs).toBe(1);
  expect(await hasColours(first)).toBe(true);
  expect(await dump(first)).toEqual(before);
  await expectBooksRight(first);
});

test('an upgrade that is stopped, or fails, leaves the database as it was [OPS-6, OPS-23]', async () => {
  const db = await withRecords();
  const before = await dump(db);
  const ending = new AbortController();
  const migrations = {
    ...later(() => ending.abort(new Error('stopped'))),
    '0099-shapes': { up: () => Promise.reject(new Error('not stopped')) },
  };
  await expect(migrate(db, { migrations, ending: ending.signal })).rejects.toThrow(/^stopped$/);
  await expect(migrate(db, { migrations: { ...later(), '0099-shapes': migrations['0099-shapes'] } })).rejects.toThrow(
    /^not stopped$/,
  );
  expect(await hasColours(db)).toBe(false);
  expect(await appliedMigrations(db.read)).toEqual(Object.keys(migrationsFor(engine)));
  expect(await dump(db)).toEqual(before);
  await migrate(db, { migrations: later() });
  expect(await hasColours(db)).toBe(true);
});

test('a database of the last trial version is taken over as it is, and then upgraded like any other [OPS-6]', async () => {
  const db = await withRecords();
  await asTrial(db);
  const before = await dump(db);
  const migrations = later(undefined, OF_THE_START);
  await migrate(db, { migrations });
  expect(await appliedMigrations(db.read)).toEqual(Object.keys(migrations));
  expect(await dump(db)).toEqual(before);
  await expectBooksRight(db);
});

test('a database of the last trial version has the schema of a new one afterwards, with what was taken back, and the administrator’s name alone [OPS-6]', async () => {
  const db = await withRecords();
  const schema = await schemaOf(db);
  await sql`
    insert into reversals (id, sequence, payment_id, amount, reason, day, made_by, created_at)
    select 'r1', 99, id, 5000, 'Typed twice', '2026-11-04', 'a@example.pk', 0 from payments`.execute(db.write);
  await sql`insert into instance (key, value) values ('administrator', 'a@example.pk')`.execute(db.write);
  await sql`
    insert into accounts (id, email_key, name, created_at)
    values ('1', 'a@example.pk', 'Ayesha', 0), ('2', 'b@example.pk', 'Bilal', 0)`.execute(db.write);
  await asTrial(db);
  expect(await schemaOf(db)).not.toEqual(schema);
  const before = await dump(db);
  expect(before.reversals).toHaveLength(1);
  await migrate(db, { migrations: OF_THE_START });
  expect(await schemaOf(db)).toEqual(schema);
  expect(await dump(db)).toEqual(before);
  const names = await db.read.selectFrom('accounts').select('name').orderBy('id').execute();
  expect(names.map(({ name }) => name)).toEqual(['Ayesha', 'Administrator']);
});

test.each([
  ['an early one', (db: Database) => asTrial(db, ['0002-sign-in-links', '0003-accounts'])],
  ['the first one', (db: Database) => sql`create table auth_user (id text)`.execute(db.write)],
])('a database of an earlier trial version is refused with a sentence: %s [OPS-6, OPS-24]', async (_which, age) => {
  const db = await withRecords();
  await age(db);
  const [before, applied] = [await dump(db), await appliedMigrations(db.read)];
  await expect(migrate(db)).rejects.toThrow(
    'The database was written by an earlier trial version of Jurmana. Start the last trial version once, then this one.',
  );
  expect(await dump(db)).toEqual(before);
  expect(await appliedMigrations(db.read)).toEqual(applied);
});

if (engine === 'postgres') {
  test('a server that starts runs its migrations without a time limit on statements', async () => {
    const db = connect(database.url, { poolSize: 1 });
    opened.push(db);
    // Named like the migrator's tables, so that it is not taken for another program's.
    await sql`create table kysely_limits_seen (statement_timeout text)`.execute(db.write);
    await sql`create function see_limits() returns event_trigger language plpgsql as $$ begin
      insert into kysely_limits_seen values (current_setting('statement_timeout')); end $$`.execute(db.write);
    await sql`create event trigger see_limits on ddl_command_end execute function see_limits()`.execute(db.write);
    const server = await startServerProcess({ databaseUrl: database.url, account: ADMINISTRATOR });
    await server.kill();
    const { rows } = await sql<{ limits: string }>`
      select distinct statement_timeout as limits from kysely_limits_seen`.execute(db.read);
    expect(rows).toEqual([{ limits: '0' }]);
  });
}
