// Which column of a file means what.
import { expect, test } from 'vitest';
import { HEADS, headLine, nameParts, placesOf, withWholeName } from '../../../src/core/files/import-heads.ts';

test.each([
  [
    ['Name', 'Email', 'Role', 'Phone', 'Status'],
    [0, 1, 2, 3, 4],
  ],
  [
    ['phone no.', 'E-Mail', 'FULL NAME', 'Designation'],
    [2, 1, 3, 0, null],
  ],
  [
    ['نام', 'ای میل', 'عہدہ', 'فون', 'حالت'],
    [0, 1, 2, 3, 4],
  ],
  [
    ['Something', '', 'Name', 'Name'],
    [2, null, null, null, null],
  ],
  [
    ['Naam', 'E-mail', 'Ohda', 'Mobile', 'Halat'],
    [0, 1, 2, 3, 4],
  ],
  [
    ['Number', 'NAAM', 'Walid ka naam', 'Raabta Number'],
    [1, null, null, 3, null],
  ],
  [
    ['Sr. No.', 'Name of Employee (as on CNIC)', 'Designation/Rank', 'Cell #', 'E-mail ID'],
    [1, 4, 2, 3, null],
  ],
])('of users: %j [FILE-2]', (heads, places) => {
  const { userName, userEmail, userRole, phone, status } = placesOf('users', heads);
  expect([userName, userEmail, userRole, phone, status]).toEqual(places);
});

test.each([
  [
    ['Date', 'Member', 'Member ID', 'Fine type', 'Description', 'Amount', 'Status', 'ID'],
    [2, 3, 5, 0, 4],
  ],
  [
    ['Name', 'Email', 'Reason', 'Rs.', 'Day'],
    [1, 2, 3, 4, null],
  ],
  [
    ['رکن', 'جرمانے کی وجہ', 'رقم', 'تاریخ', 'تفصیل'],
    [0, 1, 2, 3, 4],
  ],
  [
    ['Sr. #', 'Employee Name', 'Reason', 'Date', 'Fine (Rs.)', 'Remarks'],
    [1, 2, 4, 3, 5],
  ],
  [
    ['Name', 'Fine', 'Fine Amount', 'Date of fine'],
    [0, 1, 2, 3, null],
  ],
  [
    ['Name', 'Reason', 'Fine', 'Date'],
    [0, 1, 2, 3, null],
  ],
  [
    ['ملازم', 'وجہ', 'جرمانہ', 'تاریخ', 'کیفیت'],
    [0, 1, 2, 3, 4],
  ],
  [
    ['Naam', 'Wajah', 'Raqam', 'Tareekh', 'Tafseel'],
    [0, 1, 2, 3, 4],
  ],
  [
    ['mulazim ka naam', 'Jurmana', 'Qisam', 'tarikh'],
    [0, 2, 1, 3, null],
  ],
  [
    ['Mobile No.', 'Type', 'Fine (Rupees)', 'Dated'],
    [0, 1, 2, 3, null],
  ],
  [
    ['Name', 'Mobile', 'Fine', 'Date'],
    [0, 2, null, 3, null],
  ],
  [['ID'], [null, null, null, null, null]],
])('of fines: %j [FILE-2]', (heads, places) => {
  const { member, fineType, amount, date, description } = placesOf('fines', heads);
  expect([member, fineType, amount, date, description]).toEqual(places);
});

test.each(['users', 'fines'] as const)(
  'of %s: no head names two columns, except what is told apart [FILE-2]',
  (kind) => {
    const heads = Object.values(HEADS[kind]).flatMap((lines) => [
      ...new Set(lines.flatMap((line) => line.split('|').map((head) => head.trim()))),
    ]);
    const twice = heads.filter((head, place) => heads.indexOf(head) !== place);
    expect(twice).toEqual(kind === 'fines' ? ['fine', 'جرمانہ', 'jurmana'] : []);
  },
);

test('columns of our own exports are read only if all of them exist [FILE-8]', () => {
  const ours = ['Date', 'Paid', 'Waived', 'Left to pay', 'Status', 'Mistake', 'Paid on', 'Entered on', 'ID'];
  expect(placesOf('fines', ours)).toMatchObject({ status: 4, paid: 1, paidOn: 6, waived: 2, mistake: 5, id: 8 });
  const { status, paid, id } = placesOf('fines', ours.slice(0, -1));
  expect([status, paid, id]).toEqual([null, null, null]);
  expect(placesOf('users', ['Name', 'Member ID'])).toMatchObject({ id: 1 });
});

test('below a head that spans several columns are the heads [FILE-2]', () => {
  const lines = [
    ['Staff of the head office', '', '', ''],
    ['Name', 'Designation', 'Contact', ''],
    ['Name', 'Designation', 'Mobile', 'E-mail'],
    ['Mobile', 'Clerk', '0300 1234567', 'm@office.pk'],
  ];
  expect(headLine('users', lines)).toEqual({ place: 2, columns: 4 });
  expect(headLine('users', lines.toSpliced(2, 1))).toEqual({ place: 1, columns: 3 });
});

test.each([
  [
    'users',
    ['Sr. No.', 'First Name', 'Last Name', 'Phone'],
    ['1', 'Ali', 'Khan', '0300'],
    'First Name + Last Name',
    'Ali Khan',
  ],
  [
    'users',
    ['Surname', 'Middle name', 'First name'],
    ['Khan', 'Raza', 'Ali'],
    'First name + Middle name + Surname',
    'Ali Raza Khan',
  ],
  ['users', ['Name', 'Surname'], ['Ali Khan', 'KHAN'], 'Name + Surname', 'Ali Khan'],
  ['users', ['Name', 'Surname'], ['Ali', 'Ali'], 'Name + Surname', 'Ali Ali'],
  ['users', ['پہلا نام', 'خاندانی نام', 'عہدہ'], ['عائشہ', 'خان', 'کلرک'], 'پہلا نام + خاندانی نام', 'عائشہ خان'],
  ['users', ['Pehla naam', 'Aakhri naam', 'Ohda'], ['Ali', 'Khan', 'Clerk'], 'Pehla naam + Aakhri naam', 'Ali Khan'],
  ['fines', ['First Name', 'Last Name', 'Reason', 'Fine'], ['Ali', '', 'Late', '50'], 'First Name + Last Name', 'Ali'],
  ['users', ['First Name', 'Last Name'], ['Ali', '#N/A'], 'First Name + Last Name', '#N/A'],
] as const)('of %s: the parts of a name in %j are put together [FILE-19]', (kind, heads, cells, head, name) => {
  const parts = nameParts(heads);
  const wholeHeads = withWholeName(heads, parts, true);
  const place = placesOf(kind, wholeHeads)[kind === 'users' ? 'userName' : 'member'] ?? -1;
  expect([wholeHeads[place], withWholeName(cells, parts)[place]]).toEqual([head, name]);
  expect(wholeHeads).toHaveLength(withWholeName(cells, parts).length);
  expect(headLine(kind, [['A title', '', ''], [...heads], [...cells]].slice(heads.length > 3 ? 0 : 1))).toMatchObject({
    place: heads.length > 3 ? 1 : 0,
  });
});

test.each([
  [['Full Name', 'First Name', 'Last Name']],
  [['First Name', 'Phone']],
  [['Last Name', 'Phone']],
  [['Name', "Father's Name"]],
  [['Name', 'F. Name']],
])('%j are no parts of one name [FILE-19]', (heads) => {
  expect(nameParts(heads)).toBeNull();
});
