// A browser's way through a sign-in at an identity provider, redirect by redirect.
import { OIDC_CALLBACK } from '../../src/contract/oidc.ts';
import { createClient } from './client.ts';

export interface Departure {
  /** where the app sends the browser */
  url: string;
  /** what the app gave it for its return */
  cookie: string;
}

/** Presses the button: asks the app where to go. `cookie` is what the browser has from the app already. */
export async function depart(appUrl: string, cookie = ''): Promise<Departure> {
  const answer = await createClient(appUrl, cookie).fetch('/api/auth/oidc', { method: 'POST' });
  if (!answer.ok) throw new Error(`No departure: ${await answer.text()}`);
  const { url } = (await answer.json()) as { url: string };
  return { url, cookie: pairs(answer).join('; ') };
}

/** Signs in at the provider under a login name, or cancels there; the address it sends the browser back to. */
export async function signInThere(url: string, login: string | null): Promise<string> {
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

export interface Return {
  status: number;
  /** where the app leads on */
  location: string | null;
  /** the Set-Cookie values */
  given: string[];
  /** the Cookie header the browser then has */
  cookie: string;
}

/** Comes back to the app. */
export async function comeBack(url: string, cookie: string): Promise<Return> {
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
  const kept = pairs(answer).filter((pair) => !pair.endsWith('='));
  const location = answer.headers.get('location');
  return { status: answer.status, location, given: answer.headers.getSetCookie(), cookie: kept.join('; ') };
}

/** The whole way. */
export async function visit(appUrl: string, login: string | null): Promise<Return> {
  const { url, cookie } = await depart(appUrl);
  return comeBack(await signInThere(url, login), cookie);
}

const pairs = (answer: Response): string[] => answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
