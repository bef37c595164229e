// The lock file is complete for every platform, so that `npm ci` accepts it anywhere.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { isFromRegistry, type Lock, missingOptionals, withoutIntegrity } from '../../../scripts/prepare/lock.mjs';

test('every platform package that a locked package names is locked as well', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8');
  expect(missingOptionals(JSON.parse(text))).toEqual({});
});

test('every package has a checksum, except platform packages of tools for which the registry had none', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8')) as Lock;
  const resolved = Object.entries(lock.packages).filter(
    ([path, locked]) => isFromRegistry(path, locked) && 'resolved' in locked,
  );
  expect(resolved).toEqual([]);
  const tools = /^node_modules\/@(oxc-parser|oxfmt|oxlint)\/binding-|^node_modules\/@oxlint-tsgolint\//;
  for (const { path, locked } of withoutIntegrity(lock)) {
    expect(path).toMatch(tools);
    // Not part of the server or the web app.
    expect(locked).toMatchObject({ dev: true, optional: true });
  }
});

test('a missing platform package gets an entry that only its platform installs', () => {
  const packages = {
    '': { optionalDependencies: { 'tool-win-x64': '24.1.0' } },
    'node_modules/tool': {
      version: '1.0.0',
      dev: true,
      optionalDependencies: { '@tool/linux-arm-musleabihf': '1.0.0', '@tool/darwin-arm64': '1.0.0', loose: '^1.0.0' },
    },
    'node_modules/@tool/darwin-arm64': { version: '1.0.0' },
  };
  expect(missingOptionals({ packages })).toEqual({
    'node_modules/tool-win-x64': { version: '24.1.0', optional: true, os: ['win32'], cpu: ['x64'] },
    'node_modules/@tool/linux-arm-musleabihf': {
      version: '1.0.0',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['arm'],
      libc: ['musl'],
    },
  });
});
