// The repeat-offence rule: examples (REPEAT-1, REPEAT-7 to REPEAT-9), and doubling and reduction with random fines.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, isoWeekOf, weekRange } from '../../../src/core/calendar.ts';
import type { FineStatus } from '../../../src/core/fines/fine.ts';
import { MAX_AMOUNT } from '../../../src/core/money/money.ts';
import {
  AmountTooLargeError,
  chargesFor,
  type ReducibleFine,
  reductionOnDelete,
  reductionOnUndo,
  sameCharges,
} from '../../../src/core/fines/repeat-offence.ts';

const MONDAY = '2026-11-16';

const NEW = { mistake: false, sequence: 1, doubledBy: null };

function fine(id: string, changes: Partial<ReducibleFine> = {}): ReducibleFine {
  return { id, userId: 'ali', amount: 100, date: MONDAY, status: 'Pending', ...NEW, ...changes };
}

describe('adding', () => {
  const userIds = ['ali', 'sana', 'عثمان'];

  test('a user with a fine in the same ISO week is charged double, others the normal amount [REPEAT-1]', () => {
    expect(
      chargesFor({ amount: 100, ruleOn: true, userIds, repeatOffenders: new Set(['sana', 'somebody else']) }),
    ).toEqual([
      { userId: 'ali', amount: 100, doubled: false },
      { userId: 'sana', amount: 200, doubled: true },
      { userId: 'عثمان', amount: 100, doubled: false },
    ]);
  });

  test('when the flag is not true, the amount is used as entered for everyone', () => {
    const charges = chargesFor({ amount: 100, ruleOn: false, userIds, repeatOffenders: new Set(userIds) });
    expect(charges.every((charge) => charge.amount === 100 && !charge.doubled)).toBe(true);
  });

  test('twice nothing is nothing, but still listed as doubled', () => {
    expect(chargesFor({ amount: 0, ruleOn: true, userIds: ['ali'], repeatOffenders: new Set(['ali']) })).toEqual([
      { userId: 'ali', amount: 0, doubled: true },
    ]);
  });

  test('a user named twice is charged once', () => {
    expect(
      chargesFor({ amount: 5, ruleOn: true, userIds: ['ali', 'sana', 'ali'], repeatOffenders: new Set() }),
    ).toHaveLength(2);
  });

  test('a doubled amount above the largest amount is refused', () => {
    const half = Math.floor(MAX_AMOUNT / 2);
    const charge = (amount: number, ruleOn: boolean) =>
      chargesFor({ amount, ruleOn, userIds: ['ali'], repeatOffenders: new Set(['ali']) });
    expect(charge(half, true)[0]?.amount).toBe(2 * half);
    expect(() => charge(half + 1, true)).toThrow(AmountTooLargeError);
    expect(() => charge(half + 1, true)).toThrow(
      'Rs. 500,000,000.00 doubled would be more than the largest fine, Rs. 999,999,999.99',
    );
    expect(charge(MAX_AMOUNT, false)[0]?.amount).toBe(MAX_AMOUNT);
    expect(chargesFor({ amount: MAX_AMOUNT, ruleOn: true, userIds: ['ali'], repeatOffenders: new Set() })).toHaveLength(
      1,
    );
  });

  test('invalid amounts are refused', () => {
    for (const amount of [-1, 0.5, NaN, MAX_AMOUNT + 1]) {
      expect(() => chargesFor({ amount, ruleOn: false, userIds: [], repeatOffenders: new Set() })).toThrow(RangeError);
    }
  });
});

describe('comparing what was confirmed', () => {
  const a = { userId: 'ali', amount: 100, doubled: false };
  const b = { userId: 'sana', amount: 200, doubled: true };

  test('the order does not matter, but everything else does', () => {
    expect(sameCharges([a, b], [b, a])).toBe(true);
    expect(sameCharges([], [])).toBe(true);
    expect(sameCharges([a], [a, b])).toBe(false);
    expect(sameCharges([a, b], [a, { ...b, amount: 100 }])).toBe(false);
    expect(sameCharges([a, b], [a, { ...b, doubled: false }])).toBe(false);
    expect(sameCharges([a, b], [a, { ...b, userId: 'hira' }])).toBe(false);
    expect(sameCharges([a, a, b], [a, b, b])).toBe(false);
  });
});

