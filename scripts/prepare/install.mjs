// Compares node_modules with the lock file, and runs `npm ci` if they differ.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { PrepareError } from './node.mjs';

/** @typedef {import('./lock.mjs').Lock} Lock */

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest('hex');

/** npm's own list of what it installed. */
const installedList = 'node_modules/.package-lock.json';

/** Holds the hash of the lock last installed, and the platform: optional packages absent after that are expected. */
const stampFile = 'node_modules/.installed-by-prepare';

/** @param {string} lockText */
const stampOf = (lockText) => `${digest(lockText)} ${process.platform}-${process.arch}\n`;

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
 * @param {{ development: boolean }} options development: including development dependencies
 */
export function isInstalled(root, { development }) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (!existsSync(join(root, installedList))) return false;
  /** @type {Lock} */
  const wanted = JSON.parse(lockText);
  /** @type {Lock} */
  const installed = JSON.parse(readFileSync(join(root, installedList), 'utf8'));
  const stamp = join(root, stampFile);
  const complete = existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(lockText);

  return Object.entries(wanted.packages).every(([path, locked]) => {
    if (path === '') return true;
    const present = installed.packages[path];
    if (present !== undefined) return present.version === locked.version && existsSync(join(root, path));
    if (locked.dev === true && !development) return true;
    if (locked.optional !== true && locked.devOptional !== true) return false;
    if (complete || (locked.devOptional === true && !development)) return true;
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
 * @param {{ development: boolean }} options
 */
export function installLocked(root, { development }) {
  console.log('Installing the locked dependencies (once; about a minute) ...');
  // Newer npm versions block install scripts; without them, every version installs the same.
  const options = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
  if (development) options.push('--include=dev');
  options.push('--include=optional');
  const cli = process.env['npm_execpath'];
  const withNpm = cli !== undefined && basename(cli) === 'npm-cli.js';
  const result = withNpm
    ? spawnSync(process.env['npm_node_execpath'] ?? process.execPath, [cli, ...options], {
        cwd: root,
        stdio: 'inherit',
      })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0) {
    const reason = result.error === undefined ? 'see above' : result.error.message;
    throw new PrepareError(`npm could not install the dependencies (${reason}). Is the npm registry within reach?`);
  }
  writeFileSync(join(root, stampFile), stampOf(readFileSync(join(root, 'package-lock.json'), 'utf8')));
}
