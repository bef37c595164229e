// Fines and totals: each change of state, and that the totals equal the sums after any sequence of changes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyChange,
  type Balance,
  type BalanceChange,
  BooksError,
  changeOfFine,
  changeOfMoney,
  changeOfPaidFine,
  EMPTY_BALANCE,
  type FineFigures,
  isWaived,
  outstanding,
  reducedTo,
  statusFrom,
  statusOf,
  sumChanges,
} from '../../../src/core/fines/fine.ts';
import { MAX_AMOUNT, MAX_TOTAL } from '../../../src/core/money/money.ts';

/** The totals, as the sum of fines and money received. */
function sumsOf(fines: readonly FineFigures[], money: number): Balance {
  const sum = (of: (fine: FineFigures) => number) => fines.reduce((total, fine) => total + of(fine), 0);
  return {
    total: sum((fine) => fine.amount - fine.waivedAmount),
    pending: sum((fine) => fine.amount - fine.waivedAmount - fine.paidAmount),
    credit: money - sum((fine) => fine.paidAmount),
    fineCount: fines.length,
    paidCount: fines.filter((fine) => fine.status === 'Paid').length,
  };
}

const pending = (amount: number, paidAmount = 0): FineFigures => ({
  amount,
  waivedAmount: 0,
  paidAmount,
  status: 'Pending',
});
const paid = (amount: number): FineFigures => ({
  amount,
  waivedAmount: 0,
  paidAmount: amount,
  status: 'Paid',
});

describe('states', () => {
  test('anything other than Paid counts as pending [FINE-4]', () => {
    expect(statusFrom('Paid')).toBe('Paid');
    for (const text of ['Pending', 'paid', 'PAID', ' Paid', '', null, undefined, true, 1, ['Paid']]) {
      expect(statusFrom(text)).toBe('Pending');
    }
  });

  test('a fine is Pending while something is outstanding; a fine of 0 is as it was marked [PAY-1]', () => {
    expect(statusOf(pending(500))).toBe('Pending');
    expect(statusOf(pending(500, 499))).toBe('Pending');
    expect(statusOf(pending(500, 500))).toBe('Paid');
    expect(statusOf({ ...paid(500), paidAmount: 1 })).toBe('Pending');
    expect(statusOf(pending(0))).toBe('Pending');
    expect(statusOf(paid(0))).toBe('Paid');
    expect(outstanding(pending(500, 200))).toBe(300);
  });

  test('a waived amount is no longer charged; a fine is Waived when all of it is [WAIVE-1]', () => {
    const half = { ...pending(500), waivedAmount: 200 };
    const whole = { ...paid(0), amount: 500, waivedAmount: 500 };
    expect(outstanding(half)).toBe(300);
    expect([half, whole, pending(0), paid(0)].map(isWaived)).toEqual([false, true, false, false]);
    expect(statusOf({ ...half, paidAmount: 300 })).toBe('Paid');
    expect(statusOf(whole)).toBe('Paid');
    expect(changeOfFine(pending(500), half)).toEqual({ ...EMPTY_BALANCE, total: -200, pending: -200 });
    expect(changeOfFine(half, whole)).toEqual({ ...EMPTY_BALANCE, total: -300, pending: -300, paidCount: 1 });
  });

  test('reducing a fine first cuts its waiver, then frees what was overpaid [WAIVE-6]', () => {
    expect(reducedTo({ waivedAmount: 0, paidAmount: 150 }, 100)).toEqual({ waivedAmount: 0, paidAmount: 100 });
    expect(reducedTo({ waivedAmount: 30, paidAmount: 150 }, 100)).toEqual({ waivedAmount: 30, paidAmount: 70 });
    expect(reducedTo({ waivedAmount: 130, paidAmount: 50 }, 100)).toEqual({ waivedAmount: 100, paidAmount: 0 });
    expect(reducedTo({ waivedAmount: 30, paidAmount: 20 }, 100)).toEqual({ waivedAmount: 30, paidAmount: 20 });
  });

  test('a new fine raises the total and the pending amount', () => {
    expect(changeOfFine(null, pending(500))).toEqual({ ...EMPTY_BALANCE, total: 500, pending: 500, fineCount: 1 });
    expect(changeOfPaidFine(paid(500))).toEqual({ ...EMPTY_BALANCE, total: 500, fineCount: 1, paidCount: 1 });
  });

  test('paying lowers PendingFine by the amount paid, which comes from credit [FINE-3]', () => {
    expect(changeOfFine(pending(500), paid(500))).toEqual({
      ...EMPTY_BALANCE,
      pending: -500,
      credit: -500,
      paidCount: 1,
    });
    expect(changeOfFine(pending(500), pending(500, 200))).toEqual({ ...EMPTY_BALANCE, pending: -200, credit: -200 });
    expect(changeOfMoney(200)).toEqual({ ...EMPTY_BALANCE, credit: 200 });
  });

  test('Paid to Pending raises PendingFine by what was paid [FINE-3]', () => {
    expect(changeOfFine(paid(500), pending(500))).toEqual({
      ...EMPTY_BALANCE,
      pending: 500,
      credit: 500,
      paidCount: -1,
    });
  });

  test('deleting lowers TotalFine by the amount and PendingFine by what is outstanding; what was paid becomes credit [FINE-5]', () => {
    expect(changeOfFine(pending(500, 100), null)).toEqual({
      total: -500,
      pending: -400,
      credit: 100,
      fineCount: -1,
      paidCount: 0,
    });
    expect(changeOfFine(paid(500), null)).toEqual({
      total: -500,
      pending: 0,
      credit: 500,
      fineCount: -1,
      paidCount: -1,
    });
  });

  test('no figure of a change is -0', () => {
    for (const fine of [pending(0), paid(0), paid(5)]) {
      const changes = [changeOfFine(fine, null), changeOfFine(fine, fine), changeOfFine(null, fine), changeOfMoney(0)];
      for (const figure of changes.flatMap((change) => Object.values(change)))
        expect(Object.is(figure, -0)).toBe(false);
    }
  });
});

