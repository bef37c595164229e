// CSV for spreadsheets.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvOf, plainText, amountCell, textCell } from '../../../src/core/files/csv.ts';

test('cells that a spreadsheet would execute are made harmless [STATE-5, EXPORT-5]', () => {
  expect(
    csvOf([
      ['Date', 'What', 'Amount'],
      [{ day: '2026-11-18' }, '=HYPERLINK("x")', -550],
      ['+1', '-1', 0],
      ['@x', 'a,b\n"c"', 120_000],
      ['\tx', 'جرمانہ', 100],
    ]),
  ).toBe(
    '\uFEFFDate,What,Amount\r\n' +
      '2026-11-18,"\'=HYPERLINK(""x"")",-5.50\r\n' +
      "'+1,'-1,0.00\r\n" +
      '\'@x,"a,b\n""c""",1200.00\r\n' +
      "'\tx,جرمانہ,1.00\r\n",
  );
});

test.each(['=1', '+1', '-1', '@a', '\ta', '\ra', '\na', '＝1', '＋1', '－1', '＠a'])(
  '%j does not become a formula',
  (text) => {
    expect(textCell(text).replaceAll('"', '')).toBe(`'${text}`);
  },
);

test.each(['03001234567', '000', '1234567890123456', '923001234567', '1e5', '2.5E10', ' 007', '1'.repeat(300)])(
  'the digits of %j are kept [EXPORT-5]',
  (text) => {
    expect(textCell(text)).toBe(`'${text}`);
  },
);

test.each([
  // numbers
  '12.50',
  '1,234',
  '.5',
  ' 5 ',
  '5%',
  '(5)',
  '1 1/2',
  '1 000',
  '１２',
  '۱۲۳',
  '9.23001E+11',
  'Rs 500',
  '₨500',
  '$5',
  '500 PKR',
  // days
  '2026-11-24',
  '1-2',
  '1/2',
  '12-3576',
  '3-4-26',
  '24.11.2026',
  '2026-11-24T10:30:00Z',
  '24/11/2026 10:30',
  '12-Nov',
  'Nov-12',
  'MAR1',
  '2MAR2345',
  'Sept 2',
  'May 2026',
  'November 12, 2026',
  'Mon, 12 Nov 2026 10:30 pm',
  '20 نومبر، 2026',
  // times
  '10:30',
  '5 pm',
  '5:30 AM',
  // constants
  'TRUE',
  'false',
  '#N/A',
  '#DIV/0!',
  'Err:502',
])('%j stays a text [EXPORT-5]', (text) => {
  expect(textCell(text).replaceAll('"', '')).toBe(`'${text}`);
});

test('every text can be read back as it was, including apostrophes [EXPORT-5]', () => {
  const odd = fc.array(fc.constantFrom("'", '=', '0', '7', '1e5', ' ', 'May', '-', 'true', '"', '\n', 'ا'), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        odd.map((parts) => parts.join('')),
      ),
      (text) => {
        const cell = textCell(text);
        const bare = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(plainText(bare)).toBe(text);
      },
    ),
    { numRuns: 2000, examples: [["'0300"], ["''=1"], ["'"], ["'tis"]] },
  );
});

test.each([
  '',
  '0',
  '12',
  '12345678901',
  '0300 1234567',
  '0300-1234567',
  'R-2026-000123',
  "O'Neill",
  'a=b',
  'May',
  'June Khan',
  'Block 5',
  '5 May is off',
  'True story',
  '#5 late',
  '12 of 20',
  '2K7MX4PR',
])('%j is not changed', (text) => {
  expect(textCell(text)).toBe(text);
});

test('amounts are rupees with two decimals [EXPORT-4]', () => {
  expect([125_000, 0, 30, -9950, 99_999_999_999].map(amountCell)).toEqual([
    '1250.00',
    '0.00',
    '0.30',
    '-99.50',
    '999999999.99',
  ]);
});
