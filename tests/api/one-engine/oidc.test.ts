// Signing in through an identity provider, tested with a real one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSession } from '../../../src/contract/sign-in/auth.ts';
import { startOidc } from '../../../src/contract/sign-in/oidc.ts';
import { deleteUser, listUsers, updateUser } from '../../../src/contract/users.ts';
import { readConfig } from '../../../src/server/config/config.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import { type Client, createClient } from '../../helpers/client.ts';
import { type IdentityProvider, startIdentityProvider } from '../../helpers/identity-provider.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { addUser, userForm, refusal } from '../../helpers/ledger.ts';
import { addMember, MEMBER_PASSWORD } from '../../helpers/members.ts';
import { returnToApp, startOidcSignIn, signInAtProvider, signInWithOidc } from '../../helpers/oidc-flow.ts';

let provider: IdentityProvider;
let app: TestApp;
let administrator: Client;

beforeAll(async () => {
  provider = await startIdentityProvider();
  // The provider answers 503 until the app is registered.
  app = await startApp({ environment: provider.environment });
  provider.registerApp(app.url);
  administrator = await app.administrator();
  provider.accounts.set('chief', { email: ADMINISTRATOR.email.toUpperCase(), email_verified: true });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const refused = (problem: string) => `/#/login?problem=${problem}`;
const principalWith = async (cookie: string) => (await createClient(app.url, cookie).must(readSession, {})).principal;

/** A user with an account at the provider, whose login name is the user's id. */
async function colleague(over: Parameters<typeof addUser>[1] = {}) {
  const user = await addUser(administrator, over);
  provider.accounts.set(user.id, { email: user.userEmail ?? '', email_verified: true });
  return user;
}

describe('these can sign in:', () => {
  test('the administrator, by ADMIN_EMAIL in any case [IDP-2]', async () => {
    const back = await signInWithOidc(app.url, 'chief');
    expect(back).toMatchObject({ status: 303, location: '/#/' });
    expect(await principalWith(back.cookie)).toMatchObject({ access: 'administrator', email: ADMINISTRATOR.email });
    expect(await createClient(app.url, back.cookie).must(listUsers, { query: {} })).toBeDefined();
  });

  test('a member with an active user record who never had a password, repeatedly [IDP-2]', async () => {
    const user = await colleague({ userName: 'Zainab Noor', userEmail: 'Zainab@Example.pk' });
    for (let time = 0; time < 2; time += 1) {
      const back = await signInWithOidc(app.url, user.id);
      expect(back.location).toBe('/#/');
      expect(await principalWith(back.cookie)).toMatchObject({
        access: 'member',
        userId: user.id,
        email: 'zainab@example.pk',
        name: 'Zainab Noor',
      });
    }
    const accounts = await app.db.write
      .selectFrom('accounts')
      .select('id')
      .where('email_key', '=', 'zainab@example.pk')
      .execute();
    expect(accounts).toHaveLength(1);
    // The account has no password.
    await expect(app.signIn('zainab@example.pk', MEMBER_PASSWORD)).rejects.toThrow('sign-in-failed');
  });

  test('a member who also has a password, into the same account', async () => {
    const user = await addMember(app, administrator);
    provider.accounts.set(user.id, { email: user.userEmail ?? '', email_verified: true });
    const back = await signInWithOidc(app.url, user.id);
    const withPassword = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    expect((await principalWith(back.cookie))?.userId).toBe((await principalWith(withPassword.cookie))?.userId);
  });

  test('two windows of one new member at once', async () => {
    const user = await colleague();
    const backs = await Promise.all([signInWithOidc(app.url, user.id), signInWithOidc(app.url, user.id)]);
    for (const { cookie } of backs) expect((await principalWith(cookie))?.userId).toBe(user.id);
  });
});

describe('these cannot, and the login screen is told why:', () => {
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
  ])('%s [IDP-2, IDP-3]', async (name, account, problem) => {
    provider.accounts.set(name, account);
    const back = await signInWithOidc(app.url, name);
    expect(back.location).toBe(refused(problem));
    expect(back.cookie).toBe('');
  });

  test('an inactive member, a deleted one, and one whose e-mail was changed [V6.3.4, V10.5.2]', async () => {
    const inactive = await colleague({ status: 'Inactive' });
    expect((await signInWithOidc(app.url, inactive.id)).location).toBe(refused('unknown'));

    const deleted = await colleague();
    await administrator.must(deleteUser, { params: { userId: deleted.id } });
    expect((await signInWithOidc(app.url, deleted.id)).location).toBe(refused('unknown'));

    const changed = await colleague();
    await administrator.must(updateUser, { params: { userId: changed.id }, body: { ...userForm(), status: 'Active' } });
    expect((await signInWithOidc(app.url, changed.id)).location).toBe(refused('unknown'));
  });

  test('a member made inactive while signed in is signed out at once', async () => {
    const user = await colleague();
    const back = await signInWithOidc(app.url, user.id);
    const form = userForm({ userName: user.userName, userEmail: user.userEmail ?? '' });
    await administrator.must(updateUser, { params: { userId: user.id }, body: { ...form, status: 'Inactive' } });
    expect(await principalWith(back.cookie)).toBeNull();
  });

  test('somebody who cancels at the provider', async () => {
    const back = await signInWithOidc(app.url, null);
    expect(back).toMatchObject({ location: refused('cancelled'), cookie: '' });
  });
});

