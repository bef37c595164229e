// Which sign-in links can be opened only on this computer.
import { expect, test } from 'vitest';
import { isLocalAddress } from '../../../src/web/ui/controls/message-links.ts';

test.each([
  ['http://localhost:3000', true],
  ['http://app.localhost', true],
  ['http://127.0.0.1:3000', true],
  ['http://127.1.2.3', true],
  ['http://[::1]:3000', true],
  ['http://192.168.1.10:3000', false],
  ['http://office-pc:3000', false],
  ['https://fines.example.pk', false],
  ['https://localhost.example.pk', false],
  ['https://127.example.pk', false],
])('a link under %s works only on this computer: %s [LINK-14]', (origin, local) => {
  expect(isLocalAddress(`${origin}/#/login?invite=x`)).toBe(local);
});
