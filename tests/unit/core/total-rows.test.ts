// Rows that sum up the others (FILE-11).
import { expect, test } from 'vitest';
import { isTotalRow } from '../../../src/core/files/total-rows.ts';

const fine = (member: string, fineType: string, amount: string, date = '') => ({ member, fineType, amount, date });
const isTotal = (cells: Record<string, string>, others: readonly string[] = []) =>
  isTotalRow('fines', cells, [...Object.values(cells), ...others]);

test.each([
  'Total',
  'TOTAL:',
  'Grand Total',
  'Sub-total',
  'Sum =',
  'Total (Rs.)',
  'Total: 21',
  'Total amount',
  'میزان',
  'کل',
  'کل رقم:',
  'ٹوٹل',
  'كل',
])('“%s” beside a sum marks a total [FILE-11]', (word) => {
  expect(isTotal(fine(word, '', '10500'))).toBe(true);
  expect(isTotal(fine('', word, '10500'))).toBe(true);
  // In a column that is not imported.
  expect(isTotal(fine('', '', '10500'), [word])).toBe(true);
});

test.each([
  ['somebody of that name', fine('Total', 'Late', '500', '2026-11-20'), []],
  ['a record that lacks a cell', fine('Ali', '', '500', '2026-11-20'), []],
  ['a word of a sentence', fine('Ali', 'Totally late', '500'), ['in total']],
  ['one with a word beside it that says more', fine('Ali', 'Late', '500'), ['Total of five minutes']],
  ['one without an amount', fine('Ali', 'Late', ''), []],
] as const)('%s is not a total [FILE-11]', (_, cells, others) => {
  expect(isTotal(cells, others)).toBe(false);
});

test('a row of fines with only an amount is a total; a row of users with only a number is not [FILE-11]', () => {
  expect(isTotal(fine('', '', '10500'))).toBe(true);
  expect(isTotal(fine('', '10500', ''))).toBe(false);
  expect(isTotalRow('users', { userName: '21' }, ['21'])).toBe(false);
  expect(isTotalRow('users', { userName: 'Total members', phone: '21' }, ['Total members', '21'])).toBe(true);
});
