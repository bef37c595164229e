// npm run backup -- FOLDER
//
// Writes a consistent copy of everything the database holds into a new file in that folder, also while servers run
// (docs/backup.md). The last line of the output is the file's path. Exit codes: 0 done, 2 there is no backup.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { secretBeside } from '../auth/secret.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { atOneMoment, type Database } from '../db/engine.ts';
import { BackupError, fileNameAt } from './backup/format.ts';
import { snapshot } from './backup/snapshot.ts';
import { NameTakenError, writeBackupFile } from './backup/write-file.ts';
import { callersPath } from './shared/paths.ts';
import { type Progress, progressOn } from './shared/progress.ts';
import { openDatabase, runTool, ToolError } from './shared/tool.ts';

/** Files are named by the second in which they were begun; so many are tried before the person is asked to. */
const SECONDS_TRIED = 20;

const USAGE = 'Usage: npm run backup -- FOLDER';

/**
 * Copies the database into a new file in the folder.
 * @throws BackupError when the file cannot be written, or `signal` is aborted; then nothing of it is left.
 */
export async function takeBackup(
  databaseUrl: string,
  folder: string,
  { signal = new AbortController().signal, progress = () => {} }: { signal?: AbortSignal; progress?: Progress } = {},
): Promise<{ path: string; bytes: number }> {
  const db = await openDatabase(databaseUrl, { migrated: false });
  try {
    for (let tried = 1; ; tried += 1) {
      try {
        return await takeNow(db, databaseUrl, { folder, signal, progress });
      } catch (error) {
        if (!(error instanceof NameTakenError) || tried === SECONDS_TRIED) throw error;
        await sleep(1000 - (systemClock.now() % 1000));
      }
    }
  } finally {
    await db.close();
  }
}

async function takeNow(
  db: Database,
  databaseUrl: string,
  { folder, signal, progress }: { folder: string; signal: AbortSignal; progress: Progress },
): Promise<{ path: string; bytes: number }> {
  const now = systemClock.now();
  const name = fileNameAt(now);
  const secret = db.engine === 'sqlite' ? secretBeside(databaseUrl) : null;
  const madeAt = new Date(now).toISOString();
  const bytes = await atOneMoment(db, (tx) =>
    writeBackupFile({ folder, name, signal }, snapshot(tx, { db, secretBeside: secret, madeAt, progress })),
  );
  return { path: join(folder, name), bytes };
}

async function main(): Promise<number> {
  const [folder, ...more] = process.argv.slice(2);
  if (folder === undefined || folder.startsWith('-') || more.length > 0) throw new ToolError(USAGE);
  const { databaseUrl } = readConfig(process.env);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const started = performance.now();
  const { path, bytes } = await takeBackup(databaseUrl, callersPath(folder, 'backup'), {
    signal: stop.signal,
    progress: progressOn(process.stderr),
  });
  const megabytes = (bytes / 1024 ** 2).toFixed(1);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`The backup is complete: ${megabytes} MB after ${seconds} s.\n${path}\n`);
  return 0;
}

if (import.meta.main) await runTool(main, [BackupError]);
