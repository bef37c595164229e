// Several servers that start concurrently on one database: an empty one, one of the last trial version with records, one
// of a newer version, and one that is unavailable at first.
import { readdirSync, readFileSync } from 'node:fs';
import { connect as dial, createServer, type AddressInfo } from 'node:net';
import { basename, dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { listFines } from '../../src/contract/fines/fines.ts';
import { endSignInsOfFormer } from '../../src/server/auth/administrator.ts';
import { createLink } from '../../src/server/auth/links/links.ts';
import { connect, sqlitePath } from '../../src/server/db/connect.ts';
import type { Database } from '../../src/server/db/types.ts';
import { appliedMigrations, migrate, migrationsFor, MIGRATING } from '../../src/server/db/migrate.ts';
import { howLong } from '../../src/server/app/process.ts';
import { inWriteTransaction } from '../../src/server/db/transaction.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { signInAt } from '../helpers/client.ts';
import { engine, newDatabaseUrl } from '../helpers/database.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { seedFines, seedUsers } from '../helpers/seed.ts';
import { launchServer, type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { asTrial, listOfMigrations, OF_THE_START, undoLaterMigrations } from '../helpers/trials.ts';

const PROCESSES = 3;

const running: ServerProcess[] = [];
const databases: { remove(): void }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.kill()));
  for (const database of databases.splice(0)) database.remove();
});

async function emptyDatabase(): Promise<string> {
  const database = await newDatabaseUrl();
  databases.push(database);
  return database.url;
}

async function start(databaseUrl: string, environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ databaseUrl, account: ADMINISTRATOR, environment });
  running.push(server);
  return server;
}

const startAll = (databaseUrl: string, environment: Record<string, string> = {}): Promise<ServerProcess[]> =>
  Promise.all(Array.from({ length: PROCESSES }, () => start(databaseUrl, environment)));

async function withDatabase<T>(databaseUrl: string, use: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(databaseUrl, { poolSize: 1 });
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

test('three on an empty database: it is created once, with one administrator and one secret [OPS-3]', async () => {
  const databaseUrl = await emptyDatabase();
  const servers = await startAll(databaseUrl, { AUTH_SECRET: '', ADMIN_PASSWORD: '' });
  const passwords = servers.flatMap((server) => /Password: +(\S+)/.exec(server.output())?.[1] ?? []);
  expect(passwords).toHaveLength(1);
  await withDatabase(databaseUrl, async (db) => {
    expect(await appliedMigrations(db.read)).toEqual(Object.keys(migrationsFor(engine)).toSorted());
    expect(await db.read.selectFrom('accounts').select('email_key').execute()).toEqual([
      { email_key: ADMINISTRATOR.email },
    ]);
    expect(await db.read.selectFrom('books').select('id').execute()).toHaveLength(1);
    // On SQLite the secret is in a file beside the database.
    const kept = (await db.read.selectFrom('instance').select('key').orderBy('key').execute()).map(({ key }) => key);
    expect(kept).toEqual(['administrator', ...(engine === 'postgres' ? ['auth-secret'] : []), 'name']);
    await expectBooksRight(db);
  });
  // They share one secret, so a session from one works on all.
  for (const { url } of servers.slice(0, 2)) {
    const { cookie } = await signInAt(url, { ...ADMINISTRATOR, password: passwords[0] ?? '' });
    for (const other of servers) {
      expect((await fetch(`${other.url}/api/fines`, { headers: { cookie } })).status).toBe(200);
    }
  }
});

test('three on a database of the last trial version: it is taken over once, and every record stays as it was [OPS-6]', async () => {
  const databaseUrl = await emptyDatabase();
  const before = await withDatabase(databaseUrl, async (db) => {
    await migrate(db);
    const [userId = ''] = await seedUsers(db, 1);
    await seedFines(db, [{ userId, date: '2026-11-02', amount: 5000, status: 'Pending' }]);
    await undoLaterMigrations(db);
    await asTrial(db);
    return dump(db);
  });
  const servers = await startAll(databaseUrl);
  await withDatabase(databaseUrl, async (db) => {
    expect(await appliedMigrations(db.read)).toEqual(Object.keys(migrationsFor(engine)).toSorted());
    // Later migrations add empty tables.
    expect(await dump(db)).toMatchObject(before);
    await expectBooksRight(db);
  });
  const client = await signInAt(servers[0]?.url ?? '', ADMINISTRATOR);
  expect((await client.must(listFines, { query: {} })).items).toHaveLength(1);
});

test('a database of a newer version is refused with a sentence, and not changed [OPS-6, OPS-24]', async () => {
  const databaseUrl = await emptyDatabase();
  const later = { name: '9999-later', timestamp: '2030-01-01T00:00:00.000Z' };
  const before = await withDatabase(databaseUrl, async (db) => {
    await migrate(db);
    await listOfMigrations(db).insertInto('kysely_migration').values(later).execute();
    return dump(db);
  });
  await expect(start(databaseUrl)).rejects.toThrow(
    'The server ended with 78:\nJurmana cannot start. The database was written by a newer version of Jurmana. Start that version, or restore an older backup.',
  );
  await withDatabase(databaseUrl, async (db) => expect(await dump(db)).toEqual(before));
});

test('a database with another program’s tables is refused with a sentence, and gets none of ours: a file is left unchanged, byte for byte [OPS-6, OPS-24]', async () => {
  const databaseUrl = await emptyDatabase();
  const create = 'create table notes (note text)';
  let expectFileAsBefore = (): void => {};
  if (engine === 'sqlite') {
    const path = sqlitePath(databaseUrl);
    const other = new Sqlite(path);
    other.exec(create);
    other.close();
    const before = readFileSync(path);
    expectFileAsBefore = () => {
      expect(readFileSync(path).equals(before)).toBe(true);
      expect(readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)))).toEqual([basename(path)]);
    };
  } else {
    await withDatabase(databaseUrl, (db) => sql.raw(create).execute(db.write));
  }
  await expect(start(databaseUrl)).rejects.toThrow(
    'The server ended with 78:\nJurmana cannot start. The database has tables of another program. Jurmana needs a database of its own; DATABASE_URL names it.',
  );
  expectFileAsBefore();
  await withDatabase(databaseUrl, async (db) => {
    const tables = await db.write.introspection.getTables({ withInternalKyselyTables: true });
    expect(tables.map(({ name }) => name)).toEqual(['notes']);
  });
});

