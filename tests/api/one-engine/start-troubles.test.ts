// Whatever prevents a start is reported in one sentence, and no existing data is lost.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connect, sqlitePath } from '../../../src/server/db/connect.ts';
import { appliedMigrations, migrate } from '../../../src/server/db/migrate.ts';
import { FIRST_MIGRATIONS, firstVersionUrl } from '../../helpers/first-version.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { startServerProcess } from '../../helpers/server-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jurmana-start-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (environment: Record<string, string> = {}, file = join(folder, 'data/jurmana.db'), port = 0) =>
  startServerProcess({ databaseUrl: `file:${file}`, account: ADMINISTRATOR, port, environment });

/** The output of a server that does not start, without the first line, which is the helper's. */
async function refusal(starting: Promise<unknown>): Promise<string> {
  const error: unknown = await starting.then(
    () => new Error('It started.'),
    (reason: unknown) => reason,
  );
  const message = error instanceof Error ? error.message : '';
  expect(message).toMatch(/^The server ended with 1:\n/);
  expect(message).not.toMatch(/\n\s+at /);
  return message.slice(message.indexOf('\n') + 1);
}

test('a port is in use: the password of a first start is shown all the same [OPS-16, OPS-4]', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = taken.address() as AddressInfo;
    const output = await refusal(start({ ADMIN_PASSWORD: '' }, undefined, port));
    expect(output).toMatch(
      new RegExp(
        `Password: [\\w-]{10,}\\n\\nJurmana cannot start: port ${port} is already in use. Choose another with PORT.\\n$`,
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
    /The folder must exist or be possible to create/,
  ],
  [
    'a folder where the file should be',
    (path: string) => mkdirSync(join(path, 'jurmana.db'), { recursive: true }),
    /The folder must exist or be possible to create/,
  ],
  [
    'a file of something else',
    (path: string) => (mkdirSync(path), writeFileSync(join(path, 'jurmana.db'), 'a letter to the bank')),
    /It is damaged, or was not written by Jurmana/,
  ],
])('%s [OPS-16]', async (_what, prepare, sentence) => {
  prepare(join(folder, 'data'));
  const output = await refusal(start());
  expect(output).toMatch(/^Jurmana cannot start: the database file \/.*\/data\/jurmana\.db cannot be used \(.*\)\. /);
  expect(output).toMatch(sentence);
});

test('a missing certificate of the database is not waited for [OPS-16]', async () => {
  const databaseUrl = `postgres://jurmana@127.0.0.1:1/jurmana?sslmode=verify-full&sslrootcert=${folder}/root.crt`;
  const output = await refusal(startServerProcess({ databaseUrl, account: ADMINISTRATOR, port: 0 }));
  expect(output).toMatch(
    /^Jurmana cannot start: the database cannot be used \(ENOENT.*root\.crt'\)\. Check DATABASE_URL\./,
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

test('an older file is copied before it is upgraded; the copy is named in the log and private [OPS-15]', async () => {
  const { url, remove } = await firstVersionUrl();
  const file = sqlitePath(url);
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

test('without room for the copy the file is not changed [OPS-15]', async () => {
  const { url, remove } = await firstVersionUrl();
  const db = connect(url);
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T08:00:00Z') });
    mkdirSync(`${sqlitePath(url)}.before-upgrade-20261126T080000.${process.pid}`);
    await expect(migrate(db)).rejects.toThrow();
    expect(await appliedMigrations(db.read)).toEqual(FIRST_MIGRATIONS);
  } finally {
    vi.useRealTimers();
    await db.close();
    remove();
  }
});
