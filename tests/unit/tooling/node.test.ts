// Choosing the Node to run the app with.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { findNode } from '../../../scripts/prepare/node.mjs';

let root: string;
let elsewhere: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'jurmana-node-'));
  elsewhere = mkdtempSync(join(tmpdir(), 'jurmana-installed-'));
  const pinned = join(root, 'node_modules/node-here');
  mkdirSync(join(pinned, 'bin'), { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ optionalDependencies: { 'node-here': '24.10.0' } }));
  writeFileSync(join(pinned, 'package.json'), JSON.stringify({ version: '24.10.0' }));
  writeFileSync(join(pinned, 'bin/node'), '');
});
afterEach(() => {
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

const linked = (): string => realpathSync(join(root, 'node_modules/.bin/node'));

test('a later release of the pinned line that is installed is preferred to the pinned one', () => {
  const installed = install('24.11.1');
  expect(findNode(root)).toBe(installed);
  expect(linked()).toBe(realpathSync(installed));
  rmSync(installed);
  vi.stubEnv('npm_node_execpath', undefined);
  const pinned = join(root, 'node_modules/node-here/bin/node');
  expect(findNode(root)).toBe(pinned);
  expect(linked()).toBe(realpathSync(pinned));
});

test.each(['24.9.9', '24.10.0', '22.30.0', '25.1.0'])('the pinned one is preferred to %s', (version) => {
  install(version);
  expect(findNode(root)).toBe(join(root, 'node_modules/node-here/bin/node'));
});
