// CSV for spreadsheets.
import { expect, test } from 'vitest';
import { csvOf, rupeesCell, textCell } from '../../../src/core/csv.ts';

test('cells that a spreadsheet would run are made harmless', () => {
  expect(
    csvOf([
      ['Date', 'What', 'Amount'],
      ['2026-11-18', '=HYPERLINK("x")', -5.5],
      ['+1', '-1', 0],
      ['@x', 'a,b\n"c"', 1200],
      ['\tx', 'جرمانہ', 1],
    ]),
  ).toBe(
    '\uFEFFDate,What,Amount\r\n' +
      '2026-11-18,"\'=HYPERLINK(""x"")",-5.50\r\n' +
      "'+1,'-1,0.00\r\n" +
      '\'@x,"a,b\n""c""",1200.00\r\n' +
      "'\tx,جرمانہ,1.00\r\n",
  );
});

test.each(['=1', '+1', '-1', '@a', '\ta', '\ra', '\na', '＝1', '＋1', '－1', '＠a'])('%j is no formula', (text) => {
  expect(textCell(text).replaceAll('"', '')).toBe(`'${text}`);
});

test.each(['03001234567', '000', '1234567890123456', '1e5', '2.5E10', ' 007'])('the digits of %j are kept', (text) => {
  expect(textCell(text)).toBe(`'${text}`);
});

test.each(['', '0', '12', '0300 1234567', 'R-2026-000123', "O'Neill", '2026-11-24', 'a=b'])(
  '%j is as it is',
  (text) => {
    expect(textCell(text)).toBe(text);
  },
);

test('rupees have two decimals', () => {
  expect([1250, 0, 0.1 + 0.2, -99.5, 999_999_999.99].map(rupeesCell)).toEqual([
    '1250.00',
    '0.00',
    '0.30',
    '-99.50',
    '999999999.99',
  ]);
});
