// Which rows the lists of an import show (FILE-10).
import { expect, test } from 'vitest';
import { checkedRows, learned, NOTHING_KNOWN, withMatching } from '../../../src/web/features/imports/rows/rows.ts';

const HEADS = ['Name', 'Email', 'Role', 'Phone'];
/** Rows 2 to 4 of a file. */
const table = {
  headRow: 1,
  heads: HEADS,
  rows: ['a@office.pk', 'wrong', 'b@office.pk'].map((email, place) => ({
    number: place + 2,
    cells: ['Ali', email, 'Clerk', '0300'],
  })),
};
const choice = {
  table,
  places: { userName: 0, userEmail: 1, userRole: 2, phone: 3 },
  ticks: { 0: false },
  again: false,
};
const answer = (problems: Parameters<typeof learned>[2]['problems']) => ({
  problems,
  importedBefore: null,
  before: [],
  fines: null,
});

test('a row that the correction of another makes wrong is among those to correct, and names it [FILE-10]', () => {
  const sent = [1, 2];
  const before = learned(NOTHING_KNOWN, sent, answer([{ row: 0, column: 'userEmail', problem: 'not-an-email' }]));
  const shown = withMatching(new Set(), checkedRows('users', choice, before), 'problems');
  expect([...shown]).toEqual([1]);
  // Now row 3 says b@office.pk as well.
  const repeated = { row: 1, column: 'userEmail', problem: 'email-repeated', earlier: 0 } as const;
  const after = checkedRows('users', choice, learned(before, sent, answer([repeated])));
  expect([...withMatching(shown, after, 'problems')]).toEqual([1, 2]);
  expect(after[2]?.problems).toEqual([{ row: 1, column: 'userEmail', problem: 'email-repeated', earlier: 3 }]);
});

test('a row that no longer matches stays in the list until another is chosen [FILE-10]', () => {
  const rows = checkedRows('users', choice, NOTHING_KNOWN);
  expect([...withMatching(new Set([1]), rows, 'problems')]).toEqual([1]);
  const same = new Set([0, 1, 2]);
  expect(withMatching(same, rows, 'all')).toBe(same);
});
