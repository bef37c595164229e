// What is accepted in a row of a file is accepted by the form: their checks never differ.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ofEachText } from '../../../src/core/fines/fine-texts.ts';
import { addFines } from '../../../src/contract/fines/fines.ts';
import { id } from '../../../src/contract/shapes.ts';
import { addUsers } from '../../../src/contract/users.ts';
import { readFineRows, readUserRows } from '../../../src/core/files/import-rows.ts';
import { IMPORT_COLUMNS } from '../../../src/core/files/import-columns.ts';
import { rupeesFromPaisa } from '../../../src/core/money/money.ts';

const NOTHING_OWN = { status: fc.constant(''), paidOn: fc.constant(''), mistake: fc.constant('') };
const USUAL = {
  member: 'Ali',
  fineType: 'Late',
  amount: '5',
  date: '2026-11-20',
  dueOn: '',
  ...ofEachText(() => ''),
  status: '',
  paid: '',
  paidOn: '',
  waived: '',
  mistake: '',
  id: '',
};
const USER = { userName: 'Ali', userEmail: 'a@b.pk', userRole: 'Cook', phone: '1', group: '', status: '', id: '' };

/** Ordinary and strange cells, as long as allowed or longer. */
const cell = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'Ali',
    ' Ayesha  Khan ',
    '\u200f',
    'a\0b',
    '\ud800',
    'x'.repeat(120),
    'x'.repeat(121),
    'two\nlines',
  ),
  fc.string({ unit: 'binary' }),
);
const email = fc.oneof(cell, fc.emailAddress(), fc.constantFrom('a@b.pk', ' A@B.PK\u200e', 'x@y', 'a\u200bb@c.pk'));
const phone = fc.oneof(cell, fc.constantFrom('0300 1234567', '1'.repeat(40), '1'.repeat(41), '9.23001E+11'));
const status = fc.oneof(cell, fc.constantFrom('Active', 'inactive', 'فعال'));
const amount = fc.oneof(cell, fc.constantFrom('0', '999999999.99', '1000000000', '1.005', 'Rs. 5', '۵'));
const date = fc.oneof(
  cell,
  fc.constantFrom('2026-11-20', '20/11/2026', '31 Feb 2026', '1 جنوری 2027', '25/11', '2026-11-20 00:00:00'),
);

test('users without problems fit the form [FILE-4]', () => {
  const row = fc.record({ userName: cell, userEmail: email, userRole: cell, phone, group: cell, status, id: cell });
  fc.assert(
    fc.property(row, (cells) => {
      const { users, problems } = readUserRows([cells]);
      if (problems.length > 0) return;
      const { id: own, group: _, ...form } = users[0] ?? { id: '', group: '' };
      expect(addUsers.body.parse({ users: [form] }).users).toEqual([form]);
      if (own !== '') expect(id.parse(own)).toBe(own);
    }),
    {
      numRuns: 1000,
      examples: [[{ ...USER, id: 'U1' }]],
    },
  );
});

test('fines without problems fit the form [FILE-4]', () => {
  const row = fc.record({
    ...NOTHING_OWN,
    member: cell,
    fineType: cell,
    amount,
    date,
    dueOn: date,
    ...ofEachText(() => cell),
    paid: amount,
    waived: amount,
    id: cell,
  });
  const fits = addFines.body.pick({ fineType: true, description: true, amount: true, date: true });
  fc.assert(
    fc.property(row, (cells) => {
      const { fines, problems } = readFineRows([cells], '2026-11-25');
      const [fine] = fines;
      if (problems.length > 0 || fine === undefined) return;
      const { fineType, description, date: day } = fine;
      const form = { fineType, description, amount: rupeesFromPaisa(fine.amount ?? -1), date: day };
      expect(fits.parse(form)).toEqual(form);
    }),
    {
      numRuns: 1000,
      examples: [[{ ...USUAL }], [{ ...USUAL, description: '\0' }]],
    },
  );
});

test('a cell that is far too long is reported as such, and its content is dropped [API-8]', () => {
  const long = '\ufdfa'.repeat(1_000_000);
  const fine = USUAL;
  for (const column of IMPORT_COLUMNS.fines) {
    const { fines, problems } = readFineRows([{ ...fine, [column]: long }], '2026-11-25');
    expect(problems).toEqual([{ row: 0, column, problem: 'too-long' }]);
    expect(String(fines[0]?.[column] ?? '').length).toBeLessThan(10);
  }
  for (const column of IMPORT_COLUMNS.users) {
    const { users, problems } = readUserRows([{ ...USER, [column]: long }]);
    expect(problems).toEqual([{ row: 0, column, problem: 'too-long' }]);
    expect(users[0]?.[column]).toBe(column === 'status' ? 'Active' : '');
  }
});

test.each([
  ['9.23001E+11', 'spoiled-number'],
  ['9.23E+11', 'spoiled-number'],
  ['9,23001e+11', 'spoiled-number'],
  ['923001234567', undefined],
  ['0300-1234567', undefined],
])('the phone number %s: %s [NAME-8]', (typed, problem) => {
  const { problems } = readUserRows([{ ...USER, phone: typed }]);
  expect(problems[0]?.problem).toBe(problem);
});

test.each(['#N/A', '#REF!', ' #name? ', 'Err:502'])('the error %s of a formula is no text [FILE-18]', (error) => {
  const user = { ...USER, userName: error, userRole: error, phone: error };
  expect(readUserRows([user]).problems.map(({ column, problem }) => [column, problem])).toEqual([
    ['userName', 'formula-error'],
    ['userRole', 'formula-error'],
    ['phone', 'formula-error'],
  ]);
  const fine = { ...USUAL, fineType: error, amount: error, description: error };
  expect(readFineRows([fine], '2026-11-25').problems.map(({ column, problem }) => [column, problem])).toEqual([
    ['fineType', 'formula-error'],
    ['amount', 'formula-error'],
    ['description', 'formula-error'],
  ]);
  expect(readUserRows([{ ...user, userName: '#1', userRole: 'N/A', phone: '1' }]).problems).toEqual([]);
});

test.each([
  ['2027-11-25', undefined],
  ['25-Nov-27', undefined],
  ['26/11/2027', 'day-too-far'],
  ['2062-11-20', 'day-too-far'],
])('a fine on %s: %s', (day, problem) => {
  const { problems } = readFineRows([{ ...USUAL, date: day }], '2026-11-25');
  expect(problems[0]?.problem).toBe(problem);
});

test.each([
  ['', null, undefined],
  ['4/12/2026', '2026-12-04', undefined],
  ['2026-11-20', '2026-11-20', undefined],
  ['2026-11-19', '2026-11-19', 'due-before-day'],
  ['2027-11-26', '2027-11-26', 'day-too-far'],
  ['soon', null, 'not-a-day'],
])('a due day of "%s" is read as %s: %s [DUE-6]', (dueOn, day, problem) => {
  const { fines, problems } = readFineRows([{ ...USUAL, dueOn }], '2026-11-25');
  expect([fines[0]?.dueOn, problems[0]?.problem]).toEqual([day, problem]);
});