test('an unreachable provider does not affect the rest, is named in the answer, and works again once it is back [IDP-5, V16.5.2]', async () => {
  app.clock.advance(10 * 60_000);
  await provider.takeDown();
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
    await provider.bringUp();
    expect((await signInWithOidc(app.url, 'chief')).location).toBe('/#/');

    const { url, cookie } = await startOidcSignIn(app.url);
    const there = await signInAtProvider(url, 'chief');
    await provider.takeDown();
    expect((await returnToApp(there, cookie)).location).toBe(refused('provider'));
  } finally {
    await provider.bringUp();
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
    own.registerApp(second.url);
    own.accounts.set('chief', { email: ADMINISTRATOR.email, email_verified: true });
    try {
      expect((await signInWithOidc(second.url, 'chief')).location).toBe('/#/');
    } finally {
      await second.stop();
      await own.stop();
    }
  });

  test('with a wrong client secret nobody can sign in', async () => {
    const own = await startIdentityProvider({ secret: 'not-the-secret' });
    const second = await startApp({ environment: own.environment });
    own.registerApp(second.url);
    own.accounts.set('chief', { email: ADMINISTRATOR.email, email_verified: true });
    try {
      expect((await signInWithOidc(second.url, 'chief')).location).toBe(refused('provider'));
    } finally {
      await second.stop();
      await own.stop();
    }
  });

  test('metadata that names another issuer is not trusted [V10.5.3]', async () => {
    // The same provider under a URL that is not its issuer identifier.
    const OIDC_ISSUER = provider.environment['OIDC_ISSUER']?.replace('localhost', '127.0.0.1') ?? '';
    const second = await startApp({ environment: { ...provider.environment, OIDC_ISSUER } });
    try {
      expect(refusal(await second.nobody.call(startOidc, {})).code).toBe('provider-unavailable');
    } finally {
      await second.stop();
    }
  });

  test('people return to BASE_URL, if it is set; over https the cookie is Secure', async () => {
    const origin = 'https://fines.example.pk';
    const second = await startApp({ environment: { ...provider.environment, BASE_URL: origin } });
    try {
      const answer = await second.nobody.fetch('/api/auth/oidc', { method: 'POST', headers: { origin } });
      const { url } = (await answer.json()) as { url: string };
      expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${origin}/api/auth/oidc/callback`);
      expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-jurmana\.oidc\.[\da-f]{8}=.*; Secure; /);
    } finally {
      await second.stop();
    }
  });
});

describe('configuration', () => {
  test('the session tells the login screen the provider’s name, or null if there is none [IDP-1]', async () => {
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
  test('all four values must be set, or none [IDP-1]', () => {
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
        'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_LABEL must be set together.',
      );
    }
  });

  test.each(['login.example.pk', 'http://login.example.pk', 'ftp://localhost', 'https://x.pk/?a=b', 'https://x.pk/#a'])(
    'an issuer that cannot be trusted stops the start: %s [V12.3.1]',
    (issuer) => {
      expect(() => readConfig({ ...whole, OIDC_ISSUER: issuer })).toThrow(/^OIDC_ISSUER must be the provider's https/);
    },
  );
});
