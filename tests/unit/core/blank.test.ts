// Invisible characters: a text of nothing else is empty, and comparisons, searches and addresses ignore them.
import { describe, expect, test } from 'vitest';
import { email, givenReason, text } from '../../../src/contract/shapes.ts';
import { addUser } from '../../../src/contract/users.ts';
import { emailKey, isEmail, repeatedEmails, tidyEmail } from '../../../src/core/people/email.ts';
import { isBlank } from '../../../src/core/text/letters.ts';
import { displayName, UNKNOWN_USER } from '../../../src/core/people/person-name.ts';
import { matches, searchKey } from '../../../src/core/text/search.ts';
import { lineProblems } from '../../../src/core/people/user-line.ts';
import { namesIn } from '../../../src/web/features/payments/many/collection-from-many.ts';
import { readPastedUsers } from '../../../src/web/features/users/several/pasted-users.ts';

const WHITE = ['', ' ', '\t\n', '\u00a0', '\u3000', '\u2028'];
/** A mark of each kind that comes with pasted text, or is used on purpose to have no visible name. */
const INVISIBLE = [
  '\u0000',
  '\u0085',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u1160',
  '\u17b4',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u2069',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\ufff9',
  '\u{e0020}',
  '\u{e0100}',
];
const BLANK = ['\u2800', '\u{1d159}'];

describe('a text of white space and invisible characters', () => {
  test.each([...WHITE, ...INVISIBLE, ...BLANK, '\u200F \u2066\u2069', '\uFEFF\u00A0', '\u3164\u2800 \u115f'])(
    '%j is blank, in the form and in the contract [NAME-6]',
    (blank) => {
      expect(isBlank(blank)).toBe(true);
      expect(
        lineProblems({ userName: blank, userEmail: 'a@b.pk', userRole: 'r', phone: '1', status: 'Active' })[0],
      ).toBe('name-required');
      expect(text(10).safeParse(blank).success).toBe(false);
      expect(displayName(blank)).toBe(UNKNOWN_USER);
      expect(givenReason.safeParse(`${blank}${blank}a${blank}${blank}`).success).toBe(false);
    },
  );

  test.each(['a', 'ع', '.', '😀', '\u06dd', '\u0601'])('%j is not', (shown) => {
    expect(isBlank(shown)).toBe(false);
    expect(text(10).safeParse(shown).success).toBe(true);
  });

  test('are kept in a name, where they shape Urdu, but are ignored in searches [NAME-6]', () => {
    const name = 'می\u200cخواہم ❤\ufe0f';
    expect(text(20).parse(name)).toBe(name);
    expect(matches([name], 'میخواہم ❤')).toBe(true);
  });
});

test('marks that turn the direction of writing are not stored: one alone would show a name backwards [NAME-6]', () => {
  expect(text(120).parse('\u202eAli Khan')).toBe('Ali Khan');
  expect(text(120).parse('\u202a+92 300 1234567\u202c')).toBe('+92 300 1234567');
  expect(text(120).parse('\u2067عمر\u2069 \u200fخان')).toBe('عمر \u200fخان');
});

describe('an invisible mark pasted with an address or a number,', () => {
  test.each(INVISIBLE)('%j is ignored [NAME-5]', (mark) => {
    const pasted = `${mark}sana@${mark}example.pk${mark}`;
    expect(tidyEmail(pasted)).toBe('sana@example.pk');
    expect(emailKey(` ${pasted} `)).toBe('sana@example.pk');
    expect(repeatedEmails(['Sana@example.pk', pasted])).toEqual(new Map([[1, 0]]));
    expect(searchKey(pasted)).toBe('sana@example.pk');
    // If it were kept, two addresses would look the same.
    expect(isEmail(pasted)).toBe(false);
    if (mark === '\u0000') return;
    expect(email.parse(pasted)).toBe('sana@example.pk');
    const form = { userName: 'Sana', userEmail: pasted, userRole: 'Cook', phone: `${mark}0300 1${mark}` };
    expect(addUser.body.parse(form)).toMatchObject({ userEmail: 'sana@example.pk', phone: '0300 1' });
    expect(lineProblems({ ...form, status: 'Active' })).toEqual([]);
  });

  test('in lines that contain nothing else names nobody', () => {
    expect(namesIn('\u3164\nAli\n\u200b\tSana\n\u2800')).toEqual(['Ali', 'Sana']);
    expect(readPastedUsers('\u200b\nAli Khan, ali@example.pk\n\u3164').users.map(({ user }) => user.userName)).toEqual([
      'Ali Khan',
    ]);
  });
});
