// Notifications reach members' devices through a push service, and what happens to those that it does not accept.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listMails, sendMailAgain } from '../../../src/contract/mail/mails.ts';
import { readOwnPush, setPushAmounts, subscribe } from '../../../src/contract/mail/push.ts';
import { deleteFine } from '../../../src/contract/fines/fines.ts';
import { takePayment } from '../../../src/contract/money/payments.ts';
import { updateOrganisation } from '../../../src/contract/settings/organisation.ts';
import { setLanguage } from '../../../src/contract/sign-in/account.ts';
import { signOut } from '../../../src/contract/sign-in/auth.ts';
import { readProgress } from '../../../src/server/mail/reminding.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import type { Client } from '../../helpers/client.ts';
import { fineOne, only, setRule } from '../../helpers/ledger.ts';
import { addMember, signedInWithAccess } from '../../helpers/members.ts';
import { type PushService, startPushService } from '../../helpers/push-service.ts';
import { waitFor } from '../../helpers/wait.ts';

let service: PushService;
let app: TestApp;
let administrator: Client;
let member: Client;
let user: Awaited<ReturnType<typeof addMember>>;
beforeEach(async () => {
  service = await startPushService();
  app = await startApp({ environment: { PUSH_HOSTS: service.origin } });
  administrator = await app.administrator();
  user = await addMember(app, administrator, { userName: 'Ayesha Khan' });
  member = await app.enter(user.userEmail ?? '');
  await member.must(subscribe, { body: service.device('phone') });
  await setRule(administrator, true, 'tell-members');
});
afterEach(async () => {
  await app.stop();
  await service.stop();
});

const MINUTE = 60_000;
const messages = async () => (await administrator.must(listMails, { query: {} })).items;
const reaches = (state: string, tries: number) =>
  waitFor(async () => {
    const message = only(await messages());
    expect(message).toMatchObject({ state, tries });
    return message;
  });
/** Waits one minute, and until everything has been sent. */
async function later(): Promise<void> {
  app.clock.advance(MINUTE);
  await waitFor(async () => expect((await messages()).filter(({ state }) => state !== 'sent')).toEqual([]));
}
const notifications = () => service.received.map(({ notification }) => notification);

test('without a mail server, notifications are sent encrypted and signed; without permission a locked screen shows no amount [PUSH-1] [PUSH-8]', async () => {
  await administrator.must(updateOrganisation, { body: { name: 'Our Club' } });
  const fine = await fineOne(administrator, user.id, { amount: 500 });
  expect(only(await messages())).toMatchObject({
    channel: 'push',
    state: 'waiting',
    kind: 'fined',
    name: 'Ayesha Khan',
  });
  await later();
  const { headers, notification, claims, device } = only(service.received);
  expect(device).toBe('phone');
  expect(notification).toEqual({
    title: 'Our Club',
    body: 'There is news for you. Open to see it.',
    lang: 'en',
    dir: 'ltr',
    tag: headers['topic'],
    path: '/fineUserOverView',
  });
  expect(Number(headers['ttl'])).toBe(3 * 24 * 60 * 60 - 60);
  expect(claims).toMatchObject({ aud: service.origin, sub: expect.stringMatching(/^mailto:/) as string });

  await member.must(setPushAmounts, { body: { amounts: true } });
  const shown = [{ fineId: fine.id, outstanding: 500 }];
  await administrator.must(takePayment, {
    body: { userId: user.id, fines: shown, amount: 200, receivedOn: '2026-11-18' },
  });
  await later();
  expect(notifications().at(-1)).toMatchObject({
    body: 'Payment received: Rs. 200.00, receipt R-2026-000001',
    path: '/fineUserOverView?paper=R-2026-000001',
  });
  expect(service.requests).toBe(2);
});

test('notifications are in the account’s language and go to all its devices; those with more access are led to their own page [PUSH-1] [PUSH-8]', async () => {
  await member.must(setLanguage, { body: { language: 'ur' } });
  const second = await app.enter(user.userEmail ?? '');
  await second.must(subscribe, { body: service.device('laptop') });
  await fineOne(administrator, user.id);
  await later();
  expect(service.received.map(({ device }) => device).toSorted()).toEqual(['laptop', 'phone']);
  expect(notifications()[0]).toMatchObject({
    title: 'Jurmana',
    dir: 'rtl',
    body: 'آپ کے لیے نئی اطلاع ہے۔ دیکھنے کے لیے کھولیں۔',
  });

  const viewer = await signedInWithAccess(app, administrator, 'viewer');
  await viewer.client.must(subscribe, { body: service.device('office') });
  await fineOne(administrator, viewer.user.id);
  await later();
  expect(service.received.at(-1)).toMatchObject({
    device: 'office',
    notification: { path: `/user/${viewer.user.id}` },
  });
});

test('nothing is sent about what is deleted within the minute, nor to a device whose session has ended [PUSH-3] [MAIL-10]', async () => {
  const fine = await fineOne(administrator, user.id);
  await administrator.must(deleteFine, { params: { fineId: fine.id }, query: {} });
  await fineOne(administrator, user.id);
  await member.must(signOut, {});
  app.clock.advance(MINUTE);
  await waitFor(async () => expect(await messages()).toEqual([]));
  expect(service.requests).toBe(0);
});

test.each([404, 410])('a device that the service answers %i for is removed [PUSH-5]', async (status) => {
  service.behave(() => ({ status }));
  await fineOne(administrator, user.id);
  app.clock.advance(MINUTE);
  const { reply } = await reaches('given-up', 1);
  expect(reply).toBe(`${status} status ${status}`);
  expect(await app.db.read.selectFrom('push_subscriptions').select('id').execute()).toEqual([]);
});

