// Coming back from an identity provider: a return counts once, in time, and for the browser that departed.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSession } from '../../src/contract/auth.ts';
import { RETURN_WITHIN_MS } from '../../src/server/auth/oidc.ts';
import { ADMINISTRATOR, startApp, type TestApp } from '../helpers/app.ts';
import { SECRET } from '../helpers/instance.ts';
import { createClient } from '../helpers/client.ts';
import { type IdentityProvider, startIdentityProvider } from '../helpers/identity-provider.ts';
import { comeBack, depart, signInThere } from '../helpers/oidc-visit.ts';

let provider: IdentityProvider;
let app: TestApp;

beforeAll(async () => {
  provider = await startIdentityProvider();
  app = await startApp({ environment: provider.environment });
  provider.admit(app.url);
  provider.accounts.set('chief', { email: ADMINISTRATOR.email, email_verified: true });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const refused = (problem: string) => `/#/login?problem=${problem}`;
const visitorWith = async (cookie: string) => (await createClient(app.url, cookie).must(readSession, {})).visitor;

describe('a return counts once, for the browser that departed', () => {
  /** Signed in at the provider, not yet back. */
  const onTheWay = async () => {
    const { url, cookie } = await depart(app.url);
    return { url: new URL(await signInThere(url, 'chief')), cookie };
  };
  const expectExpired = async (url: string | URL, cookie: string) => {
    const back = await comeBack(String(url), cookie);
    expect(back).toMatchObject({ status: 303, location: refused('expired'), cookie: '' });
  };

  test('the cookie for it is out of reach of scripts and sent to one address only', async () => {
    const answer = await app.nobody.fetch('/api/auth/oidc', { method: 'POST' });
    const [cookie = '', ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      `Max-Age=${RETURN_WITHIN_MS / 1000}`,
      'Path=/api/auth/oidc/callback',
      'SameSite=Lax',
    ]);
  });

  test('the address asks for a code with PKCE, state and nonce, and holds no secret', async () => {
    const { searchParams } = new URL((await depart(app.url)).url);
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
    expect(searchParams.get('state')).not.toBe(new URL((await depart(app.url)).url).searchParams.get('state'));
  });

  test('without the cookie, with a forged one, or with one of another journey', async () => {
    const { url, cookie } = await onTheWay();
    await expectExpired(url, '');
    await expectExpired(url, cookie.slice(0, -4));
    await expectExpired(url, (await depart(app.url)).cookie);
    // Well signed, but as the session's cookie is.
    const text = decodeURIComponent(cookie.slice('jurmana.oidc='.length)).slice(0, -45);
    const signature = createHmac('sha256', SECRET).update(text).digest('base64');
    await expectExpired(url, `jurmana.oidc=${encodeURIComponent(`${text}.${signature}`)}`);
    // Nothing of this used the journey up.
    expect((await comeBack(url.href, cookie)).location).toBe('/#/');
  });

  test('with another state, an empty one, or two', async () => {
    const { url, cookie } = await onTheWay();
    for (const state of ['', 'x'.repeat(43), new URL((await depart(app.url)).url).searchParams.get('state') ?? '']) {
      const forged = new URL(url);
      forged.searchParams.set('state', state);
      await expectExpired(forged, cookie);
    }
    url.searchParams.append('state', 'another');
    expect((await comeBack(url.href, cookie)).location).toBe(refused('provider'));
  });

  test('a second time: the cookie is taken away, and the provider refuses the code', async () => {
    const { url, cookie } = await onTheWay();
    const first = await comeBack(url.href, cookie);
    expect(first.given).toContain('jurmana.oidc=; Max-Age=0; Path=/api/auth/oidc/callback; HttpOnly; SameSite=Lax');
    await expectExpired(url, '');
    await expectExpired(url, cookie);
  });

  test('with a made-up code, and with one that another journey got', async () => {
    const { url, cookie } = await onTheWay();
    const other = await onTheWay();
    for (const code of ['made-up', other.url.searchParams.get('code') ?? '']) {
      const forged = new URL(url);
      forged.searchParams.set('code', code);
      await expectExpired(forged, cookie);
    }
  });

  test('too late', async () => {
    const { url, cookie } = await onTheWay();
    app.clock.advance(RETURN_WITHIN_MS);
    await expectExpired(url, cookie);
  });

  test.each([
    ['without anything', ''],
    ['with an empty query', '?'],
    ['with a code without a value', '?code'],
    ['with an error nobody asked for', '?error=server_error'],
    ['with a broken escape', '?%zz'],
    ['with a very long code', `?code=${'x'.repeat(3000)}`],
  ])('%s', async (_name, query) => {
    const { cookie } = await depart(app.url);
    await expectExpired(`${app.url}/api/auth/oidc/callback${query}`, cookie);
  });

  test('from another issuer', async () => {
    const { url, cookie } = await onTheWay();
    url.searchParams.set('iss', 'https://elsewhere.example');
    expect((await comeBack(url.href, cookie)).location).toBe(refused('provider'));
  });

  test('to another process on the same data', async () => {
    const second = await startApp({
      databaseUrl: app.databaseUrl,
      clock: app.clock,
      environment: provider.environment,
    });
    try {
      const { url, cookie } = await onTheWay();
      // As behind one public name: the browser's cookie goes to either.
      const back = await comeBack(url.href.replace(app.url, second.url), cookie);
      expect(back.location).toBe('/#/');
      expect((await visitorWith(back.cookie))?.role).toBe('administrator');
    } finally {
      await second.stop();
    }
  });

  test('and ends the session the browser had before', async () => {
    const before = await app.administrator();
    const { url, cookie } = await depart(app.url, before.cookie);
    await comeBack(await signInThere(url, 'chief'), `${before.cookie}; ${cookie}`);
    expect(await visitorWith(before.cookie)).toBeNull();
  });

  test('only a page of this server can begin', async () => {
    for (const origin of ['https://elsewhere.example', 'null', '']) {
      const answer = await fetch(`${app.url}/api/auth/oidc`, { method: 'POST', headers: { origin } });
      expect(answer.status).toBe(403);
    }
  });
});
