// Database failures under a running server: other requests work, refusals mean "unavailable", and afterwards everything
// works without a restart. The trouble drill does the same to whole servers.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { listFines } from '../../src/contract/fines/fines.ts';
import { connect, engineOf, databaseLocation, sqlitePath } from '../../src/server/db/connect.ts';
import { isUnavailable, isTransient } from '../../src/server/db/errors.ts';
import type { Database } from '../../src/server/db/types.ts';
import { openDatabase } from '../../src/server/tools/shared/tool.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { engine } from '../helpers/database.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { addUser } from '../helpers/ledger.ts';
import { startRelay } from '../helpers/relay.ts';
import { caughtUp, newestEventId, openLive } from '../helpers/live-stream.ts';

const app = useApp();
const administrator = useAdministrator(app);

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

if (engine === 'sqlite') {
  test('commits found in the log after a crash are flushed before they are shown', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'jurmana-crash-'));
    const path = join(folder, 'jurmana.db');
    await sql`pragma wal_checkpoint(passive)`.execute(app.db.write);
    const { id } = await addUser(administrator);
    // The state after a kill: the last commits are only in the WAL.
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
    // SQLite flushes the WAL before it checkpoints.
    expect(holds(withoutLog())).toBe(true);
    await db.close();
    rmSync(folder, { recursive: true });
  });

  test('while another process locks the file, writes wait for it and reads do not [OPS-8]', async () => {
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

  test('a write outside a transaction also waits', async () => {
    const other = new Sqlite(sqlitePath(app.databaseUrl));
    other.exec('begin immediate');
    const signingIn = app.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    await administrator.must(listFines, { query: {} });
    other.exec('rollback');
    other.close();
    expect((await signingIn).cookie).not.toBe('');
  });

  test('closing also closes a connection that was never used', async () => {
    const path = `${sqlitePath(app.databaseUrl)}.another`;
    const db = connect(`file:${path}`);
    await sql`create table anything (a integer)`.execute(db.write);
    await db.close();
    // SQLite removes the WAL when the last connection closes.
    expect(existsSync(path)).toBe(true);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  test('a transaction that SQLite itself rolled back fails with the cause, not with an error about the rollback', async () => {
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
  /** A local port on which nothing listens. */
  const closedPort = (): Promise<number> =>
    new Promise((resolve) => {
      const probe = createServer();
      probe.listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo;
        probe.close(() => resolve(port));
      });
    });

  test('a connection that breaks between two statements fails that transaction and nothing else [OPS-8]', async () => {
    const failure = await failureOf(
      app.db.write.transaction().execute(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(app.db.read);
        // The connection error arrives between statements.
        await new Promise((resolve) => setTimeout(resolve, 100));
        await sql`select 1`.execute(tx);
      }),
    );
    expect(isUnavailable(failure)).toBe(true);
    expect((await administrator.call(listFines, { query: {} })).status).toBe(200);
    await addUser(administrator);
  });

  test('if the database has lost entries after a break, the feed goes on from its current state', async () => {
    const own = await startApp();
    const client = await own.administrator();
    for (let n = 0; n < 5; n++) await addUser(client);
    const stream = await openLive(own.url, client.cookie, { lastEventId: await newestEventId(own) });
    // As if a standby was promoted before it received the last three changes.
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
    const afterBreak = await newestEventId(own);
    // After a break, what may have happened to sign-ins is told too, under the version before.
    expect(await stream.until(({ id }) => id === afterBreak)).toMatchObject({ event: 'change', data: {} });
    await addUser(client);
    await caughtUp(own, stream);
    expect(stream.changes()).toBe(2);
    stream.close();
    await own.stop();
  });

  test('statements of a tool have no time limit, those of the server do', async () => {
    /** The error of a statement during which the clock advances by twenty seconds; null if it succeeds. */
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
      // Overrides the database's own setting.
      expect(await bounds(tool)).toEqual([0, 0]);
      expect(await slowly(tool)).toBeNull();
    } finally {
      await server.close();
      await tool.close();
      await sql`alter database ${name} reset statement_timeout`.execute(app.db.write);
    }
  });

  test('of several servers, one that cannot be reached is passed over [OPS-3]', async () => {
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

  /** Checks out a connection of the pool; returns the function that gives it back. */
  async function hold(db: Database): Promise<() => Promise<void>> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: holding } = Promise.withResolvers<void>();
    const holder = db.read.connection().execute(async (only) => {
      await sql`select 1`.execute(only);
      holding();
      await released;
    });
    await held;
    return async () => {
      release();
      await holder;
    };
  }

  test('a server whose connections are all in use is waited for: no other server is tried instead', async () => {
    const url = new URL(app.databaseUrl);
    // Names the same server twice, so a failover to the second one would succeed.
    const db = connect(`postgres://postgres@${url.host},localhost:${url.port}${url.pathname}`, { poolSize: 1 });
    const release = await hold(db);
    try {
      const failure = await failureOf(sql`select 1`.execute(db.read));
      expect(failure).toMatchObject({ message: 'timeout exceeded when trying to connect' });
      expect(isUnavailable(failure)).toBe(true);
      await release();
      await sql`select 1`.execute(db.read);
    } finally {
      await release();
      await db.close();
    }
  });

  test('a server whose connections are all in use and that does not respond is passed over', async () => {
    const url = new URL(app.databaseUrl);
    const relay = await startRelay(app.databaseUrl);
    const hosts = `${new URL(relay.url).host},${url.host}`;
    const db = connect(`postgres://postgres@${hosts}${url.pathname}`, { poolSize: 1 });
    const release = await hold(db);
    // Neither the pool nor a new connection gets any further.
    relay.freeze();
    try {
      expect((await sql`select 1 as one`.execute(db.read)).rows).toEqual([{ one: 1 }]);
    } finally {
      relay.release();
      await release();
      await db.close();
      await relay.close();
    }
  });

  test('a server that accepts no writes is not used if several are named or the URL asks for a writable one', async () => {
    // A database of its own: what `own` connects to meanwhile stays read-only for as long as that connection lives.
    const own = await startApp();
    const url = new URL(own.databaseUrl);
    const name = url.pathname.slice(1);
    const outside = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
    await outside.connect();
    await outside.query(`alter database ${name} set default_transaction_read_only = on`);
    const asking = connect(`${own.databaseUrl}?target_session_attrs=read-write`);
    const several = connect(`postgres://postgres@${url.host},127.0.0.1:${await closedPort()}${url.pathname}`);
    try {
      for (const db of [asking, several]) {
        const failure = await failureOf(sql`select 1`.execute(db.read));
        expect(failure).toMatchObject({ code: '25006' });
        expect([isUnavailable(failure), isTransient(failure)]).toEqual([true, true]);
      }
      await outside.query(`alter database ${name} reset default_transaction_read_only`);
      for (const db of [asking, several]) expect((await sql`select 1`.execute(db.read)).rows).toHaveLength(1);
    } finally {
      await asking.close();
      await several.close();
      await outside.end();
      await own.stop();
    }
  });
}

test('if the last entries of the database were replaced, the feed goes on from its current state', async () => {
  const own = await startApp();
  const client = await own.administrator();
  for (let n = 0; n < 5; n++) await addUser(client);
  const lost = await newestEventId(own);
  const stream = await openLive(own.url, client.cookie, { lastEventId: lost });
  const { last_sequence: newest } = await own.db.read
    .selectFrom('books')
    .select('last_sequence')
    .executeTakeFirstOrThrow();
  // As if a standby was promoted before it received the last three changes, and has been written to since.
  await own.db.write
    .updateTable('journal')
    .set((eb) => ({ at: eb('at', '+', 1) }))
    .where('sequence', '>', newest - 3)
    .execute();
  const replaced = await newestEventId(own);
  expect(await stream.until(({ id }) => id === replaced)).toMatchObject({ event: 'change', data: {} });
  // The sequence equals that of the lost entry, but the version differs.
  const resumed = await openLive(own.url, client.cookie, { lastEventId: lost });
  expect(resumed.readAgain).toBe(true);
  await addUser(client);
  await caughtUp(own, stream, resumed);
  expect(stream.changes()).toBe(2);
  stream.close();
  resumed.close();
  await own.stop();
});

test('a commit whose outcome is unknown counts as unavailability, not as an error in the statement', () => {
  const failure = Object.assign(new Error('statement completion unknown'), { code: '40003' });
  expect([isUnavailable(failure), isTransient(failure)]).toEqual([true, true]);
});

test('tools name the database that they used, without its password [OPS-20]', () => {
  expect(databaseLocation('file:data/own%20book.db')).toBe(join(process.cwd(), 'data/own book.db'));
  for (const [url, place] of [
    ['postgres://u:secret@h1:5432,[::1]:5433/d?target_session_attrs=read-write', 'postgres://h1:5432,[::1]:5433/d'],
    ['postgresql://h/d?user=u&password=secret', 'postgresql://h/d'],
    ['postgres:///d?host=/run/postgresql', 'postgres:///d'],
  ] as const)
    expect(databaseLocation(url)).toBe(place);
});

test('a DATABASE_URL that is malformed, or asks for a server that accepts no writes, is invalid', () => {
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
