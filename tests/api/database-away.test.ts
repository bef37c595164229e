// A database in trouble under a running server: other things go on, refusals are the ones that mean "unavailable", and
// afterwards everything works without a restart. The drill "trouble" does the same to whole servers.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listFines } from '../../src/contract/fines.ts';
import {
  connect,
  type Database,
  engineOf,
  isUnavailable,
  mayComeBack,
  sqlitePath,
} from '../../src/server/db/engine.ts';
import { openDatabase } from '../../src/server/tools/shared/tool.ts';
import { ADMINISTRATOR, engine, startApp, type TestApp } from '../helpers/app.ts';
import type { Client } from '../helpers/client.ts';
import { addUser } from '../helpers/ledger.ts';
import { about, isChange, openLive } from '../helpers/live-stream.ts';

let app: TestApp;
let administrator: Client;

beforeAll(async () => {
  app = await startApp();
  administrator = await app.administrator();
});
afterAll(() => app.stop());

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

if (engine === 'sqlite') {
  test('what stands in the log after a crash is safe before it is shown', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'jurmana-crash-'));
    const path = join(folder, 'jurmana.db');
    await sql`pragma wal_checkpoint(passive)`.execute(app.db.write);
    const { id } = await addUser(administrator);
    // As a process leaves them that was killed: the last commits are only in the log.
    for (const ending of ['', '-wal']) copyFileSync(`${sqlitePath(app.databaseUrl)}${ending}`, `${path}${ending}`);
    const holds = (file: string): boolean => {
      const alone = new Sqlite(file, { readonly: true });
      const found = alone.prepare('select id from users where id = ?').get(id);
      alone.close();
      return found !== undefined;
    };
    const withoutLog = (): string => {
      copyFileSync(path, join(folder, 'alone.db'));
      return join(folder, 'alone.db');
    };
    expect(holds(withoutLog())).toBe(false);
    const db = connect(`file:${path}`);
    // SQLite flushes the log before it takes anything over from it.
    expect(holds(withoutLog())).toBe(true);
    await db.close();
    rmSync(folder, { recursive: true });
  });

  test('another process holds the file: a write waits for it, reads do not', async () => {
    const other = new Sqlite(sqlitePath(app.databaseUrl));
    other.exec('begin immediate');
    let written = false;
    const writing = addUser(administrator).then(() => (written = true));
    for (let n = 0; n < 5; n++) {
      expect((await administrator.call(listFines, { query: {} })).status).toBe(200);
    }
    expect(written).toBe(false);
    other.exec('rollback');
    other.close();
    await writing;
    expect(written).toBe(true);
  });

  test('a write outside a transaction waits as well', async () => {
    const other = new Sqlite(sqlitePath(app.databaseUrl));
    other.exec('begin immediate');
    const signingIn = app.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    await administrator.must(listFines, { query: {} });
    other.exec('rollback');
    other.close();
    expect((await signingIn).cookie).not.toBe('');
  });

  test('closing closes a connection that was never used as well', async () => {
    const path = `${sqlitePath(app.databaseUrl)}.another`;
    const db = connect(`file:${path}`);
    await sql`create table anything (a integer)`.execute(db.write);
    await db.close();
    // SQLite puts its log away when the last connection closes.
    expect(existsSync(path)).toBe(true);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  test('a transaction that SQLite rolled back by itself ends with the reason, not with a complaint about that', async () => {
    const failure = await failureOf(
      app.db.write.transaction().execute(async (tx) => {
        await sql`create table not_for_long (a integer)`.execute(tx);
        await sql`rollback`.execute(tx);
        throw new Error('the reason');
      }),
    );
    expect(failure).toMatchObject({ message: 'the reason' });
    await addUser(administrator);
  });
}

if (engine === 'postgres') {
  /** A port of this machine on which nobody listens. */
  const closedPort = (): Promise<number> =>
    new Promise((resolve) => {
      const probe = createServer();
      probe.listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo;
        probe.close(() => resolve(port));
      });
    });

  test('a connection that breaks between two statements of a transaction fails it, and nothing else', async () => {
    const failure = await failureOf(
      app.db.write.transaction().execute(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(app.db.read);
        // The news of it arrives while no statement is under way.
        await new Promise((resolve) => setTimeout(resolve, 100));
        await sql`select 1`.execute(tx);
      }),
    );
    expect(isUnavailable(failure)).toBe(true);
    expect((await administrator.call(listFines, { query: {} })).status).toBe(200);
    await addUser(administrator);
  });

  test('a database that knows less after a break is followed from where it is', async () => {
    const own = await startApp();
    const client = await own.administrator();
    for (let n = 0; n < 5; n++) await addUser(client);
    const stream = await openLive(own.url, client.cookie);
    await stream.until(({ event }) => event === 'hello');
    // What a standby has that was promoted before it had heard of the last three.
    const { last_sequence: newest } = await own.db.read
      .selectFrom('books')
      .select('last_sequence')
      .executeTakeFirstOrThrow();
    await own.db.write
      .deleteFrom('journal')
      .where('sequence', '>', newest - 3)
      .execute();
    await own.db.write
      .updateTable('books')
      .set({ last_sequence: newest - 3 })
      .execute();
    const { pathname } = new URL(own.databaseUrl);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'jurmana-live' and datname = ${pathname.slice(1)}`.execute(own.db.write);
    const change = await stream.until(isChange);
    expect(change).toMatchObject({ id: String(newest - 3), data: { everything: true } });
    const { id } = await addUser(client);
    expect((await stream.until(about(id))).id).toBe(String(newest - 2));
    stream.close();
    await own.stop();
  });

  test('a statement of a tool takes as long as it takes, one of the server does not', async () => {
    /** How a statement ends during which twenty seconds pass. */
    const slowly = async (db: Database) => {
      await sql`select 1`.execute(db.read);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const ending = failureOf(sql`select pg_sleep(0.5)`.execute(db.read));
        for (let second = 0; second < 20; second++) {
          await setImmediate();
          vi.advanceTimersByTime(1000);
        }
        return await ending;
      } finally {
        vi.useRealTimers();
      }
    };
    const bounds = async (db: Database) => {
      const { rows } = await sql`select name, setting from pg_settings
        where name in ('statement_timeout', 'idle_in_transaction_session_timeout')`.execute(db.read);
      return rows.map((row) => Number((row as { setting: string }).setting));
    };
    const name = sql.id(new URL(app.databaseUrl).pathname.slice(1));
    await sql`alter database ${name} set statement_timeout = 60000`.execute(app.db.write);
    const server = connect(app.databaseUrl, { poolSize: 1 });
    const tool = await openDatabase(app.databaseUrl, { migrated: false });
    try {
      expect(await bounds(server)).toEqual([15_000, 15_000]);
      expect(await slowly(server)).toMatchObject({ message: 'Query read timeout' });
      // Also where the operator has set a bound for everybody.
      expect(await bounds(tool)).toEqual([0, 0]);
      expect(await slowly(tool)).toBeNull();
    } finally {
      await server.close();
      await tool.close();
      await sql`alter database ${name} reset statement_timeout`.execute(app.db.write);
    }
  });

  test('of several servers, one that is away is passed over', async () => {
    const url = new URL(app.databaseUrl);
    const db = connect(`postgres://postgres@127.0.0.1:${await closedPort()},${url.host}${url.pathname}`);
    try {
      expect((await sql`select 1 as one`.execute(db.read)).rows).toEqual([{ one: 1 }]);
      let listening = false;
      const stop = await db.listen(
        () => (listening = true),
        () => {},
      );
      await stop();
      expect(listening).toBe(true);
    } finally {
      await db.close();
    }
  });

  test('a server that accepts no writes is not used where several are named, nor where that is asked for', async () => {
    const url = new URL(app.databaseUrl);
    const name = sql.id(url.pathname.slice(1));
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(app.db.write);
    const asking = connect(`${app.databaseUrl}?target_session_attrs=read-write`);
    const several = connect(`postgres://postgres@${url.host},127.0.0.1:${await closedPort()}${url.pathname}`);
    try {
      for (const db of [asking, several]) {
        const failure = await failureOf(sql`select 1`.execute(db.read));
        expect(failure).toMatchObject({ code: '25006' });
        expect([isUnavailable(failure), mayComeBack(failure)]).toEqual([true, true]);
      }
      await sql`alter database ${name} reset default_transaction_read_only`.execute(app.db.write);
      for (const db of [asking, several]) expect((await sql`select 1`.execute(db.read)).rows).toHaveLength(1);
    } finally {
      await asking.close();
      await several.close();
    }
  });
}

