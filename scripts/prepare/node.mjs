// Finds the Node that runs the app: the installed one if it is new enough, otherwise the pinned one, which is fetched.
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

import { bringNode, isBrought, OLDEST, pathOfNode, pinnedNode } from './bring-node.mjs';
import { PrepareError } from './npm.mjs';

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST.split('.').map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/**
 * This machine's Node: npm's own, which scripts no longer see once another one is linked, or the one running this
 * script.
 * @param {string} root
 */
function installedNode(root) {
  const ofProject = realpathSync(root);
  for (const path of [process.env['npm_node_execpath'], process.execPath]) {
    if (path === undefined || !existsSync(path) || realpathSync(path).startsWith(ofProject)) continue;
    const version =
      path === process.execPath ? process.version : spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout;
    if (isNewEnough(version ?? '')) return path;
  }
  return undefined;
}

/**
 * The path of a Node that can run the app.
 * @param {string} root folder of the project
 * @returns {string}
 */
export function findNode(root) {
  const installed = installedNode(root);
  if (installed !== undefined) return installed;
  const pinned = pinnedNode();
  if (pinned === undefined)
    throw new PrepareError(
      `Jurmana needs Node ${OLDEST} or newer: npm has no Node for ${process.platform} ${process.arch}, and the one installed here is ${process.version}.`,
    );
  return isBrought(root, pinned) ? pathOfNode(root, pinned) : bringNode(root, pinned);
}

/**
 * Links this Node in node_modules/.bin, where npm scripts look first.
 * @param {string} root
 * @param {string} node
 */
export function linkNode(root, node) {
  const folder = join(root, 'node_modules/.bin');
  const windows = process.platform === 'win32';
  const link = join(folder, windows ? 'node.cmd' : 'node');
  const target = relative(folder, node);
  if (windows ? existsSync(link) && readFileSync(link, 'utf8').includes(target) : leadsTo(link, node)) return;
  mkdirSync(folder, { recursive: true });
  // existsSync() is false for a dangling link.
  if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) rmSync(link);
  if (windows) writeFileSync(link, `@"%~dp0${target}" %*\r\n`);
  else symlinkSync(target, link);
}

/**
 * @param {string} link
 * @param {string} node
 */
const leadsTo = (link, node) => existsSync(link) && realpathSync(link) === realpathSync(node);
