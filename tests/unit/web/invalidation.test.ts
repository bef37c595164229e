// What is read again after a change: everything, so that nothing keeps an earlier result.
import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { QueryInvalidator } from '../../../src/web/api/invalidation.ts';
import { setSilent } from '../../../src/web/api/live/connection.ts';
import { noticeSilence } from '../../../src/web/api/live/silence.ts';

const invalidated = (client: QueryClient): unknown[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey[0]);

afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/** A query on screen whose answers arrive when the test says so; `begun` counts its reads. */
function onScreen(client: QueryClient) {
  const reads: PromiseWithResolvers<string>[] = [];
  const queryFn = (): Promise<string> => {
    const read = Promise.withResolvers<string>();
    reads.push(read);
    return read.promise;
  };
  const stop = new QueryObserver(client, { queryKey: ['screen'], queryFn, retry: false }).subscribe(() => {});
  return { begun: () => reads.length, answer: (text: string) => reads.at(-1)?.resolve(text), stop };
}

test('queries on screen are read again, those only in the cache count as stale [LIVE-12]', async () => {
  const client = new QueryClient();
  const invalidator = new QueryInvalidator(client);
  await client.fetchQuery({ queryKey: ['cached'], queryFn: () => 'x' });
  const screen = onScreen(client);
  screen.answer('before');
  await expect.poll(() => client.getQueryData(['screen'])).toBe('before');
  invalidator.add();
  invalidator.add();
  await expect.poll(() => screen.begun()).toBe(2);
  screen.answer('after');
  await expect.poll(() => client.getQueryData(['screen'])).toBe('after');
  expect(invalidated(client)).toEqual(['cached']);
  screen.stop();
});

test('a query whose first read began before the change is read once more [LIVE-12]', async () => {
  const client = new QueryClient();
  const invalidator = new QueryInvalidator(client);
  const first = Promise.withResolvers<string>();
  const reading = client.fetchQuery({ queryKey: ['x'], queryFn: () => first.promise });
  await client.fetchQuery({ queryKey: ['y'], queryFn: () => 'y' });
  invalidator.add();
  await expect.poll(() => invalidated(client)).toContain('y');
  first.resolve('from before');
  await reading;
  await expect.poll(() => invalidated(client)).toContain('x');
});

test('a read is completed, however often something changes; one that hangs is restarted [LIVE-12]', async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const invalidator = new QueryInvalidator(client);
  const screen = onScreen(client);
  screen.answer('first');
  await vi.advanceTimersByTimeAsync(0);
  invalidator.add();
  await vi.advanceTimersByTimeAsync(100);
  expect(screen.begun()).toBe(2);
  for (let n = 0; n < 20; n += 1) {
    invalidator.add();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(screen.begun()).toBe(2);
  screen.answer('second');
  await vi.advanceTimersByTimeAsync(100);
  expect(client.getQueryData(['screen'])).toBe('second');
  expect(screen.begun()).toBe(3);
  // The third read hangs.
  invalidator.add();
  await vi.advanceTimersByTimeAsync(6000);
  expect(screen.begun()).toBe(4);
  screen.stop();
});

test('a tab that nobody looks at reads once, when somebody does [LIVE-12]', async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  client.mount();
  const invalidator = new QueryInvalidator(client);
  const screen = onScreen(client);
  screen.answer('first');
  await vi.advanceTimersByTimeAsync(0);
  focusManager.setFocused(false);
  invalidator.add();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screen.begun()).toBe(1);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(100);
  expect(screen.begun()).toBe(2);
  screen.stop();
  client.unmount();
});

test('after a break a first read in progress is restarted, because it may never be answered [OFFLINE-3]', async () => {
  const client = new QueryClient();
  const invalidator = new QueryInvalidator(client);
  const screen = onScreen(client);
  await expect.poll(() => screen.begun()).toBe(1);
  invalidator.addAfterBreak();
  await expect.poll(() => screen.begun()).toBe(2);
  screen.answer('after');
  await expect.poll(() => client.getQueryData(['screen'])).toBe('after');
  screen.stop();
});

test('over a slow line a first read is completed, even if the line was considered silent [OFFLINE-3]', async () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const invalidator = new QueryInvalidator(client);
  // The server is reachable: it answers at once who is signed in.
  const askForServer = vi.fn<() => void>(() => {
    setSilent(false);
    invalidator.addAfterBreak();
  });
  const slow = vi.fn<(context: { signal: AbortSignal }) => Promise<string>>(
    ({ signal }) =>
      new Promise<string>((resolve, reject) => {
        setTimeout(resolve, 8000, 'there');
        signal.addEventListener('abort', () => reject(new Error('Begun anew')));
      }),
  );
  const what = {};
  const stop = new QueryObserver(client, {
    queryKey: ['screen'],
    queryFn: (context) => noticeSilence(what, { read: () => slow(context), askForServer }),
    retry: false,
  }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(30_000);
  expect(client.getQueryData(['screen'])).toBe('there');
  expect(slow).toHaveBeenCalledTimes(2);
  expect(askForServer).toHaveBeenCalledTimes(1);
  stop();
});
