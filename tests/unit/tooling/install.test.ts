// When `npm start` has to install dependencies.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { isInstalled } from '../../../scripts/prepare/install.mjs';
import { dropUnused } from '../../../scripts/prepare/unused.mjs';
import type { LockedPackage } from '../../../scripts/prepare/lock.mjs';

const locked: Record<string, LockedPackage> = {
  '': {},
  'node_modules/server': { version: '1.0.0' },
  'node_modules/tool': { version: '2.0.0', dev: true },
  'node_modules/here': { version: '3.0.0', optional: true, os: process.platform, cpu: [process.arch] },
  'node_modules/elsewhere': { version: '3.0.0', optional: true, os: ['sunos'], cpu: ['ppc64'] },
  'node_modules/of-elsewhere': { version: '3.0.0', optional: true },
};

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'jurmana-install-'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Creates these packages in node_modules, with npm's own list. */
function install(...names: string[]): void {
  for (const name of names) mkdirSync(join(root, 'node_modules', name), { recursive: true });
  const packages = Object.fromEntries(names.map((name) => [`node_modules/${name}`, locked[`node_modules/${name}`]]));
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
}

/** The stamp that installLocked() leaves. */
function stamp(what: 'building' | 'everything'): void {
  const digest = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  writeFileSync(
    join(root, 'node_modules/.installed-by-prepare'),
    `${digest} ${process.platform}-${process.arch} ${what}\n`,
  );
}

test('a fresh clone has nothing installed', () => {
  expect(isInstalled(root, { forTests: false })).toBe(false);
});

test('it is enough to have everything this platform needs', () => {
  install('server', 'tool', 'here');
  expect(isInstalled(root, { forTests: true })).toBe(true);
});

test('it is enough for starting, but not for tests, to have what building needs [OPS-18]', () => {
  install('server', 'here');
  expect(isInstalled(root, { forTests: false })).toBe(false);
  stamp('building');
  expect(isInstalled(root, { forTests: false })).toBe(true);
  expect(isInstalled(root, { forTests: true })).toBe(false);
  rmSync(join(root, 'node_modules/server'), { recursive: true });
  expect(isInstalled(root, { forTests: false })).toBe(false);
});

test('a missing package of this platform is noticed: node_modules may come from another machine', () => {
  install('server', 'tool', 'elsewhere');
  expect(isInstalled(root, { forTests: true })).toBe(false);
});

test('a changed version and a deleted folder are noticed', () => {
  install('server', 'tool', 'here');
  rmSync(join(root, 'node_modules/server'), { recursive: true });
  expect(isInstalled(root, { forTests: true })).toBe(false);
  install('server', 'tool', 'here');
  const newer = { ...locked, 'node_modules/server': { version: '1.0.1' } };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: newer }));
  expect(isInstalled(root, { forTests: true })).toBe(false);
});

test('of the packages installed for building, only the needed files and the licences are kept [OPS-18]', () => {
  const files = ['tool/a.mjs', 'tool/a.mjs.map', 'tool/README.md', 'tool/LICENSE.md', 'better-sqlite3/deps/a.c'];
  for (const path of files) {
    mkdirSync(join(root, 'node_modules', path, '..'), { recursive: true });
    writeFileSync(join(root, 'node_modules', path), '');
  }
  dropUnused(join(root, 'node_modules'));
  const left = readdirSync(join(root, 'node_modules'), { recursive: true, encoding: 'utf8' });
  expect(new Set(left)).toEqual(new Set(['better-sqlite3', 'tool', 'tool/LICENSE.md', 'tool/a.mjs']));
});
