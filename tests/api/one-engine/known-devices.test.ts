// Password guessing does not lock the owner out of an account: a browser that has signed in before has its own
// limit, and a sign-in link always works.
import { afterEach, expect, test } from 'vitest';
import { changePassword } from '../../../src/contract/sign-in/account.ts';
import { acceptInvitation } from '../../../src/contract/sign-in/auth.ts';
import { createSignInLink } from '../../../src/contract/users.ts';
import {
  ATTEMPT_WINDOW_MS,
  createAttempts,
  MAX_FAILURES as limits,
} from '../../../src/server/auth/passwords/attempts.ts';
import { ensureAccount } from '../../../src/server/auth/accounts.ts';
import { BusyError, hashQueue } from '../../../src/server/auth/passwords/hash-queue.ts';
import { createDevices } from '../../../src/server/auth/devices.ts';
import { startApp, useAdministrator, useApp } from '../../helpers/app.ts';
import { createTestAuth } from '../../helpers/auth.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { addUser } from '../../helpers/ledger.ts';
import { addMember, MEMBER_PASSWORD } from '../../helpers/members.ts';
import { patience } from '../../helpers/patience.ts';
import { attempt, errorOf } from '../../helpers/sign-in.ts';

const environment = { TRUST_PROXY: 'true' };
const app = useApp(() => ({ environment }));
const administrator = useAdministrator(app);
const second = useApp(() => ({ databaseUrl: app.databaseUrl, clock: app.clock, environment }));
/** For tests with many password hashes. */
const LONG_TIMEOUT = { timeout: patience(240_000) };

// Resets the limits for the next test.
afterEach(() => app.clock.advance(ATTEMPT_WINDOW_MS));

/** Signs in, and returns the device cookie only. */
async function knownBrowser(email: string, password: string, cookie = ''): Promise<string> {
  const answer = await attempt(app.url, email, password, undefined, cookie);
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie()[1]?.split(';')[0] ?? '';
}

/** Uses up the attempts for an account from unknown browsers, or from an address, without hashing passwords. */
async function exhaustAttempts(email: string | null, address?: string): Promise<void> {
  const attempts = createAttempts(app.db, app.clock);
  const guess = (n: number) => attempts.begin(address ?? `192.0.2.${n}`, email);
  for (let n = 0; n < (email === null ? limits.address : limits.account); n += 1) {
    await guess(n).catch((error: unknown) => expect(error).toMatchObject({ code: 'too-many-attempts' }));
  }
  await expect(guess(200)).rejects.toMatchObject({ code: 'too-many-attempts' });
}

test(
  'the administrator can sign in, on every process, however long strangers keep guessing [SIGNIN-10, V6.3.1]',
  LONG_TIMEOUT,
  async () => {
    const { email, password } = ADMINISTRATOR;
    let cookie = await knownBrowser(email, password);
    for (let quarter = 0; quarter < 3; quarter += 1) {
      await exhaustAttempts(email);
      expect((await attempt(app.url, email, password)).status).toBe(429);
      for (const { url } of [app, second]) {
        expect((await attempt(url, email, password, undefined, cookie)).status).toBe(200);
      }
      app.clock.advance(ATTEMPT_WINDOW_MS);
      cookie = await knownBrowser(email, password, cookie);
    }
    // Signing in does not reset the limit for unknown browsers.
    await exhaustAttempts(email);
    await knownBrowser(email, password, cookie);
    expect((await attempt(app.url, email, password)).status).toBe(429);
  },
);

test('the administrator can sign in even if everybody seems to come from one address, as behind a proxy', async () => {
  const { email, password } = ADMINISTRATOR;
  const address = '203.0.113.99';
  const cookie = await knownBrowser(email, password);
  await exhaustAttempts(null, address);
  expect((await attempt(app.url, email, password, address)).status).toBe(429);
  expect((await attempt(app.url, email, password, address, cookie)).status).toBe(200);
});

