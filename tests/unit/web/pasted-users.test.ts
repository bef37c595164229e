// Pasted lists of users: cells, columns, and what is wrong in each line (USER-17, USER-18).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collapseSpace, isBlank } from '../../../src/core/text/letters.ts';
import {
  pastedLines,
  readPastedUsers,
  checkUsers,
  refusedKey,
} from '../../../src/web/features/users/several/pasted-users.ts';

const AYESHA = {
  userName: 'Ayesha Khan',
  userEmail: 'ayesha@example.com',
  userRole: 'Accountant',
  phone: '0300 1234567',
  status: 'Active',
} as const;
const cellsOf = (text: string) => pastedLines(text).map(({ cells }) => cells);
const usersOf = (text: string) => readPastedUsers(text).users.map(({ user }) => user);
const problemsOf = (text: string) => checkUsers(readPastedUsers(text).users, new Map()).map(({ problems }) => problems);

describe('cells', () => {
  test.each([
    ['of a spreadsheet', 'a\tb, c; d\te', [['a', 'b, c; d', 'e']]],
    ['with commas', 'a,b,c', [['a', 'b', 'c']]],
    ['with the commas of Urdu', 'علی، کلرک، 0300', [['علی', 'کلرک', '0300']]],
    ['with semicolons', 'Khan, A;b;c', [['Khan, A', 'b', 'c']]],
    [
      'of lines of Windows, of Unix and of old',
      'a,1\r\nb,2\nc,3\rd,4',
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
        ['d', '4'],
      ],
    ],
    ['with a byte-order mark', '\uFEFF"a",b', [['a', 'b']]],
    ['with spaces of any kind around', '\u00a0a \u2003,\u00a0 b\u00a0c\u00a0', [['a', 'b c']]],
    ['in quotes', '"Khan, A" , "say ""hi"""\n"x"', [['Khan, A', 'say "hi"'], ['x']]],
    [
      'in quotes over several lines',
      '"a\r\nb",1\nc,2',
      [
        ['a b', '1'],
        ['c', '2'],
      ],
    ],
    ['with quotes that are none', 'Ali "Bunty" Khan,"Bunty" Ali,5"', [['Ali "Bunty" Khan', '"Bunty" Ali', '5"']]],
    [
      'with a quote that is never closed',
      '"Ali,1\nSana,2',
      [
        ['"Ali', '1'],
        ['Sana', '2'],
      ],
    ],
    [
      'of blank lines: none',
      '\n \na,1\n,,\n\u00a0\n\nb,2\n',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['of nothing', '', []],
    ['that are empty', 'a,,b,', [['a', '', 'b', '']]],
  ])('%s [USER-17]', (_name, text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  test('know their line and their position in the text', () => {
    const text = '\na,"1\n2"\n\nb,2\n';
    const lines = pastedLines(text);
    expect(lines.map(({ number }) => number)).toEqual([2, 5]);
    expect(lines.map(({ from, to }) => text.slice(from, to))).toEqual(['a,"1\n2"', 'b,2']);
  });

  const separator = fc.constantFrom('\t', ',', ';');
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom('a', 'ع', '"', ',', ';', '\n', '\r\n', ' ', '\u00a0', '\uFEFF'), maxLength: 8 }),
  );
  const lines = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 8 });

  test('quoted content can be read back [USER-17]', () => {
    fc.assert(
      fc.property(lines, separator, lineEnd, fc.boolean(), (written, between, end, mark) => {
        // The separator must be more frequent than any other, as in a real list.
        const tidy = written.map((cells) => cells.map((one) => one.replaceAll('\t', ' ')));
        const text = tidy
          .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(between) + between.repeat(200))
          .join(end);
        const read = cellsOf((mark ? '\uFEFF' : '') + text).map((cells) => cells.slice(0, -200));
        const expected = tidy
          .map((cells) => cells.map((one) => (isBlank(one) ? '' : collapseSpace(one))))
          .filter((cells) => cells.some((one) => one !== ''));
        expect(read).toEqual(expected);
      }),
    );
  });

  test('for any pasted text, each line is a part of it, in order', () => {
    const pieces = fc.constantFrom('a', '"', '""', ',', ';', '\t', '\n', '\r\n', '\r', ' ', '@', '0');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        let before = 0;
        for (const { from, to, number, cells } of pastedLines(text)) {
          expect(from).toBeGreaterThanOrEqual(before);
          expect(text.slice(0, from).split(/\r\n|\r|\n/)).toHaveLength(number);
          // A quote within a quoted cell is doubled in the text.
          const bare = text.slice(from, to).replaceAll('"', '');
          expect(cells.some((one) => bare.includes(one.replaceAll('"', '').split(' ')[0] ?? ''))).toBe(true);
          before = to;
        }
      }),
      { examples: [[['"', 'a', '""', 'a', '"']]] },
    );
  });

  test('a long list is read, even one of nothing but quotes', () => {
    expect(pastedLines('Ayesha,a@example.pk,0300,Clerk\n'.repeat(100_000))).toHaveLength(100_000);
    expect(pastedLines('"'.repeat(200_001))).toHaveLength(1);
    expect(cellsOf('",'.repeat(100_000))[0]).toHaveLength(50_001);
  });
});

