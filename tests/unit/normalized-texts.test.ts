// Whichever way a text comes, it is kept as the contract keeps it: what is stored can be shown and sent back (NAME-6).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ofEachText } from '../../src/core/fines/fine-texts.ts';
import { correctFine } from '../../src/contract/fines/fine-details.ts';
import { addUsers } from '../../src/contract/users.ts';
import { addType } from '../../src/contract/fines/fine-types.ts';
import { addGroup } from '../../src/contract/settings/groups.ts';
import { addEvent } from '../../src/contract/events.ts';
import { readFineRows, readUserRows } from '../../src/core/files/import-rows.ts';
import { MAX_LENGTH } from '../../src/core/limits.ts';
import { normalizedText, readsAs } from '../../src/core/text/letters.ts';
import { textOf, truncate } from '../../src/server/tools/import/values.ts';
import { readPastedUsers } from '../../src/web/features/users/several/pasted-users.ts';

const TODAY = '2026-11-18';
const WORDS = ['Late', 'دیر سے', 'x', ' ', '  ', '\u00a0', '\n', '\t', '\0', '\ud83d', '🏏', '"', "'"];
const MARKS = [0x20_0c, 0x20_0e, 0x20_0f, 0x06_1c, 0x20_2a, 0x20_2b, 0x20_2c, 0x20_2d, 0x20_2e, 0x20_66, 0x20_69];
const PIECES = [...WORDS, ...MARKS.map((code) => String.fromCodePoint(code))];

/** Of what keyboards, spreadsheets and phones leave in texts. */
const typed = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join(''));

const correction = (fineType: string, description: string) =>
  correctFine.body.parse({
    fineType: 'Uniform',
    description: '',
    amount: 1,
    date: TODAY,
    shown: { fineType, description, amount: 2, date: TODAY },
  }).shown;

describe('a text that was stored', () => {
  it('from a row of a file of fines can be sent back as it is [NAME-6, FINE-16]', () => {
    fc.assert(
      fc.property(typed, typed, (fineType, description) => {
        const cells = {
          ...ofEachText(() => ''),
          member: 'u1',
          fineType,
          description,
          amount: '5',
          date: TODAY,
          dueOn: '',
          id: '',
        };
        const more = { status: '', paid: '', paidOn: '', waived: '', mistake: '' };
        const { fines, problems } = readFineRows([{ ...cells, ...more }], TODAY);
        const [stored] = fines;
        fc.pre(problems.length === 0 && stored !== undefined);
        expect(correction(stored.fineType, stored.description)).toMatchObject({
          fineType: stored.fineType,
          description: stored.description,
        });
      }),
    );
  });

  it('from a row or a pasted line of users is as the contract keeps it [NAME-6]', () => {
    const kept = (user: object) => addUsers.body.parse({ users: [user] }).users[0];
    fc.assert(
      fc.property(typed, typed, (userName, userRole) => {
        const cells = {
          userName,
          userRole,
          userEmail: 'a@b.example',
          phone: '0300 1234567',
          group: '',
          status: '',
          id: '',
        };
        const { users, problems } = readUserRows([cells]);
        fc.pre(problems.length === 0);
        const [{ id: _, group: __, ...stored } = { id: '', group: '' }] = users;
        expect(kept(stored)).toEqual(stored);
        const pasted = readPastedUsers(
          `Name\tRole\tE-mail\tPhone\n"x"\t${quoted(userRole)}\ta@b.example\t0300 1234567`,
        );
        const [line] = pasted.users;
        expect(kept({ ...stored, userRole: line?.user.userRole })).toEqual({
          ...stored,
          userRole: line?.user.userRole,
        });
      }),
    );
  });

  it('from another application’s export is as the contract keeps it [NAME-6]', () => {
    fc.assert(
      fc.property(typed, typed, (title, note) => {
        const stored = { title: truncate(textOf(title), MAX_LENGTH.title), description: textOf(note) };
        fc.pre(addEvent.body.safeParse({ ...stored, date: TODAY, location: 'x', amount: 1 }).success);
        expect(addEvent.body.parse({ ...stored, date: TODAY, location: 'x', amount: 1 })).toMatchObject(stored);
        expect(correction(stored.title, stored.description)).toMatchObject({ fineType: stored.title });
      }),
    );
  });

  it('by an older version reads as what is sent back of it [NAME-6]', () => {
    fc.assert(fc.property(typed, (stored) => readsAs(stored, normalizedText(stored))));
    expect(readsAs('Late\u202b arrival', 'Late arrival')).toBe(true);
    expect(readsAs('Bilal  Ahmed', 'Bilal Ahmed')).toBe(true);
    expect(readsAs('Late arrival', 'Late arrivals')).toBe(false);
    expect(readsAs('', '\u200f')).toBe(true);
  });
});

describe('a name', () => {
  it('is one line, also of a group or a type of fines that a program sends [NAME-6]', () => {
    const name = ' Late\r\n arrival\t';
    const names = { name, urduName: 'دیر\nسے' };
    expect(addGroup.body.parse({ ...names, active: true })).toMatchObject(ONE_LINE);
    expect(addType.body.parse({ ...names, amount: null, active: true })).toMatchObject(ONE_LINE);
    expect(
      correctFine.body.parse({ ...correction('x', ''), fineType: name, shown: correction('x', '') }),
    ).toMatchObject({
      fineType: ONE_LINE.name,
    });
    const user = { userName: name, userRole: name, userEmail: 'a@b.example', phone: '0300 1234567', status: 'Active' };
    expect(addUsers.body.parse({ users: [user] }).users[0]).toMatchObject({
      userName: ONE_LINE.name,
      userRole: ONE_LINE.name,
    });
  });
});

const ONE_LINE = { name: 'Late arrival', urduName: 'دیر سے' };

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
