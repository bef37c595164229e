// Finds the Node the app runs on: the pinned one that npm installed for this platform, else the running one if it is
// new enough. Sees to it that npm scripts, which look into node_modules/.bin first, find the same one.
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The oldest Node that runs the app's TypeScript and its SQLite binding. */
const oldestMajor = 24;

/** Something the person at the terminal has to know, in one sentence; shown without a stack. */
export class PrepareError extends Error {}

/**
 * The path of the Node that came with the dependencies, or undefined where npm has none for the platform.
 * @param {string} root
 */
function pinnedNode(root) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(optionalDependencies)
    .flatMap((name) => [`${name}/bin/node`, `${name}/bin/node.exe`])
    .map((path) => join(root, 'node_modules', path))
    .find((path) => existsSync(path));
}

/**
 * npm 10 installs the pinned Node without linking it, because the packages for the other platforms, which it leaves
 * out, bring a command of the same name.
 * @param {string} root
 * @param {string} node
 */
function linkNode(root, node) {
  const folder = join(root, 'node_modules/.bin');
  const windows = process.platform === 'win32';
  const link = join(folder, windows ? 'node.cmd' : 'node');
  if (existsSync(link)) return;
  mkdirSync(folder, { recursive: true });
  // A link that leads nowhere is there and does not exist, so to speak.
  if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link);
  if (windows) writeFileSync(link, `@"%~dp0${relative(folder, node)}" %*\r\n`);
  else symlinkSync(relative(folder, node), link);
}

/**
 * The path of a Node that can run the app.
 * @param {string} root folder of the project
 * @returns {string}
 */
export function findNode(root) {
  const pinned = pinnedNode(root);
  if (pinned !== undefined) {
    linkNode(root, pinned);
    return pinned;
  }
  if (Number.parseInt(process.versions.node, 10) >= oldestMajor) return process.execPath;
  throw new PrepareError(
    `Jurmana needs Node ${oldestMajor} or newer: npm has no Node for ${process.platform} ${process.arch}, and the one installed here is ${process.version}.`,
  );
}
