// Daily backups by the server: one a day, deleted after the configured number of days, and what happens on failure.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startDailyBackups } from '../../../src/server/app/backups.ts';
import { loadBackup } from '../../../src/server/tools/backup/load.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import { newDatabaseUrlWithAdministrator } from '../../helpers/auth.ts';
import { newFolder } from '../../helpers/backups.ts';
import { testClock } from '../../helpers/clock.ts';
import { type DatabaseUrl, newDatabaseUrl } from '../../helpers/database.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { addUser } from '../../helpers/ledger.ts';
import { startServerProcess } from '../../helpers/server-process.ts';
import { patience } from '../../helpers/patience.ts';
import { waitFor } from '../../helpers/wait.ts';

/** Long, because the tool runs at low priority. */
const LONG_MS = 90_000;
vi.setConfig({ testTimeout: patience(2 * LONG_MS) });
const DAY_MS = 24 * 60 * 60 * 1000;

let folder: ReturnType<typeof newFolder>;
let database: DatabaseUrl;
beforeEach(async () => {
  folder = newFolder();
  database = await newDatabaseUrlWithAdministrator();
});
afterEach(() => {
  folder.remove();
  database.remove();
});

const backups = () => readdirSync(folder.path).filter((name) => name.endsWith('.jsonl.gz'));

/** Waits until the backup of the clock's day is recorded as done. */
async function settled(app: TestApp): Promise<void> {
  await waitFor(async () => {
    const row = await app.db.read
      .selectFrom('instance')
      .select('value')
      .where('key', '=', 'daily-backup')
      .executeTakeFirst();
    const day = new Date(app.clock.now()).toISOString().slice(0, 10);
    expect(row?.value).toContain(`"day":"${day}"`);
  }, LONG_MS);
}

test('one a day, which can be restored; only backups older than the limit are removed [BACKUP-4]', async () => {
  // Files are named by the machine's clock, so the test clock starts on the same day.
  const clock = testClock(new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + 12 * 60 * 60 * 1000).toISOString());
  const environment = { BACKUP_DIR: folder.path, BACKUP_KEEP_DAYS: '7', ORGANISATION_TIME_ZONE: 'UTC' };
  const start = () => startApp({ databaseUrl: database.url, environment, clock });
  const nameOf = (daysAgo: number) =>
    `jurmana-${new Date(clock.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)}T00-00-00Z.jsonl.gz`;
  const kept = [nameOf(6), 'jurmana-notes.txt', 'other-2020-01-01T00-00-00Z.jsonl.gz'];
  for (const name of [...kept, nameOf(9)]) writeFileSync(join(folder.path, name), '');

  let app = await start();
  await addUser(await app.administrator());
  await settled(app);
  await waitFor(() => expect(existsSync(join(folder.path, nameOf(9)))).toBe(false), LONG_MS);
  await app.stop();
  const names = readdirSync(folder.path);
  expect(names).toEqual(expect.arrayContaining(kept));
  expect(names).toHaveLength(kept.length + 1);
  const made = names.find((name) => !kept.includes(name)) ?? '';

  // No second one on the same day, but another on the next day.
  app = await start();
  await addUser(await app.administrator());
  await app.stop();
  expect(readdirSync(folder.path)).toHaveLength(kept.length + 1);
  clock.advance(DAY_MS);
  app = await start();
  await settled(app);
  await app.stop();
  await waitFor(() => expect(backups()).toContain(made));
  expect(readdirSync(folder.path).length).toBeGreaterThan(kept.length);

  const target = await newDatabaseUrl();
  await loadBackup(target.url, join(folder.path, made));
  target.remove();
});

test('several processes on one database make one backup between them [BACKUP-4]', async () => {
  const environment = { BACKUP_DIR: folder.path };
  const start = () => startServerProcess({ databaseUrl: database.url, account: ADMINISTRATOR, environment });
  const servers = await Promise.all([start(), start()]);
  try {
    await waitFor(() => expect(backups()).toHaveLength(1), LONG_MS);
    // A server that starts later knows that it is done.
    const late = await start();
    servers.push(late);
    const answer = await fetch(`${late.url}/healthz`);
    expect(answer.status).toBe(200);
  } finally {
    for (const server of servers) expect(await server.stop()).toBe(0);
  }
  expect(readdirSync(folder.path)).toEqual(backups());
  expect(backups()).toHaveLength(1);
});

test('a failed backup is logged in one sentence, and the server goes on serving [BACKUP-4]', async () => {
  const path = join(folder.path, 'a-file');
  writeFileSync(path, 'not a folder');
  const server = await startServerProcess({
    databaseUrl: database.url,
    account: ADMINISTRATOR,
    environment: { BACKUP_DIR: path, LOG_LEVEL: 'error' },
  });
  try {
    await waitFor(() => expect(server.output()).toContain('the daily backup failed'), LONG_MS);
    expect(server.output()).toMatch(/"reason":"The backup cannot be written to .+\(.+\)\."/);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    // It is not retried immediately.
    expect(readdirSync(folder.path)).toEqual(['a-file']);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});

test('a server that is stopped during a backup stops at once and leaves no partial file', async () => {
  const environment = { BACKUP_DIR: folder.path };
  const server = await startServerProcess({ databaseUrl: database.url, account: ADMINISTRATOR, environment });
  expect(await server.stop()).toBe(0);
  expect(readdirSync(folder.path).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

test('a server that is stopped as a backup begins leaves it to the next one', async () => {
  const app = await startApp({ databaseUrl: database.url });
  try {
    const { db, clock } = app;
    const stop = startDailyBackups({
      db,
      clock,
      config: { databaseUrl: database.url, timeZone: 'UTC', baseUrl: null },
      settings: { folder: folder.path, keepDays: 7 },
      log: pino({ level: 'silent' }),
    });
    await stop();
    const { value } = await db.read
      .selectFrom('instance')
      .select('value')
      .where('key', '=', 'daily-backup')
      .executeTakeFirstOrThrow();
    expect(JSON.parse(value)).toEqual({ day: null, leasedUntil: 0 });
    expect(readdirSync(folder.path)).toEqual([]);
  } finally {
    await app.stop();
  }
});
