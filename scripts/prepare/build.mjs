// Builds the web app and the server, each only if its inputs have changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { compressFiles } from './compress.mjs';
import { PrepareError } from './npm.mjs';

/**
 * @typedef {{
 *   name: string,
 *   inputs: string[],
 *   source: string,
 *   folder: string,
 *   output: string,
 *   config: string,
 *   finish?: (folder: string, root: string) => void,
 * }} Target
 * `inputs`: everything the build depends on; `source`: exists if there is source to build from; `output`: exists if it
 * is built; `finish`: runs after Vite.
 */

const common = ['src/contract', 'src/core', 'tsconfig.base.json', 'package-lock.json'];

/** @type {Target} */
export const webApp = {
  name: 'web app',
  inputs: [
    ...common,
    'src/web',
    'vite.config.ts',
    'scripts/contract-in-page.ts',
    'scripts/service-worker-build.ts',
    'scripts/quiet-build.ts',
    'scripts/prepare/compress.mjs',
    'postcss.config.js',
    'tsconfig.web.json',
    'tsconfig.worker.json',
  ],
  source: 'src/web/index.html',
  folder: 'dist/web',
  output: 'dist/web/index.html',
  config: 'vite.config.ts',
  finish: (folder) => void compressFiles(folder),
};

/** @type {Target} */
export const server = {
  name: 'server',
  inputs: [
    ...common,
    'src/server',
    'vite.server.config.ts',
    'scripts/quiet-build.ts',
    'tsconfig.node.json',
    'scripts/prepare/build.mjs',
  ],
  source: 'src/server/app/main.ts',
  folder: 'dist/server',
  output: 'dist/server/main.js',
  config: 'vite.server.config.ts',
  finish: bringSqlite,
};

/**
 * Copies the one package that is not bundled, because it has native code, without its sources.
 * The built server then needs nothing else.
 * @param {string} folder
 * @param {string} root
 */
function bringSqlite(folder, root) {
  const sqlite = 'node_modules/better-sqlite3';
  for (const part of ['package.json', 'LICENSE', 'lib', 'prebuilds'])
    cpSync(join(root, sqlite, part), join(folder, sqlite, part), { recursive: true });
}

/**
 * The file with the hash of the inputs of the last build.
 * @param {Target} target
 */
const stampOf = ({ folder }) => `${folder}.stamp`;

/**
 * All files below a path, in the same order on every machine.
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => filesBelow(join(path, name)));
}

/**
 * @param {string} root
 * @param {Target} target
 */
function hashOfInputs(root, { inputs }) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesBelow(join(root, input)))) {
    const content = readFileSync(path);
    hash.update(`${path.slice(root.length)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Whether dist is up to date.
 * @param {string} root folder of the project, with the separator at its end
 * @param {Target} target
 */
export function isBuilt(root, target) {
  if (!existsSync(join(root, target.output))) return false;
  // A container image may ship the build without its source.
  if (!existsSync(join(root, target.source))) return true;
  const stamp = join(root, stampOf(target));
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfInputs(root, target);
}

/**
 * @param {string} root folder of the project, with the separator at its end
 * @param {string} node path of the Node that runs the build
 * @param {Target} target
 */
export function build(root, node, target) {
  console.log(`Building the ${target.name} ...`);
  // Before the build, so that a file edited meanwhile triggers the next one.
  const hash = hashOfInputs(root, target);
  rmSync(join(root, stampOf(target)), { force: true });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const options = ['build', '--config', target.config, '--logLevel', 'warn'];
  const result = spawnSync(node, [vite, ...options], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) throw new PrepareError(`The ${target.name} could not be built (see above).`);
  target.finish?.(join(root, target.folder), root);
  writeFileSync(join(root, stampOf(target)), hash);
}