test('a database whose last changes have become others is followed from where it is, as far as it has got', async () => {
  const own = await startApp();
  const client = await own.administrator();
  for (let n = 0; n < 5; n++) await addUser(client);
  const stream = await openLive(own.url, client.cookie);
  await stream.until(({ event }) => event === 'hello');
  const { last_sequence: newest } = await own.db.read
    .selectFrom('books')
    .select('last_sequence')
    .executeTakeFirstOrThrow();
  // What a standby has that was promoted before it had heard of the last three, and was written to since.
  await own.db.write
    .updateTable('journal')
    .set((eb) => ({ at: eb('at', '+', 1) }))
    .where('sequence', '>', newest - 3)
    .execute();
  expect(await stream.until(isChange)).toMatchObject({ id: String(newest), data: { everything: true } });
  const { id } = await addUser(client);
  expect((await stream.until(about(id))).id).toBe(String(newest + 1));
  stream.close();

  // Nobody knows which of the two a place from before is in.
  for (const lastEventId of [newest - 4, newest - 1, newest]) {
    const resumed = await openLive(own.url, client.cookie, { lastEventId: String(lastEventId) });
    expect(await resumed.until(isChange)).toMatchObject({ id: String(newest + 1), data: { everything: true } });
    resumed.close();
  }
  const here = await openLive(own.url, client.cookie, { lastEventId: String(newest + 1) });
  const { id: next } = await addUser(client);
  await here.until(about(next));
  expect(here.changes()).toEqual([{ topics: ['user'], userIds: [next], everything: false }]);
  here.close();
  await own.stop();
});

test('a commit of which nobody knows whether it is complete is no mistake of the statement', () => {
  const failure = Object.assign(new Error('statement completion unknown'), { code: '40003' });
  expect([isUnavailable(failure), mayComeBack(failure)]).toEqual([true, true]);
});

test('a DATABASE_URL that cannot be read, or asks for a server that accepts no writes, is none', () => {
  for (const url of [
    'file:x.db',
    'postgres://u:p@h/d',
    'postgresql://h1,h2/d',
    'postgres://u@h1:5432,[::1]:5433/d?target_session_attrs=read-write&sslmode=require',
    'postgres://u@h/d?target_session_attrs=primary',
  ]) {
    expect(engineOf(url), url).not.toBeNull();
  }
  for (const url of [
    'mysql://h/d',
    'file:',
    'postgres://u@h1:1,:2/d',
    'postgres://h1:x,h2/d',
    'postgres://h1,h2/d?target_session_attrs=standby',
    'postgres://h1/d?target_session_attrs=read-only',
  ]) {
    expect(engineOf(url), url).toBeNull();
  }
});
