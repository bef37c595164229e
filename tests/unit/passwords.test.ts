// Password hashes: verification, and parameters.
import { expect, test } from 'vitest';
import { createPasswords } from '../../src/server/auth/passwords/passwords.ts';

const passwords = createPasswords();
/** For what the cost does not decide. */
const cheap = createPasswords({ ln: 4, r: 8, p: 1 });

/** The former sign-in library's hash of `a-password-for-tests`, in PHC format: N = 16384, r = 16, p = 1. */
const FORMER =
  '$scrypt$ln=14,r=16,p=1$ZTVkZTVkZWQ1NzI1NDM0MTA3MTA5ZDIyOTYyNjEzNDg$eALzzsvrOCAOUfE1hOdGI2CJAuyHsEKyajX9230x4MxbVFYVFDEds5KgfFn6seCAaHTyj7bOdGu4uoLMsguRIQ';

test('a hash names its algorithm and cost, has its own salt, and matches only this password [V6.2.8, V6.2.9]', async () => {
  const password = 'x'.repeat(128);
  const hash = await passwords.hash(password);
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await passwords.hash(password)).not.toBe(hash);
  expect(passwords.isOutdated(hash)).toBe(false);
  expect(await passwords.verify({ hash, password })).toBe(true);
  expect(await passwords.verify({ hash, password: `${password}x` })).toBe(false);
  // Passwords are neither truncated nor case-insensitive.
  const cheapHash = await cheap.hash(password);
  expect(await cheap.verify({ hash: cheapHash, password })).toBe(true);
  for (const other of [password.slice(1), `${password}x`, password.toUpperCase(), '']) {
    expect(await cheap.verify({ hash: cheapHash, password: other })).toBe(false);
  }
});

test('the same characters composed differently are the same password [V6.2.8]', async () => {
  const hash = await cheap.hash('caf\u00e9-\u0622-password');
  expect(await cheap.verify({ hash, password: 'cafe\u0301-\u0627\u0653-password' })).toBe(true);
  expect(await cheap.verify({ hash, password: 'cafe-\u0627-password' })).toBe(false);
});

test('a hash of another cost verifies, and is marked for renewal', async () => {
  expect(passwords.isOutdated(FORMER)).toBe(true);
  expect(await passwords.verify({ hash: FORMER, password: 'a-password-for-tests' })).toBe(true);
  expect(await passwords.verify({ hash: FORMER, password: 'a-password-for-test' })).toBe(false);
});

test('the hash used for unknown e-mails matches no password, and costs as much as any other', async () => {
  expect(passwords.isOutdated(passwords.dummyHash)).toBe(false);
  expect(await passwords.verify({ hash: passwords.dummyHash, password: '' })).toBe(false);
});
