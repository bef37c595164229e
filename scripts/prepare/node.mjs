// Finds the Node to run the app with: the pinned one that npm installed, or a later release of the same major version
// on this machine; else the running one if it is new enough. Links it in node_modules/.bin, where npm scripts look
// first.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';

/** The oldest Node that runs the app's TypeScript and its SQLite binding. */
const oldestMajor = 24;

/** Shown to the user without a stack trace. */
export class PrepareError extends Error {}

/**
 * The Node installed as a dependency, or undefined if npm has none for this platform.
 * @param {string} root
 * @returns {{ path: string, version: string } | undefined}
 */
function pinnedNode(root) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(optionalDependencies)) {
    const folder = join(root, 'node_modules', name);
    const path = ['bin/node', 'bin/node.exe'].map((file) => join(folder, file)).find((file) => existsSync(file));
    if (path !== undefined)
      return { path, version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version };
  }
  return undefined;
}

/**
 * The Node that npm itself runs on, if it is a later release of the same major version: the npm packages of Node lag
 * behind, and the later release has the security fixes.
 * @param {string} root
 * @param {string} pinned its version
 */
function newerNode(root, pinned) {
  const path = process.env['npm_node_execpath'];
  if (path === undefined || realpathSync(path).startsWith(realpathSync(root))) return undefined;
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const [major, ...others] = numbersOf(stdout ?? '');
  const [pinnedMajor, ...pinnedOthers] = numbersOf(pinned);
  if (major !== pinnedMajor) return undefined;
  const at = others.findIndex((number, index) => number !== pinnedOthers[index]);
  return (others[at] ?? 0) > (pinnedOthers[at] ?? 0) ? path : undefined;
}

/** @param {string} version */
const numbersOf = (version) => (/(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);

/**
 * npm 10 installs the pinned Node without linking it, because the skipped packages for other platforms have a command
 * of the same name.
 * @param {string} root
 * @param {string} node
 */
function linkNode(root, node) {
  const folder = join(root, 'node_modules/.bin');
  const windows = process.platform === 'win32';
  const link = join(folder, windows ? 'node.cmd' : 'node');
  if (windows ? existsSync(link) && readFileSync(link, 'utf8').includes(relative(folder, node)) : leadsTo(link, node))
    return;
  mkdirSync(folder, { recursive: true });
  // existsSync() is false for a dangling link.
  if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link);
  if (windows) writeFileSync(link, `@"%~dp0${relative(folder, node)}" %*\r\n`);
  else symlinkSync(relative(folder, node), link);
}

/**
 * @param {string} link
 * @param {string} node
 */
const leadsTo = (link, node) => existsSync(link) && realpathSync(link) === realpathSync(node);

/**
 * The path of a Node that can run the app.
 * @param {string} root folder of the project
 * @returns {string}
 */
export function findNode(root) {
  const pinned = pinnedNode(root);
  if (pinned !== undefined) {
    const node = newerNode(root, pinned.version) ?? pinned.path;
    linkNode(root, node);
    return node;
  }
  if (Number.parseInt(process.versions.node, 10) >= oldestMajor) return process.execPath;
  throw new PrepareError(
    `Jurmana needs Node ${oldestMajor} or newer: npm has no Node for ${process.platform} ${process.arch}, and the one installed here is ${process.version}.`,
  );
}
