// The cache of values derived from one version of the books.
import { expect, test } from 'vitest';
import { memoize } from '../../src/server/db/books-version.ts';

/** A reader that returns how often it was called. */
function counting(): () => Promise<number> {
  let times = 0;
  return async () => (times += 1);
}

const at = (sequence: number, updatedAt = sequence * 10) => ({ last_sequence: sequence, updated_at: updatedAt });

test('a value is read once per key while the books stay the same', async () => {
  const cached = memoize<number>();
  const read = counting();
  expect([await cached(at(1), 'a', read), await cached(at(1), 'a', read), await cached(at(1), 'b', read)]).toEqual([
    1, 1, 2,
  ]);
  expect(await read()).toBe(3);
});

test('it is read again when the books have changed, in number or time', async () => {
  const cached = memoize<number>();
  const read = counting();
  await cached(at(1), 'a', read);
  expect(await cached(at(2), 'a', read)).toBe(2);
  expect(await cached(at(2, 21), 'a', read)).toBe(3);
  expect(await cached(at(2), 'a', read)).toBe(4);
});

test('a transaction that sees an earlier version neither reads nor writes the cache', async () => {
  const cached = memoize<number>();
  expect(await cached(at(2), 'a', async () => 20)).toBe(20);
  expect(await cached(at(1), 'a', async () => 10)).toBe(10);
  expect(await cached(at(2), 'a', async () => 99)).toBe(20);
});

test('a read that ends after a later one leaves nothing behind', async () => {
  const cached = memoize<number>();
  const { promise, resolve } = Promise.withResolvers<number>();
  const slow = cached(at(1), 'a', () => promise);
  await cached(at(2), 'a', async () => 20);
  resolve(10);
  expect(await slow).toBe(10);
  expect(await cached(at(2), 'a', async () => 99)).toBe(20);
});

test('a failed read is tried again', async () => {
  const cached = memoize<number>();
  await expect(cached(at(1), 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cached(at(1), 'a', async () => 1)).toBe(1);
});

test('many different keys do not accumulate', async () => {
  const cached = memoize<number>();
  for (let n = 0; n < 1000; n += 1) await cached(at(1), String(n), async () => n);
  const read = counting();
  for (let n = 0; n < 1000; n += 1) await cached(at(1), String(n), read);
  expect(await read()).toBeGreaterThan(800);
});
