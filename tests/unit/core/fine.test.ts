// Fines and totals: each change of state, and that the totals equal the sums after any sequence of changes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyChange,
  BooksError,
  changeOfAdding,
  changeOfDeleting,
  changeOfAmount,
  changeOfStatus,
  EMPTY_BALANCE,
  statusFrom,
  sumChanges,
} from '../../../src/core/fine.ts';
import type { Balance, BalanceChange, FineStatus } from '../../../src/core/fine.ts';
import { MAX_AMOUNT, MAX_TOTAL } from '../../../src/core/money.ts';

interface Fine {
  amount: number;
  status: FineStatus;
}

/** The totals, by adding up the fines. */
function sumsOf(fines: readonly Fine[]): Balance {
  const paid = fines.filter((fine) => fine.status === 'Paid');
  const total = fines.reduce((sum, fine) => sum + fine.amount, 0);
  return {
    total,
    pending: total - paid.reduce((sum, fine) => sum + fine.amount, 0),
    fineCount: fines.length,
    paidCount: paid.length,
  };
}

describe('states', () => {
  test('anything other than Paid counts as pending', () => {
    expect(statusFrom('Paid')).toBe('Paid');
    for (const text of ['Pending', 'paid', 'PAID', ' Paid', '', null, undefined, true, 1, ['Paid']]) {
      expect(statusFrom(text)).toBe('Pending');
    }
  });

  test('a new fine raises the total and what is pending', () => {
    expect(changeOfAdding({ amount: 500, status: 'Pending' })).toEqual({
      total: 500,
      pending: 500,
      fineCount: 1,
      paidCount: 0,
    });
    expect(changeOfAdding({ amount: 500, status: 'Paid' })).toEqual({
      total: 500,
      pending: 0,
      fineCount: 1,
      paidCount: 1,
    });
  });

  test('Pending to Paid lowers the user’s PendingFine by the amount', () => {
    expect(changeOfStatus(500, 'Pending', 'Paid')).toEqual({ total: 0, pending: -500, fineCount: 0, paidCount: 1 });
  });

  test('Paid to Pending raises PendingFine by the amount', () => {
    expect(changeOfStatus(500, 'Paid', 'Pending')).toEqual({ total: 0, pending: 500, fineCount: 0, paidCount: -1 });
  });

  test('a status that stays changes nothing', () => {
    expect(changeOfStatus(500, 'Paid', 'Paid')).toEqual(EMPTY_BALANCE);
    expect(changeOfStatus(500, 'Pending', 'Pending')).toEqual(EMPTY_BALANCE);
  });

  test('deleting lowers TotalFine by the amount, and PendingFine if the fine was Pending', () => {
    expect(changeOfDeleting({ amount: 500, status: 'Pending' })).toEqual({
      total: -500,
      pending: -500,
      fineCount: -1,
      paidCount: 0,
    });
    expect(changeOfDeleting({ amount: 500, status: 'Paid' })).toEqual({
      total: -500,
      pending: 0,
      fineCount: -1,
      paidCount: -1,
    });
  });

  test('totals fall by the reduction, pending only if the reduced fine is Pending', () => {
    expect(changeOfAmount({ amount: 200, status: 'Pending' }, 100)).toEqual({
      total: -100,
      pending: -100,
      fineCount: 0,
      paidCount: 0,
    });
    expect(changeOfAmount({ amount: 200, status: 'Paid' }, 100)).toEqual({
      total: -100,
      pending: 0,
      fineCount: 0,
      paidCount: 0,
    });
  });

  test('no figure of a change is -0', () => {
    for (const status of ['Pending', 'Paid'] as const) {
      const changes = [
        changeOfDeleting({ amount: 0, status }),
        changeOfAmount({ amount: 0, status }, 0),
        changeOfStatus(0, status, 'Paid'),
      ];
      for (const figure of changes.flatMap((change) => Object.values(change)))
        expect(Object.is(figure, -0)).toBe(false);
    }
  });
});