if (engine === 'sqlite') {
  test('a file that another process is changing is waited for, without a limit, and the reason is said once [OPS-7]', async () => {
    const databaseUrl = await emptyDatabase();
    await withDatabase(databaseUrl, async (db) => {
      await migrate(db, { migrations: OF_THE_START });
      // Something is left to be done under the lock.
      await asTrial(db);
    });
    const other = new Sqlite(sqlitePath(databaseUrl));
    other.exec('begin immediate');
    const server = launchServer({ databaseUrl, account: ADMINISTRATOR });
    await expect.poll(() => server.output()).toContain('Jurmana waits until it is free.');
    expect(server.output()).toContain('Another process is changing it, for example upgrading or restoring it.');
    other.exec('commit');
    other.close();
    running.push(await server.ready);
    expect(server.output().match(/Jurmana waits/g)).toHaveLength(1);
    const locked = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
    expect(howLong(locked, 3_600_000)).not.toBeNull();
    const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    expect(howLong(away, 59_000)).not.toBeNull();
    expect(howLong(away, 61_000)).toBeNull();
  });
}

if (engine === 'postgres') {
  test('a database that is unavailable at the start is waited for [OPS-7]', async () => {
    const url = new URL(await emptyDatabase());
    const target = { host: url.hostname, port: Number(url.port) };
    let refused = 0;
    const relay = createServer((near) => {
      if (refused < 3) {
        refused += 1;
        near.destroy();
        return;
      }
      const far = dial(target);
      for (const socket of [near, far]) socket.on('error', () => {});
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    url.port = String((relay.address() as AddressInfo).port);
    const server = await start(url.href);
    expect(refused).toBe(3);
    expect(
      server.output().match(/The database cannot be used \(.+\)\. .+ Jurmana keeps trying for up to 60 s\./g),
    ).toHaveLength(1);
    await server.kill();
    await new Promise((resolve) => relay.close(resolve));
  });

  test('a database that does not exist is not waited for [OPS-7]', async () => {
    const url = new URL(await emptyDatabase());
    url.pathname = '/nowhere';
    await expect(start(url.href)).rejects.toThrow(
      /The server ended with 78:\nJurmana cannot start\. The database cannot be used \(database "nowhere"/,
    );
  });

  test('of two starts with another ADMIN_EMAIL, the second does not end what has signed the new administrator in since the first [SIGNIN-21]', async () => {
    const databaseUrl = await emptyDatabase();
    const [first, second] = [connect(databaseUrl), connect(databaseUrl, { poolSize: 1 })];
    await migrate(first);
    await endSignInsOfFormer(first, 'former@example.pk', 1);
    const waiting = sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const ended = await inWriteTransaction(first, async (tx) => {
      await tx.updateTable('instance').set({ value: 'new@example.pk' }).where('key', '=', 'administrator').execute();
      const ending = endSignInsOfFormer(second, 'new@example.pk', 2);
      await expect.poll(async () => (await waiting.execute(first.read)).rows).toHaveLength(1);
      await createLink(tx, 2, { userId: null, emailKey: 'new@example.pk' });
      return { ending };
    });
    expect(await ended.ending).toEqual([]);
    expect(await first.read.selectFrom('sign_in_links').select('voided_at').execute()).toEqual([{ voided_at: null }]);
    await Promise.all([first.close(), second.close()]);
  });

  test('a signal while another process migrates the database [OPS-23]', async () => {
    const databaseUrl = await emptyDatabase();
    const watching = connect(databaseUrl, { poolSize: 1 });
    const asking = sql`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_try_advisory%'`;
    await withDatabase(databaseUrl, (db) =>
      db.write.transaction().execute(async (migrating) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATING)})`.execute(migrating);
        const server = launchServer({ databaseUrl, account: ADMINISTRATOR });
        const failure = server.ready.then(() => 'It started.', String);
        await expect.poll(async () => (await asking.execute(watching.read)).rows).toHaveLength(1);
        await server.stop();
        expect(await failure).toBe('Error: The server ended with 0:\n');
      }),
    );
    expect((await watching.read.introspection.getTables({ withInternalKyselyTables: true })).length).toBe(0);
    await watching.close();
  });
}