describe('deleting', () => {
  test('deleting a 100 fine reduces an existing 200 fine to 100', () => {
    const others = [fine('b', { amount: 200, date: addDays(MONDAY, 6) })];
    expect(reductionOnDelete({ ruleOn: true, deleted: fine('a'), others })).toEqual({
      fineId: 'b',
      from: 200,
      to: 100,
      status: 'Pending',
    });
  });

  test.each([
    ['the rule is off', false, {}],
    ['it is another user’s', true, { userId: 'sana' }],
    ['it is of the week after', true, { date: addDays(MONDAY, 7) }],
    ['it is of the week before', true, { date: addDays(MONDAY, -1) }],
    ['it is of the same week of another year', true, { date: '2025-11-17' }],
    ['it is not exactly double', true, { amount: 201 }],
    ['it is the deleted one itself', true, { id: 'a' }],
  ])('nothing is reduced when %s', (_, ruleOn, changes) => {
    const others = [fine('b', { amount: 200, ...changes })];
    expect(reductionOnDelete({ ruleOn, deleted: fine('a'), others })).toBeNull();
  });

  test('an amount of 0 never triggers it', () => {
    expect(
      reductionOnDelete({ ruleOn: true, deleted: fine('a', { amount: 0 }), others: [fine('b', { amount: 0 })] }),
    ).toBeNull();
  });

  test('a week that spans New Year is one week', () => {
    const others = [fine('b', { amount: 200, date: '2027-01-01' })];
    expect(reductionOnDelete({ ruleOn: true, deleted: fine('a', { date: '2026-12-28' }), others })?.fineId).toBe('b');
  });

  test('reduces a Pending fine before a Paid one, then the oldest by creation [REPEAT-8]', () => {
    const others = [
      fine('paid-oldest', { amount: 200, status: 'Paid', sequence: 1 }),
      fine('pending-newer', { amount: 200, sequence: 4, date: MONDAY }),
      fine('pending-older', { amount: 200, sequence: 3, date: addDays(MONDAY, 2) }),
    ];
    const reduce = (list: ReducibleFine[]) => reductionOnDelete({ ruleOn: true, deleted: fine('a'), others: list });
    expect(reduce(others)?.fineId).toBe('pending-older');
    expect(reduce(others.toReversed())?.fineId).toBe('pending-older');
    expect(reduce(others.slice(0, 1))).toEqual({ fineId: 'paid-oldest', from: 200, to: 100, status: 'Paid' });
  });
});

test('undoing reduces the first fine left of the week if the undone one had doubled it, whatever the amounts [FINE-20]', () => {
  const undone = fine('a', { amount: 100 });
  const reduce = (others: ReducibleFine[], ruleOn = true) => reductionOnUndo({ ruleOn, undone, others });
  const later = fine('b', { amount: 140, sequence: 2, doubledBy: 'a' });
  expect(reduce([later])).toEqual({ fineId: 'b', from: 140, to: 70, status: 'Pending' });
  expect(reduce([fine('c', { amount: 200, sequence: 3, doubledBy: 'a' }), later])?.fineId).toBe('b');
  expect(reduce([fine('mistake', { mistake: true }), later])?.fineId).toBe('b');
  const nothing: ReducibleFine[][] = [
    [fine('old', { sequence: 0 }), later],
    [{ ...later, doubledBy: 'somebody' }],
    [{ ...later, doubledBy: null, amount: 200 }],
    [{ ...later, date: addDays(MONDAY, 7) }],
    [{ ...later, userId: 'sana' }],
    [{ ...later, amount: 141 }],
    [{ ...later, amount: 0 }],
  ];
  for (const others of nothing) expect(reduce(others)).toBeNull();
  expect(reduce([later], false)).toBeNull();
});

describe('laws', () => {
  const day = fc.integer({ min: 0, max: 27 }).map((n) => addDays('2026-12-14', n));
  const randomFine = fc.record({
    userId: fc.constantFrom('ali', 'sana'),
    amount: fc.constantFrom(0, 50, 100, 200, 400),
    date: day,
    status: fc.constantFrom<FineStatus>('Pending', 'Paid'),
    mistake: fc.nat({ max: 4 }).map((n) => n === 0),
  });

  test('the reduced fine is the first that qualifies, as found by plain filtering and sorting [WAIVE-4]', () => {
    fc.assert(
      fc.property(fc.array(randomFine, { minLength: 1, maxLength: 25 }), fc.nat(), (list, pick) => {
        const fines = list.map((entry, index) => ({ ...entry, id: `f${index}`, sequence: index, doubledBy: null }));
        const deleted = fines[pick % fines.length];
        if (deleted === undefined) return;
        const { monday, sunday } = weekRange(deleted.date);
        const [first] = fines
          .filter((other) => other !== deleted && other.userId === deleted.userId)
          .filter((other) => !deleted.mistake && !other.mistake)
          .filter(
            (other) =>
              deleted.amount > 0 && other.amount / deleted.amount === 2 && other.date >= monday && other.date <= sunday,
          )
          .toSorted((x, y) => y.status.localeCompare(x.status) || x.sequence - y.sequence);
        const expected = first
          ? { fineId: first.id, from: first.amount, to: deleted.amount, status: first.status }
          : null;
        expect(reductionOnDelete({ ruleOn: true, deleted, others: fines })).toEqual(expected);
        expect(reductionOnDelete({ ruleOn: false, deleted, others: fines })).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  test('deleting the fine that caused a doubling undoes the doubling', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Math.floor(MAX_AMOUNT / 2) }), day, day, (amount, firstDay, secondDay) => {
        const first = fine('first', { amount, date: firstDay, sequence: 1 });
        const a = isoWeekOf(firstDay);
        const b = isoWeekOf(secondDay);
        const repeated = a.year === b.year && a.week === b.week;
        const [charge] = chargesFor({
          amount,
          ruleOn: true,
          userIds: ['ali'],
          repeatOffenders: new Set(repeated ? ['ali'] : []),
        });
        const second = fine('second', { amount: charge?.amount ?? NaN, date: secondDay, sequence: 2 });
        const reduction = reductionOnDelete({ ruleOn: true, deleted: first, others: [second] });
        expect(reduction?.to ?? second.amount).toBe(amount);
        expect(reduction !== null).toBe(repeated);
      }),
    );
  });
});
