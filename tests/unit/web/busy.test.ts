// A form is busy only while its write is under way, and that ends: whatever becomes of the request, and of what follows
// its answer.
import { focusManager, onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addEvent } from '../../../src/contract/events.ts';
import type { Session } from '../../../src/contract/sign-in/auth.ts';
import { ConnectionError } from '../../../src/web/api/call.ts';
import { useAction } from '../../../src/web/api/sending/action.ts';
import { send } from '../../../src/web/api/sending/sending.ts';
import { keptSession } from '../../../src/web/features/login/kept-session.ts';

const SAVED = { ok: true };
const FORM = { title: 'Picnic', description: 'At the lake', date: '2026-12-05', amount: 1500, location: 'Khanpur' };
const ATTEMPT_MS = 45_000;
/** The most that anybody waits: an attempt, what may follow it, and some more. */
const MOST_MS = 75_000;

/** The keys under which the page sent it. */
let keys: (string | undefined)[] = [];

/** What becomes of each attempt; the last one stands for those after it. */
function answerWith(...attempts: (() => Promise<Response>)[]): void {
  vi.stubGlobal('fetch', (_address: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key']);
    return attempts[Math.min(keys.length, attempts.length) - 1]?.();
  });
}
const saved = (): Promise<Response> => Promise.resolve(Response.json(SAVED));
const broken = (): Promise<Response> => Promise.reject(new TypeError('The connection broke.'));
const brokenAfter = (ms: number) => (): Promise<Response> =>
  new Promise((_resolve, reject) => setTimeout(() => reject(new TypeError('The connection broke.')), ms));

/** Saves an event as a form does; `then` follows the answer. The outcome, once there is one. */
function save(then?: () => Promise<unknown>): { outcome: () => unknown } {
  let outcome: unknown;
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  const Form = (): null => {
    const { mutateAsync } = useAction({
      mutationFn: () => send(addEvent, { input: { body: FORM } }),
      ...(then && { onSuccess: then, onSettled: then }),
    });
    mutateAsync().then(
      (answer) => void (outcome = answer),
      (error: unknown) => void (outcome = error),
    );
    return null;
  };
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Form)));
  return { outcome: () => outcome };
}

beforeEach(() => {
  keys = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
});

test('a write without an answer is sent again under its key [SCREEN-7]', async () => {
  answerWith(broken, broken, saved);
  const { outcome } = save();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome()).toEqual(SAVED);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
});

test('a write whose attempts fail late is given up after one of them, not after all [SCREEN-52]', async () => {
  answerWith(brokenAfter(ATTEMPT_MS - 1000));
  const { outcome } = save();
  await vi.advanceTimersByTimeAsync(MOST_MS);
  expect(outcome()).toBeInstanceOf(ConnectionError);
});

test('a write is sent again even after its time, once: the page stood still while its phone was locked [SCREEN-7]', async () => {
  answerWith(brokenAfter(ATTEMPT_MS - 1), saved);
  const { outcome } = save();
  await vi.advanceTimersByTimeAsync(MOST_MS);
  expect(outcome()).toEqual(SAVED);
});

test('a write is sent again although nobody looks at the page, and the browser believes itself offline [SCREEN-52]', async () => {
  answerWith(broken, saved);
  focusManager.setFocused(false);
  onlineManager.setOnline(false);
  const { outcome } = save();
  await vi.advanceTimersByTimeAsync(MOST_MS);
  expect(outcome()).toEqual(SAVED);
});

test('a browser that does not end a request when it is told to keeps nobody waiting [SCREEN-52]', async () => {
  answerWith(() => new Promise(() => undefined));
  const { outcome } = save();
  await vi.advanceTimersByTimeAsync(MOST_MS);
  expect(outcome()).toBeInstanceOf(ConnectionError);
});

test('what follows an answer, such as reading a list again, keeps nobody waiting for long [SCREEN-52]', async () => {
  answerWith(saved);
  const { outcome } = save(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(outcome()).toEqual(SAVED);
});

test('whether a browser keeps its cookie is asked beside signing in, and keeps nobody waiting for long [SCREEN-52]', async () => {
  answerWith(() => new Promise(() => undefined));
  const opened = { principal: {} } as Session;
  const kept = keptSession(opened);
  await vi.advanceTimersByTimeAsync(ATTEMPT_MS - 1);
  expect(await Promise.race([kept, Promise.resolve('waits')])).toBe(opened);
});
