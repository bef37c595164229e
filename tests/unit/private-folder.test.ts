// A folder that cannot be created is reported, whatever refuses it.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { privateFolder } from '../../src/server/base/private-files.ts';

test('folders are created with their parents, and left unchanged the second time [OPS-12]', () => {
  const home = mkdtempSync(join(tmpdir(), 'jurmana-test-'));
  try {
    const path = join(home, 'a/b/c');
    privateFolder(path);
    privateFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    writeFileSync(join(home, 'file'), '');
    expect(() => privateFolder(join(home, 'file/below'))).toThrow('ENOTDIR');
  } finally {
    rmSync(home, { recursive: true });
  }
});

test('a folder that cannot contain another is an error at once, with Linux’s own message [OPS-12]', () => {
  // Elsewhere there is no /proc, but nothing can be created at the root either.
  expect(() => privateFolder('/proc/not-there/below')).toThrow(/ENOENT|EACCES|EROFS|EPERM/);
});
