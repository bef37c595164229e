// Signing in through an organisation's own identity provider, against a real one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSession } from '../../src/contract/auth.ts';
import { startOidc } from '../../src/contract/oidc.ts';
import { deleteUser, listUsers, updateUser } from '../../src/contract/users.ts';
import { readConfig } from '../../src/server/config.ts';
import { ADMINISTRATOR, startApp, type TestApp } from '../helpers/app.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { type IdentityProvider, startIdentityProvider } from '../helpers/identity-provider.ts';
import { addUser, person, refusal } from '../helpers/ledger.ts';
import { addMember, MEMBER_PASSWORD } from '../helpers/members.ts';
import { comeBack, depart, signInThere, visit } from '../helpers/oidc-visit.ts';

let provider: IdentityProvider;
let app: TestApp;
let administrator: Client;

beforeAll(async () => {
  provider = await startIdentityProvider();
  // The provider is not there yet: it is started, but describes nothing.
  app = await startApp({ environment: provider.environment });
  provider.admit(app.url);
  administrator = await app.administrator();
  provider.accounts.set('chief', { email: ADMINISTRATOR.email.toUpperCase(), email_verified: true });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const refused = (problem: string) => `/#/login?problem=${problem}`;
const visitorWith = async (cookie: string) => (await createClient(app.url, cookie).must(readSession, {})).visitor;

/** A user of the organisation, with an account at the provider under the same name. */
async function colleague(over: Parameters<typeof addUser>[1] = {}) {
  const user = await addUser(administrator, over);
  provider.accounts.set(user.id, { email: user.userEmail ?? '', email_verified: true });
  return user;
}

describe('who comes in', () => {
  test('the administrator, by ADMIN_EMAIL in whatever case', async () => {
    const back = await visit(app.url, 'chief');
    expect(back).toMatchObject({ status: 303, location: '/#/' });
    expect(await visitorWith(back.cookie)).toMatchObject({ role: 'administrator', email: ADMINISTRATOR.email });
    expect(await createClient(app.url, back.cookie).must(listUsers, { query: {} })).toBeDefined();
  });

  test('a member with an active user record, who never had a password, again and again', async () => {
    const user = await colleague({ userName: 'Zainab Noor', userEmail: 'Zainab@Example.pk' });
    for (let time = 0; time < 2; time += 1) {
      const back = await visit(app.url, user.id);
      expect(back.location).toBe('/#/');
      expect(await visitorWith(back.cookie)).toMatchObject({
        role: 'member',
        userId: user.id,
        email: 'zainab@example.pk',
        name: 'Zainab Noor',
      });
    }
    const accounts = await app.db.write
      .selectFrom('auth_user')
      .select('id')
      .where('email', '=', 'zainab@example.pk')
      .execute();
    expect(accounts).toHaveLength(1);
    // The account has no password, so none signs in with it.
    await expect(app.signIn('zainab@example.pk', MEMBER_PASSWORD)).rejects.toThrow('sign-in-failed');
  });

  test('a member who has a password too, into the same account', async () => {
    const user = await addMember(app, administrator);
    provider.accounts.set(user.id, { email: user.userEmail ?? '', email_verified: true });
    const back = await visit(app.url, user.id);
    const withPassword = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    expect((await visitorWith(back.cookie))?.userId).toBe((await visitorWith(withPassword.cookie))?.userId);
  });

  test('two windows of one new member at the same time', async () => {
    const user = await colleague();
    const backs = await Promise.all([visit(app.url, user.id), visit(app.url, user.id)]);
    for (const { cookie } of backs) expect((await visitorWith(cookie))?.userId).toBe(user.id);
  });
});

describe('who does not, and what the login screen is told', () => {
  test.each([
    ['nobody here has the e-mail', { email: 'stranger@example.pk', email_verified: true }, 'unknown'],
    ['the e-mail is not verified', { email: ADMINISTRATOR.email, email_verified: false }, 'unverified'],
    ['nothing is said about verifying', { email: ADMINISTRATOR.email }, 'unverified'],
    ['"true" is a text', { email: ADMINISTRATOR.email, email_verified: 'true' }, 'unverified'],
    ['there is no e-mail', { email_verified: true }, 'unverified'],
    ['what is there is no e-mail', { email: 'admin', email_verified: true }, 'unverified'],
    [
      'the e-mail has a letter nobody sees',
      { email: `\u200b${ADMINISTRATOR.email}`, email_verified: true },
      'unverified',
    ],
    [
      'the e-mail only looks like it',
      { email: ADMINISTRATOR.email.replace('a', 'а'), email_verified: true },
      'unknown',
    ],
    ['the e-mail begins like it', { email: `${ADMINISTRATOR.email}.example.pk`, email_verified: true }, 'unknown'],
  ])('%s', async (name, account, problem) => {
    provider.accounts.set(name, account);
    const back = await visit(app.url, name);
    expect(back.location).toBe(refused(problem));
    expect(back.cookie).toBe('');
  });

  test('an inactive member, a deleted one, and one whose e-mail was changed', async () => {
    const inactive = await colleague({ status: 'Inactive' });
    expect((await visit(app.url, inactive.id)).location).toBe(refused('unknown'));

    const deleted = await colleague();
    await administrator.must(deleteUser, { params: { userId: deleted.id } });
    expect((await visit(app.url, deleted.id)).location).toBe(refused('unknown'));

    const changed = await colleague();
    await administrator.must(updateUser, { params: { userId: changed.id }, body: { ...person(), status: 'Active' } });
    expect((await visit(app.url, changed.id)).location).toBe(refused('unknown'));
  });

  test('a member made inactive while signed in is out at once', async () => {
    const user = await colleague();
    const back = await visit(app.url, user.id);
    const form = person({ userName: user.userName, userEmail: user.userEmail ?? '' });
    await administrator.must(updateUser, { params: { userId: user.id }, body: { ...form, status: 'Inactive' } });
    expect(await visitorWith(back.cookie)).toBeNull();
  });

  test('somebody who cancels at the provider', async () => {
    const back = await visit(app.url, null);
    expect(back).toMatchObject({ location: refused('cancelled'), cookie: '' });
  });
});

test('a provider that is away stops nothing, is named in the answer, and works once it is back', async () => {
  app.clock.advance(10 * 60_000);
  await provider.away();
  const other = await startApp({ environment: provider.environment });
  try {
    for (const client of [app.nobody, other.nobody]) {
      expect(refusal(await client.call(startOidc, {}))).toMatchObject({
        code: 'provider-unavailable',
        status: 503,
        message: 'Example Login cannot be reached at the moment. Please try again later.',
      });
    }
    await app.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    await provider.back();
    expect((await visit(app.url, 'chief')).location).toBe('/#/');

    const { url, cookie } = await depart(app.url);
    const there = await signInThere(url, 'chief');
    await provider.away();
    expect((await comeBack(there, cookie)).location).toBe(refused('provider'));
  } finally {
    await provider.back();
    await other.stop();
  }
});

describe('providers differ', () => {
  test.each([
    ['the e-mail in the ID token', { emailInIdToken: true }],
    ['the secret in the body', { authMethod: 'client_secret_post' as const }],
  ])('%s', async (_name, options) => {
    const own = await startIdentityProvider(options);
    const second = await startApp({ environment: own.environment });
    own.admit(second.url);
    own.accounts.set('chief', { email: ADMINISTRATOR.email, email_verified: true });
    try {
      expect((await visit(second.url, 'chief')).location).toBe('/#/');
    } finally {
      await second.stop();
      await own.stop();
    }
  });

  test('with a wrong client secret nobody comes in', async () => {
    const own = await startIdentityProvider({ secret: 'not-the-secret' });
    const second = await startApp({ environment: own.environment });
    own.admit(second.url);
    own.accounts.set('chief', { email: ADMINISTRATOR.email, email_verified: true });
    try {
      expect((await visit(second.url, 'chief')).location).toBe(refused('provider'));
    } finally {
      await second.stop();
      await own.stop();
    }
  });

  test('BASE_URL, where set, is where it sends people back to; over https the cookie is Secure', async () => {
    const origin = 'https://fines.example.pk';
    const second = await startApp({ environment: { ...provider.environment, BASE_URL: origin } });
    try {
      const answer = await second.nobody.fetch('/api/auth/oidc', { method: 'POST', headers: { origin } });
      const { url } = (await answer.json()) as { url: string };
      expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${origin}/api/auth/oidc/callback`);
      expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-jurmana\.oidc=.*; Secure; /);
    } finally {
      await second.stop();
    }
  });
});

describe('configuration', () => {
  test('the session tells the login screen what the provider is called, and null without one', async () => {
    expect((await app.nobody.must(readSession, {})).provider).toBe('Example Login');
    const without = await startApp();
    try {
      expect((await without.nobody.must(readSession, {})).provider).toBeNull();
      expect(refusal(await without.nobody.call(startOidc, {})).code).toBe('not-found');
      expect((await without.nobody.fetch('/api/auth/oidc/callback?code=x&state=y')).status).toBe(404);
    } finally {
      await without.stop();
    }
  });

  const whole = {
    OIDC_ISSUER: 'https://login.example.pk/realms/office',
    OIDC_CLIENT_ID: 'jurmana',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_LABEL: 'Office Login',
  };
  test('all four values or none', () => {
    expect(readConfig(whole).oidc).toEqual({
      issuer: whole.OIDC_ISSUER,
      clientId: 'jurmana',
      clientSecret: 'secret',
      label: 'Office Login',
    });
    expect(readConfig({}).oidc).toBeNull();
    expect(readConfig({ OIDC_ISSUER: '' }).oidc).toBeNull();
    for (const name of Object.keys(whole)) {
      expect(() => readConfig({ ...whole, [name]: '' })).toThrow(
        'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_LABEL must be given together.',
      );
    }
  });

  test.each(['login.example.pk', 'http://login.example.pk', 'ftp://localhost', 'https://x.pk/?a=b', 'https://x.pk/#a'])(
    'an issuer that cannot be trusted stops the start: %s',
    (issuer) => {
      expect(() => readConfig({ ...whole, OIDC_ISSUER: issuer })).toThrow(/^OIDC_ISSUER must be the provider's https/);
    },
  );
});
