// The user's own account: changing the password, listing and ending sessions, with immediate effect on every process.
import { describe, expect, test } from 'vitest';
import {
  changePassword,
  endOwnSession,
  listOwnSessions,
  setLanguage,
  setOwnName,
  signOutEverywhere,
} from '../../src/contract/sign-in/account.ts';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { readCash } from '../../src/contract/money/cash.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { addUser, deleteUser, setUserAccess, updateUser } from '../../src/contract/users.ts';
import { ADMINISTRATOR_ID, idOfUser } from '../../src/core/people/actor.ts';
import { emailKey } from '../../src/core/people/email.ts';
import { openSession } from '../../src/server/auth/sessions.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { type Client, cookieOf, createClient } from '../helpers/client.ts';
import { engine } from '../helpers/database.ts';
import { userForm, refusal } from '../helpers/ledger.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { openLive } from '../helpers/live-stream.ts';
import { addMember, MEMBER_PASSWORD, signedInMember, signedInWithAccess } from '../helpers/members.ts';

const app = useApp();
const administrator = useAdministrator(app);
const second = useApp(() => ({ databaseUrl: app.databaseUrl, clock: app.clock }));

const principalOf = async (client: Client) => (await client.must(readSession, {})).principal;
const there = (client: Client): Client => createClient(second.url, client.cookie);
const change = (client: Client, currentPassword: string, newPassword: string) =>
  client.call(changePassword, { body: { currentPassword, newPassword } });

describe('changing the password', () => {
  test('asks for the current one, keeps this session, and ends the others with their streams [ACCOUNT-2, V6.2.2]', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const other = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    const stream = await openLive(app.url, other.cookie);
    expect(refusal(await change(client, 'not the present one', 'a new password'))).toMatchObject({
      status: 422,
      code: 'password-wrong',
    });
    expect(await principalOf(other)).not.toBeNull();
    expect(await change(client, MEMBER_PASSWORD, 'a new password')).toMatchObject({
      ok: true,
      value: { endedSessions: 1 },
    });
    await stream.endedAtOnce();
    expect(await principalOf(there(other))).toBeNull();
    expect(await principalOf(there(client))).not.toBeNull();
    await expect(app.signIn(user.userEmail ?? '', MEMBER_PASSWORD)).rejects.toThrow('sign-in-failed');
    await app.signIn(user.userEmail ?? '', 'a new password');
  });

  test.each<[number, boolean]>([
    [7, false],
    [8, true],
    [128, true],
    [129, false],
    [400, false],
  ])('a new password of %i characters is accepted: %s [SIGNIN-7, V6.2.5]', async (length, taken) => {
    const { user, client } = await signedInMember(app, administrator);
    const password = 'پاس word'.repeat(Math.ceil(length / 8)).slice(0, length);
    const answer = await change(client, MEMBER_PASSWORD, password);
    expect(answer.ok).toBe(taken);
    if (taken) await app.signIn(user.userEmail ?? '', password);
    else expect(refusal(answer)).toMatchObject({ status: 400, code: 'invalid-input' });
  });

  test('is limited: after ten wrong attempts even the right password is refused [ACCOUNT-3]', async () => {
    const { client } = await signedInMember(app, administrator);
    for (let i = 0; i < 10; i += 1) {
      expect(refusal(await change(client, `guess number ${i}`, 'a new password')).code).toBe('password-wrong');
    }
    const answer = await client.fetch('/api/account/password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ currentPassword: MEMBER_PASSWORD, newPassword: 'a new password' }),
    });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('succeeds for only one of two requests sent at once with the same current password [ACCOUNT-2]', async () => {
    const { client } = await signedInMember(app, administrator);
    const answers = await Promise.all(
      ['the first one', 'the other one'].map((to) => change(client, MEMBER_PASSWORD, to)),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });
});

describe('the user’s own sessions', () => {
  test('are listed with their devices, this one first, and without anybody else’s [ACCOUNT-4]', async () => {
    const user = await addMember(app, administrator);
    await signedInMember(app, administrator);
    const signIn = async (userAgent: string): Promise<Client> => {
      app.clock.advance(1000);
      const answer = await app.nobody.fetch('/api/auth/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent },
        body: JSON.stringify({ email: user.userEmail, password: MEMBER_PASSWORD }),
      });
      return createClient(app.url, cookieOf(answer));
    };
    const first = await signIn(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    );
    await signIn('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0');
    await signIn('<script>alert(1)</script>');
    const { items } = await first.must(listOwnSessions, {});
    expect(items.map(({ browser, system, current }) => [browser, system, current])).toEqual([
      ['Safari', 'iPhone', true],
      [null, null, false],
      ['Firefox', 'Windows', false],
    ]);
    expect(Object.keys(items[0] ?? {}).toSorted()).toEqual([
      'browser',
      'current',
      'id',
      'lastOpenedAt',
      'signedInAt',
      'system',
    ]);
  });

  test('can be ended one by one, on every process, but only by their owner [ACCOUNT-4, V7.5.2]', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const other = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    const stream = await openLive(app.url, other.cookie);
    const sessions = (await client.must(listOwnSessions, {})).items;
    const id = sessions.find(({ current }) => !current)?.id ?? '';
    const { client: stranger } = await signedInMember(app, administrator);
    for (const who of [stranger, administrator]) {
      expect(refusal(await who.call(endOwnSession, { params: { sessionId: id } }))).toMatchObject({
        status: 404,
        code: 'session-not-found',
      });
    }
    await client.must(endOwnSession, { params: { sessionId: id } });
    await stream.endedAtOnce();
    expect(await principalOf(there(other))).toBeNull();
    expect(await principalOf(client)).not.toBeNull();
    expect(refusal(await client.call(endOwnSession, { params: { sessionId: id } })).code).toBe('session-not-found');
  });

  test('all end with "sign out everywhere", which also removes the cookie [ACCOUNT-5, V7.5.2]', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const other = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    const answer = await client.fetch(`/api${signOutEverywhere.path}`, { method: 'POST' });
    expect(await answer.json()).toEqual({ endedSessions: 2 });
    expect(answer.headers.getSetCookie().join()).toContain(`jurmana.session_token.${app.instance}=; Max-Age=0`);
    for (const one of [client, other, there(client), there(other)]) expect(await principalOf(one)).toBeNull();
  });
});

