// Guessing does not lock the owner of an account out: a browser that has signed in before is counted by itself, and a
// sign-in link always works.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { changePassword } from '../../src/contract/account.ts';
import { acceptInvitation } from '../../src/contract/auth.ts';
import { createSignInLink } from '../../src/contract/users.ts';
import { ATTEMPT_WINDOW_MS, createAttempts, MAX_FAILURES as limits } from '../../src/server/auth/attempts.ts';
import { ADMINISTRATOR, startApp, type TestApp } from '../helpers/app.ts';
import { type Client } from '../helpers/client.ts';
import { addMember, MEMBER_PASSWORD } from '../helpers/members.ts';
import { attempt, errorOf } from '../helpers/sign-in.ts';

let app: TestApp;
let second: TestApp;
let administrator: Client;

beforeAll(async () => {
  const environment = { TRUST_PROXY: 'true' };
  app = await startApp({ environment });
  second = await startApp({ databaseUrl: app.databaseUrl, clock: app.clock, environment });
  administrator = await app.administrator();
});
// The next test begins with all attempts.
afterEach(() => app.clock.advance(ATTEMPT_WINDOW_MS));
afterAll(async () => {
  await second.stop();
  await app.stop();
});

/** Signs in, and keeps only what makes the browser known. */
async function knownBrowser(email: string, password: string, cookie = ''): Promise<string> {
  const answer = await attempt(app.url, email, password, undefined, cookie);
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie()[1]?.split(';')[0] ?? '';
}

/**
 * Uses up all attempts that strangers have for an account, or from an address: counted as the server counts them, but
 * without the hash that each guess would cost.
 */
async function besiege(email: string | null, address?: string): Promise<void> {
  const attempts = createAttempts(app.db, app.clock);
  const guess = (n: number) => attempts.begin(address ?? `192.0.2.${n}`, email);
  for (let n = 0; n < (email === null ? limits.address : limits.account); n += 1) {
    await guess(n).catch((error: unknown) => expect(error).toMatchObject({ code: 'too-many-attempts' }));
  }
  await expect(guess(200)).rejects.toMatchObject({ code: 'too-many-attempts' });
}

test('the administrator comes in, on every process, however long strangers go on guessing', async () => {
  const { email, password } = ADMINISTRATOR;
  let cookie = await knownBrowser(email, password);
  for (let quarter = 0; quarter < 3; quarter += 1) {
    await besiege(email);
    expect((await attempt(app.url, email, password)).status).toBe(429);
    for (const { url } of [app, second]) {
      expect((await attempt(url, email, password, undefined, cookie)).status).toBe(200);
    }
    app.clock.advance(ATTEMPT_WINDOW_MS);
    cookie = await knownBrowser(email, password, cookie);
  }
  // Coming in does not give the strangers their attempts back.
  await besiege(email);
  await knownBrowser(email, password, cookie);
  expect((await attempt(app.url, email, password)).status).toBe(429);
});

test('also when everybody seems to come from one address, as behind a proxy', async () => {
  const { email, password } = ADMINISTRATOR;
  const address = '203.0.113.99';
  const cookie = await knownBrowser(email, password);
  await besiege(null, address);
  expect((await attempt(app.url, email, password, address)).status).toBe(429);
  expect((await attempt(app.url, email, password, address, cookie)).status).toBe(200);
});

test('a known browser has ten failures of its own, shared by all processes, and the right password gives them back', async () => {
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
  // Nobody else has to wait for that.
  expect((await attempt(app.url, email, MEMBER_PASSWORD, undefined, other)).status).toBe(200);
  expect((await attempt(app.url, email, MEMBER_PASSWORD)).status).toBe(200);
});

test('being known for one account says nothing about another, and nothing forged is believed', async () => {
  const [mine, victim] = [await addMember(app, administrator), await addMember(app, administrator)];
  const cookie = await knownBrowser(mine.userEmail ?? '', MEMBER_PASSWORD);
  const theirs = await knownBrowser(victim.userEmail ?? '', MEMBER_PASSWORD);
  await besiege(victim.userEmail ?? '');
  const [name = '', value = ''] = theirs.split('=');
  const forged = [
    cookie,
    `${name}=${cookie.split('=')[1]}`,
    `${name}=${value.slice(0, -3)}`,
    `${name}=${value.replace(/^./, (letter) => (letter === 'a' ? 'b' : 'a'))}`,
    administrator.cookie,
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

test('being known signs nobody in', async () => {
  const cookie = await knownBrowser(ADMINISTRATOR.email, ADMINISTRATOR.password);
  expect(await (await fetch(`${app.url}/api/auth/session`, { headers: { cookie } })).json()).toMatchObject({
    visitor: null,
  });
  expect((await fetch(`${app.url}/api/users`, { headers: { cookie } })).status).toBe(401);
  const answer = await attempt(app.url, ADMINISTRATOR.email, 'a guess', undefined, cookie);
  expect((await errorOf(answer)).code).toBe('sign-in-failed');
});

test('a sign-in link works while account and address are used up', async () => {
  const user = await addMember(app, administrator);
  const address = '203.0.113.77';
  await besiege(user.userEmail ?? '');
  await besiege(null, address);
  const { token } = await administrator.must(createSignInLink, { params: { userId: user.id } });
  const send = (body: { token: string; password: string }) =>
    app.nobody.fetch(`/api${acceptInvitation.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    });
  // Made-up links are limited as ever.
  expect((await send({ token: 'made-up', password: 'a-new-password' })).status).toBe(429);
  expect((await send({ token, password: 'a-new-password' })).status).toBe(200);
});

test('whoever is signed in can change the password while strangers guess, but cannot guess it either', async () => {
  const { userEmail } = await addMember(app, administrator);
  const client = await app.signIn(userEmail ?? '', MEMBER_PASSWORD);
  await besiege(userEmail ?? '');
  const change = (currentPassword: string) =>
    client.call(changePassword, { body: { currentPassword, newPassword: 'quite-another-password' } });
  expect(await change(MEMBER_PASSWORD)).toMatchObject({ ok: true });
  for (let n = 0; n < limits.device; n += 1) expect(await change('a guess')).toMatchObject({ code: 'password-wrong' });
  expect(await change('quite-another-password')).toMatchObject({ code: 'too-many-attempts' });
});
