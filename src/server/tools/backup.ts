// npm run backup -- FOLDER
//
// Writes a consistent copy of everything the database holds into a new file in that folder, also while servers run
// (docs/backup.md). The last line of the output is the file's path. Exit codes: 0 done, 2 there is no backup.
import { join } from 'node:path';
import { secretBeside } from '../auth/secret.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { atOneMoment } from '../db/engine.ts';
import { BackupError, fileNameAt } from './backup/format.ts';
import { snapshot } from './backup/snapshot.ts';
import { writeBackupFile } from './backup/write-file.ts';
import { callersPath } from './shared/paths.ts';
import { type Progress, progressOn } from './shared/progress.ts';
import { openDatabase, runTool, ToolError } from './shared/tool.ts';

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
    const now = systemClock.now();
    const name = fileNameAt(now);
    const secret = db.engine === 'sqlite' ? secretBeside(databaseUrl) : null;
    const madeAt = new Date(now).toISOString();
    const bytes = await atOneMoment(db, (tx) =>
      writeBackupFile({ folder, name, signal }, snapshot(tx, { db, secretBeside: secret, madeAt, progress })),
    );
    return { path: join(folder, name), bytes };
  } finally {
    await db.close();
  }
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