test(
  'a known browser has its own limit of ten failures, shared by all processes and reset by the right password [SIGNIN-10]',
  LONG_TIMEOUT,
  async () => {
    const { userEmail } = await addMember(app, administrator);
    const email = userEmail ?? '';
    const cookie = await knownBrowser(email, MEMBER_PASSWORD);
    const other = await knownBrowser(email, MEMBER_PASSWORD);
    expect(other).not.toBe(cookie);
    const guess = (n: number) => attempt(n % 2 === 0 ? app.url : second.url, email, 'a guess', undefined, cookie);
    for (let n = 0; n < limits.device - 1; n += 1) expect((await guess(n)).status).toBe(401);
    expect(await knownBrowser(email, MEMBER_PASSWORD, cookie)).toBe(cookie);
    const answers = await Promise.all(Array.from({ length: limits.device + 5 }, (_, n) => guess(n)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(limits.device);
    expect((await errorOf(await attempt(app.url, email, MEMBER_PASSWORD, undefined, cookie))).code).toBe(
      'too-many-attempts',
    );
    // Nobody else is affected.
    expect((await attempt(app.url, email, MEMBER_PASSWORD, undefined, other)).status).toBe(200);
    expect((await attempt(app.url, email, MEMBER_PASSWORD)).status).toBe(200);
  },
);

test('being known for one account does not count for another, and forged cookies are not believed [SIGNIN-10, V9.1.1, V9.2.3]', async () => {
  const [mine, victim] = [await addMember(app, administrator), await addMember(app, administrator)];
  const cookie = await knownBrowser(mine.userEmail ?? '', MEMBER_PASSWORD);
  const theirs = await knownBrowser(victim.userEmail ?? '', MEMBER_PASSWORD);
  await exhaustAttempts(victim.userEmail ?? '');
  const [name = '', value = ''] = theirs.split('=');
  const forged = [
    cookie,
    `${name}=${cookie.split('=')[1]}`,
    `${name}=${value.slice(0, -3)}`,
    `${name}=${value.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a'))}`,
    administrator.cookie,
    // Signed by this server, but for another purpose.
    `${name}=${administrator.cookie.split('=')[1]}`,
  ];
  for (const one of forged) {
    expect((await attempt(app.url, victim.userEmail ?? '', MEMBER_PASSWORD, undefined, one)).status).toBe(429);
  }
  const elsewhere = await startApp({
    databaseUrl: app.databaseUrl,
    clock: app.clock,
    environment: { TRUST_PROXY: 'true', AUTH_SECRET: 'the-secret-of-another-deployment-altogether' },
  });
  try {
    expect((await attempt(elsewhere.url, victim.userEmail ?? '', MEMBER_PASSWORD, undefined, theirs)).status).toBe(429);
  } finally {
    await elsewhere.stop();
  }
  expect((await attempt(app.url, victim.userEmail ?? '', MEMBER_PASSWORD, undefined, theirs)).status).toBe(200);
});

test('one member cannot fill the hash queue: the administrator’s own browser still gets in [SIGNIN-12, V2.4.1]', async () => {
  const { userEmail } = await addMember(app, administrator);
  const attempts = createAttempts(app.db, app.clock);
  const { email, password } = ADMINISTRATOR;
  const address = '192.0.2.1';
  const cookie = await knownBrowser(email, password);
  let finish = (): void => {};
  const unfinished = new Promise<void>((resolve) => (finish = resolve));
  // Nine attempts by each of thirteen known browsers exceed the queue, and none completes before `finish`.
  const members: Promise<string>[] = [];
  for (let n = 0; n < 13 * 9; n += 1) {
    const { shares } = await attempts.begin(address, userEmail, `browser ${n % 13}`);
    const hash = hashQueue(shares, () => unfinished);
    members.push(
      hash.then(
        () => 'hashed',
        (error: unknown) => (error instanceof BusyError ? 'refused' : String(error)),
      ),
    );
  }
  const { shares } = await attempts.begin(address, email, 'own browser');
  // Refused immediately if the queue is full.
  const own = hashQueue(shares, async () => 'hashed').catch(() => 'refused');
  const signingIn = attempt(app.url, email, password, address, cookie);
  finish();
  expect(await own).toBe('hashed');
  expect((await signingIn).status).toBe(200);
  const outcomes = await Promise.all(members);
  expect(outcomes.filter((outcome) => outcome === 'hashed')).toHaveLength(10);
  expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(13 * 9 - 10);
});

test('a browser shared by two hundred people has one cookie, and is known for those who signed in last [SIGNIN-10]', async () => {
  const devices = createDevices({ secret: 'x'.repeat(32), secure: false, instance: 'here', path: '/' });
  let cookie = '';
  for (let n = 0; n < 200; n += 1) {
    const [given = ''] = devices.remember(`member${n}@example.pk`, cookie);
    cookie = given.split(';')[0] ?? '';
    expect(cookie.length).toBeLessThan(500);
  }
  expect(devices.idOf('member199@example.pk', cookie)).not.toBeNull();
  expect(devices.idOf('member180@example.pk', cookie)).toBe(devices.idOf('member199@example.pk', cookie));
  expect(devices.idOf('member179@example.pk', cookie)).toBeNull();
  expect(cookie).not.toContain('member');
});

test('two hundred members can sign in with one browser, one after the other', LONG_TIMEOUT, async () => {
  const auth = createTestAuth(app, app.db);
  const jar = new Map<string, string>();
  for (let n = 0; n < 200; n += 1) {
    const email = (await addUser(administrator)).userEmail ?? '';
    await ensureAccount(app.db, app.clock.now(), email);
    const header = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const entered = await auth.enter(email, { address: '192.0.2.1', userAgent: null, cookies: header });
    for (const line of entered?.cookies ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${app.url}/api/auth/session`, { headers: { cookie } });
    expect(answer.status).toBe(200);
  }
  expect(jar.size).toBe(2);
});

test('being known does not sign anybody in [SIGNIN-10]', async () => {
  const cookie = await knownBrowser(ADMINISTRATOR.email, ADMINISTRATOR.password);
  expect(await (await fetch(`${app.url}/api/auth/session`, { headers: { cookie } })).json()).toMatchObject({
    principal: null,
  });
  expect((await fetch(`${app.url}/api/users`, { headers: { cookie } })).status).toBe(401);
  const answer = await attempt(app.url, ADMINISTRATOR.email, 'a guess', undefined, cookie);
  expect((await errorOf(answer)).code).toBe('sign-in-failed');
});

test('a sign-in link works while the attempts for the account and the address are used up [LINK-10]', async () => {
  const user = await addMember(app, administrator);
  const address = '203.0.113.77';
  await exhaustAttempts(user.userEmail ?? '');
  await exhaustAttempts(null, address);
  const { token } = await administrator.must(createSignInLink, { params: { userId: user.id } });
  const send = (body: { token: string; password: string }) =>
    app.nobody.fetch(`/api${acceptInvitation.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    });
  // Made-up links are limited as usual.
  expect((await send({ token: 'made-up', password: 'a-new-password' })).status).toBe(429);
  expect((await send({ token, password: 'a-new-password' })).status).toBe(200);
});

test(
  'a signed-in user can change the password while strangers guess, but cannot guess it either [V6.2.2, V7.5.1]',
  LONG_TIMEOUT,
  async () => {
    const { userEmail } = await addMember(app, administrator);
    const client = await app.signIn(userEmail ?? '', MEMBER_PASSWORD);
    await exhaustAttempts(userEmail ?? '');
    const change = (currentPassword: string) =>
      client.call(changePassword, { body: { currentPassword, newPassword: 'quite-another-password' } });
    expect(await change(MEMBER_PASSWORD)).toMatchObject({ ok: true });
    for (let n = 0; n < limits.device; n += 1)
      expect(await change('a guess')).toMatchObject({ code: 'password-wrong' });
    expect(await change('quite-another-password')).toMatchObject({ code: 'too-many-attempts' });
  },
);
