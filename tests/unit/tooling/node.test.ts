// Choosing the Node to run the app with.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { bringNode, pathOfNode, pinnedNode } from '../../../scripts/prepare/bring-node.mjs';
import { findNode, linkNode } from '../../../scripts/prepare/node.mjs';

let root: string;
let elsewhere: string;
let brought: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'jurmana-node-'));
  elsewhere = mkdtempSync(join(tmpdir(), 'jurmana-installed-'));
  const pinned = pinnedNode();
  if (pinned === undefined) throw new Error('The registry has no Node for this platform.');
  brought = pathOfNode(root, pinned);
  mkdirSync(join(brought, '..'), { recursive: true });
  writeFileSync(brought, '');
  // As if the Node that runs the tests did not exist.
  vi.spyOn(process, 'execPath', 'get').mockReturnValue(brought);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const folder of [root, elsewhere]) rmSync(folder, { recursive: true });
});

/** Makes npm run on an installed Node of this version. */
function install(version: string): string {
  const path = join(elsewhere, 'node');
  writeFileSync(path, `#!/bin/sh\necho v${version}\n`);
  chmodSync(path, 0o755);
  vi.stubEnv('npm_node_execpath', path);
  return path;
}

test.each(['24.2.0', '24.30.1', '26.0.0'])('an installed %s is used', (version) => {
  const installed = install(version);
  expect(findNode(root)).toBe(installed);
});

test.each(['18.20.8', '20.20.2', '22.30.0', '24.1.0'])('%s is too old, so the downloaded one is used', (version) => {
  install(version);
  expect(findNode(root)).toBe(brought);
});

test('what an interrupted fetch has left is removed by the next one, and nothing of one under way [OPS-22]', () => {
  const pinned = pinnedNode();
  if (pinned === undefined) throw new Error('The registry has no Node for this platform.');
  const folder = join(root, '.cache/node');
  const { pid: ended } = spawnSync('true');
  const underWay = `fetching-${process.ppid}-one`;
  for (const name of [underWay, `fetching-${ended}-two`]) mkdirSync(join(folder, name));
  const npm = join(elsewhere, 'npm-cli.js');
  writeFileSync(npm, 'process.exit(1)');
  vi.stubEnv('npm_execpath', npm);
  expect(() => bringNode(root, pinned)).toThrow('npm could not fetch Node');
  expect(readdirSync(folder).toSorted()).toEqual([pinned.version, underWay]);
});

test('scripts find it first, even if another was linked before', () => {
  const linked = (): string => realpathSync(join(root, 'node_modules/.bin/node'));
  const installed = install('24.11.1');
  linkNode(root, installed);
  expect(linked()).toBe(realpathSync(installed));
  linkNode(root, brought);
  expect(linked()).toBe(realpathSync(brought));
});
