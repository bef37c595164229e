// Files with names, password hashes or secrets are accessible only to the account that runs Jurmana, whichever command
// creates them, under the usual umask, and even if the folder and files existed before.
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newFolder } from '../../helpers/backups.ts';
import { builtServer } from '../../helpers/built.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { startServerProcess } from '../../helpers/server-process.ts';

const EXPORT = join(import.meta.dirname, '../../fixtures/firestore-cut.json');
const SEED = join(import.meta.dirname, '../../../bench/seed.ts');
let folder: ReturnType<typeof newFolder>;
let umask: number;

beforeEach(() => {
  umask = process.umask(0o022);
  folder = newFolder();
});
afterEach(() => {
  process.umask(umask);
  folder.remove();
});

/** Runs a command in the folder, with the default DATABASE_URL. */
function run(script: string, ...parameters: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, ...parameters], { cwd: folder.path, env: {} }, (error, out) =>
      error === null ? resolve(out) : reject(error),
    );
  });
}

/** Everything in the folder that other accounts can access. */
function accessibleToOthers(path = folder.path): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const one = join(path, entry.name);
    const mode = statSync(one).mode & 0o777;
    const here = (mode & 0o077) === 0 ? [] : [`${relative(folder.path, one)} ${mode.toString(8)}`];
    return entry.isDirectory() ? [...here, ...accessibleToOthers(one)] : here;
  });
}

const importAll = () => run(builtServer('tools/import'), EXPORT, '--apply', '--accept-refused');
const startServer = () =>
  startServerProcess({
    databaseUrl: `file:${join(folder.path, 'data/jurmana.db')}`,
    account: ADMINISTRATOR,
    environment: { AUTH_SECRET: '' },
  });

test('a file that is not a database is left as it is, even if DATABASE_URL names it [OPS-12]', async () => {
  const file = join(folder.path, 'letter.txt');
  writeFileSync(file, 'Dear reader, this is no database. '.repeat(100));
  const before = statSync(file);
  const started = startServerProcess({ databaseUrl: `file:${file}`, account: ADMINISTRATOR });
  await expect(started).rejects.toThrow(/file is not a database/);
  expect(statSync(file)).toMatchObject({ mode: before.mode, mtimeMs: before.mtimeMs, size: before.size });
  expect(before.mode & 0o077).toBe(0o044);
});

test('files made by the import, the seed, a backup and a restore are private [OPS-12]', async () => {
  await importAll();
  expect(readdirSync(join(folder.path, 'data')).toSorted()).toEqual(['import-report.txt', 'jurmana.db']);
  const out = await run(builtServer('tools/backup'), 'copies');
  await run(SEED, '--users', '3', '--fines', '5', '--years', '1', '--database', 'file:seeded/one.db');
  await run(builtServer('tools/check-books'));
  await run(builtServer('tools/admin-link'));
  const file = out.trimEnd().split('\n').at(-1) ?? '';
  mkdirSync(join(folder.path, 'elsewhere'));
  chmodSync(join(folder.path, 'elsewhere'), 0o700);
  await new Promise<void>((resolve, reject) => {
    const env = { DATABASE_URL: 'file:elsewhere/restored.db' };
    execFile(process.execPath, [builtServer('tools/restore'), file], { cwd: folder.path, env }, (error) =>
      error === null ? resolve() : reject(error),
    );
  });
  expect(accessibleToOthers()).toEqual([]);
});

test('files of a running server are private, with its log and its secret [OPS-12, V13.2.2]', async () => {
  const server = await startServer();
  expect(readdirSync(join(folder.path, 'data')).toSorted()).toEqual([
    'auth-secret',
    'jurmana.db',
    'jurmana.db-shm',
    'jurmana.db-wal',
  ]);
  expect(accessibleToOthers()).toEqual([]);
  await server.kill();
  // As left by an earlier version or by copying.
  for (const name of readdirSync(join(folder.path, 'data'))) chmodSync(join(folder.path, 'data', name), 0o644);
  const again = await startServer();
  expect(accessibleToOthers()).toEqual([]);
  await again.kill();
});

test('the folder of the default DATABASE_URL becomes private, even if it existed before [OPS-12]', async () => {
  mkdirSync(join(folder.path, 'data'));
  await importAll();
  expect(accessibleToOthers()).toEqual([]);
});
