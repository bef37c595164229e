// A backup file that exists whole or not at all: written under another name, flushed to the disk, then renamed.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupError, instantOf, PARTIAL } from './format.ts';

/** A journal shrinks to 15 % of its size. Level 6 makes that 13 % in more than twice the time. */
const COMPRESSION_LEVEL = 3;
/** No backup takes this long: what is left of one that was cut off may go. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1000;

/** Another backup was begun in the same second, and has the name. The next second has another one. */
export class NameTakenError extends BackupError {}

/**
 * Writes the pieces into `folder/name`, for its owner alone, since names and password hashes lie in it. The folder is made
 * if need be. Answers the size in bytes.
 * @throws NameTakenError before the first piece is asked for; BackupError when the file cannot be written: then nothing of it
 *   is left.
 */
export async function writeBackupFile(
  { folder, name, signal }: { folder: string; name: string; signal: AbortSignal },
  pieces: AsyncIterable<string>,
): Promise<number> {
  const path = join(folder, name);
  const partial = `${path}${PARTIAL}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeLeftOvers(folder);
    if (existsSync(path)) throw new NameTakenError(`There is a backup ${path} already. Try again in a second.`);
    const file = (await open(partial, 'wx', 0o600)).createWriteStream({ flush: true });
    await pipeline(pieces, createGzip({ level: COMPRESSION_LEVEL }), file, { signal }).catch((error: unknown) => {
      rmSync(partial, { force: true });
      throw error;
    });
    renameSync(partial, path);
    await flushFolder(folder);
    return statSync(path).size;
  } catch (error) {
    if (signal.aborted) throw new BackupError('The backup was interrupted. Nothing of it is left.');
    if (isTaken(error)) throw new NameTakenError(`Another backup is being written to ${path}. Try again in a second.`);
    if (isOfFiles(error)) throw new BackupError(`The backup cannot be written to ${folder} (${error.message}).`);
    throw error;
  }
}

/** The rename itself must survive a power cut. Not every system can flush a folder; then the file's own flush is all. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function removeLeftOvers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const begun = name.endsWith(PARTIAL) ? instantOf(name.slice(0, -PARTIAL.length)) : null;
    if (begun !== null && statSync(join(folder, name)).mtimeMs < Date.now() - LEFT_OVER_MS) rmSync(join(folder, name));
  }
}

const isOfFiles = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

const isTaken = (error: unknown): boolean => isOfFiles(error) && error.code === 'EEXIST' && error.syscall === 'open';
