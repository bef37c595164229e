// Builds the web app, and compresses it, when anything it is made of has changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { compressFiles } from './compress.mjs';
import { PrepareError } from './node.mjs';

/** Everything the built app depends on; vite.config.ts has no further inputs. */
const inputs = [
  'src/web',
  'src/contract',
  'src/core',
  'vite.config.ts',
  'scripts/prepare/compress.mjs',
  'postcss.config.js',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'package-lock.json',
];

const output = 'dist/web/index.html';

/** The hash of the inputs the present build was made from. */
const stampFile = 'dist/web.stamp';

/**
 * All files below a path, in an order that is the same on every machine.
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

/** @param {string} root */
function hashOfInputs(root) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesBelow(join(root, input)))) {
    const content = readFileSync(path);
    hash.update(`${path.slice(root.length)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Whether dist/web is what a build would make now.
 * @param {string} root folder of the project, with the separator at its end
 */
export function isWebBuilt(root) {
  if (!existsSync(join(root, output))) return false;
  // An image may carry the built app without its source.
  if (!existsSync(join(root, 'src/web/index.html'))) return true;
  const stamp = join(root, stampFile);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfInputs(root);
}

/**
 * @param {string} root folder of the project, with the separator at its end
 * @param {string} node path of the Node that runs the build
 */
export function buildWeb(root, node) {
  console.log('Building the web app ...');
  // Taken before the build: a file edited while it runs makes the next start build again.
  const hash = hashOfInputs(root);
  rmSync(join(root, stampFile), { force: true });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const result = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
  if (result.status !== 0) throw new PrepareError('The web app could not be built (see above).');
  compressFiles(join(root, 'dist/web'));
  writeFileSync(join(root, stampFile), hash);
}
