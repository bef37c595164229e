// Whatever prevents a start is reported in a sentence, a signal ends it in order, and no existing data is lost.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect } from '../../../src/server/db/connect.ts';
import { migrate, migrationsFor } from '../../../src/server/db/migrate.ts';
import { builtServer } from '../../helpers/built.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { launchServer, startServerProcess } from '../../helpers/server-process.ts';

const FIRESTORE_EXPORT = fileURLToPath(new URL('../../fixtures/firestore-cut.json', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jurmana-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (environment: Record<string, string> = {}, file = join(folder, 'data/jurmana.db'), port = 0) =>
  startServerProcess({ databaseUrl: `file:${file}`, account: ADMINISTRATOR, port, environment });

/** What only the operator can mend: EX_CONFIG of sysexits.h. */
const SETTING = 78;

/** The output of a server that does not start, without the first line, which is the helper's. */
async function refusal(starting: Promise<unknown>, exitCode = SETTING): Promise<string> {
  const error: unknown = await starting.then(
    () => new Error('It started.'),
    (reason: unknown) => reason,
  );
  const message = error instanceof Error ? error.message : '';
  expect(message.split('\n', 1)).toEqual([`The server ended with ${exitCode}:`]);
  expect(message).not.toMatch(/\n\s+at /);
  return message.slice(message.indexOf('\n') + 1);
}

test('a port is in use, which may pass: the password of a first start is shown all the same [OPS-16, OPS-4, OPS-24]', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = taken.address() as AddressInfo;
    const output = await refusal(start({ ADMIN_PASSWORD: '' }, undefined, port), 1);
    expect(output).toMatch(
      new RegExp(
        `Password: [\\w-]{10,}\\n\\nJurmana cannot start. Port ${port} is already in use. Choose another with PORT.\\n$`,
      ),
    );
  } finally {
    taken.close();
  }
});

test.each([
  [
    'a file where the folder should be',
    (path: string) => writeFileSync(path, ''),
    /This account must be allowed to create its folder/,
  ],
  [
    'a folder where the file should be',
    (path: string) => mkdirSync(join(path, 'jurmana.db'), { recursive: true }),
    /This account must be allowed to create its folder/,
  ],
  [
    'a file of something else',
    (path: string) => (mkdirSync(path), writeFileSync(join(path, 'jurmana.db'), 'a letter to the bank')),
    /It is damaged, or was not written by Jurmana/,
  ],
])('%s [OPS-16, OPS-24]', async (_what, prepare, sentence) => {
  prepare(join(folder, 'data'));
  const output = await refusal(start());
  expect(output).toMatch(/^Jurmana cannot start\. The database file \/.*\/data\/jurmana\.db cannot be used \(.*\)\. /);
  expect(output).toMatch(sentence);
});

test('a missing certificate of the database is not waited for [OPS-16]', async () => {
  const databaseUrl = `postgres://jurmana@127.0.0.1:1/jurmana?sslmode=verify-full&sslrootcert=${folder}/root.crt`;
  const output = await refusal(startServerProcess({ databaseUrl, account: ADMINISTRATOR, port: 0 }));
  expect(output).toMatch(
    /^Jurmana cannot start\. The database cannot be used \(ENOENT.*root\.crt'\)\. Check DATABASE_URL\./,
  );
});

test('a disk that fills up while tables are created is reported, and the next start creates them [OPS-16]', async () => {
  const db = connect(`file:${join(folder, 'jurmana.db')}`);
  await sql`pragma max_page_count = 30`.execute(db.write);
  await expect(migrate(db)).rejects.toThrow('database or disk is full');
  await sql`pragma max_page_count = 1000000`.execute(db.write);
  await expect(migrate(db)).resolves.toBeUndefined();
  await db.close();
});

/** Options of Node for a process that gets a SIGTERM when it has called this function of a module of Node. */
const signalledAt = (module: 'node:fs' | 'node:timers/promises', name: 'linkSync' | 'setImmediate'): string[] => {
  const code = `
    import called from '${module}';
    import { syncBuiltinESMExports } from 'node:module';
    const call = called.${name};
    called.${name} = (...given) => (process.kill(process.pid, 'SIGTERM'), call(...given));
    syncBuiltinESMExports();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
};

/** A migration begins with a turn of the event loop. */
const DURING_A_MIGRATION = signalledAt('node:timers/promises', 'setImmediate');

async function expectNoTables(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl);
  expect(await db.read.introspection.getTables({ withInternalKyselyTables: true })).toEqual([]);
  await db.close();
}

test('a signal during a migration rolls it back [OPS-23]', async () => {
  const databaseUrl = `file:${join(folder, 'jurmana.db')}`;
  const starting = startServerProcess({ databaseUrl, account: ADMINISTRATOR, nodeOptions: DURING_A_MIGRATION });
  expect(await refusal(starting, 0)).toBe('');
  await expectNoTables(databaseUrl);
});

test('of two starts that have found an older file, the second upgrades nothing [OPS-6]', async () => {
  const databaseUrl = `file:${join(folder, 'jurmana.db')}`;
  const [first, second] = [connect(databaseUrl), connect(databaseUrl)];
  try {
    await migrate(first);
    const upgrade = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const migrations = { ...migrationsFor('sqlite'), '0099-later': { up: upgrade } };
    const connection = second.write.connection();
    vi.spyOn(second.write, 'connection').mockReturnValueOnce(
      Object.assign(Object.create(connection) as typeof connection, {
        execute: async (work: Parameters<typeof connection.execute>[0]) => {
          await migrate(first, { migrations });
          return connection.execute(work);
        },
      }),
    );
    await migrate(second, { migrations });
    expect(upgrade).toHaveBeenCalledTimes(1);
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
});

test('a signal while a tool migrates the data: it is rolled back, and the tool ends [OPS-23]', async () => {
  const databaseUrl = `file:${join(folder, 'jurmana.db')}`;
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    [...DURING_A_MIGRATION, builtServer('tools/import'), FIRESTORE_EXPORT, '--apply', '--accept-refused'],
    { env: { ...process.env, BASE_URL: '', DATABASE_URL: databaseUrl }, encoding: 'utf8' },
  );
  expect({ status, signal, stderr }).toEqual({ status: null, signal: 'SIGTERM', stderr: '' });
  await expectNoTables(databaseUrl);
});

test('a signal during a first start: the password of the account is shown all the same [OPS-23, OPS-4]', async () => {
  const databaseUrl = `file:${join(folder, 'jurmana.db')}`;
  const environment = { AUTH_SECRET: '', ADMIN_PASSWORD: '' };
  const nodeOptions = signalledAt('node:fs', 'linkSync');
  const starting = startServerProcess({ databaseUrl, account: ADMINISTRATOR, environment, nodeOptions });
  expect(await refusal(starting, 0)).toMatch(/^\nSign in as the administrator .+\n.+\n  Password: [\w-]{10,}\n\n$/);
  expect(existsSync(join(folder, 'jurmana.db-wal'))).toBe(false);
});

test('a signal while the database is waited for [OPS-23, OPS-7]', async () => {
  const databaseUrl = 'postgres://jurmana@127.0.0.1:1/jurmana';
  const server = launchServer({ databaseUrl, account: ADMINISTRATOR });
  const ended = refusal(server.ready, 0);
  await expect.poll(server.output).toContain('Jurmana keeps trying');
  await server.stop();
  expect(await ended).toMatch(/^The database cannot be used \(.+\)\. Check DATABASE_URL\. .+ for up to 60 s\.\n$/);
});
