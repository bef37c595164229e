// Signing in and out through the API: who may, the error messages, and the cookie (SIGNIN-3, SIGNIN-13, ACCESS-4).
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { readSession, signIn, signOut } from '../../../src/contract/sign-in/auth.ts';
import { deleteUser, updateUser } from '../../../src/contract/users.ts';
import type { Passwords } from '../../../src/server/auth/passwords/passwords.ts';
import { startApp, useAdministrator, useApp } from '../../helpers/app.ts';
import { createTestAuth, CHEAP_PASSWORDS } from '../../helpers/auth.ts';
import { cookieOf, createClient } from '../../helpers/client.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { addUser, userForm, refusal } from '../../helpers/ledger.ts';
import { addMember, MEMBER_PASSWORD, signedInMember } from '../../helpers/members.ts';
import { attempt, errorOf } from '../../helpers/sign-in.ts';

const app = useApp(() => ({ environment: { TRUST_PROXY: 'true' } }));
const administrator = useAdministrator(app);

const failure = { status: 401, code: 'sign-in-failed', message: 'Invalid email or password' };

describe('signing in', () => {
  test('works for the administrator, whatever the case of the e-mail [ACCESS-1]', async () => {
    const answer = await attempt(app.url, ` ${ADMINISTRATOR.email.toUpperCase()} `, ADMINISTRATOR.password);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      principal: {
        email: ADMINISTRATOR.email,
        people: [{ id: 'administrator', email: ADMINISTRATOR.email, name: '' }],
        name: 'Administrator',
        access: 'administrator',
        userId: null,
        fineTypes: [],
        groups: [],
        language: null,
        booksVersion: '0.0.2026-11-18',
      },
      provider: null,
      organisation: { timeZone: 'Asia/Karachi', today: '2026-11-18', name: '' },
    });
  });

  test('ties a member to the user record with the same e-mail [ACCESS-3]', async () => {
    const user = await addMember(app, administrator, { userName: 'Zainab Noor', userEmail: 'Zainab@Example.pk' });
    const client = await app.signIn('zainab@example.PK', MEMBER_PASSWORD);
    const { principal } = await client.must(readSession, {});
    expect(principal).toMatchObject({
      email: 'zainab@example.pk',
      name: 'Zainab Noor',
      access: 'member',
      userId: user.id,
    });
  });

  test('works with an e-mail in another script', async () => {
    await addMember(app, administrator, { userEmail: 'زینب@مثال.pk' });
    const answer = await attempt(app.url, 'زینب@مثال.pk', MEMBER_PASSWORD);
    expect(answer.status).toBe(200);
  });

  test('a role text grants nothing [ACCESS-2]', async () => {
    await addMember(app, administrator, { userEmail: 'boss@example.pk', userRole: 'administrator' });
    const client = await app.signIn('boss@example.pk', MEMBER_PASSWORD);
    expect((await client.must(readSession, {})).principal?.access).toBe('member');
  });

  test.each([
    ['an unknown e-mail', 'nobody@example.pk', 'whatever-it-is'],
    ['a wrong password', ADMINISTRATOR.email, 'a-password-for-test'],
    ['the right password in other letters', ADMINISTRATOR.email, ADMINISTRATOR.password.toUpperCase()],
    ['what is no e-mail', "' or 1=1 --", 'whatever-it-is'],
    ['a password of one letter', ADMINISTRATOR.email, 'a'],
  ])('with %s fails with the same sentence [V1.2.4]', async (_case, email, password) => {
    const answer = await attempt(app.url, email, password);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await errorOf(answer)).toEqual(failure);
  });

  test('fails with the same sentence for a user without a password, an inactive one and a deleted one [SIGNIN-3, V6.3.4]', async () => {
    const without = await addUser(administrator);
    expect(await errorOf(await attempt(app.url, without.userEmail ?? '', MEMBER_PASSWORD))).toEqual(failure);

    const inactive = await addMember(app, administrator, { status: 'Inactive' });
    expect(await errorOf(await attempt(app.url, inactive.userEmail ?? '', MEMBER_PASSWORD))).toEqual(failure);

    const deleted = await addMember(app, administrator);
    await administrator.must(deleteUser, { params: { userId: deleted.id } });
    expect(await errorOf(await attempt(app.url, deleted.userEmail ?? '', MEMBER_PASSWORD))).toEqual(failure);
  });

  test('costs a hash for an unknown e-mail too, as for a wrong password [SIGNIN-3]', async () => {
    const member = await addMember(app, administrator);
    const costs: (string | undefined)[] = [];
    const passwords: Passwords = {
      ...CHEAP_PASSWORDS,
      verify: (of, shares) => {
        costs.push(/^\$scrypt\$[^$]+/.exec(of.hash)?.[0]);
        return CHEAP_PASSWORDS.verify(of, shares);
      },
    };
    const auth = createTestAuth(app, app.db, { passwords });
    for (const email of [member.userEmail ?? '', 'nobody-at-all@example.pk', 'no e-mail at all']) {
      const trying = auth.signIn({ email, password: 'a-wrong-password', address: '192.0.2.1', userAgent: null });
      await expect(trying).rejects.toMatchObject({ code: 'sign-in-failed' });
    }
    expect(costs).toEqual(Array(3).fill('$scrypt$ln=10,r=8,p=1'));
  });

  test.each([
    ['no password', { email: ADMINISTRATOR.email }],
    ['an empty password', { email: ADMINISTRATOR.email, password: '' }],
    ['a password of 129 characters', { email: ADMINISTRATOR.email, password: 'x'.repeat(129) }],
    ['a number for a password', { email: ADMINISTRATOR.email, password: 12345678 }],
    ['an e-mail of 3,000 characters', { email: `${'x'.repeat(3000)}@example.pk`, password: 'whatever-it-is' }],
    ['a list of e-mails', { email: [ADMINISTRATOR.email], password: 'whatever-it-is' }],
  ])('with %s is refused, and the answer does not repeat the input [V6.2.9]', async (_case, body) => {
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

  test('a body larger than signing in needs is refused before it has been received [V2.4.1]', async () => {
    const { hostname, port } = new URL(app.url);
    const sending = request({
      host: hostname,
      port,
      path: '/api/auth/sign-in',
      method: 'POST',
      headers: { origin: app.url, 'content-type': 'application/json', 'content-length': 5000 },
    });
    sending.flushHeaders();
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    sending.destroy();
  });

  test('a body that a stranger or a member sends to an administrator’s operation is not read', async () => {
    const { client } = await signedInMember(app, administrator);
    for (const [cookie, status] of [
      ['', 401],
      [client.cookie, 403],
    ] as const) {
      const { hostname, port } = new URL(app.url);
      const sending = request({
        host: hostname,
        port,
        path: '/api/users',
        method: 'POST',
        headers: { origin: app.url, cookie, 'content-type': 'application/json', 'content-length': 500_000 },
      });
      sending.flushHeaders();
      const [answer] = (await once(sending, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(status);
      sending.destroy();
    }
  });

  test.each(['https', 'ftp'])(
    'a page of the same host under another scheme (%s) cannot sign anybody in or out [V3.5.1]',
    async (scheme) => {
      const answer = await app.nobody.fetch('/api/auth/sign-out', {
        method: 'POST',
        headers: { origin: app.url.replace(/^http/, scheme) },
      });
      expect((await errorOf(answer)).code).toBe('origin-refused');
    },
  );

  test('behind a proxy, the page’s scheme is the one the proxy names', async () => {
    const from = async (origin: string) => {
      const headers = { origin, 'x-forwarded-proto': 'https' };
      return (await app.nobody.fetch('/api/auth/sign-out', { method: 'POST', headers })).status;
    };
    expect(await from(app.url.replace(/^http/, 'https'))).toBe(200);
    expect(await from(app.url)).toBe(403);
  });

  test('a page of another site cannot sign a visitor in or out [ACCESS-11, V3.5.1]', async () => {
    for (const path of ['/api/auth/sign-in', '/api/auth/sign-out']) {
      const answer = await administrator.fetch(path, {
        method: 'POST',
        headers: { origin: 'https://elsewhere.example', 'content-type': 'application/json' },
        body: JSON.stringify(ADMINISTRATOR),
      });
      expect((await errorOf(answer)).code).toBe('origin-refused');
    }
    expect((await administrator.must(readSession, {})).principal).not.toBeNull();
  });

  test('ends the browser’s earlier session [SIGNIN-16, V7.2.4]', async () => {
    const first = await app.administrator();
    const again = await first.fetch('/api/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMINISTRATOR),
    });
    expect(again.status).toBe(200);
    expect((await first.must(readSession, {})).principal).toBeNull();
  });
});

describe('the session cookie', () => {
  test('cannot be read by scripts or other sites, and lasts 30 days [SIGNIN-10, SIGNIN-13, V3.3.2, V3.3.4]', async () => {
    const answer = await attempt(app.url, ADMINISTRATOR.email, ADMINISTRATOR.password);
    const [cookie, device, ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(device).toMatch(
      /^jurmana\.devices\.[\da-f]{8}=[\w%.-]+; Max-Age=34560000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/,
    );
    expect(cookie).toMatch(/^jurmana\.session_token\.[\da-f]{8}=[\w%.-]+; /);
    expect(cookie?.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      `Max-Age=${30 * 24 * 60 * 60}`,
      'Path=/',
      'SameSite=Lax',
    ]);
  });

  test('is Secure, with a name that only https may set, if the public address is https [SIGNIN-13, V3.3.1, V3.3.3]', async () => {
    const secure = await startApp({ environment: { BASE_URL: 'https://fines.example.pk/' } });
    try {
      const answer = await secure.nobody.fetch('/api/auth/sign-in', {
        method: 'POST',
        headers: { origin: 'https://fines.example.pk', 'content-type': 'application/json' },
        body: JSON.stringify(ADMINISTRATOR),
      });
      const [cookie] = answer.headers.getSetCookie();
      // Browsers accept the __Host- prefix only with Secure, Path=/ and without Domain.
      expect(cookie).toMatch(/^__Host-jurmana\.session_token\.[\da-f]{8}=/);
      expect(cookie?.split('; ')).toEqual(expect.arrayContaining(['Secure', 'Path=/']));
      expect(cookie).not.toMatch(/Domain/i);
      const session = await fetch(`${secure.url}/api/auth/session`, { headers: { cookie: cookieOf(answer) } });
      expect(await session.json()).toMatchObject({ principal: { access: 'administrator' } });
    } finally {
      await secure.stop();
    }
  });

  test('opened over http although the address is https, the refusal names the right address [ACCESS-11]', async () => {
    const address = 'https://fines.example.pk';
    const secure = await startApp({ environment: { BASE_URL: address } });
    try {
      const answer = await attempt(secure.url, ADMINISTRATOR.email, ADMINISTRATOR.password);
      expect(await errorOf(answer)).toEqual({
        code: 'origin-refused',
        message: `This request did not come from a page of this server. Please open ${address} instead.`,
        details: { address },
        status: 403,
      });
    } finally {
      await secure.stop();
    }
  });

  test('does not affect other servers: with two on the same host, signing out of one keeps the other signed in [SIGNIN-23]', async () => {
    const beside = await startApp();
    try {
      // A browser sends the host's cookies to both servers, whatever the port.
      const jar = new Map<string, string>();
      const signInAt = async (url: string) => {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await createClient(url, cookie).fetch('/api/auth/sign-in', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(ADMINISTRATOR),
        });
        for (const line of answer.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
          jar.set(name, value);
        }
      };
      await signInAt(app.url);
      await signInAt(beside.url);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      for (const { url } of [app, beside]) {
        expect((await createClient(url, cookie).must(readSession, {})).principal?.access).toBe('administrator');
      }
      expect(jar.size).toBe(4);
    } finally {
      await beside.stop();
    }
  });

  test('works under whatever host name the browser used [ACCESS-11]', async () => {
    const url = app.url.replace('127.0.0.1', 'localhost');
    const answer = await attempt(url, ADMINISTRATOR.email, ADMINISTRATOR.password);
    const session = await fetch(`${url}/api/auth/session`, { headers: { cookie: cookieOf(answer) } });
    expect(await session.json()).toMatchObject({ principal: { access: 'administrator' } });
  });
});