test('a deferred notification is tried again when the service says, and a limited number of times [PUSH-6]', async () => {
  service.behave(() => ({ status: 429, headers: { 'retry-after': '600' } }));
  await fineOne(administrator, user.id);
  app.clock.advance(MINUTE);
  const { nextTryAt } = await reaches('failed', 1);
  expect(Date.parse(nextTryAt ?? '') - app.clock.now()).toBe(600_000);
  service.behave(() => ({ status: 503 }));
  for (const [tries, minutes] of [
    [2, 10],
    [3, 30],
    [4, 2 * 60],
    [5, 12 * 60],
  ] as const) {
    app.clock.advance(minutes * MINUTE);
    await reaches('failed', tries);
  }
  service.behave(() => ({ status: 201 }));
  app.clock.advance(12 * 60 * MINUTE);
  await reaches('sent', 6);
  expect(service.received).toHaveLength(1);
  expect(service.requests).toBe(6);
});

test('outdated notifications are no longer sent [PUSH-6]', async () => {
  service.behave(() => ({ status: 503 }));
  await fineOne(administrator, user.id);
  app.clock.advance(MINUTE);
  await reaches('failed', 1);
  app.clock.advance(3 * 24 * 60 * MINUTE);
  const { id } = await reaches('given-up', 1);
  expect(service.requests).toBe(1);
  // It was only of interest at that moment.
  expect(await administrator.call(sendMailAgain, { params: { mailId: id } })).toMatchObject({
    code: 'mail-not-configured',
  });
});

test('redirects are not followed, and a request that was cut off is not repeated [PUSH-4] [PUSH-7]', async () => {
  const elsewhere = await startPushService();
  service.behave(() => ({ status: 307, headers: { location: `${elsewhere.origin}/push/phone` } }));
  await fineOne(administrator, user.id);
  app.clock.advance(MINUTE);
  await reaches('given-up', 1);
  expect(elsewhere.requests).toBe(0);
  await elsewhere.stop();
  await app.db.write.deleteFrom('mails').execute();

  service.behave(() => 'drop');
  await fineOne(administrator, user.id);
  app.clock.advance(MINUTE);
  await reaches('unknown', 1);
  app.clock.advance(24 * 60 * MINUTE);
  // A later notification is sent, but not this one.
  service.behave(() => ({ status: 201 }));
  await fineOne(administrator, user.id);
  app.clock.advance(MINUTE);
  await waitFor(() => expect(service.received).toHaveLength(1));
  expect(service.requests).toBe(3);
});

test('a service that is away is tried again; one that is no longer allowed is not called [PUSH-4] [PUSH-6]', async () => {
  await service.stop();
  await fineOne(administrator, user.id);
  app.clock.advance(MINUTE);
  expect((await reaches('failed', 1)).reply).toMatch(/ECONNREFUSED/);
  await app.db.write.updateTable('push_subscriptions').set({ endpoint: 'http://10.0.0.1/push/phone' }).execute();
  app.clock.advance(5 * MINUTE);
  await reaches('given-up', 2);
  expect(await app.db.read.selectFrom('push_subscriptions').select('id').execute()).toEqual([]);
});

test('of two processes one sends each notification, and both share one key [PUSH-7]', async () => {
  const second = await startApp({
    databaseUrl: app.databaseUrl,
    clock: app.clock,
    environment: { PUSH_HOSTS: service.origin },
  });
  for (let count = 0; count < 10; count++) await fineOne(administrator, user.id);
  await later();
  await second.stop();
  expect(service.requests).toBe(10);
  expect(new Set(notifications().map(({ tag }) => tag)).size).toBe(10);
  expect(new Set(service.received.map(({ key }) => key)).size).toBe(1);
});

test('an automatic reminder reaches a device, even if no other notifications are sent [PUSH-1] [REMIND-10]', async () => {
  await setRule(administrator, false, 'tell-members');
  expect((await member.must(readOwnPush, {})).offered).toBe(false);
  await administrator.must(updateOrganisation, { body: { dueDays: 2, remindSteps: [0] } });
  expect((await member.must(readOwnPush, {})).offered).toBe(true);
  // From here on they have been handled.
  await waitFor(async () => expect((await readProgress(app.db.read))?.after).toBe('2026-11-18'));
  await fineOne(administrator, user.id, { amount: 500, date: '2026-11-18' });
  await member.must(setPushAmounts, { body: { amounts: true } });
  app.clock.set('2026-11-20T09:00:00+05:00');
  await waitFor(() => expect(service.received).toHaveLength(1));
  expect(only(notifications())).toMatchObject({ body: 'A friendly reminder', path: '/fineUserOverView' });
});

test('with PUSH_HOSTS=none no notifications are sent [PUSH-4]', async () => {
  await fineOne(administrator, user.id);
  const copy = await startApp({
    databaseUrl: app.databaseUrl,
    clock: app.clock,
    environment: { PUSH_HOSTS: 'none' },
  });
  try {
    const there = await copy.enter(user.userEmail ?? '');
    expect((await there.must(readOwnPush, {})).offered).toBe(false);
    expect(await there.call(subscribe, { body: service.device('other') })).toMatchObject({ code: 'push-refused' });
    await fineOne(await copy.administrator(), user.id);
    expect(await messages()).toHaveLength(1);
  } finally {
    await copy.stop();
  }
});
