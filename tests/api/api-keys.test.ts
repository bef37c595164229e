// API keys (KEY-1 to KEY-5).
import { expect, test } from 'vitest';
import { addApiKey, listApiKeys, revokeApiKey } from '../../src/contract/sign-in/api-keys.ts';
import { readFine } from '../../src/contract/fines/fine-details.ts';
import { deleteFine, listFines } from '../../src/contract/fines/fines.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { listUsers } from '../../src/contract/users.ts';
import { MAX_API_KEYS } from '../../src/core/limits.ts';
import { MAX_REQUESTS } from '../../src/server/auth/api-keys.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { dump } from '../helpers/books.ts';
import { createClient } from '../helpers/client.ts';
import { addUser, fineOne, refusal } from '../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);

const DAY_MS = 24 * 60 * 60 * 1000;
const make = (name: string, over: { access?: 'viewer' | 'collector' | 'manager'; days?: number } = {}) =>
  administrator.must(addApiKey, { body: { name, access: 'collector', days: 30, ...over } });
const listed = async (name: string) =>
  (await administrator.must(listApiKeys, {})).items.find((item) => item.name === name);

test('a key can do what its access level allows, and the journal names it [KEY-1, KEY-2]', async () => {
  const { apiKey, key } = await make('Gate machine');
  expect(apiKey).toMatchObject({ access: 'collector', lastUsedOn: null, revokedAt: null });
  const machine = createClient(app.url, '', key);
  const { id: userId } = await addUser(administrator);
  const fine = await fineOne(machine, userId);
  const { recordedBy } = await administrator.must(readFine, { params: { fineId: fine.id } });
  expect(recordedBy).toBe('Gate machine (API key)');
  const body = { userId, fines: [{ fineId: fine.id, outstanding: 100 }], amount: 40, receivedOn: '2026-11-18' };
  const { payment } = await machine.must(takePayment, { body });
  expect(payment?.receivedBy).toBe('Gate machine (API key)');
  // Like a collector, it may change only its own entries.
  const others = await fineOne(administrator, userId);
  const params = { fineId: others.id };
  expect(refusal(await machine.call(deleteFine, { params, query: {} })).code).toBe('not-own-entry');
  expect(await listed('Gate machine')).toMatchObject({ lastUsedOn: '2026-11-18' });
  // A write repeated under the same idempotency key is carried out once.
  const again = { key: 'machine-2026-11-18' };
  const first = await machine.must(takePayment, { body: { ...body, fines: [], amount: 5 } }, again);
  expect(await machine.must(takePayment, { body: { ...body, fines: [], amount: 5 } }, again)).toEqual(first);
});

test('the key is shown once, and stored as a hash [KEY-3]', async () => {
  const { key } = await make('Kept machine');
  expect(key).toMatch(/^jurmana_[\w-]{43}$/);
  expect(JSON.stringify(await dump(app.db))).not.toContain(key);
  expect(JSON.stringify(await administrator.must(listApiKeys, {}))).not.toContain(key);
});

test('a key stops working when it is revoked or expires [KEY-4]', async () => {
  const own = await startApp();
  try {
    const chief = await own.administrator();
    const { key, apiKey } = await chief.must(addApiKey, { body: { name: 'A', access: 'viewer', days: 1 } });
    const machine = createClient(own.url, '', key);
    expect((await machine.call(listUsers, {})).ok).toBe(true);
    await chief.must(revokeApiKey, { params: { keyId: apiKey.id } });
    expect(refusal(await machine.call(listUsers, {})).code).toBe('api-key-refused');
    const { key: second } = await chief.must(addApiKey, { body: { name: 'B', access: 'viewer', days: 1 } });
    own.clock.advance(DAY_MS - 1);
    expect((await createClient(own.url, '', second).call(listUsers, {})).ok).toBe(true);
    own.clock.advance(1);
    expect(refusal(await createClient(own.url, '', second).call(listUsers, {})).code).toBe('api-key-refused');
  } finally {
    await own.stop();
  }
});

test.each(['', 'Bearer', 'Bearer jurmana_of-nobody', 'Basic YWRtaW46YWRtaW4='])(
  'the header %j is refused, even with a valid session [KEY-4]',
  async (authorization) => {
    if (authorization === '') return expect((await app.nobody.call(listFines, {})).status).toBe(401);
    for (const client of [app.nobody, administrator]) {
      const answer = await client.fetch('/api/fines', { headers: { authorization } });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: { code: 'api-key-refused' } });
    }
    return undefined;
  },
);

test('requests per minute are limited [KEY-5]', async () => {
  const { key } = await make('Busy machine', { access: 'viewer' });
  const machine = createClient(app.url, '', key);
  const { key: other } = await make('Idle machine', { access: 'viewer' });
  const answers = await Promise.all(Array.from({ length: MAX_REQUESTS }, () => machine.call(listUsers, {})));
  expect(answers.every(({ ok }) => ok)).toBe(true);
  const refused = refusal(await machine.call(listUsers, {}));
  expect(refused).toMatchObject({ code: 'too-many-requests', status: 429, details: { seconds: 60 } });
  expect((await createClient(app.url, '', other).call(listUsers, {})).ok).toBe(true);
  app.clock.advance(60_000);
  expect((await machine.call(listUsers, {})).ok).toBe(true);
});

test('no two keys ever have the same name, and their number is limited [KEY-2]', async () => {
  const { apiKey } = await make('Only One');
  await administrator.must(revokeApiKey, { params: { keyId: apiKey.id } });
  const body = { name: ' only one ', access: 'viewer' as const, days: 1 };
  expect(refusal(await administrator.call(addApiKey, { body })).code).toBe('api-key-name-used');
  const { items } = await administrator.must(listApiKeys, {});
  const inForce = items.filter(({ revokedAt }) => revokedAt === null).length;
  for (let count = inForce; count < MAX_API_KEYS; count += 1) await make(`Number ${count}`);
  expect(refusal(await administrator.call(addApiKey, { body: { ...body, name: 'One more' } })).code).toBe(
    'too-many-api-keys',
  );
});
