// Daily backups if BACKUP_DIR is set: one for each day of the organisation, taken by the first process on the database
// to claim it. The backup tool runs as a child process so that requests are not blocked; failures are logged and
// retried.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type CalendarDay, dayOf } from '../../core/calendar.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/types.ts';
import { DAILY_BACKUP_KEY, instantOf } from '../tools/backup/format.ts';

interface BackupParts {
  db: Database;
  clock: Clock;
  config: Pick<Config, 'databaseUrl' | 'timeZone' | 'baseUrl'>;
  /** `folder` must be dedicated to backups of this database; those older than `keepDays` are deleted */
  settings: NonNullable<Config['backups']>;
  log: FastifyBaseLogger;
}

/** Next to this file, both in the sources and in the build. */
const TOOL = fileURLToPath(new URL(`../tools/backup${extname(import.meta.url)}`, import.meta.url));
/** Nice value: about a third of the server's CPU share; at the lowest priority a backup might never finish. */
const BACKUP_NICENESS = 5;
const CHECK_INTERVAL_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** During the lease no other process starts a backup. If its holder was killed, another one takes over afterwards. */
const LEASE_MS = 3 * 60 * 60 * 1000;
const RETRY_DELAY_MS = 60 * 60 * 1000;

const stateSchema = z.object({
  /** the day of the last complete backup */
  day: z.string().nullable(),
  /** ms; no other process starts before this */
  leasedUntil: z.number(),
});
type State = z.infer<typeof stateSchema>;

/** Checks now and every ten minutes. The returned function stops this and aborts a running backup. */
export function startDailyBackups({ db, clock, config, settings, log }: BackupParts): () => Promise<void> {
  let stopping = false;
  let running: { stop(): void; ended: Promise<string> } | null = null;
  let checking: Promise<void> | null = null;

  const take = async (day: CalendarDay, lease: string): Promise<void> => {
    const started = performance.now();
    running = runTool(config, settings.folder);
    const sentence = await running.ended;
    running = null;
    if (sentence === '') {
      log.info({ day, ms: Math.round(performance.now() - started) }, 'the daily backup is complete');
      await updateState(db, lease, { day, leasedUntil: 0 });
      deleteOldBackups(settings.folder, clock.now() - settings.keepDays * DAY_MS);
      return;
    }
    if (!stopping) log.error({ reason: sentence }, 'the daily backup failed; it is tried again within the hour');
    await updateState(db, lease, { day: null, leasedUntil: stopping ? 0 : clock.now() + RETRY_DELAY_MS });
  };

  const check = async (): Promise<void> => {
    try {
      const day = dayOf(clock.now(), config.timeZone);
      const lease = await acquireLease(db, day, clock.now());
      if (lease === null) return;
      if (stopping) await updateState(db, lease, { day: null, leasedUntil: 0 });
      else await take(day, lease);
    } catch (error) {
      log.error({ err: error }, 'the daily backup could not be begun or noted');
    }
  };
  const checkOnce = (): void => {
    checking ??= check().finally(() => (checking = null));
  };

  const timer = setInterval(checkOnce, CHECK_INTERVAL_MS);
  timer.unref();
  checkOnce();
  return async () => {
    stopping = true;
    clearInterval(timer);
    running?.stop();
    await checking;
  };
}

/** Runs the backup tool; resolves with an empty string when the file is complete, otherwise with the error. */
function runTool(config: BackupParts['config'], folder: string): { stop(): void; ended: Promise<string> } {
  const child = spawn(process.execPath, [TOOL, folder], {
    // The tool reads the environment this process has already validated.
    env: { ...process.env, DATABASE_URL: config.databaseUrl, BASE_URL: config.baseUrl ?? '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-1000)));
  child.once('spawn', () => {
    try {
      setPriority(child.pid ?? 0, BACKUP_NICENESS);
    } catch {
      // Where the system does not allow it, the backup runs at normal priority.
    }
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? '' : said.trim().split('\n').at(-1) || `it ended with ${signal ?? code}`),
    );
  });
  return { stop: () => void child.kill('SIGTERM'), ended };
}

/** Acquires the lease for the day's backup; only one process gets it. Null if it is taken or the backup is complete. */
async function acquireLease(db: Database, day: CalendarDay, now: number): Promise<string | null> {
  const row = await db.read
    .selectFrom('instance')
    .select('value')
    .where('key', '=', DAILY_BACKUP_KEY)
    .executeTakeFirst();
  const state = row === undefined ? null : parseState(row.value);
  if (state !== null && (state.day === day || state.leasedUntil > now)) return null;
  // The UUID distinguishes leases taken in the same millisecond.
  const value = JSON.stringify({
    day: state?.day ?? null,
    leasedUntil: now + LEASE_MS,
    by: randomUUID(),
  });
  const acquired =
    row === undefined
      ? await db.write
          .insertInto('instance')
          .values({ key: DAILY_BACKUP_KEY, value })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .returning('key')
          .executeTakeFirst()
      : await compareAndSwap(db, row.value, value);
  return acquired === undefined ? null : value;
}

const updateState = (db: Database, lease: string, state: State) => compareAndSwap(db, lease, JSON.stringify(state));

/** Updates the row only if it is unchanged. */
function compareAndSwap(db: Database, from: string, to: string) {
  return db.write
    .updateTable('instance')
    .set({ value: to })
    .where('key', '=', DAILY_BACKUP_KEY)
    .where('value', '=', from)
    .returning('key')
    .executeTakeFirst();
}

function parseState(text: string): State | null {
  try {
    return stateSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Deletes backups started before an instant, according to their file names; other files are left alone. */
function deleteOldBackups(folder: string, before: number): void {
  for (const name of readdirSync(folder)) {
    const begun = instantOf(name);
    if (begun !== null && begun < before) rmSync(join(folder, name));
  }
}
