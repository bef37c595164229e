// Records the requests and errors of a page; holds and refuses requests. Response bodies are not read, because the
// browser may discard them.
import type { Page, Route } from '@playwright/test';

export interface Sent {
  url: URL;
  /** the Idempotency-Key */
  key: string | undefined;
}

/** Returns a growing list of the requests that start with e.g. `POST /api/fines` or `GET /api/events?`. */
export function recordRequests(page: Page, beginning: string): readonly Sent[] {
  const sent: Sent[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!`${request.method()} ${url.pathname}${url.search}`.startsWith(beginning)) return;
    sent.push({ url, key: request.headers()['idempotency-key'] });
  });
  return sent;
}

/** Returns a growing list of the errors in the page's console. */
export function recordErrors(page: Page): readonly string[] {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  return logged;
}

/** Refuses a request at once; without an answer it would be sent again, for seconds. */
const refuse = (route: Route): Promise<void> =>
  route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Something broke.' } } });

const ENDS = { send: (route: Route) => route.continue(), abort: (route: Route) => route.abort(), refuse };

/** Holds all writes to this address until the returned function sends them, aborts them, or refuses them. */
export async function holdWrites(page: Page, address: string): Promise<(end?: keyof typeof ENDS) => void> {
  const { promise, resolve } = Promise.withResolvers<keyof typeof ENDS>();
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    return ENDS[await promise](route);
  });
  return (end = 'send') => resolve(end);
}