describe('signing out [SIGNIN-18]', () => {
  test('ends the session and removes the cookie [V7.4.1]', async () => {
    const client = await app.administrator();
    const answer = await client.fetch('/api/auth/sign-out', { method: 'POST' });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([
      `jurmana.session_token.${app.instance}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`,
    ]);
    expect((await client.must(readSession, {})).principal).toBeNull();
  });

  test('is not an error if the session has already ended', async () => {
    expect(await app.nobody.must(signOut, {})).toEqual({});
    const client = await app.administrator();
    await client.must(signOut, {});
    expect(await client.must(signOut, {})).toEqual({});
  });

  test('ends only this session', async () => {
    const [here, there] = [await app.administrator(), await app.administrator()];
    await here.must(signOut, {});
    expect((await there.must(readSession, {})).principal).not.toBeNull();
  });
});

describe('a member whose user record changes', () => {
  test('is signed out for good when made inactive; made active again, the password works [ACCESS-4]', async () => {
    const user = await addMember(app, administrator);
    const client = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    const form = userForm({ userName: user.userName, userEmail: user.userEmail ?? '' });
    await administrator.must(updateUser, { params: { userId: user.id }, body: { ...form, status: 'Inactive' } });
    expect((await client.must(readSession, {})).principal).toBeNull();
    expect(
      refusal(await app.nobody.call(signIn, { body: { email: form.userEmail, password: MEMBER_PASSWORD } })).code,
    ).toBe('sign-in-failed');
    await administrator.must(updateUser, { params: { userId: user.id }, body: { ...form, status: 'Active' } });
    expect((await client.must(readSession, {})).principal).toBeNull();
    const again = await app.signIn(form.userEmail, MEMBER_PASSWORD);
    expect((await again.must(readSession, {})).principal).toMatchObject({ userId: user.id });
  });

  test('sees the new name after being renamed', async () => {
    const user = await addMember(app, administrator);
    const client = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    const form = userForm({ userName: 'A New Name', userEmail: user.userEmail ?? '' });
    await administrator.must(updateUser, { params: { userId: user.id }, body: { ...form, status: 'Active' } });
    expect((await client.must(readSession, {})).principal?.name).toBe('A New Name');
  });

  test('is signed out when the e-mail changes or the record is deleted [ACCESS-4, V7.4.2]', async () => {
    for (const change of ['e-mail', 'delete'] as const) {
      const user = await addMember(app, administrator);
      const client = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
      if (change === 'delete') await administrator.must(deleteUser, { params: { userId: user.id } });
      else
        await administrator.must(updateUser, {
          params: { userId: user.id },
          body: { ...userForm(), status: 'Active' },
        });
      expect((await client.must(readSession, {})).principal).toBeNull();
    }
  });
});
