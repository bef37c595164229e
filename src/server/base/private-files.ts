// Files and folders that contain names, password hashes or secrets: accessible only to the account that runs Jurmana,
// whatever its umask.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const OTHERS = 0o077;
const FOLDER = 0o700;
const FILE = 0o600;

/** The default data folder, relative to the working directory. */
export const DEFAULT_FOLDER = 'data';

/**
 * Creates the folder if needed. The permissions of an existing one are the operator's choice, except for the default
 * folder, which contains only our data.
 */
export function privateFolder(path: string): void {
  const made = makeFolder(resolve(path));
  if (!made && resolve(path) === resolve(DEFAULT_FOLDER) && (statSync(path).mode & OTHERS) !== 0) {
    chmodSync(path, FOLDER);
  }
}

/**
 * False if it already exists. Node's `recursive` option loops forever in a folder such as /proc, which reports a
 * refused subfolder as missing.
 */
function makeFolder(path: string): boolean {
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(path, { mode: FOLDER });
    return true;
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return false;
    throw error;
  }
}

/**
 * Creates the file, and its folder, if missing; otherwise removes everyone else's access. The content stays. An
 * existing file is never opened, because closing it would drop the locks that SQLite holds on it for other connections
 * of this process (sqlite.org/howtocorrupt.html, section 2.2).
 */
export function privateFile(path: string): void {
  privateFolder(dirname(path));
  try {
    closeSync(openSync(path, 'wx', FILE));
  } catch (error) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.isDirectory()) throw error;
    if (found.isFile() && (found.mode & OTHERS) !== 0) chmodSync(path, FILE);
  }
}