describe('guards', () => {
  const some: Balance = { total: 1000, pending: 400, credit: 50, fineCount: 3, paidCount: 2 };
  const none: BalanceChange = { ...EMPTY_BALANCE };

  test.each([
    ['total below 0', { ...none, total: -1001 }],
    ['pending below 0', { ...none, pending: -401 }],
    ['credit below 0', { ...none, credit: -51 }],
    ['fines below 0', { ...none, fineCount: -4 }],
    ['paid fines below 0', { ...none, paidCount: -3 }],
    ['pending above the total', { ...none, pending: 601 }],
    ['paid fines above all fines', { ...none, paidCount: 2 }],
    ['a total that cannot be kept exactly', { ...none, total: MAX_TOTAL }],
    ['a figure that is not whole', { ...none, total: 0.5 }],
    ['a figure that is no number', { ...none, total: NaN }],
  ])('%s is an error, not clamped [TOTAL-2]', (_, change) => {
    expect(() => applyChange(some, change)).toThrow(BooksError);
  });

  test('a change that reaches a limit exactly is applied', () => {
    expect(applyChange(some, { total: -1000, pending: -400, credit: -50, fineCount: -3, paidCount: -2 })).toEqual(
      EMPTY_BALANCE,
    );
    expect(applyChange(some, { ...none, pending: 600 }).pending).toBe(1000);
    expect(applyChange(some, { ...none, paidCount: 1 }).paidCount).toBe(3);
    expect(applyChange(some, { ...none, total: MAX_TOTAL - 1000 }).total).toBe(MAX_TOTAL);
  });

  test('applying a change does not modify the given balance', () => {
    const before = { ...some };
    applyChange(before, changeOfFine(null, pending(5)));
    expect(before).toEqual(some);
    expect(EMPTY_BALANCE).toEqual({ total: 0, pending: 0, credit: 0, fineCount: 0, paidCount: 0 });
  });
});

describe('the law of totals', () => {
  const amount = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: MAX_AMOUNT }));
  const step = fc.record({
    kind: fc.constantFrom('add', 'add', 'delete', 'receive', 'pay', 'free', 'reduce'),
    amount,
    pick: fc.nat(),
  });

  test('the "not below 0" guards never trigger, and the totals equal the sums after every step [TOTAL-1, PAY-3]', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const fines: FineFigures[] = [];
        let money = 0;
        const journal: BalanceChange[] = [];
        let balance: Balance = EMPTY_BALANCE;
        for (const { kind, amount: figure, pick } of steps) {
          const index = fines.length === 0 ? 0 : pick % fines.length;
          const fine = fines[index];
          let change: BalanceChange;
          const become = (after: FineFigures): BalanceChange => {
            const stated = { ...after, status: statusOf(after) };
            const of = changeOfFine(fine ?? null, stated);
            fines[index] = stated;
            return of;
          };
          if (kind === 'receive') {
            change = changeOfMoney(figure);
            money += figure;
          } else if (kind === 'add' || fine === undefined) {
            change = changeOfFine(null, pending(figure));
            fines.push(pending(figure));
          } else if (kind === 'delete') {
            change = changeOfFine(fine, null);
            fines.splice(index, 1);
          } else if (kind === 'pay') {
            const part = Math.min(figure, outstanding(fine), balance.credit);
            change = become({ ...fine, paidAmount: fine.paidAmount + part });
          } else if (kind === 'free') {
            change = become({ ...fine, paidAmount: fine.paidAmount - Math.min(figure, fine.paidAmount) });
          } else {
            const reduced = Math.min(figure, fine.amount);
            change = become({ ...fine, amount: reduced, paidAmount: Math.min(fine.paidAmount, reduced) });
          }
          journal.push(change);
          balance = applyChange(balance, change); // throws on an inconsistency
          expect(balance).toEqual(sumsOf(fines, money));
        }
        expect(sumChanges(journal)).toEqual(balance);
        expect(applyChange(EMPTY_BALANCE, sumChanges(journal))).toEqual(balance);
      }),
      { numRuns: 300 },
    );
  });

  test('every change can be undone', () => {
    fc.assert(
      fc.property(amount, amount, (figure, part) => {
        const fine = pending(figure);
        const partly = pending(figure, Math.min(part, figure));
        expect(sumChanges([changeOfFine(null, fine), changeOfFine(fine, null)])).toEqual(EMPTY_BALANCE);
        expect(sumChanges([changeOfFine(fine, partly), changeOfFine(partly, fine)])).toEqual(EMPTY_BALANCE);
      }),
    );
  });

  test('sums too large to be exact are refused', () => {
    const change = { ...EMPTY_BALANCE, total: Number.MAX_SAFE_INTEGER };
    expect(sumChanges([])).toEqual(EMPTY_BALANCE);
    expect(() => sumChanges([change, change])).toThrow(RangeError);
  });
});
