// npm run backup -- FOLDER
//
// Writes a consistent backup of the whole database to a new file in that folder; servers may keep running
// (docs/backup.md). The last line of output is the file's path. Exit codes: 0 done, 2 failed.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../base/clock.ts';
import { readConfig } from '../config/config.ts';
import { databaseLocation } from '../db/connect.ts';
import { inSnapshot } from '../db/snapshot.ts';
import type { Database } from '../db/types.ts';
import { endSignal } from '../base/ending.ts';
import { BackupError, fileNameAt } from './backup/format.ts';
import { snapshot } from './backup/snapshot.ts';
import { NameTakenError, writeBackupFile } from './backup/write-file.ts';
import { resolveFromCaller } from './shared/paths.ts';
import { type Progress, progressOn } from './shared/progress.ts';
import { openDatabase, runTool, ToolError, usageOf } from './shared/tool.ts';

/** File names contain the second of the start. If a name is taken, the next second is tried, up to this many times. */
const MAX_NAME_ATTEMPTS = 20;

const USAGE = usageOf('backup', 'FOLDER');

/**
 * Backs up the database to a new file in the folder.
 * @throws BackupError if the file cannot be written or `signal` is aborted; no partial file is left then.
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
        return await takeNow(db, { folder, signal, progress });
      } catch (error) {
        if (!(error instanceof NameTakenError) || tried === MAX_NAME_ATTEMPTS) throw error;
        await sleep(1000 - (systemClock.now() % 1000));
      }
    }
  } finally {
    await db.close();
  }
}

async function takeNow(
  db: Database,
  { folder, signal, progress }: { folder: string; signal: AbortSignal; progress: Progress },
): Promise<{ path: string; bytes: number }> {
  const now = systemClock.now();
  const name = fileNameAt(now);
  const madeAt = new Date(now).toISOString();
  const bytes = await inSnapshot(db, ({ tx }) =>
    writeBackupFile({ folder, name, signal }, snapshot(tx, { db, madeAt, progress })),
  );
  return { path: join(folder, name), bytes };
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;

async function main(): Promise<number> {
  const [folder, ...more] = process.argv.slice(2);
  if (folder === undefined || folder.startsWith('-') || more.length > 0) throw new ToolError(USAGE);
  const { databaseUrl } = readConfig(process.env);
  const started = performance.now();
  const { path, bytes } = await takeBackup(databaseUrl, resolveFromCaller(folder, 'backup'), {
    signal: endSignal(),
    progress: progressOn(process.stderr),
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `The backup of ${databaseLocation(databaseUrl)} is complete: ${sizeOf(bytes)} after ${seconds} s.\n${path}\n`,
  );
  return 0;
}

if (import.meta.main) await runTool(main, [BackupError]);
