// Compares node_modules with the lock file, and runs `npm ci` if they differ.
//
// package.json names what building needs; tests/packages, a workspace, names the additional packages for checking and
// testing. The built app needs none.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { PrepareError, runNpm } from './npm.mjs';
import { dropUnused } from './unused.mjs';

/** @typedef {import('./lock.mjs').Lock} Lock */

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest('hex');

/** npm's own list of what it installed. */
const installedList = 'node_modules/.package-lock.json';

/**
 * Records the lock file, the platform, and whether the workspace was included, of the last installation. If it matches,
 * packages that npm's list lacks do not belong to it, or are optional packages for other platforms.
 */
const stampFile = 'node_modules/.installed-by-prepare';

/** @typedef {{ forTests: boolean }} Wish forTests: includes the packages for checking and testing */

/**
 * @param {string} lockText
 * @param {Wish} wish
 */
const stampOf = (lockText, { forTests }) =>
  `${digest(lockText)} ${process.platform}-${process.arch} ${forTests ? 'everything' : 'building'}\n`;

/**
 * npm's notation: ["linux"] includes, ["!win32"] excludes.
 * @param {string | string[] | undefined} field
 * @param {string} own
 */
function fits(field, own) {
  if (field === undefined) return true;
  const names = typeof field === 'string' ? [field] : field;
  if (names.includes(`!${own}`)) return false;
  return names.every((name) => name.startsWith('!')) || names.includes(own);
}

/**
 * Whether node_modules holds the locked version of every package this platform needs.
 * @param {string} root folder of the project
 * @param {Wish} wish
 */
export function isInstalled(root, { forTests }) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (!existsSync(join(root, installedList))) return false;
  /** @type {Lock} */
  const wanted = JSON.parse(lockText);
  /** @type {Lock} */
  const installed = JSON.parse(readFileSync(join(root, installedList), 'utf8'));
  const stamp = existsSync(join(root, stampFile)) ? readFileSync(join(root, stampFile), 'utf8') : '';
  const complete =
    stamp === stampOf(lockText, { forTests: true }) || (!forTests && stamp === stampOf(lockText, { forTests: false }));

  return Object.entries(wanted.packages).every(([path, locked]) => {
    if (path === '') return true;
    const present = installed.packages[path];
    if (present !== undefined) return present.version === locked.version && existsSync(join(root, path));
    if (complete) return true;
    if (locked.optional !== true && locked.devOptional !== true) return false;
    // Only packages for exactly this platform are required: others may belong to a package that is itself omitted, and
    // finding out the C library is slow.
    const specific = locked.os !== undefined || locked.cpu !== undefined;
    const fitting = fits(locked.os, process.platform) && fits(locked.cpu, process.arch) && locked.libc === undefined;
    return !(specific && fitting);
  });
}

/**
 * Installs the lock file, with the npm that runs this script.
 * @param {string} root folder of the project
 * @param {Wish} wish
 */
export function installLocked(root, { forTests }) {
  console.log('Installing the locked dependencies (once; about a minute) ...');
  // Newer npm versions block install scripts; without them, every version installs the same.
  const options = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  options.push('--include=dev', '--include=optional', ...(forTests ? [] : ['--workspaces=false']));
  const failure = runNpm(options, { cwd: root });
  if (failure !== null)
    throw new PrepareError(`npm could not install the dependencies (${failure}). Can the npm registry be reached?`);
  if (!forTests) dropUnused(join(root, 'node_modules'));
  writeFileSync(join(root, stampFile), stampOf(readFileSync(join(root, 'package-lock.json'), 'utf8'), { forTests }));
}