describe('columns', () => {
  test.each([
    ['Ayesha Khan, ayesha@example.com, Accountant, 0300 1234567'],
    ['Ayesha Khan\t0300 1234567\tAccountant\tayesha@example.com'],
    ['Ayesha Khan;;Accountant;ayesha@example.com;0300 1234567;'],
    ['Phone,Name,E-mail,Role\n0300 1234567,Ayesha Khan,ayesha@example.com,Accountant'],
    ['DESIGNATION;Mobile No.;Full name;E-Mail Address\nAccountant;0300 1234567;Ayesha Khan;ayesha@example.com'],
    ['نام\tعہدہ\tفون نمبر\tای میل\nAyesha Khan\tAccountant\t0300 1234567\tayesha@example.com'],
    [
      'Role/Designation,Name:,phone,email\nAccountant,Ayesha Khan,\u200e0300 1234567\u200f,\u202aayesha@example.com\u202c',
    ],
  ])('%j', (text) => {
    expect(usersOf(text)).toEqual([AYESHA]);
  });

  test('a phone consists of digits of any script and the usual signs; everything else is the role', () => {
    for (const phone of ['0300-1234567', '+92 300 1234567', '(021) 111.222/3', '۰۳۰۰ ۱۲۳۴۵۶۷']) {
      expect(usersOf(`A, Cook 1, ${phone}`)).toMatchObject([{ userRole: 'Cook 1', phone }]);
    }
  });

  test('columns that are not read are named, and cells without a column are not dropped silently [USER-17]', () => {
    const { users, unread } = readPastedUsers('#,Name,CNIC,Name,\n1,Ali,35202,Ahmed,\n2,Sana,3,Mir,what,else');
    expect(unread).toEqual(['#', 'CNIC', 'Name']);
    expect(users.map(({ user, left }) => [user.userName, left])).toEqual([
      ['Ali', []],
      ['Sana', ['what', 'else']],
    ]);
    expect(readPastedUsers('Ali,Cook,Driver,a@b.pk,c@d.pk').users[0]?.left).toEqual(['Driver', 'c@d.pk']);
  });

  test('a first name and a last name in columns of their own are the name [FILE-19]', () => {
    const { users, unread } = readPastedUsers('First Name\tLast Name\tEmail\nAyesha\tKhan\tayesha@example.com');
    expect(users.map(({ user: { userName, userEmail } }) => [userName, userEmail])).toEqual([
      ['Ayesha Khan', 'ayesha@example.com'],
    ]);
    expect(unread).toEqual([]);
  });

  test('the number of a line is no name [USER-17]', () => {
    const others = ['Accountant', '0300 1234567', 'ayesha@example.com'];
    for (const line of [['1', 'Ayesha Khan'], ['۱۲.', 'Ayesha Khan'], ['3) Ayesha Khan'], ['Ayesha Khan']])
      expect(usersOf([...line, ...others].join('\t'))).toEqual([AYESHA]);
    expect(usersOf('1st Battalion\t2\n12345')).toMatchObject([{ userName: '1st Battalion' }, { userName: '12345' }]);
  });

  test('a first line is a heading only if it names the columns', () => {
    expect(usersOf('Name')).toEqual([]);
    expect(usersOf('Email,Phone\na@b.pk,0300')).toMatchObject([{ userName: '', userEmail: 'a@b.pk', phone: '0300' }]);
    expect(usersOf('Ali,Mobile')).toMatchObject([{ userName: 'Ali', userRole: 'Mobile' }]);
    expect(usersOf('Name,name@example.pk,0300')).toMatchObject([{ userName: 'Name' }]);
  });

  const word = fc
    .string({ unit: fc.constantFrom(...'abcع ؤxyz.,;"\''), minLength: 1, maxLength: 20 })
    .map(collapseSpace);
  const person = fc.record({
    userName: word,
    userEmail: fc.string({ unit: fc.constantFrom(...'abc.-_'), maxLength: 10 }).map((name) => `${name}@example.pk`),
    userRole: word,
    phone: fc
      .string({ unit: fc.constantFrom(...'0123456789 -'), maxLength: 12 })
      .map((end) => collapseSpace(`+92${end}`)),
  });
  const FIELDS = ['userName', 'userEmail', 'userRole', 'phone'] as const;
  const HEADS = { userName: 'Name', userEmail: 'ای میل', userRole: 'Designation', phone: 'Phone' };
  const order = fc.shuffledSubarray([...FIELDS], { minLength: 4 });

  test('people listed in any order of columns can be read back, with and without a heading [USER-17]', () => {
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 6 }), order, fc.boolean(), (people, places, withHead) => {
        const ordered = withHead ? places : ['userName' as const, ...places.filter((field) => field !== 'userName')];
        const quoted = people.map((one) => ordered.map((field) => `"${one[field].replaceAll('"', '""')}"`).join('\t'));
        const head = withHead ? [ordered.map((field) => HEADS[field]).join('\t')] : [];
        const read = usersOf([...head, ...quoted].join('\n'));
        expect(read).toEqual(people.map((one) => ({ ...one, status: 'Active' })));
      }),
    );
  });
});

