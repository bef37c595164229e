// Several servers started at once on one database, as after a power cut: on an empty one, on one of an older version with
// records in it, on one of a newer version, and on one that is away at first.
import { connect as dial, createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { addEvent } from '../../src/contract/events.ts';
import { deleteFine, listFines, setFineStatus } from '../../src/contract/fines.ts';
import { connect, type Database } from '../../src/server/db/engine.ts';
import { migrationsFor } from '../../src/server/db/migrate.ts';
import { ADMINISTRATOR, engine, newDatabaseUrl, startApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { signInAt } from '../helpers/client.ts';
import { addUser, fineOne, setRule } from '../helpers/ledger.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

const PROCESSES = 4;
/** Starting a process is most of it, and all of a small machine. */
const TIMEOUT_MS = 120_000;

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

/** The migrations table is the migrator's own. */
const migrationsOf = (db: Database) => db.write.withTables<{ kysely_migration: { name: string; timestamp: string } }>();

const applied = async (db: Database): Promise<string[]> => {
  const rows = await migrationsOf(db).selectFrom('kysely_migration').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
};

test(
  'four on an empty database: it is made once, with one administrator and one secret',
  { timeout: TIMEOUT_MS },
  async () => {
    const databaseUrl = await emptyDatabase();
    const servers = await startAll(databaseUrl, { AUTH_SECRET: '', ADMIN_PASSWORD: '' });
    const passwords = servers.flatMap((server) => /Password: +(\S+)/.exec(server.output())?.[1] ?? []);
    expect(passwords).toHaveLength(1);
    await withDatabase(databaseUrl, async (db) => {
      expect(await applied(db)).toEqual(Object.keys(migrationsFor(engine)).toSorted());
      expect(await db.read.selectFrom('auth_user').select('email').execute()).toEqual([{ email: ADMINISTRATOR.email }]);
      expect(await db.read.selectFrom('auth_account').select('providerId').execute()).toHaveLength(1);
      expect(await db.read.selectFrom('books').select('id').execute()).toHaveLength(1);
      expect(await db.read.selectFrom('instance').select('key').execute()).toHaveLength(engine === 'postgres' ? 1 : 0);
      await expectBooksRight(db);
    });
    // One secret: a session of any of them is one at each of them.
    for (const { url } of servers.slice(0, 2)) {
      const { cookie } = await signInAt(url, { ...ADMINISTRATOR, password: passwords[0] ?? '' });
      for (const other of servers) {
        expect((await fetch(`${other.url}/api/fines`, { headers: { cookie } })).status).toBe(200);
      }
    }
  },
);

test(
  'four on a database of the first version: it is brought up to date once, and every record is as it was',
  { timeout: TIMEOUT_MS },
  async () => {
    const databaseUrl = await emptyDatabase();
    const app = await startApp({ databaseUrl });
    const administrator = await app.administrator();
    await setRule(administrator, false);
    const { id } = await addUser(administrator);
    const paid = await fineOne(administrator, id);
    await administrator.must(setFineStatus, { params: { fineId: paid.id }, body: { status: 'Paid' } });
    const deleted = await fineOne(administrator, id);
    await administrator.must(deleteFine, { params: { fineId: deleted.id } });
    await fineOne(administrator, id);
    const event = { title: 'Picnic', description: 'Lake', date: '2026-01-01', location: 'Rawal', amount: 12.5 };
    await administrator.must(addEvent, { body: event });
    await app.stop();

    const before = await withDatabase(databaseUrl, async (db) => {
      // What later versions added, taken away again, is what the first one wrote.
      await db.write.schema.dropTable('sign_ins').execute();
      await db.write.schema.dropTable('sign_in_links').execute();
      await migrationsOf(db).deleteFrom('kysely_migration').where('name', '!=', '0001-start').execute();
      return dump(db);
    });
    const servers = await startAll(databaseUrl);
    await withDatabase(databaseUrl, async (db) => {
      expect(await applied(db)).toEqual(Object.keys(migrationsFor(engine)).toSorted());
      expect(await dump(db)).toEqual(before);
      await expectBooksRight(db);
    });
    const client = await signInAt(servers[0]?.url ?? '', ADMINISTRATOR);
    expect((await client.must(listFines, { query: {} })).items).toHaveLength(2);
  },
);

test('a database of a newer version is refused with a sentence, and not touched', async () => {
  const databaseUrl = await emptyDatabase();
  await (await start(databaseUrl)).stop();
  const later = { name: '9999-later', timestamp: '2030-01-01T00:00:00.000Z' };
  const before = await withDatabase(databaseUrl, async (db) => {
    await migrationsOf(db).insertInto('kysely_migration').values(later).execute();
    return dump(db);
  });
  await expect(start(databaseUrl)).rejects.toThrow(
    'Jurmana cannot start: The database was written by a newer version of Jurmana. Start that version, or restore an older backup.',
  );
  await withDatabase(databaseUrl, async (db) => expect(await dump(db)).toEqual(before));
});

if (engine === 'postgres') {
  test('a database that is away at the start is waited for', async () => {
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
    expect(server.output().match(/Jurmana waits for up to 60 s: the database cannot be used \(.+\)/g)).toHaveLength(1);
    await server.kill();
    await new Promise((resolve) => relay.close(resolve));
  });

  test('a database that does not exist is not waited for', async () => {
    const url = new URL(await emptyDatabase());
    url.pathname = '/nowhere';
    await expect(start(url.href)).rejects.toThrow(
      /Jurmana cannot start: the database cannot be used \(database "nowhere"/,
    );
  });
}
