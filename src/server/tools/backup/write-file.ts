// Writes a backup file atomically: under a temporary name, flushed to disk, then renamed.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { privateFolder } from '../../base/private-files.ts';
import { BackupError, instantOf, PARTIAL_SUFFIX } from './format.ts';

/** Compresses a journal to 15 % of its size; level 6 reaches 13 % in more than twice the time. */
const COMPRESSION_LEVEL = 3;
/** No backup takes this long: an older partial file was left behind by an interrupted one. */
const STALE_PARTIAL_MS = 24 * 60 * 60 * 1000;

/** Another backup was started in the same second and has this name. */
export class NameTakenError extends BackupError {}

/**
 * Writes the chunks to `folder/name`, readable by its owner only, because it contains names and password hashes.
 * Creates the folder if needed. Returns the size in bytes.
 * @throws NameTakenError before the first chunk is requested; BackupError when the file cannot be written; no
 * partial file is left then.
 */
export async function writeBackupFile(
  { folder, name, signal }: { folder: string; name: string; signal: AbortSignal },
  chunks: AsyncIterable<string>,
): Promise<number> {
  const path = join(folder, name);
  const partial = `${path}${PARTIAL_SUFFIX}`;
  try {
    privateFolder(folder);
    deleteStalePartials(folder);
    const handle = await open(partial, 'wx', 0o600);
    // Checked only now: earlier, another backup of this second could still have been renamed to it, and would be
    // overwritten.
    if (existsSync(path)) {
      await handle.close();
      rmSync(partial, { force: true });
      throw new NameTakenError(`The backup ${path} already exists. Try again in a second.`);
    }
    const file = handle.createWriteStream({ flush: true });
    await pipeline(chunks, createGzip({ level: COMPRESSION_LEVEL }), file, { signal }).catch((error: unknown) => {
      rmSync(partial, { force: true });
      throw error;
    });
    renameSync(partial, path);
    await flushFolder(folder);
    return statSync(path).size;
  } catch (error) {
    if (signal.aborted) throw new BackupError('The backup was interrupted. No file was left behind.');
    if (isNameTaken(error))
      throw new NameTakenError(`Another backup is being written to ${path}. Try again in a second.`);
    if (isFileSystemError(error))
      throw new BackupError(`The backup cannot be written to ${folder} (${error.message}).`);
    throw error;
  }
}

/** Makes the rename durable. Best effort: not every system can flush a folder. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** Deletes stale partial files. Another backup may rename its file between the listing and the stat. */
function deleteStalePartials(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(PARTIAL_SUFFIX) || instantOf(name.slice(0, -PARTIAL_SUFFIX.length)) === null) continue;
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < Date.now() - STALE_PARTIAL_MS)
      rmSync(join(folder, name), { force: true });
  }
}

const isFileSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

const isNameTaken = (error: unknown): boolean =>
  isFileSystemError(error) && error.code === 'EEXIST' && error.syscall === 'open';
