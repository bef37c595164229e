// Whatever prevents a start is reported in a sentence, a signal ends it in order, and no existing data is lost.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect, sqlitePath } from '../../../src/server/db/connect.ts';
import { appliedMigrations, migrate } from '../../../src/server/db/migrate.ts';
import { builtServer } from '../../helpers/built.ts';
import { FIRST_MIGRATIONS, firstVersionUrl } from '../../helpers/first-version.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { launchServer, startServerProcess } from '../../helpers/server-process.ts';

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
  await expect(migrate(db)).resolves.toBeNull();
  await db.close();
});

test('an older file is copied before it is upgraded; the copy is named in the log and private, and replaces one cut off by a crash [OPS-15]', async () => {
  const { url, remove } = await firstVersionUrl();
  const file = sqlitePath(url);
  writeFileSync(`${file}.before-upgrade-unfinished`, 'half of it');
  const copies = (): string[] => readdirSync(dirname(file)).filter((name) => name.includes('.before-upgrade-'));
  try {
    const server = await start({}, file);
    const [copy = ''] = copies();
    const path = join(dirname(file), copy);
    expect(server.output()).toContain(`The data was upgraded. A copy from before is kept in ${path}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await server.stop();
    const before = connect(`file:${path}`);
    expect(await appliedMigrations(before.read)).toEqual(FIRST_MIGRATIONS);
    expect(await sql`pragma integrity_check`.execute(before.read)).toMatchObject({ rows: [{ integrity_check: 'ok' }] });
    await before.close();
    // From now on it is up to date.
    await (await start({}, file)).stop();
    expect(copies()).toHaveLength(1);
  } finally {
    remove();
  }
});

/** Options of Node for a server that gets a SIGTERM when it has called this function of node:fs. */
const signalledAt = (name: 'renameSync' | 'linkSync'): string[] => {
  const code = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const call = fs.${name};
    fs.${name} = (...given) => (call(...given), process.kill(process.pid, 'SIGTERM'));
    syncBuiltinESMExports();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
};

test('a signal during an upgrade rolls it back and removes its copy [OPS-23, OPS-15]', async () => {
  const { url, remove } = await firstVersionUrl();
  try {
    const nodeOptions = signalledAt('renameSync');
    const starting = startServerProcess({ databaseUrl: url, account: ADMINISTRATOR, nodeOptions });
    expect(await refusal(starting, 0)).toBe('');
    const file = sqlitePath(url);
    expect(readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)))).toEqual([basename(file)]);
    const db = connect(url);
    expect(await appliedMigrations(db.read)).toEqual(FIRST_MIGRATIONS);
    await db.close();
  } finally {
    remove();
  }
});

test('of two starts that have found an older file, the second upgrades nothing and makes no copy [OPS-6, OPS-15]', async () => {
  const { url, remove } = await firstVersionUrl();
  const [first, second] = [connect(url), connect(url)];
  try {
    let copy: string | null = null;
    const connection = second.write.connection();
    vi.spyOn(second.write, 'connection').mockReturnValueOnce(
      Object.assign(Object.create(connection) as typeof connection, {
        execute: async (work: Parameters<typeof connection.execute>[0]) => {
          copy = await migrate(first);
          return connection.execute(work);
        },
      }),
    );
    expect(await migrate(second)).toBeNull();
    const copies = readdirSync(dirname(sqlitePath(url))).filter((name) => name.includes('.before-upgrade-'));
    expect(copies).toEqual([basename(copy ?? '')]);
  } finally {
    await Promise.all([first.close(), second.close()]);
    remove();
  }
});

test('a signal while a tool upgrades the data: the upgrade is rolled back, its copy removed, and the tool ends [OPS-23, OPS-15]', async () => {
  const { url, remove } = await firstVersionUrl();
  try {
    const { status, signal, stderr } = spawnSync(
      process.execPath,
      [...signalledAt('renameSync'), builtServer('tools/admin-link')],
      { env: { ...process.env, BASE_URL: '', DATABASE_URL: url }, encoding: 'utf8' },
    );
    expect({ status, signal, stderr }).toEqual({ status: null, signal: 'SIGTERM', stderr: '' });
    const file = sqlitePath(url);
    expect(readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)))).toEqual([basename(file)]);
    const db = connect(url);
    expect(await appliedMigrations(db.read)).toEqual(FIRST_MIGRATIONS);
    await db.close();
  } finally {
    remove();
  }
});

test('a signal during a first start: the password of the account is shown all the same [OPS-23, OPS-4]', async () => {
  const databaseUrl = `file:${join(folder, 'jurmana.db')}`;
  const environment = { AUTH_SECRET: '', ADMIN_PASSWORD: '' };
  const nodeOptions = signalledAt('linkSync');
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

test('without room for the copy the file is not changed [OPS-15]', async () => {
  const { url, remove } = await firstVersionUrl();
  const db = connect(url);
  try {
    mkdirSync(`${sqlitePath(url)}.before-upgrade-unfinished`);
    await expect(migrate(db)).rejects.toThrow();
    expect(await appliedMigrations(db.read)).toEqual(FIRST_MIGRATIONS);
  } finally {
    await db.close();
    remove();
  }
});
