// Signing in and out through the API: who may, what a failure says, and the cookie (specification sections 2 and 5,
// decisions section 5).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSession, signIn, signOut } from '../../src/contract/auth.ts';
import { deleteUser, updateUser } from '../../src/contract/users.ts';
import { ADMINISTRATOR, startApp, type TestApp } from '../helpers/app.ts';
import { type Client, cookieOf } from '../helpers/client.ts';
import { addUser, person, refusal } from '../helpers/ledger.ts';
import { addMember, MEMBER_PASSWORD } from '../helpers/members.ts';
import { attempt, errorOf } from '../helpers/sign-in.ts';

let app: TestApp;
let administrator: Client;

beforeAll(async () => {
  app = await startApp({ environment: { TRUST_PROXY: 'true' } });
  administrator = await app.administrator();
});
afterAll(() => app.stop());

const failure = { status: 401, code: 'sign-in-failed', message: 'Invalid email or password' };

describe('signing in', () => {
  test('the administrator, in whatever case the e-mail is written', async () => {
    const answer = await attempt(app.url, ` ${ADMINISTRATOR.email.toUpperCase()} `, ADMINISTRATOR.password);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      visitor: {
        email: ADMINISTRATOR.email,
        name: 'Administrator',
        role: 'administrator',
        userId: null,
        livePosition: 0,
      },
      provider: null,
      organisation: { timeZone: 'Asia/Karachi', today: '2026-11-18' },
    });
  });

  test('a member is tied to the user record with the same e-mail', async () => {
    const user = await addMember(app, administrator, { userName: 'Zainab Noor', userEmail: 'Zainab@Example.pk' });
    const client = await app.signIn('zainab@example.PK', MEMBER_PASSWORD);
    const { visitor } = await client.must(readSession, {});
    expect(visitor).toMatchObject({ email: 'zainab@example.pk', name: 'Zainab Noor', role: 'member', userId: user.id });
  });

  test('an e-mail in another script', async () => {
    await addMember(app, administrator, { userEmail: 'زینب@مثال.pk' });
    const answer = await attempt(app.url, 'زینب@مثال.pk', MEMBER_PASSWORD);
    expect(answer.status).toBe(200);
  });

  test('a role text grants nothing', async () => {
    await addMember(app, administrator, { userEmail: 'boss@example.pk', userRole: 'administrator' });
    const client = await app.signIn('boss@example.pk', MEMBER_PASSWORD);
    expect((await client.must(readSession, {})).visitor?.role).toBe('member');
  });

  test.each([
    ['an unknown e-mail', 'nobody@example.pk', 'whatever-it-is'],
    ['a wrong password', ADMINISTRATOR.email, 'a-password-for-test'],
    ['the right password in other letters', ADMINISTRATOR.email, ADMINISTRATOR.password.toUpperCase()],
    ['what is no e-mail', "' or 1=1 --", 'whatever-it-is'],
    ['an e-mail with characters nobody sees', `${ADMINISTRATOR.email}\u0000`, ADMINISTRATOR.password],
    ['a password of one letter', ADMINISTRATOR.email, 'a'],
  ])('%s fails with the same sentence', async (_case, email, password) => {
    const answer = await attempt(app.url, email, password);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await errorOf(answer)).toEqual(failure);
  });

  test('a user without a password, an inactive one and a deleted one fail with the same sentence', async () => {
    const without = await addUser(administrator);
    expect(await errorOf(await attempt(app.url, without.userEmail ?? '', MEMBER_PASSWORD))).toEqual(failure);

    const inactive = await addMember(app, administrator, { status: 'Inactive' });
    expect(await errorOf(await attempt(app.url, inactive.userEmail ?? '', MEMBER_PASSWORD))).toEqual(failure);

    const deleted = await addMember(app, administrator);
    await administrator.must(deleteUser, { params: { userId: deleted.id } });
    expect(await errorOf(await attempt(app.url, deleted.userEmail ?? '', MEMBER_PASSWORD))).toEqual(failure);
  });

  test('an unknown e-mail takes as long as a wrong password', async () => {
    const member = await addMember(app, administrator);
    const median = async (email: string) => {
      const times: number[] = [];
      for (let i = 0; i < 5; i += 1) {
        const start = performance.now();
        await attempt(app.url, email, 'a-wrong-password');
        times.push(performance.now() - start);
      }
      return times.toSorted((a, b) => a - b)[2] ?? 0;
    };
    const known = await median(member.userEmail ?? '');
    const unknown = await median('nobody-at-all@example.pk');
    // The hash takes tens of milliseconds, everything else one or two.
    expect(unknown).toBeGreaterThan(known / 3);
    expect(known).toBeGreaterThan(unknown / 3);
  });

  test.each([
    ['no password', { email: ADMINISTRATOR.email }],
    ['an empty password', { email: ADMINISTRATOR.email, password: '' }],
    ['a password of 129 characters', { email: ADMINISTRATOR.email, password: 'x'.repeat(129) }],
    ['a number for a password', { email: ADMINISTRATOR.email, password: 12345678 }],
    ['an e-mail of 100,000 characters', { email: `${'x'.repeat(100_000)}@example.pk`, password: 'whatever-it-is' }],
    ['a list of e-mails', { email: [ADMINISTRATOR.email], password: 'whatever-it-is' }],
  ])('%s is refused, and what was typed is not repeated', async (_case, body) => {
    const answer = await app.nobody.fetch('/api/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    expect(answer.status).toBe(400);
    expect(text).toContain('invalid-input');
    expect(text).not.toContain('xxxx');
  });

  test('a page of another server cannot sign a visitor in or out', async () => {
    for (const path of ['/api/auth/sign-in', '/api/auth/sign-out']) {
      const answer = await administrator.fetch(path, {
        method: 'POST',
        headers: { origin: 'https://elsewhere.example', 'content-type': 'application/json' },
        body: JSON.stringify(ADMINISTRATOR),
      });
      expect((await errorOf(answer)).code).toBe('origin-refused');
    }
    expect((await administrator.must(readSession, {})).visitor).not.toBeNull();
  });

  test('signing in again ends the session the browser had', async () => {
    const first = await app.administrator();
    const again = await first.fetch('/api/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMINISTRATOR),
    });
    expect(again.status).toBe(200);
    expect((await first.must(readSession, {})).visitor).toBeNull();
  });
});

