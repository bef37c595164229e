// Which devices show notifications: those of open sessions.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOwnPush, setPushAmounts, subscribe, unsubscribe } from '../../src/contract/mail/push.ts';
import { endOwnSession, listOwnSessions, signOutEverywhere } from '../../src/contract/sign-in/account.ts';
import { signOut } from '../../src/contract/sign-in/auth.ts';
import { endSignIns, setUserAccess } from '../../src/contract/users.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import type { Client } from '../helpers/client.ts';
import { setRule } from '../helpers/ledger.ts';
import { addMember } from '../helpers/members.ts';
import { deviceKeys } from '../helpers/push-service.ts';

let app: TestApp;
let administrator: Client;
let user: Awaited<ReturnType<typeof addMember>>;
beforeEach(async () => {
  app = await startApp();
  administrator = await app.administrator();
  user = await addMember(app, administrator);
});
afterEach(() => app.stop());

const MEMBER_EMAIL = () => user.userEmail ?? '';
const at = (name: string) => ({
  endpoint: `https://updates.push.services.mozilla.com/wpush/v2/${name}`,
  keys: deviceKeys().subscription,
});
const devices = () =>
  app.db.read.selectFrom('push_subscriptions').select(['id', 'endpoint']).orderBy('endpoint').execute();
/** A session with a registered device. */
async function onDevice(name: string, email = MEMBER_EMAIL()): Promise<Client> {
  const client = await app.enter(email);
  await client.must(subscribe, { body: at(name) });
  return client;
}

test('a session shows notifications on one device, says so, and can stop it; showing amounts is a separate choice [PUSH-2] [PUSH-8]', async () => {
  const member = await app.enter(MEMBER_EMAIL());
  const { key, ...before } = await member.must(readOwnPush, {});
  expect(before).toEqual({ offered: false, endpoint: null, amounts: false });
  expect(Buffer.from(key, 'base64url')).toHaveLength(65);
  await setRule(administrator, true, 'tell-members');
  const { endpoint } = at('one');
  await member.must(subscribe, { body: at('one') });
  await member.must(setPushAmounts, { body: { amounts: true } });
  expect(await member.must(readOwnPush, {})).toEqual({ offered: true, key, endpoint, amounts: true });
  const [first] = await devices();
  await member.must(subscribe, { body: at('two') });
  expect(await devices()).toEqual([{ ...first, endpoint: at('two').endpoint }]);
  await member.must(unsubscribe, {});
  expect(await devices()).toEqual([]);
  expect(await administrator.must(readOwnPush, {})).toMatchObject({ offered: false, key });
});

test('if two accounts use one device, the later one has it [PUSH-2]', async () => {
  const other = await addMember(app, administrator);
  const first = await onDevice('shared');
  const second = await onDevice('shared', other.userEmail ?? '');
  expect(await devices()).toHaveLength(1);
  expect((await first.must(readOwnPush, {})).endpoint).toBeNull();
  expect((await second.must(readOwnPush, {})).endpoint).toBe(at('shared').endpoint);
});

test('however a session ends, its device is removed [PUSH-3]', async () => {
  const remaining = async () => (await devices()).map(({ endpoint }) => endpoint.split('/').at(-1));
  const stays = await onDevice('stays');
  await (await onDevice('signed out')).must(signOut, {});
  await onDevice('elsewhere');
  const { items } = await stays.must(listOwnSessions, {});
  const elsewhere = items.find(({ current }) => !current);
  await stays.must(endOwnSession, { params: { sessionId: elsewhere?.id ?? '' } });
  expect(await remaining()).toEqual(['stays']);
  await stays.must(signOutEverywhere, {});
  expect(await remaining()).toEqual([]);

  const params = { userId: user.id };
  await onDevice('access');
  await administrator.must(setUserAccess, { params, body: { access: 'viewer' } });
  expect(await remaining()).toEqual([]);
  await onDevice('ended');
  await administrator.must(endSignIns, { params });
  expect(await remaining()).toEqual([]);
});

test('anything but a push service and a valid key is refused [PUSH-4]', async () => {
  const member = await app.enter(MEMBER_EMAIL());
  const { endpoint, keys } = at('one');
  const tried = [
    { endpoint: 'https://push.example.pk/1', keys },
    { endpoint: 'http://127.0.0.1:3000/', keys },
    // No message can be encrypted for this key.
    { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
  ];
  for (const body of tried) expect(await member.call(subscribe, { body })).toMatchObject({ code: 'push-refused' });
  expect(await devices()).toEqual([]);
});
