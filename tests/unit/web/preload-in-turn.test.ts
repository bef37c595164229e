// Fetching ahead of time, one file after another.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyScreen, preloadInTurn } from '../../../src/web/routing/lazy-screen.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const screen = { default: () => null };

test('they are fetched one after another, and one that never arrives or fails does not hold up the others', async () => {
  const asked: string[] = [];
  const of = (name: string, answer: () => Promise<typeof screen>) =>
    lazyScreen(() => {
      asked.push(name);
      return answer();
    });
  const first = Promise.withResolvers<typeof screen>();
  const done = preloadInTurn([
    of('first', () => first.promise),
    of('failing', () => Promise.reject(new TypeError())),
    of('silent', () => new Promise(() => undefined)),
    of('last', () => Promise.resolve(screen)),
  ]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual(['first']);
  first.resolve(screen);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual(['first', 'failing', 'silent']);
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
  expect(asked).toEqual(['first', 'failing', 'silent', 'last']);
});
