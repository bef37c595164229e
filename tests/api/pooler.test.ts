// Behind a pooler (PgBouncer), nothing of ours may stay on a connection, whose next transaction may be another client's.
// `npm run drill pooler` tests this with a real pooler. On SQLite the same tests run without one.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/server/db/connect.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { inSnapshot } from '../../src/server/db/snapshot.ts';
import { inWriteTransaction } from '../../src/server/db/transaction.ts';
import type { Database } from '../../src/server/db/types.ts';
import { run } from '../../src/server/db/run.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import { engine, newDatabaseUrl } from '../helpers/database.ts';
import { addUser } from '../helpers/ledger.ts';
import { openLive } from '../helpers/live-stream.ts';

let url: string;
let db: Database;
let remove: () => void;

beforeAll(async () => {
  const made = await newDatabaseUrl();
  ({ remove } = made);
  url = engine === 'postgres' ? pooled(made.url) : made.url;
  db = connect(url, { poolSize: 1 });
  await migrate(db);
});
afterAll(async () => {
  await db.close();
  remove();
});

function pooled(of: string): string {
  const address = new URL(of);
  address.searchParams.set('pooler', 'yes');
  return address.href;
}

if (engine === 'postgres') {
  test('limits apply within each transaction and are not changed outside it; no statement has a name [OPS-19]', async () => {
    const read = (of: Parameters<typeof run>[0], name: string) =>
      run(of, sql<{ value: string }>`select current_setting(${name}) as value`).then(([row]) => row?.value);
    const before = await read(db.write, 'lock_timeout');
    await inWriteTransaction(db, async (tx) => {
      expect(await read(tx, 'lock_timeout')).toBe('5s');
      expect(await read(tx, 'statement_timeout')).toBe('15s');
      expect(await read(tx, 'idle_in_transaction_session_timeout')).toBe('15s');
    });
    await inSnapshot(db, async ({ tx }) => {
      expect(await read(tx, 'lock_timeout')).toBe('5s');
      expect(await read(tx, 'random_page_cost')).toBe('1.1');
    });
    expect(await read(db.write, 'lock_timeout')).toBe(before);
    for (let time = 0; time < 3; time++) await run(db.read, sql`select 1 as once`);
    expect(await run(db.read, sql`select name from pg_prepared_statements where name <> ''`)).toEqual([]);
  });
}

test('two processes migrate the database once, and each hears of the other’s writes [OPS-19]', async () => {
  const made = await newDatabaseUrl();
  const address = engine === 'postgres' ? pooled(made.url) : made.url;
  const both = [connect(address), connect(address)];
  await Promise.all(both.map((one) => migrate(one)));
  for (const one of both) await one.close();
  const apps: TestApp[] = [await startApp({ databaseUrl: address }), await startApp({ databaseUrl: address })];
  try {
    const [writer, reader] = await Promise.all(apps.map((app) => app.administrator()));
    const stream = await openLive(apps[1]?.url ?? '', reader?.cookie ?? '');
    if (writer !== undefined) await addUser(writer, { userName: 'Sana Malik' });
    await stream.until(({ event }) => event === 'change');
    stream.close();
  } finally {
    for (const app of apps) await app.stop();
    made.remove();
  }
});
