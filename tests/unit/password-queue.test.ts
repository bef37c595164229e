// Passwords are hashed a few at a time, in the order they came, so that readers are not held up.
import { expect, test } from 'vitest';
import { queue } from '../../src/server/auth/passwords.ts';

test('no more run at once than may, in order, and a failure does not stop the rest', async () => {
  const inTurn = queue(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, (_, n) =>
      inTurn(async () => {
        begun.push(n);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, n % 3));
        running -= 1;
        if (n === 4) throw new Error('no');
        return n;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(results[8]).toEqual({ status: 'fulfilled', value: 8 });
  expect(await inTurn(async () => 'later')).toBe('later');
});