test('beyond a hundred, the oldest end with their streams, on every process [SIGNIN-16, V7.1.2]', async () => {
  const { user, client: oldest } = await signedInMember(app, administrator);
  const stream = await openLive(second.url, oldest.cookie);
  const { id } = await app.db.read
    .selectFrom('accounts')
    .select('id')
    .where('email_key', '=', emailKey(user.userEmail ?? ''))
    .executeTakeFirstOrThrow();
  const signIn = () => app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
  app.clock.advance(1000);
  const newer = await signIn();
  await app.db.write.transaction().execute(async (tx) => {
    for (let n = 2; n < 100; n += 1) {
      await openSession(tx, app.clock.now() + n, { accountId: id, address: '', userAgent: null });
    }
  });
  expect(await principalOf(there(oldest))).not.toBeNull();

  app.clock.advance(1000);
  const newest = await signIn();
  expect(await principalOf(there(oldest))).toBeNull();
  // On SQLite another process is not notified, and only checks with the next heartbeat.
  if (engine === 'postgres') await stream.endedAtOnce();
  for (const client of [newer, newest, administrator]) expect(await principalOf(client)).not.toBeNull();
  expect((await newest.must(listOwnSessions, {})).items).toHaveLength(100);

  // Several concurrently in the same millisecond: none evicts another.
  const together = await Promise.all(Array.from({ length: 3 }, signIn));
  for (const client of together) expect(await principalOf(client)).not.toBeNull();
  const rows = await app.db.read.selectFrom('sessions').select('id').where('account_id', '=', id).execute();
  expect(rows).toHaveLength(100);
});

describe('sessions and streams end at once, on every process, when the user’s record changes:', () => {
  test.each(['inactive', 'deleted', 'e-mail'] as const)('%s', async (what) => {
    const { user, client } = await signedInMember(app, administrator);
    const streams = [await openLive(app.url, client.cookie), await openLive(second.url, client.cookie)];
    const form = userForm({ userName: user.userName });
    if (what === 'deleted') await administrator.must(deleteUser, { params: { userId: user.id } });
    else {
      const body =
        what === 'inactive'
          ? { ...form, userEmail: user.userEmail ?? '', status: 'Inactive' as const }
          : { ...form, status: 'Active' as const };
      await administrator.must(updateUser, { params: { userId: user.id }, body });
    }
    expect((await client.call(listOwnSessions, {})).status).toBe(401);
    expect((await there(client).call(listOwnSessions, {})).status).toBe(401);
    // On SQLite another process polls every two seconds.
    for (const stream of streams) await stream.endedAtOnce();
    const left = await app.db.read
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .where('accounts.email_key', '=', (user.userEmail ?? '').toLowerCase())
      .select('sessions.id')
      .execute();
    expect(left).toEqual([]);
  });
});

