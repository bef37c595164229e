// The text of a reminder, and how long a promise keeps reminders away.
import { describe, expect, test } from 'vitest';
import {
  PLACEHOLDERS,
  promiseHolds,
  REMINDER_TEXT,
  reminderText,
  unknownPlaceholders,
} from '../../../src/core/people/reminder.ts';
import type { Language } from '../../../src/core/text/languages.ts';

const ABOUT = {
  name: 'Ayesha Khan',
  pending: 80_050,
  credit: 0,
  overdue: 30_000,
  fines: [{ typeName: 'Late arrival', date: '2026-11-02', outstanding: 30_000 }],
  openCount: 3,
  dues: [{ day: '2026-12-02', amount: 50_050 }],
  surcharge: { after: '2026-12-15', amount: 5000 },
  howToPay: 'Raast 0300 1234567\nor cash to Bilal',
  link: 'https://fines.example.pk/',
};
const NOTHING_SAID = { ...ABOUT, overdue: 0, dues: [], surcharge: null, howToPay: '', link: '' };

describe('a text [REMIND-8]', () => {
  test('has all its placeholders filled in', () => {
    const all = PLACEHOLDERS.map((name) => `${name}: {${name}}`).join('\n');
    expect(reminderText(all, ABOUT, 'en')).toBe(
      `name: Ayesha Khan
amount: Rs. 800.50
overdue: Rs. 300
fines: • Late arrival, 2 Nov 2026: Rs. 300
• and 2 more
dueDate: today (Rs. 300) and 2 Dec 2026 (Rs. 500.50)
surcharge: Rs. 50 is added after 15 Dec 2026.
howToPay: Raast 0300 1234567
or cash to Bilal
link: https://fines.example.pk/`,
    );
    // The day of a fine stays on its side of a name in the other script, and so do the groups of a number.
    expect(reminderText('{name}:\n{fines}\n{howToPay}', ABOUT, 'ur')).toBe(
      `\u2068Ayesha Khan\u2069:
• \u2068Late arrival\u2069، 2 نومبر، 2026: 300\u00a0روپے
• اور 2 مزید
Raast \u20660300 1234567\u2069
or cash to Bilal`,
    );
    expect(reminderText('{dueDate}', { ...ABOUT, overdue: 0, pending: 50_050 }, 'ur')).toBe('2 دسمبر، 2026');
    expect(reminderText('{surcharge}', ABOUT, 'ur')).toBe('15 دسمبر، 2026 کے بعد 50\u00a0روپے مزید لگیں گے۔');
  });

  test('asks for what is overdue now, and for the rest by its days', () => {
    const asks = (about: Partial<typeof ABOUT>, language: Language = 'en') =>
      reminderText('Please pay by {dueDate}.', { ...ABOUT, ...about }, language);
    const [first, second, third] = ['2026-12-08', '2026-12-09', '2027-01-02'];
    const later = (...dues: [string | undefined, number][]) => dues.map(([day = '', amount]) => ({ day, amount }));
    expect(asks({ pending: 30_000, dues: [] })).toBe('Please pay by today.');
    expect(asks({ pending: 50_000, overdue: 0, dues: later([first, 50_000]) })).toBe('Please pay by 8 Dec 2026.');
    expect(asks({ pending: 80_000, dues: later([first, 10_000], [second, 40_000]) })).toBe(
      'Please pay by today (Rs. 300), 8 Dec 2026 (Rs. 100) and 9 Dec 2026 (Rs. 400).',
    );
    expect(asks({ pending: 80_000, dues: later([first, 10_000]) }, 'ur')).toBe(
      'Please pay by آج (300\u00a0روپے) اور 8 دسمبر، 2026 (100\u00a0روپے).',
    );
    // What has no due day is not asked for by the day of another fine.
    expect(asks({ pending: 80_000, dues: [] })).toBe('Please pay by today (Rs. 300).');
    expect(asks({ pending: 80_000, overdue: 0, dues: later([first, 10_000]) })).toBe(
      'Please pay by 8 Dec 2026 (Rs. 100).',
    );
    const many = later([first, 100], [second, 200], ['2026-12-10', 300], [third, 400], ['2027-01-03', 500]);
    expect(asks({ pending: 31_500, dues: many })).toBe(
      'Please pay by today (Rs. 300), 8 Dec 2026 (Rs. 1), 9 Dec 2026 (Rs. 2), 10 Dec 2026 (Rs. 3) and later days (Rs. 9).',
    );
    // Credit pays first what is asked for first.
    expect(asks({ pending: 80_000, credit: 35_000, dues: later([first, 10_000], [second, 40_000]) })).toContain(
      'Please pay by 8 Dec 2026 (Rs. 50) and 9 Dec 2026 (Rs. 400).',
    );
  });

  test('omits a line with nothing to say, and greets people without a name', () => {
    expect(
      reminderText('Salam {name},\nOf this {overdue}.\nBy {dueDate}: {howToPay}\n{link}\nBye', NOTHING_SAID, 'en'),
    ).toBe('Salam Ayesha Khan,\nBye');
    expect(reminderText('Salam {name},\nBye', { ...ABOUT, name: '' }, 'en')).toBe('Salam,\nBye');
  });

  test('leaves no gap in a line that says more: nothing overdue is Rs. 0, and without a later due day it is due today', () => {
    const line = 'Please pay {amount}, of which {overdue} is overdue, by {dueDate}.';
    expect(reminderText(line, NOTHING_SAID, 'en')).toBe('Please pay Rs. 800.50, of which Rs. 0 is overdue, by today.');
    expect(reminderText('{amount} {dueDate} تک', NOTHING_SAID, 'ur')).toBe('800.50\u00a0روپے آج تک');
  });

  test('says what the member’s credit covers, after what is owed, in any template [REMIND-22]', () => {
    const part = { ...ABOUT, credit: 30_000 };
    const all = { ...ABOUT, credit: 80_050 };
    const template = 'Pay {amount}.\n{overdue} is late.\nBy {dueDate}.\n{howToPay}\nBye';
    expect(reminderText(template, part, 'en')).toBe(`Pay Rs. 800.50.
Rs. 300 is late.
Your credit of Rs. 300 can pay a part of this, which leaves Rs. 500.50 to pay.
By 2 Dec 2026.
Raast 0300 1234567
or cash to Bilal
Bye`);
    // There is nothing to pay, so it does not say by when and how.
    expect(reminderText(template, { ...all, overdue: 0 }, 'en')).toBe(`Pay Rs. 800.50.
Your credit of Rs. 800.50 covers all of this, so there is nothing to pay.
Bye`);
    expect(reminderText('{name}\nBye', all, 'ur')).toMatch(/\nBye\n.*800\.50.* کچھ ادا نہیں کرنا۔$/);
    expect(reminderText(REMINDER_TEXT.en, part, 'en')).toContain('overdue.\nYour credit of Rs. 300 can');
  });

  test('has only known placeholders by default, and does not fill in placeholders in a member’s name', () => {
    for (const language of ['en', 'ur'] as const) {
      expect(unknownPlaceholders(REMINDER_TEXT[language])).toEqual([]);
      expect(reminderText(REMINDER_TEXT[language], ABOUT, language)).not.toMatch(/[{}]/);
    }
    expect(reminderText('{name}', { ...ABOUT, name: '{link}' }, 'en')).toBe('{link}');
  });

  test.each([
    ['{amuont} of {name}', ['amuont']],
    ['{}', ['']],
    ['{ name }', [' name ']],
    ['a { b', []],
    ['{name', []],
  ])('reports the unknown placeholders in "%s"', (text, unknown) => {
    expect(unknownPlaceholders(text)).toEqual(unknown);
  });
});

test('a promise holds until its day has passed [REMIND-5]', () => {
  expect(promiseHolds('2026-11-30', '2026-11-30')).toBe(true);
  expect(promiseHolds('2026-11-30', '2026-12-01')).toBe(false);
  expect(promiseHolds(null, '2026-12-01')).toBe(false);
});
