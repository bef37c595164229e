// The replacements for older browsers do the same as the newer browsers' own functions, in the service worker too.
import { createContext, runInContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { lackedMembers } from '../../../scripts/browsers/support.ts';
import { buildWorker } from '../../../scripts/service-worker-build.ts';
import { graphemesOf } from '../../../src/core/text/graphemes.ts';

const TEXTS = ['', 'plain', 'a\ud800b', '\udc00', '👩‍👩‍👧', '\ud83d', 'عَلی'];

test('sorting, reversing, grouping and lone surrogates', async () => {
  const numbers = [3, 1, 10, 2];
  const run = () => ({
    sorted: [numbers.toSorted(undefined), numbers.toSorted((a, b) => b - a), ['b', undefined, 'a'].toSorted(undefined)],
    turned: numbers.toReversed(),
    groups: [...Map.groupBy(numbers, (number, index) => (number + index) % 2)],
    whole: TEXTS.map((text) => text.toWellFormed()),
    untouched: [...numbers],
  });
  const expected = run();
  const lacked = [
    [Array.prototype, 'toSorted'],
    [Array.prototype, 'toReversed'],
    [String.prototype, 'toWellFormed'],
    [Map, 'groupBy'],
  ] as const;
  const own = lacked.map(([object, name]) => Object.getOwnPropertyDescriptor(object, name) ?? {});
  for (const [object, name] of lacked) Reflect.deleteProperty(object, name);
  try {
    await import('../../../src/web/older-browsers.ts');
    expect(Map.groupBy.toString()).not.toContain('[native code]');
    expect(run()).toEqual(expected);
  } finally {
    for (const [index, [object, name]] of lacked.entries()) Object.defineProperty(object, name, own[index] ?? {});
  }
});

test('characters as a reader perceives them, even without a segmenter', () => {
  const words = ['plain', 'عَلی', '👩‍👩‍👧x', 'e\u0301a'];
  const expected = words.map(graphemesOf);
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
  try {
    expect(words.map(graphemesOf)).toEqual(expected);
  } finally {
    vi.unstubAllGlobals();
  }
});

/** What the service worker does about an event, in a browser with only what the oldest have of the language. */
async function inOldWorker(windows: readonly object[]) {
  const listeners = new Map<string, (event: object) => void>();
  const openWindow = vi.fn<() => Promise<null>>(async () => null);
  // An array of the worker's own: this process's arrays have all methods.
  const matchAll = async (): Promise<unknown> => Reflect.apply(runInContext('Array.of', context), null, windows);
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    clients: { matchAll, openWindow },
  };
  // Of its own as well, since what the oldest lack is deleted from it.
  const ownURL = function (address: string, base?: string): URL {
    return new URL(address, base);
  };
  const context = createContext({ self, location: { origin: 'https://fines.test' }, URL: ownURL });
  const REMOVE = `for (const { owner, name, of } of lacked) {
    const found = globalThis[owner];
    if (found === undefined) continue;
    if (name === null) delete globalThis[owner];
    else { delete found[name]; if (of !== 'class' && found.prototype) delete found.prototype[name]; }
  }`;
  runInContext(`const lacked = ${JSON.stringify(lackedMembers())}; ${REMOVE}`, context);
  expect(runInContext('[].toSorted', context)).toBeUndefined();
  expect(URL.canParse).toBeDefined();
  runInContext(await buildWorker({ version: '1', entry: '/assets/index.js', files: [] }), context);
  const press = async (path: string): Promise<void> => {
    let done: Promise<unknown> | undefined;
    const event = {
      notification: { data: { path }, close: () => {} },
      waitUntil: (work: Promise<unknown>) => (done = work),
    };
    listeners.get('notificationclick')?.(event);
    await done;
  };
  return { press, openWindow };
}

test('a press on a notification opens the window that was used last, in the oldest browsers too [LOOK-9, PUSH-8]', async () => {
  const window = (url: string, focused: boolean) => ({
    url,
    focused,
    postMessage: vi.fn<() => void>(),
    focus: vi.fn<() => void>(),
  });
  const [other, behind, before] = [
    window('https://fines.test/healthz', true),
    window('https://fines.test/#/fines', false),
    window('https://fines.test/#/user', true),
  ];
  const worker = await inOldWorker([other, behind, before]);
  await worker.press('/payments');
  expect(before.postMessage).toHaveBeenCalledExactlyOnceWith({ open: '/payments' }, []);
  expect(before.focus).toHaveBeenCalledOnce();
  for (const one of [other, behind]) expect(one.focus).not.toHaveBeenCalled();
  expect(worker.openWindow).not.toHaveBeenCalled();
  const without = await inOldWorker([]);
  await without.press('/payments');
  expect(without.openWindow).toHaveBeenCalledExactlyOnceWith('/#/payments');
});
