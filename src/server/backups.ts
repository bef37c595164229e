// Daily backups by the server itself, when BACKUP_DIR is set: one for each day of the organisation, whichever of the
// processes on the same database is first. The copying is done by the backup tool in a process of its own, so that
// requests do not wait for it; what goes wrong is logged and tried again.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type CalendarDay, dayOf } from '../core/calendar.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/engine.ts';
import { DAILY_BACKUP_KEY, instantOf } from './tools/backup/format.ts';

export interface BackupParts {
  db: Database;
  clock: Clock;
  config: Pick<Config, 'databaseUrl' | 'timeZone' | 'baseUrl'>;
  /** `folder` must be for backups of this database only; those older than `keepDays` are removed from it */
  wanted: NonNullable<Config['backups']>;
  log: FastifyBaseLogger;
}

/** Beside this file, as source and as built. */
const TOOL = fileURLToPath(new URL(`./tools/backup${extname(import.meta.url)}`, import.meta.url));
/** A third of the processor's time that the server has; at the lowest priority a busy machine would never finish it. */
const BEHIND_REQUESTS = 5;
const LOOK_EVERY_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** No other process begins meanwhile. One that was killed is replaced after it. */
const LEASE_MS = 3 * 60 * 60 * 1000;
const TRY_AGAIN_MS = 60 * 60 * 1000;

const stateText = z.object({
  /** the day whose backup is done */
  day: z.string().nullable(),
  /** ms; until then nobody else begins */
  leasedUntil: z.number(),
});
type State = z.infer<typeof stateText>;

/** Looks now and every ten minutes; returns how to stop, which interrupts a backup that is under way. */
export function startDailyBackups({ db, clock, config, wanted, log }: BackupParts): () => Promise<void> {
  let stopping = false;
  let running: { stop(): void; ended: Promise<string> } | null = null;
  let looking: Promise<void> | null = null;

  const take = async (day: CalendarDay, claimed: string): Promise<void> => {
    const started = performance.now();
    running = runTool(config, wanted.folder);
    const sentence = await running.ended;
    running = null;
    if (sentence === '') {
      log.info({ day, ms: Math.round(performance.now() - started) }, 'the daily backup is complete');
      await settle(db, claimed, { day, leasedUntil: 0 });
      removeOld(wanted.folder, clock.now() - wanted.keepDays * DAY_MS);
      return;
    }
    if (!stopping) log.error({ reason: sentence }, 'the daily backup failed; it is tried again within the hour');
    await settle(db, claimed, { day: null, leasedUntil: stopping ? 0 : clock.now() + TRY_AGAIN_MS });
  };

  const look = async (): Promise<void> => {
    try {
      const day = dayOf(clock.now(), config.timeZone);
      const claimed = await claim(db, day, clock.now());
      if (claimed === null) return;
      if (stopping) await settle(db, claimed, { day: null, leasedUntil: 0 });
      else await take(day, claimed);
    } catch (error) {
      log.error({ err: error }, 'the daily backup could not be begun or noted');
    }
  };
  const lookOnce = (): void => {
    looking ??= look().finally(() => (looking = null));
  };

  const timer = setInterval(lookOnce, LOOK_EVERY_MS);
  timer.unref();
  lookOnce();
  return async () => {
    stopping = true;
    clearInterval(timer);
    running?.stop();
    await looking;
  };
}

/** Runs the backup tool; resolves with an empty sentence when the file is complete, else with what went wrong. */
function runTool(config: BackupParts['config'], folder: string): { stop(): void; ended: Promise<string> } {
  const child = spawn(process.execPath, [TOOL, folder], {
    // The tool checks the same environment that this process has checked.
    env: { ...process.env, DATABASE_URL: config.databaseUrl, BASE_URL: config.baseUrl ?? '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-1000)));
  child.once('spawn', () => {
    try {
      setPriority(child.pid ?? 0, BEHIND_REQUESTS);
    } catch {
      // A system that does not allow it copies at the usual speed.
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

/** Takes the backup of a day upon this process; null when it is done, or another one is at it. Of several, one gets it. */
async function claim(db: Database, day: CalendarDay, now: number): Promise<string | null> {
  const row = await db.read
    .selectFrom('instance')
    .select('value')
    .where('key', '=', DAILY_BACKUP_KEY)
    .executeTakeFirst();
  const state = row === undefined ? null : readState(row.value);
  if (state !== null && (state.day === day || state.leasedUntil > now)) return null;
  // Two processes may claim it in the same millisecond; only one value is this claim's.
  const value = JSON.stringify({
    day: state?.day ?? null,
    leasedUntil: now + LEASE_MS,
    by: randomUUID(),
  });
  const won =
    row === undefined
      ? await db.write
          .insertInto('instance')
          .values({ key: DAILY_BACKUP_KEY, value })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .returning('key')
          .executeTakeFirst()
      : await replace(db, row.value, value);
  return won === undefined ? null : value;
}

const settle = (db: Database, claimed: string, state: State) => replace(db, claimed, JSON.stringify(state));

/** Puts a value in the place of exactly this one. */
function replace(db: Database, from: string, to: string) {
  return db.write
    .updateTable('instance')
    .set({ value: to })
    .where('key', '=', DAILY_BACKUP_KEY)
    .where('value', '=', from)
    .returning('key')
    .executeTakeFirst();
}

function readState(text: string): State | null {
  try {
    return stateText.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Removes backups begun before an instant, going by their names; files of other names stay. */
function removeOld(folder: string, before: number): void {
  for (const name of readdirSync(folder)) {
    const begun = instantOf(name);
    if (begun !== null && begun < before) rmSync(join(folder, name));
  }
}
