// Unusual input to sign-in: truncated, altered and replayed tokens, and those of other installations; e-mails with
// spaces, upper case and look-alike characters; passwords of every length.
import { beforeAll, describe, expect, test } from 'vitest';
import { readSession } from '../../../src/contract/sign-in/auth.ts';
import { addUser as addUserOperation } from '../../../src/contract/users.ts';
import { startApp, useAdministrator, useApp } from '../../helpers/app.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { acceptLink, signInWithLink, linkFor, readLink } from '../../helpers/invitations.ts';
import { addUser, refusal, userForm } from '../../helpers/ledger.ts';
import { addMember, givePassword, MEMBER_PASSWORD } from '../../helpers/members.ts';
import { attempt, errorOf } from '../../helpers/sign-in.ts';

const app = useApp(() => ({ environment: { TRUST_PROXY: 'true' } }));
const administrator = useAdministrator(app);

/** Each request has a different forwarded address, so that the limit per address applies only when intended. */
let addresses = 0;
const post = (path: string, body: unknown, address = `203.0.113.${(addresses += 1)}`) =>
  app.nobody.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });

describe('a token', () => {
  let token: string;
  beforeAll(async () => {
    token = await linkFor(administrator, (await addUser(administrator)).id);
  });

  test.each<[string, (token: string) => string]>([
    ['cut at its end', (good) => good.slice(0, -1)],
    ['cut at its beginning', (good) => good.slice(1)],
    ['cut to half', (good) => good.slice(0, 21)],
    ['with a letter more', (good) => `${good}A`],
    ['with another letter', (good) => (good.startsWith('A') ? `B${good.slice(1)}` : `A${good.slice(1)}`)],
    ['in other case', (good) => good.toUpperCase()],
    ['with a space after it', (good) => `${good} `],
    ['with padding', (good) => `${good}=`],
    ['twice', (good) => good + good],
    ['with NUL', (good) => `${good}\0`],
    ['as a path', () => '../../etc/passwd'],
    ['as SQL', () => "' or '1'='1"],
    ['as a pattern', () => '%'],
    ['as a lone surrogate', () => '\ud800'],
    ['of 1,000 letters', () => 'A'.repeat(1000)],
  ])('%s is unknown [LINK-4]', async (_case, wrong) => {
    for (const [path, body] of [
      ['/api/auth/invitation', { token: wrong(token) }],
      ['/api/auth/invitation/accept', { token: wrong(token), password: 'long enough' }],
    ] as const) {
      const answer = await post(path, body);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await errorOf(answer)).toMatchObject({ status: 404, code: 'link-unknown' });
    }
  });

  test.each([
    ['missing', {}],
    ['null', { token: null }],
    ['empty', { token: '' }],
    ['a number', { token: 12 }],
    ['a list', { token: ['x'] }],
    ['an object', { token: { '=': '' } }],
    ['of 1,001 letters', { token: 'A'.repeat(1001) }],
  ])('%s is refused for that reason [LINK-4]', async (_case, body) => {
    expect(await errorOf(await post('/api/auth/invitation', body))).toMatchObject({
      status: 400,
      code: 'invalid-input',
    });
  });

  test('of another installation is unknown here', async () => {
    const other = await startApp();
    try {
      const foreign = await linkFor(await other.administrator(), (await addUser(await other.administrator())).id);
      expect(refusal(await acceptLink(app.nobody, foreign)).code).toBe('link-unknown');
      expect(refusal(await readLink(app.nobody, foreign)).code).toBe('link-unknown');
      expect(await readLink(other.nobody, foreign)).toMatchObject({ ok: true });
    } finally {
      await other.stop();
    }
  });

  test('that is replayed is refused, and its first use stands', async () => {
    const user = await addUser(administrator);
    const once = await linkFor(administrator, user.id);
    const member = await signInWithLink(app, once, 'the first password');
    for (let i = 0; i < 3; i += 1) {
      expect(refusal(await acceptLink(app.nobody, once, 'the second password')).code).toBe('link-used');
    }
    expect((await member.must(readSession, {})).principal).not.toBeNull();
    await app.signIn(user.userEmail ?? '', 'the first password');
  });

  test('that is made up is limited by address; a real one still works from there [LINK-10]', async () => {
    const address = '198.51.100.77';
    let refused = 0;
    for (let i = 0; i < 60; i += 1) {
      if ((await post('/api/auth/invitation', { token: `made up ${i}` }, address)).status === 429) refused += 1;
    }
    expect(refused).toBe(10);
    const real = await linkFor(administrator, (await addUser(administrator)).id);
    expect((await post('/api/auth/invitation', { token: real }, address)).status).toBe(200);
  });

  test.each<[number, number]>([
    [7, 400],
    [8, 200],
    [128, 200],
    [129, 400],
    [1000, 400],
  ])(
    'with a password of %i characters is answered %i, and a refusal does not use up the token [SIGNIN-7]',
    async (length, status) => {
      const fresh = await linkFor(administrator, (await addUser(administrator)).id);
      const password = 'é'.repeat(length);
      const answer = await post('/api/auth/invitation/accept', { token: fresh, password });
      expect(answer.status).toBe(status);
      if (status === 400) {
        const text = await answer.text();
        expect(text).toMatch(/password must have at (least 8|most 128) characters/);
        expect(text).not.toContain('éé');
        await signInWithLink(app, fresh);
      }
    },
  );
});

