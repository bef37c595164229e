// The callback from an identity provider: valid once, for a limited time, and for the browser that started it.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSession } from '../../../src/contract/sign-in/auth.ts';
import { FLOW_TIMEOUT_MS } from '../../../src/server/auth/oidc/oidc.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import { ADMINISTRATOR, SECRET } from '../../helpers/instance.ts';
import { createClient } from '../../helpers/client.ts';
import {
  encoded,
  type IdentityProvider,
  type IdToken,
  startIdentityProvider,
} from '../../helpers/identity-provider.ts';
import { returnToApp, startOidcSignIn, signInAtProvider } from '../../helpers/oidc-flow.ts';

let provider: IdentityProvider;
let app: TestApp;

beforeAll(async () => {
  provider = await startIdentityProvider();
  app = await startApp({ environment: provider.environment });
  provider.registerApp(app.url);
  provider.accounts.set('chief', { email: ADMINISTRATOR.email, email_verified: true });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const refused = (problem: string) => `/#/login?problem=${problem}`;
const principalWith = async (cookie: string) => (await createClient(app.url, cookie).must(readSession, {})).principal;

describe('a return works once, for the browser that departed', () => {
  /** After signing in at the provider, before the callback. */
  const beforeCallback = async () => {
    const { url, cookie } = await startOidcSignIn(app.url);
    return { url: new URL(await signInAtProvider(url, 'chief')), cookie };
  };
  const expectExpired = async (url: string | URL, cookie: string) => {
    const back = await returnToApp(String(url), cookie);
    expect(back).toMatchObject({ status: 303, location: refused('expired'), cookie: '' });
  };

  test('the cookie for it cannot be read by scripts, and is sent to one address only', async () => {
    const answer = await app.nobody.fetch('/api/auth/oidc', { method: 'POST' });
    const [cookie = '', ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      `Max-Age=${FLOW_TIMEOUT_MS / 1000}`,
      'Path=/api/auth/oidc/callback',
      'SameSite=Lax',
    ]);
  });

  test('the address requests a code with PKCE, state and nonce, and contains no secret [V1.3.6, V3.7.2, V10.1.1, V10.5.1]', async () => {
    const { searchParams } = new URL((await startOidcSignIn(app.url)).url);
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: 'jurmana',
      redirect_uri: `${app.url}/api/auth/oidc/callback`,
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(searchParams.get('state')).not.toBe(new URL((await startOidcSignIn(app.url)).url).searchParams.get('state'));
  });

  test('is refused without the cookie, with a forged one, or with that of another attempt [IDP-4, V3.5.3, V9.1.1, V9.2.2, V10.1.2]', async () => {
    const { url, cookie } = await beforeCallback();
    await expectExpired(url, '');
    await expectExpired(url, cookie.slice(0, -4));
    await expectExpired(url, (await startOidcSignIn(app.url)).cookie);
    // Signed with the right key, but for the purpose of the session cookie.
    const text = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).slice(0, -45);
    const signature = createHmac('sha256', SECRET).update(text).digest('base64');
    await expectExpired(url, `jurmana.oidc.${app.instance}=${encodeURIComponent(`${text}.${signature}`)}`);
    // None of this invalidated the attempt.
    expect((await returnToApp(url.href, cookie)).location).toBe('/#/');
  });

  test('is refused with another state, an empty one, or two [V10.2.1]', async () => {
    const { url, cookie } = await beforeCallback();
    for (const state of [
      '',
      'x'.repeat(43),
      new URL((await startOidcSignIn(app.url)).url).searchParams.get('state') ?? '',
    ]) {
      const forged = new URL(url);
      forged.searchParams.set('state', state);
      await expectExpired(forged, cookie);
    }
    url.searchParams.append('state', 'another');
    expect((await returnToApp(url.href, cookie)).location).toBe(refused('provider'));
  });

  test('is refused the second time: the cookie is removed, and the provider refuses the code [IDP-4]', async () => {
    const { url, cookie } = await beforeCallback();
    const first = await returnToApp(url.href, cookie);
    expect(first.given).toContain(
      `jurmana.oidc.${app.instance}=; Max-Age=0; Path=/api/auth/oidc/callback; HttpOnly; SameSite=Lax`,
    );
    await expectExpired(url, '');
    await expectExpired(url, cookie);
  });

  test('is refused with a made-up code, or with one from another attempt [V10.1.2]', async () => {
    const { url, cookie } = await beforeCallback();
    const other = await beforeCallback();
    for (const code of ['made-up', other.url.searchParams.get('code') ?? '']) {
      const forged = new URL(url);
      forged.searchParams.set('code', code);
      await expectExpired(forged, cookie);
    }
  });

  test('is refused when too late [IDP-4, V9.2.1]', async () => {
    const { url, cookie } = await beforeCallback();
    app.clock.advance(FLOW_TIMEOUT_MS);
    await expectExpired(url, cookie);
  });

  test.each([
    ['without anything', ''],
    ['with an empty query', '?'],
    ['with a code without a value', '?code'],
    ['with an error nobody asked for', '?error=server_error'],
    ['with a broken escape', '?%zz'],
    ['with a very long code', `?code=${'x'.repeat(3000)}`],
  ])('is refused %s', async (_name, query) => {
    const { cookie } = await startOidcSignIn(app.url);
    await expectExpired(`${app.url}/api/auth/oidc/callback${query}`, cookie);
  });

  test.each<[string, (token: IdToken) => string]>([
    ['signed with another key', ({ text }) => `${text.slice(0, text.lastIndexOf('.'))}.${'A'.repeat(342)}`],
    ['not signed at all', ({ claims }) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
    ['for another journey', ({ claims, sign }) => sign({ ...claims, nonce: 'x'.repeat(43) })],
    ['for no journey', ({ claims, sign }) => sign({ ...claims, nonce: undefined })],
    ['for another application', ({ claims, sign }) => sign({ ...claims, aud: 'another' })],
    ['of another issuer', ({ claims, sign }) => sign({ ...claims, iss: 'https://elsewhere.example' })],
    ['that has expired', ({ claims, sign }) => sign({ ...claims, exp: Number(claims['iat']) - 600 })],
  ])(
    'is refused with an ID token %s [V6.8.2, V9.1.2, V9.1.3, V9.2.1, V9.2.3, V10.5.1, V10.5.4]',
    async (_case, change) => {
      try {
        const { url, cookie } = await beforeCallback();
        provider.forge(change);
        expect(await returnToApp(url.href, cookie)).toMatchObject({ location: refused('provider'), cookie: '' });
        // The same claims, signed in the same way, are accepted.
        provider.forge(({ claims, sign }) => sign(claims));
        const again = await beforeCallback();
        expect((await returnToApp(again.url.href, again.cookie)).location).toBe('/#/');
      } finally {
        provider.forge(null);
      }
    },
  );

  test('the provider’s tokens reach neither the browser nor the database [V10.1.1]', async () => {
    const { url, cookie } = await beforeCallback();
    let tokens: string[] = [];
    provider.forge(({ text, accessToken }) => {
      tokens = [text, accessToken];
      return text;
    });
    try {
      const back = await returnToApp(url.href, cookie);
      expect(back.location).toBe('/#/');
      const tables = ['accounts', 'sessions', 'instance', 'journal', 'sign_in_attempts'] as const;
      const rows = await Promise.all(tables.map((table) => app.db.read.selectFrom(table).selectAll().execute()));
      const kept = JSON.stringify([back, rows]);
      expect(tokens).toHaveLength(2);
      for (const token of tokens) expect(kept).not.toContain(token);
    } finally {
      provider.forge(null);
    }
  });

  test('is refused from another issuer [V1.3.6, V10.2.2]', async () => {
    const { url, cookie } = await beforeCallback();
    url.searchParams.set('iss', 'https://elsewhere.example');
    expect((await returnToApp(url.href, cookie)).location).toBe(refused('provider'));
  });

  test('also works with another process on the same data [IDP-4]', async () => {
    const second = await startApp({
      databaseUrl: app.databaseUrl,
      clock: app.clock,
      environment: provider.environment,
    });
    try {
      const { url, cookie } = await beforeCallback();
      // Both share one host name, so the browser sends its cookie to either process.
      const back = await returnToApp(url.href.replace(app.url, second.url), cookie);
      expect(back.location).toBe('/#/');
      expect((await principalWith(back.cookie))?.access).toBe('administrator');
    } finally {
      await second.stop();
    }
  });

  test('ends the session the browser had before [V7.2.4]', async () => {
    const before = await app.administrator();
    const { url, cookie } = await startOidcSignIn(app.url, before.cookie);
    await returnToApp(await signInAtProvider(url, 'chief'), `${before.cookie}; ${cookie}`);
    expect(await principalWith(before.cookie)).toBeNull();
  });

  test('only a page of this server can start a sign-in [V3.5.1, V7.6.2]', async () => {
    for (const origin of ['https://elsewhere.example', 'null', '']) {
      const answer = await fetch(`${app.url}/api/auth/oidc`, { method: 'POST', headers: { origin } });
      expect(answer.status).toBe(403);
    }
  });
});
