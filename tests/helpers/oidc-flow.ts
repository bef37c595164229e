// Signs in at an identity provider like a browser, redirect by redirect.
import { OIDC_CALLBACK } from '../../src/contract/sign-in/oidc.ts';
import { createClient } from './client.ts';

export interface AuthorizationRequest {
  /** the provider's authorization URL */
  url: string;
  /** Cookie header for the callback */
  cookie: string;
}

/** Asks the app for the authorization URL. `cookie`: the browser's existing cookies of the app. */
export async function startOidcSignIn(appUrl: string, cookie = ''): Promise<AuthorizationRequest> {
  const answer = await createClient(appUrl, cookie).fetch('/api/auth/oidc', { method: 'POST' });
  if (!answer.ok) throw new Error(`The app did not start the sign-in: ${await answer.text()}`);
  const { url } = (await answer.json()) as { url: string };
  return { url, cookie: pairs(answer).join('; ') };
}

/** Signs in at the provider with a login name, or cancels (null); returns the callback URL. */
export async function signInAtProvider(url: string, login: string | null): Promise<string> {
  const jar = new Map<string, string>();
  let request: { url: string; body?: URLSearchParams } = { url };
  for (let step = 0; step < 10; step += 1) {
    const answer = await fetch(request.url, {
      redirect: 'manual',
      method: request.body === undefined ? 'GET' : 'POST',
      headers: { cookie: [...jar.values()].join('; ') },
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    for (const pair of pairs(answer)) jar.set(pair.split('=')[0] ?? '', pair);
    const location = answer.headers.get('location');
    if (location === null) {
      const page = await answer.text();
      if (answer.status !== 200 || request.body !== undefined) throw new Error(`The provider says: ${page}`);
      request = { url: request.url, body: new URLSearchParams(login === null ? { cancel: 'yes' } : { login }) };
      continue;
    }
    const next = new URL(location, request.url);
    if (next.pathname === OIDC_CALLBACK) return next.href;
    request = { url: next.href };
  }
  throw new Error('The provider sends the browser in circles.');
}

export interface CallbackResponse {
  status: number;
  location: string | null;
  /** the Set-Cookie values */
  given: string[];
  /** the Cookie header after it */
  cookie: string;
}

/** Opens the callback URL. */
export async function returnToApp(url: string, cookie: string): Promise<CallbackResponse> {
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
  const kept = pairs(answer).filter((pair) => !pair.endsWith('='));
  const location = answer.headers.get('location');
  return { status: answer.status, location, given: answer.headers.getSetCookie(), cookie: kept.join('; ') };
}

/** The whole flow. */
export async function signInWithOidc(appUrl: string, login: string | null): Promise<CallbackResponse> {
  const { url, cookie } = await startOidcSignIn(appUrl);
  return returnToApp(await signInAtProvider(url, login), cookie);
}

const pairs = (answer: Response): string[] => answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
