// Words and numbers of one writing direction within a text of the other.
import { expect, test } from 'vitest';
import { isolatedIn, numbersIsolatedIn, splitAtNumbers } from '../../../src/core/text/isolation.ts';

test('text of the other direction is isolated as one piece, all else is unchanged [LANG-8]', () => {
  expect(isolatedIn('Late arrival', 'ur')).toBe('\u2068Late arrival\u2069');
  expect(isolatedIn('تاخیر', 'ur')).toBe('تاخیر');
  expect(isolatedIn('Late arrival', 'en')).toBe('Late arrival');
  expect(isolatedIn('تاخیر', 'en')).toBe('\u2068تاخیر\u2069');
  expect(isolatedIn('42', 'ur')).toBe('42');
});

test.each([
  ['راست: 0300 1234567 پر', '0300 1234567'],
  ['بینک: PK36 SCBL 0000 0011 2345 6702', 'PK36 SCBL 0000 0011 2345 6702'],
  ['فون +92 300 1234567', '+92 300 1234567'],
  ['۰۳۰۰ ۱۲۳۴۵۶۷', '۰۳۰۰ ۱۲۳۴۵۶۷'],
  ['PK36MEZN0001234567890123', 'PK36MEZN0001234567890123'],
  ['0012-3456789-01', '0012-3456789-01'],
])('in "%s" the number %s is one piece [OVERVIEW-19]', (text, number) => {
  const parts = splitAtNumbers(text);
  expect(parts.join('')).toBe(text);
  expect(parts.filter((_part, place) => place % 2 === 1)).toEqual([number]);
});

test('in an Urdu text the groups of a number keep their places [REMIND-8]', () => {
  expect(numbersIsolatedIn('راست 0300 1234567', 'ur')).toBe('راست \u20660300 1234567\u2069');
  expect(numbersIsolatedIn('راست 03001234567', 'ur')).toBe('راست 03001234567');
  expect(numbersIsolatedIn('Raast 0300 1234567', 'en')).toBe('Raast 0300 1234567');
});
