// Totals, rate, share, average and balance: examples (TOTAL-3 to TOTAL-6), and exactness for all figures.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_TOTAL } from '../../../src/core/money/money.ts';
import {
  availableBalance,
  averagePerUser,
  collected,
  collectionRate,
  isSettled,
  pendingShare,
} from '../../../src/core/money/totals.ts';

const totals = fc
  .tuple(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }))
  .map(([a, b]) => ({ total: Math.max(a, b), pending: Math.min(a, b) }));

test('collected is total minus pending [TOTAL-3]', () => {
  expect(collected({ total: 1000, pending: 400 })).toBe(600);
  expect(Object.is(collected({ total: 0, pending: 0 }), 0)).toBe(true);
  fc.assert(fc.property(totals, ({ total, pending }) => collected({ total, pending }) + pending === total));
});

test('a member is settled when they have paid or waived fines and nothing is pending [OVERVIEW-5]', () => {
  const paid = { pendingFine: 0, paidCount: 1 };
  expect(isSettled(paid)).toBe(true);
  expect(isSettled({ ...paid, pendingFine: 0.01 })).toBe(false);
  expect(isSettled({ pendingFine: 0, paidCount: 0 })).toBe(false);
});

describe('collection rate', () => {
  test('100 minus the rounded percentage of pending over total [TOTAL-4]', () => {
    expect(collectionRate({ total: 300, pending: 100 })).toBe(67);
    expect(collectionRate({ total: 300, pending: 200 })).toBe(33);
    expect(collectionRate({ total: 100, pending: 100 })).toBe(0);
    expect(collectionRate({ total: 100, pending: 0 })).toBe(100);
    expect(collectionRate({ total: 200, pending: 1 })).toBe(99); // 0.5 % is rounded up before it is subtracted
  });

  test('the percentage is 0 when total is 0, so an empty system reads 100 % [TOTAL-4]', () => {
    expect(pendingShare({ total: 0, pending: 0 })).toBe(0);
    expect(collectionRate({ total: 0, pending: 0 })).toBe(100);
  });

  test('it is exact for every figure, unlike floating point', () => {
    // Exactly half a percent below 50: one paisa less would round the other way.
    expect(pendingShare({ total: 9_007_199_254_740_800, pending: 4_458_563_631_096_696 })).toBe(50);
    expect(pendingShare({ total: 9_007_199_254_740_800, pending: 4_458_563_631_096_695 })).toBe(49);
    fc.assert(
      fc.property(totals, ({ total, pending }) => {
        fc.pre(total > 0);
        const share = BigInt(pendingShare({ total, pending }));
        // |100 pending - share total| is at most half the total; a half is rounded up.
        const twice = 2n * (100n * BigInt(pending) - share * BigInt(total));
        expect(twice >= -BigInt(total) && twice < BigInt(total)).toBe(true);
        expect(collectionRate({ total, pending })).toBe(100 - Number(share));
      }),
    );
  });
});

describe('average fine per user', () => {
  test('the rounded total over the number of users, in whole rupees [TOTAL-5]', () => {
    expect(averagePerUser(100_000, 3)).toBe(33_300);
    expect(averagePerUser(20_000, 3)).toBe(6_700);
    expect(averagePerUser(50, 1)).toBe(100);
    expect(averagePerUser(49, 1)).toBe(0);
    expect(averagePerUser(0, 5)).toBe(0);
  });

  test('0 without users [TOTAL-5]', () => {
    expect(averagePerUser(100_000, 0)).toBe(0);
  });

  test('users times the average is off by at most half a rupee each', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_TOTAL }), fc.integer({ min: 1, max: 100_000 }), (total, users) => {
        const average = averagePerUser(total, users);
        expect(average % 100).toBe(0);
        const off = BigInt(average) * BigInt(users) - BigInt(total);
        expect(off > -50n * BigInt(users) && off <= 50n * BigInt(users)).toBe(true);
      }),
    );
  });
});

test('available balance is collected minus used, and can be negative [TOTAL-6]', () => {
  expect(availableBalance(1000, 400)).toBe(600);
  expect(availableBalance(400, 1000)).toBe(-600);
  expect(Object.is(availableBalance(0, 0), 0)).toBe(true);
  expect(() => availableBalance(-Number.MAX_SAFE_INTEGER, 1)).toThrow(RangeError);
});