describe('the language', () => {
  test('is kept with the account: it applies to every session of its owner and to nobody else [LANG-1]', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const { client: another } = await signedInMember(app, administrator);
    expect((await principalOf(client))?.language).toBeNull();
    expect(await client.must(setLanguage, { body: { language: 'ur' } })).toEqual({ language: 'ur' });
    expect((await principalOf(client))?.language).toBe('ur');
    expect((await principalOf(there(client)))?.language).toBe('ur');
    expect((await principalOf(await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD)))?.language).toBe('ur');
    expect((await principalOf(another))?.language).toBeNull();
    await client.must(setLanguage, { body: { language: 'en' } });
    expect((await principalOf(there(client)))?.language).toBe('en');
  });
});

test('administrators are shown by the name they gave themselves, staff by that of their user record; members see no names [ACCOUNT-8]', async () => {
  const clerk = userForm({ userName: 'Bilal Ahmed' });
  const { id } = await administrator.must(addUser, { body: clerk });
  await administrator.must(setUserAccess, { params: { userId: id }, body: { access: 'collector' } });
  expect((await principalOf(administrator))?.name).toBe('Administrator');
  const email = emailKey(ADMINISTRATOR.email);
  expect((await principalOf(administrator))?.people).toContainEqual({ id: ADMINISTRATOR_ID, email, name: '' });

  await administrator.must(setOwnName, { body: { name: '  Ayesha   Siddiqui ' } });
  const people = [
    { id: ADMINISTRATOR_ID, email, name: 'Ayesha Siddiqui' },
    { id: idOfUser(id), email: emailKey(clerk.userEmail ?? ''), name: 'Bilal Ahmed' },
  ];
  const principal = await principalOf(administrator);
  expect(principal?.name).toBe('Ayesha Siddiqui');
  for (const person of people) expect(principal?.people).toContainEqual(person);
  const { takers } = await administrator.must(readCash, {});
  for (const person of people) expect(takers).toContainEqual(person);

  const { client } = await signedInMember(app, administrator);
  expect((await principalOf(client))?.people).toEqual([]);
});

test('those who acted are still named when inactive or without access, but can no longer take over cash [ACCOUNT-8, CASH-4]', async () => {
  const staff = await Promise.all(
    ['Bushra Lodhi', 'Imran Shaikh'].map((userName) =>
      signedInWithAccess(app, administrator, 'collector', { userName }),
    ),
  );
  const people = staff.map(({ user: { id, userName: name, userEmail } }) => ({
    id: idOfUser(id),
    email: emailKey(userEmail ?? ''),
    name,
  }));
  const { id: userId } = await administrator.must(addUser, { body: userForm() });
  for (const { client } of staff) {
    await client.must(takePayment, { body: { userId, fines: [], amount: 5, receivedOn: '2026-11-01' } });
  }
  // A user record with the administrator's e-mail but another name does not rename the administrator.
  await administrator.must(takePayment, { body: { userId, fines: [], amount: 5, receivedOn: '2026-11-01' } });
  await administrator.must(addUser, { body: userForm({ userName: 'Not her', userEmail: ADMINISTRATOR.email }) });
  expect((await principalOf(administrator))?.people.filter(({ name }) => name === 'Not her')).toEqual([]);
  const [inactive, lowered] = staff.map(({ user }) => ({ userId: user.id }));
  await administrator.must(updateUser, { params: inactive ?? { userId }, body: { status: 'Inactive' } });
  await administrator.must(setUserAccess, { params: lowered ?? { userId }, body: { access: 'member' } });
  for (const person of people) expect((await principalOf(administrator))?.people).toContainEqual(person);
  const { takers } = await administrator.must(readCash, {});
  for (const person of people) expect(takers).not.toContainEqual(person);
});
