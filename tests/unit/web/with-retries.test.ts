// Fetching code: it is retried while no server answers, and fails only if the server does not have it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onceReachable, withRetries } from '../../../src/web/messages/with-retries.ts';

let reachable = false;
/** the answer of a proxy in front of the server */
let page: Response | null = null;
beforeEach(() => {
  page = null;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => {
    if (reachable) return Promise.resolve(Response.json({ status: 'ok' }));
    return page === null ? Promise.reject(new TypeError()) : Promise.resolve(page);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const HOUR_MS = 3_600_000;

test.for([
  ['no answer', null],
  ['a proxy’s page that says so', { status: 502 }],
  ['a page about maintenance', { status: 200 }],
] as const)('code requested while the server is away, with %s, arrives once it is back [SHELL-7]', async ([, init]) => {
  reachable = false;
  page = init && new Response('<html>', { ...init, headers: { 'content-type': 'text/html' } });
  const load = vi.fn<() => Promise<string>>(() =>
    reachable ? Promise.resolve('piece') : Promise.reject(new TypeError('no line')),
  );
  const piece = onceReachable(load);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(load.mock.calls.length).toBeGreaterThan(10);
  reachable = true;
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(await piece).toBe('piece');
});

test('code that the server does not have fails [ROUTE-12]', async () => {
  reachable = true;
  const piece = onceReachable(() => Promise.reject(new Error('missing')));
  const failure = piece.catch((error: unknown) => String(error));
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(await failure).toContain('missing');
});

test('code that never arrives on a silent line is given up, and is there when it comes after all [SCREEN-52]', async () => {
  const silent = withRetries(() => new Promise<string>(() => undefined)).catch((error: unknown) => String(error));
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(await silent).toContain('in time');
  const { promise: late, resolve: arrive } = Promise.withResolvers<string>();
  const found = withRetries(() => late);
  setTimeout(arrive, 20_000, 'piece');
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(await found).toBe('piece');
});
