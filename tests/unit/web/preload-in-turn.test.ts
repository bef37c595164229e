// Fetching ahead of time, one file after another.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Preloadable, preloadInTurn, tellSettled } from '../../../src/web/routing/preloadable.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('each is fetched after the one before it has arrived; one that never arrives does not hold up the others', async () => {
  const asked: string[] = [];
  const settled = new Set<string>();
  const named = (name: string): Preloadable => ({
    preload: () => void asked.push(name),
    settled: () => settled.has(name),
  });
  const done = preloadInTurn(['first', 'silent', 'last'].map(named));
  const arrives = (name: string): void => {
    settled.add(name);
    tellSettled();
  };
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual(['first']);
  arrives('first');
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual(['first', 'silent']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual(['first', 'silent', 'last']);
  arrives('last');
  await done;
});
