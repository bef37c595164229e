// CSV for spreadsheets.
import { expect, test } from 'vitest';
import { csvOf } from '../../../src/core/csv.ts';

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
      '2026-11-18,"\'=HYPERLINK(""x"")",-5.5\r\n' +
      "'+1,'-1,0\r\n" +
      '\'@x,"a,b\n""c""",1200\r\n' +
      "'\tx,جرمانہ,1\r\n",
  );
});
