// Response compression by size and by what the browser accepts.
import { beforeAll, expect, test } from 'vitest';
import { useAdministrator, useApp } from '../../helpers/app.ts';
import { addUsers } from '../../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);

beforeAll(async () => {
  await addUsers(
    administrator,
    Array.from({ length: 20 }, (_, index) => `عثمان Person ${index}`),
  );
});

const ask = (path: string, accepted: string) => administrator.fetch(path, { headers: { 'accept-encoding': accepted } });

test.each([
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0', null],
  ['identity', null],
  ['brotli', null],
])('a list for "%s" is sent as %s', async (accepted, encoding) => {
  const answer = await ask('/api/users', accepted);
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  const { items } = (await answer.json()) as { items: { userName: string }[] };
  expect(items.map((user) => user.userName)).toContain('عثمان Person 7');
  if (encoding !== null) expect(answer.headers.get('vary')).toBe('accept-encoding');
});

test('a short answer is not compressed', async () => {
  const answer = await ask('/api/rules', 'br');
  expect(answer.headers.get('content-encoding')).toBeNull();
});

test('an answer too large to compress in one piece is compressed as well', async () => {
  const answer = await ask('/api/openapi.json', 'br');
  expect(answer.headers.get('content-encoding')).toBe('br');
  const text = await answer.text();
  expect(text.length).toBeGreaterThan(64 * 1024);
  expect(JSON.parse(text)).toMatchObject({ info: { title: 'Jurmana' } });
});
