// A folder that cannot be made is said to be so, whatever refuses it.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { privateFolder } from '../../src/server/shared/private-files.ts';

test('folders are made with those above them, and left as they are the second time [OPS-12]', () => {
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

test('a folder that refuses to hold another, in Linux’s own words for that, is an error at once [OPS-12]', () => {
  // Elsewhere there is no /proc, and at its root nothing can be made either.
  expect(() => privateFolder('/proc/not-there/below')).toThrow(/ENOENT|EACCES|EROFS|EPERM/);
});
