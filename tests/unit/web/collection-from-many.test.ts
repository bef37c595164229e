// Collecting from many: who is ticked, what they pay, and what is sent.
import { describe, expect, test } from 'vitest';
import type { Debtor } from '../../../src/contract/money/debtors.ts';
import { addressIn } from '../../../src/web/routing/address.ts';
import {
  changesOf,
  DEBTORS_FORMAT,
  limitOf,
  namesIn,
  NOBODY,
  paymentOf,
  readMany,
  sumsOf,
  tick,
  usualMethod,
  withFigures,
} from '../../../src/web/features/payments/many/collection-from-many.ts';

const debtor = (userId: string, pendingFine: number): Debtor => ({
  userId,
  userName: `Name ${userId}`,
  userRole: 'Clerk',
  pendingFine,
  unpaidSince: '2026-11-01',
});
const [ali, bilal] = [debtor('ali', 90_025), debtor('bilal', 12_000)];

test('each pays the debt or the limit, and the sums say what remains', () => {
  expect([ali, bilal].map((one) => paymentOf(one, limitOf(' ') ?? 0))).toEqual([90_025, 12_000]);
  expect(sumsOf([ali, bilal], limitOf('') ?? 0)).toEqual({ pays: 102_025, stays: 0 });
  expect(sumsOf([ali, bilal], limitOf('1,00.5') ?? 0)).toEqual({ pays: 0, stays: 102_025 });
  expect(sumsOf([ali, bilal], limitOf('500.10') ?? 0)).toEqual({ pays: 62_010, stays: 40_015 });
  expect([limitOf('0'), limitOf('x'), limitOf('-5')]).toEqual([null, null, null]);
});

test('the address says who is shown, and the query asks for no more than that', () => {
  const { read, write, asked } = DEBTORS_FORMAT;
  const state = read(addressIn('/collect-from-many?search=khan&unpaidFor=90&group=G1&ticked=true'));
  expect(state).toEqual({ search: 'khan', unpaidFor: 90, group: 'G1', ticked: true });
  expect(read(addressIn(write(state)))).toEqual(state);
  expect(asked(state)).toEqual({ search: 'khan', unpaidFor: 90, group: 'G1' });
  const all = read(addressIn('/collect-from-many?unpaidFor=45&ticked=yes'));
  expect([write(all), asked(all)]).toEqual(['/collect-from-many', {}]);
});

describe('tick', () => {
  test('adds and removes, and stops at the number that can pay at once [PAY-55]', () => {
    expect(tick([ali], [bilal], true)).toEqual([ali, bilal]);
    expect(tick([ali, bilal], [bilal], true)).toEqual([ali, bilal]);
    expect(tick([ali, bilal], [ali], false)).toEqual([bilal]);
    const many = Array.from({ length: 600 }, (_, n) => debtor(`${n}`, 1));
    expect(tick([ali], many, true)).toEqual([ali, ...many.slice(0, 499)]);
  });
});

describe('withFigures', () => {
  test('has the current debts, without those who owe nothing [PAY-57]', () => {
    const ticked = [ali, bilal];
    expect(withFigures(ticked, [{ ...ali }])).toBe(ticked);
    expect(withFigures(ticked, [{ ...ali, pendingFine: 5 }])).toEqual([{ ...ali, pendingFine: 5 }, bilal]);
    expect(withFigures(ticked, [{ ...bilal, pendingFine: 0 }])).toEqual([ali]);
  });
});

test('changesOf names those who owe something else, nothing any more, or are deleted [PAY-67]', () => {
  const dawood = debtor('dawood', 70);
  expect(changesOf([ali, bilal, dawood], [{ ...ali, pendingFine: 5 }, bilal])).toEqual([
    { userId: 'ali', userName: 'Name ali', now: 'other' },
    { userId: 'dawood', userName: 'Name dawood', now: 'nothing' },
  ]);
  expect(changesOf([ali, bilal], [ali], 'deleted')).toEqual([
    { userId: 'bilal', userName: 'Name bilal', now: 'deleted' },
  ]);
});

describe('readMany', () => {
  const today = '2026-11-18';
  const values = { ...NOBODY, debtors: [ali, bilal], reference: ' Nov ' };
  test('names the first problem, or returns what is sent [PAY-55]', () => {
    expect(readMany(values, 'Raast', today)).toEqual({
      body: {
        debtors: [
          { userId: 'ali', pendingFine: 90_025 },
          { userId: 'bilal', pendingFine: 12_000 },
        ],
        limit: null,
        method: 'Raast',
        reference: 'Nov',
        receivedOn: today,
        note: '',
      },
    });
    expect(readMany({ ...values, limit: '500' }, 'Raast', today)).toMatchObject({ body: { limit: 50_000 } });
    expect(readMany({ ...values, limit: '0' }, 'Raast', today)).toEqual({ field: 'limit', problem: 'invalid' });
    expect(readMany({ ...values, receivedOn: 'x' }, 'Raast', today)).toEqual({
      field: 'receivedOn',
      problem: 'invalid',
    });
    expect(readMany({ ...values, receivedOn: '19 Nov 2026' }, 'Raast', today)).toEqual({
      field: 'receivedOn',
      problem: 'future',
    });
    expect(readMany({ ...values, note: 'x'.repeat(501) }, 'Raast', today)).toEqual({
      field: 'note',
      problem: 'too-long',
    });
    expect(readMany({ ...values, debtors: [] }, 'Raast', today)).toEqual({ field: 'debtors', problem: 'nobody' });
  });
});

test('the usual method is Salary Deduction, or Cash if that is not offered [RULE-13]', () => {
  expect([usualMethod(['Cash', 'Salary Deduction']), usualMethod(['Cash', 'Raast'])]).toEqual([
    'Salary Deduction',
    'Cash',
  ]);
});

describe('namesIn', () => {
  test('each line once, and the first of several columns with letters [PAY-56]', () => {
    expect(namesIn(' Ali  Raza \tClerk\r\n\r\nAB12CD34\n\t Zoya\nAli Raza\n')).toEqual([
      'Ali Raza',
      'AB12CD34',
      'Zoya',
    ]);
    expect(namesIn('1\tAli Raza\t1,500\n۲\tزویا\t۵۰۰\n3\t\t0300 1234567\t500\n12345678')).toEqual([
      'Ali Raza',
      'زویا',
      '0300 1234567',
      '12345678',
    ]);
  });

  test('without the numbers of a typed list [PAY-56]', () => {
    expect(namesIn('1. Ali Raza\n۲) زویا\n3.5\n12) 0300 1234567')).toEqual(['Ali Raza', 'زویا', '3.5', '0300 1234567']);
  });
});
