// The password hashing queue: a few at a time, in order, so that other requests are not delayed.
import { expect, test, vi } from 'vitest';
import { BusyError, createQueue } from '../../src/server/auth/passwords/hash-queue.ts';

test('only a few run at once, in order, and a failure does not stop the rest [SIGNIN-12, V2.4.1]', async () => {
  const inTurn = createQueue(2, 100);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 9 }, (_, n) =>
      inTurn([], async () => {
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
  expect(await inTurn([], async () => 'later')).toBe('later');
});

test('a hash that would wait too long is refused at once with a sentence, and later there is room again [SIGNIN-12, V2.4.1]', async () => {
  const inTurn = createQueue(1, 3);
  let open = (): void => {};
  const held = inTurn([], () => new Promise<void>((resolve) => (open = resolve)));
  const waiting = [1, 2, 3].map((n) => inTurn([], async () => n));
  const refusal = await inTurn([], async () => 'too many').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(BusyError);
  expect(refusal).toMatchObject({
    code: 'too-many-attempts',
    message: 'Too many people are signing in at the moment. Please wait a minute and try again.',
    details: { seconds: 60 },
  });
  open();
  await held;
  expect(await Promise.all(waiting)).toEqual([1, 2, 3]);
  expect(await inTurn([], async () => 'later')).toBe('later');
});

test('a hash whose turn comes only after its request has been given up is refused with the same sentence, and not computed [SIGNIN-12]', async () => {
  const inTurn = createQueue(1, 10, 20_000);
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    let open = (): void => {};
    const held = inTurn([], () => new Promise<void>((resolve) => (open = resolve)));
    const computed: string[] = [];
    const compute = (name: string) => inTurn([{ key: name, limit: 1 }], async () => void computed.push(name));
    const early = [compute('early'), compute('next')];
    const refused = Promise.allSettled(early);
    now = 10_000;
    const later = compute('later');
    now = 20_001;
    open();
    await held;
    await later;
    for (const result of await refused) expect(result).toMatchObject({ reason: expect.any(BusyError) as unknown });
    expect(computed).toEqual(['later']);
    // Their shares are free again.
    await compute('early');
    expect(computed).toEqual(['later', 'early']);
  } finally {
    clock.mockRestore();
  }
});

test('nobody has more in progress than their share, and others still get in [SIGNIN-12]', async () => {
  const inTurn = createQueue(1, 10);
  const mine = [{ key: 'me', limit: 2 }];
  let open = (): void => {};
  const held = inTurn(mine, () => new Promise<void>((resolve) => (open = resolve)));
  const second = inTurn(mine, async () => 'second');
  await expect(inTurn(mine, async () => 'third')).rejects.toBeInstanceOf(BusyError);
  const other = inTurn([{ key: 'another', limit: 2 }], async () => 'another');
  open();
  await held;
  expect(await Promise.all([second, other])).toEqual(['second', 'another']);
  expect(await inTurn(mine, async () => 'later')).toBe('later');
});