describe('guards', () => {
  const some: Balance = { total: 1000, pending: 400, fineCount: 3, paidCount: 2 };
  const none: BalanceChange = { ...EMPTY_BALANCE };

  test.each([
    ['total below 0', { ...none, total: -1001 }],
    ['pending below 0', { ...none, pending: -401 }],
    ['fines below 0', { ...none, fineCount: -4 }],
    ['paid fines below 0', { ...none, paidCount: -3 }],
    ['pending above the total', { ...none, pending: 601 }],
    ['paid fines above all fines', { ...none, paidCount: 2 }],
    ['a total that cannot be kept exactly', { ...none, total: MAX_TOTAL }],
    ['a figure that is not whole', { ...none, total: 0.5 }],
    ['a figure that is no number', { ...none, total: NaN }],
  ])('%s is an error, not clamped', (_, change) => {
    expect(() => applyChange(some, change)).toThrow(BooksError);
  });

  test('a change that goes exactly to a limit is applied', () => {
    expect(applyChange(some, { total: -1000, pending: -400, fineCount: -3, paidCount: -2 })).toEqual(EMPTY_BALANCE);
    expect(applyChange(some, { ...none, pending: 600 }).pending).toBe(1000);
    expect(applyChange(some, { ...none, paidCount: 1 }).paidCount).toBe(3);
    expect(applyChange(some, { ...none, total: MAX_TOTAL - 1000 }).total).toBe(MAX_TOTAL);
  });

  test('applying leaves the given balance as it was', () => {
    const before = { ...some };
    applyChange(before, changeOfAdding({ amount: 5, status: 'Pending' }));
    expect(before).toEqual(some);
    expect(EMPTY_BALANCE).toEqual({ total: 0, pending: 0, fineCount: 0, paidCount: 0 });
  });
});

describe('the law of totals', () => {
  const amount = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: MAX_AMOUNT }));
  const status = fc.constantFrom<FineStatus>('Pending', 'Paid');
  const step = fc.record({
    kind: fc.constantFrom('add', 'add', 'delete', 'mark', 'reduce'),
    amount,
    status,
    pick: fc.nat(),
  });

  test('"not below 0" clauses are guards that never bite, and the totals equal the sums after every step', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const fines: Fine[] = [];
        const journal: BalanceChange[] = [];
        let balance: Balance = EMPTY_BALANCE;
        for (const { kind, amount: figure, status: to, pick } of steps) {
          const index = fines.length === 0 ? 0 : pick % fines.length;
          const fine = fines[index];
          let change: BalanceChange;
          if (kind === 'add' || fine === undefined) {
            const added = { amount: figure, status: to };
            change = changeOfAdding(added);
            fines.push(added);
          } else if (kind === 'delete') {
            change = changeOfDeleting(fine);
            fines.splice(index, 1);
          } else if (kind === 'mark') {
            change = changeOfStatus(fine.amount, fine.status, to);
            fines[index] = { ...fine, status: to };
          } else {
            const reduced = Math.min(figure, fine.amount);
            change = changeOfAmount(fine, reduced);
            fines[index] = { ...fine, amount: reduced };
          }
          journal.push(change);
          balance = applyChange(balance, change); // throws on an inconsistency
          expect(balance).toEqual(sumsOf(fines));
        }
        expect(sumChanges(journal)).toEqual(balance);
        expect(applyChange(EMPTY_BALANCE, sumChanges(journal))).toEqual(balance);
      }),
      { numRuns: 300 },
    );
  });

  test('what was done can be undone', () => {
    fc.assert(
      fc.property(amount, status, status, (figure, from, to) => {
        const fine = { amount: figure, status: from };
        expect(sumChanges([changeOfAdding(fine), changeOfDeleting(fine)])).toEqual(EMPTY_BALANCE);
        expect(sumChanges([changeOfStatus(figure, from, to), changeOfStatus(figure, to, from)])).toEqual(EMPTY_BALANCE);
      }),
    );
  });

  test('sums that cannot be kept exactly are refused', () => {
    const change = { ...EMPTY_BALANCE, total: Number.MAX_SAFE_INTEGER };
    expect(sumChanges([])).toEqual(EMPTY_BALANCE);
    expect(() => sumChanges([change, change])).toThrow(RangeError);
  });
});