describe('what is wrong', () => {
  test('covers everything in every line [USER-18]', () => {
    expect(problemsOf('Ali\nSana,nobody@,0300,Clerk\n,a@b.pk\nOk,ok@b.pk,1,r')).toEqual([
      [{ kind: 'email-required' }, { kind: 'role-required' }, { kind: 'phone-required' }],
      [{ kind: 'email-invalid' }],
      [{ kind: 'name-required' }, { kind: 'role-required' }, { kind: 'phone-required' }],
      [],
    ]);
  });

  test('covers formulas that failed [FILE-18]', () => {
    expect(problemsOf('Ali\t#N/A\ta@b.pk\t0300 1234567')).toEqual([[{ kind: 'formula-error' }]]);
  });

  test('covers texts that are too long, duplicate addresses, and what was not understood', () => {
    const long = 'x'.repeat(121);
    expect(problemsOf(`${long},a@b.pk,1,r\nB,A@B.pk,1,r,more\nC,${'c'.repeat(250)}@b.pk,1,r`)).toEqual([
      [{ kind: 'too-long', field: 'userName' }],
      [
        { kind: 'repeated', line: 1 },
        { kind: 'left', cells: ['more'] },
      ],
      [{ kind: 'too-long', field: 'userEmail' }],
    ]);
  });

  test('includes what the server refused, until the line is changed', () => {
    const refused = new Map([[refusedKey(AYESHA), ['This email is already in use']]]);
    const line = 'Ayesha Khan,ayesha@example.com,Accountant,0300 1234567';
    const kinds = (text: string) =>
      checkUsers(readPastedUsers(text).users, refused).map(({ problems }) => problems.map(({ kind }) => kind));
    expect(kinds(`Ok,ok@b.pk,1,r\n${line}`)).toEqual([[], ['refused']]);
    expect(kinds(line.replace('ayesha@', 'a.khan@'))).toEqual([[]]);
  });
});