describe('an e-mail', () => {
  const signsIn = async (email: string): Promise<boolean> => (await attempt(app.url, email, MEMBER_PASSWORD)).ok;

  test('is the same with spaces around it, invisible marks, in upper case and decomposed; others are different [SIGNIN-5]', async () => {
    await addMember(app, administrator, { userEmail: 'josé.müller@example.pk' });
    for (const same of [
      ' josé.müller@example.pk ',
      'JOSÉ.MÜLLER@EXAMPLE.PK',
      'jose\u0301.mu\u0308ller@example.pk',
      '\tjosé.müller@example.pk\n',
      '\u202ajosé.müller\u200b@example.pk\u200e',
    ]) {
      expect(await signsIn(same), same).toBe(true);
    }
    for (const other of [
      'jose.muller@example.pk',
      'josé .müller@example.pk',
      'josé.müller@example.pk.',
      'josé.müller@ｅxample.pk',
      'josé.müller@example.рk',
      'jоsé.müller@example.pk',
    ]) {
      expect(await signsIn(other), other).toBe(false);
    }
  });

  test('that only looks like the administrator’s makes nobody an administrator; with a full stop at its end it is none [NAME-5]', async () => {
    const name = ADMINISTRATOR.email;
    const answer = await administrator.call(addUserOperation, { body: userForm({ userEmail: `${name}.` }) });
    expect(refusal(answer)).toMatchObject({ status: 400, code: 'invalid-input' });
    for (const lookAlike of [name.replace('a', 'а'), name.replace('j', 'ｊ'), name.replace('i', 'ı')]) {
      expect(lookAlike).not.toBe(name);
      const user = await addUser(administrator, { userEmail: lookAlike });
      await givePassword(app, user);
      const client = await app.signIn(lookAlike, MEMBER_PASSWORD);
      expect((await client.must(readSession, {})).principal).toMatchObject({ access: 'member', userId: user.id });
      expect((await client.fetch('/api/users')).status).toBe(403);
    }
  });
});

test.each<[number, number]>([
  [1, 401],
  [7, 401],
  [8, 401],
  [128, 401],
  [129, 400],
  [1000, 400],
])('signing in with a wrong password of %i characters is answered %i', async (length, status) => {
  const { userEmail } = await addMember(app, administrator);
  const answer = await attempt(app.url, userEmail ?? '', 'x'.repeat(length));
  expect(answer.status).toBe(status);
  expect(await answer.text()).not.toContain('xxxx');
});
