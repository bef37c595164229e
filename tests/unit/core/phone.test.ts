// Telephone numbers: found in whatever form they were written, and recognised if a spreadsheet spoiled them.
import { expect, test } from 'vitest';
import { isSpoiledNumber, phoneKey, phoneTerm } from '../../../src/core/people/phone.ts';

const finds = (term: string, phone: string): boolean => {
  const digits = phoneTerm(term);
  return digits !== null && (phoneKey(phone)?.includes(digits) ?? false);
};

const WRITTEN = [
  '03001234567',
  '0300 1234567',
  '0300-1234567',
  '+92 300 1234567',
  '923001234567',
  '0092-300-1234567',
  '۰۳۰۰۱۲۳۴۵۶۷',
];

test.each(WRITTEN)('%s is found in whatever form it is typed [NAME-8]', (phone) => {
  expect(phoneKey(phone)).toBe('03001234567 923001234567');
  for (const term of [...WRITTEN, '(0300) 123', '3001234567', '4567', '\u202a+92 300\u202c', '0300123']) {
    expect(finds(term, phone), term).toBe(true);
  }
  for (const term of ['0301', '123', '0300 1234568', '1234567 Ali', '']) expect(finds(term, phone), term).toBe(false);
});

test('each of several numbers is found, and no search spans two of them [NAME-8]', () => {
  const phone = '0300 1234567 / 042 35761234';
  expect(finds('042-3576', phone)).toBe(true);
  expect(finds('92 42 3576', phone)).toBe(true);
  expect(finds('1234567042', phone)).toBe(false);
});

test('a foreign or an office number is found by its digits', () => {
  expect(phoneKey('+44 20 7946 0958')).toBe('442079460958');
  expect(phoneKey('ext. 215')).toBe('215');
  expect(phoneKey('none')).toBeNull();
});

test.each(['9.23001E+11', '9.23E+11', '9,23001e+11', '3E+9', '\u200e9.23001E+11 '])(
  '%j was spoiled by a spreadsheet [NAME-8]',
  (text) => {
    expect(isSpoiledNumber(text)).toBe(true);
  },
);

test.each(['923001234567', '0300 1234567', '+92 300 1', 'E11', '12E', '', '0300 ext. 5'])(
  '%j was not spoiled',
  (text) => {
    expect(isSpoiledNumber(text)).toBe(false);
  },
);
