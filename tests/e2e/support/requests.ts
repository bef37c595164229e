// Records the requests and errors of a page. Response bodies are not read, because the browser may discard them.
import type { Page } from '@playwright/test';

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
