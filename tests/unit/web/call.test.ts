// API calls in the page: URLs, and error responses.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listFines, setFineStatus } from '../../../src/contract/fines/fines.ts';
import {
  addressOf,
  call,
  errorFrom,
  newKey,
  ApiError,
  ConnectionError,
  isRetryable,
  mayBeSaved,
  isTransient,
  TimeoutError,
} from '../../../src/web/api/call.ts';

describe('addressOf', () => {
  test('fills in parameters and omits absent query values', () => {
    expect(addressOf(setFineStatus, { params: { fineId: 'a/b c' } })).toBe('/api/fines/a%2Fb%20c/status');
    expect(addressOf(listFines, { query: { userId: undefined, page: 2 } })).toBe('/api/fines?page=2');
    expect(addressOf(listFines, { query: { userId: 'ü&=' } })).toBe('/api/fines?userId=%C3%BC%26%3D');
    expect(addressOf(listFines, {})).toBe('/api/fines');
  });
});

describe('errorFrom', () => {
  test('takes the code, sentence and details of an error answer', () => {
    const error = errorFrom(409, { error: { code: 'already-paid', message: 'paid already', details: { a: 1 } } });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'already-paid', status: 409, message: 'paid already', details: { a: 1 } });
    expect(isTransient(error)).toBe(false);
  });

  test('treats anything else as an answer from something in between', () => {
    for (const content of [null, 'Bad Gateway', {}, { error: 'x' }, { error: { code: 'toString', message: '' } }]) {
      const error = errorFrom(502, content);
      expect(error).toBeInstanceOf(ConnectionError);
      expect(isTransient(error)).toBe(true);
    }
  });

  test('an unreachable database may come back, and a busy server have time', () => {
    for (const code of ['unavailable', 'busy'])
      expect(isTransient(errorFrom(503, { error: { code, message: 'later' } }))).toBe(true);
  });
});

describe('a call without an answer', () => {
  afterEach(() => vi.unstubAllGlobals());
  const silence = (_: string, { signal }: { signal: AbortSignal }): Promise<never> =>
    new Promise((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });

  test('ends by itself; a write may have been saved, and is not repeated automatically', async () => {
    vi.stubGlobal('fetch', silence);
    const input = {
      params: { fineId: 'a' },
      body: { status: 'Paid', shown: { amount: 5, paidAmount: 0, waivedAmount: 0 } },
    } as const;
    const error = await call(setFineStatus, input, { timeLimit: 1 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ write: true });
    expect(mayBeSaved(error, false)).toBe(true);
    expect(isRetryable(error)).toBe(false);
  });

  test('can still be ended by its caller', async () => {
    vi.stubGlobal('fetch', silence);
    const caller = new AbortController();
    const reading = call(listFines, { query: {} }, { signal: caller.signal });
    caller.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
    const afterwards = call(listFines, { query: {} }, { signal: caller.signal });
    await expect(afterwards).rejects.toThrow('left');
  });

  test('ends in browsers that cannot combine signals, or lose them', async () => {
    vi.stubGlobal('fetch', silence);
    vi.stubGlobal('AbortSignal', {});
    const { signal } = new AbortController();
    const error = await call(listFines, { query: {} }, { signal, timeLimit: 1 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TimeoutError);
  });

  test('leaves nothing behind once answered: no timer, and no listener on its caller’s signal', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})));
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, 'removeEventListener');
    await call(listFines, { query: {} }, { signal });
    expect(vi.getTimerCount()).toBe(0);
    expect(removed).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });
});

test('keys have the form the server accepts, and each is new', () => {
  const keys = Array.from({ length: 100 }, () => newKey());
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9-]{8,100}$/);
});