describe('the session cookie', () => {
  test('is out of reach of scripts and other sites, and lasts 30 days', async () => {
    const answer = await attempt(app.url, ADMINISTRATOR.email, ADMINISTRATOR.password);
    const [cookie, device, ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(device).toMatch(
      /^jurmana\.device\.[0-9a-f]{12}=[\w%.-]+; Max-Age=34560000; Path=\/api\/auth\/sign-in; HttpOnly; SameSite=Lax$/,
    );
    expect(cookie).toMatch(/^jurmana\.session_token=[\w%.-]+; /);
    expect(cookie?.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      `Max-Age=${30 * 24 * 60 * 60}`,
      'Path=/',
      'SameSite=Lax',
    ]);
  });

  test('is Secure, under the name that only https may set, when the public address is https', async () => {
    const secure = await startApp({ environment: { BASE_URL: 'https://fines.example.pk/' } });
    try {
      const answer = await secure.nobody.fetch('/api/auth/sign-in', {
        method: 'POST',
        headers: { origin: 'https://fines.example.pk', 'content-type': 'application/json' },
        body: JSON.stringify(ADMINISTRATOR),
      });
      const [cookie] = answer.headers.getSetCookie();
      // A browser takes a name that begins so only with Secure, for the whole host and for no other one.
      expect(cookie).toMatch(/^__Host-jurmana\.session_token=/);
      expect(cookie?.split('; ')).toEqual(expect.arrayContaining(['Secure', 'Path=/']));
      expect(cookie).not.toMatch(/Domain/i);
      const session = await fetch(`${secure.url}/api/auth/session`, { headers: { cookie: cookieOf(answer) } });
      expect(await session.json()).toMatchObject({ visitor: { role: 'administrator' } });
    } finally {
      await secure.stop();
    }
  });

  test('works under whatever name the browser used', async () => {
    const url = app.url.replace('127.0.0.1', 'localhost');
    const answer = await attempt(url, ADMINISTRATOR.email, ADMINISTRATOR.password);
    const session = await fetch(`${url}/api/auth/session`, { headers: { cookie: cookieOf(answer) } });
    expect(await session.json()).toMatchObject({ visitor: { role: 'administrator' } });
  });
});

describe('signing out', () => {
  test('ends the session and takes the cookie away', async () => {
    const client = await app.administrator();
    const answer = await client.fetch('/api/auth/sign-out', { method: 'POST' });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([
      'jurmana.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
    expect((await client.must(readSession, {})).visitor).toBeNull();
  });

  test('is no error for somebody who is signed out already', async () => {
    expect(await app.nobody.must(signOut, {})).toEqual({});
    const client = await app.administrator();
    await client.must(signOut, {});
    expect(await client.must(signOut, {})).toEqual({});
  });

  test('ends this session only', async () => {
    const [here, there] = [await app.administrator(), await app.administrator()];
    await here.must(signOut, {});
    expect((await there.must(readSession, {})).visitor).not.toBeNull();
  });
});

describe('a member whose user record changes', () => {
  test('made inactive, the open session ends for good; with Active the password works again', async () => {
    const user = await addMember(app, administrator);
    const client = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    const form = person({ userName: user.userName, userEmail: user.userEmail ?? '' });
    await administrator.must(updateUser, { params: { userId: user.id }, body: { ...form, status: 'Inactive' } });
    expect((await client.must(readSession, {})).visitor).toBeNull();
    expect(
      refusal(await app.nobody.call(signIn, { body: { email: form.userEmail, password: MEMBER_PASSWORD } })).code,
    ).toBe('sign-in-failed');
    await administrator.must(updateUser, { params: { userId: user.id }, body: { ...form, status: 'Active' } });
    expect((await client.must(readSession, {})).visitor).toBeNull();
    const again = await app.signIn(form.userEmail, MEMBER_PASSWORD);
    expect((await again.must(readSession, {})).visitor).toMatchObject({ userId: user.id });
  });

  test('renamed, is called by the new name', async () => {
    const user = await addMember(app, administrator);
    const client = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    const form = person({ userName: 'A New Name', userEmail: user.userEmail ?? '' });
    await administrator.must(updateUser, { params: { userId: user.id }, body: { ...form, status: 'Active' } });
    expect((await client.must(readSession, {})).visitor?.name).toBe('A New Name');
  });

  test('given another e-mail, or deleted, the open session ends', async () => {
    for (const change of ['e-mail', 'delete'] as const) {
      const user = await addMember(app, administrator);
      const client = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
      if (change === 'delete') await administrator.must(deleteUser, { params: { userId: user.id } });
      else
        await administrator.must(updateUser, { params: { userId: user.id }, body: { ...person(), status: 'Active' } });
      expect((await client.must(readSession, {})).visitor).toBeNull();
    }
  });
});
