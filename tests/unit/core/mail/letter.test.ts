// The texts of messages.
import { describe, expect, test } from 'vitest';
import { oneLine, writeLetter } from '../../../../src/core/mail/letter.ts';
import { letterOf, MAIL_KINDS, type MailFacts } from '../../../../src/core/mail/letters.ts';
import { LANGUAGES } from '../../../../src/core/text/languages.ts';

const balance = { owed: 70_000, credit: 0 };
const fines = [{ id: 'a', fineType: 'Late arrival', day: '2026-11-18', amount: 50_000, doubled: false }];
const to = { name: 'Ayesha', language: 'en', link: 'https://fines.club.test', balance, nameOfType: String } as const;
const FACTS: { [K in keyof MailFacts]: MailFacts[K] } = {
  fined: { fines },
  paid: { id: 'p', receipt: 'R-2026-000001', amount: 20_000, day: '2026-11-18', method: 'Cash' },
  waived: { fines },
  answered: {
    id: 'r',
    request: 'claim',
    accepted: true,
    answer: 'Found it',
    claimed: { amount: 20_000, day: '2026-11-18', method: 'Raast' },
    payment: { id: 'p', receipt: 'R-2026-000001' },
    fine: null,
  },
  reminder: { subject: 'Please pay', text: 'One line\nand another', byItself: true },
  'reminder-by-hand': { subject: 'Please pay', text: 'One line' },
  test: {},
};

test('a fine says what for, when, how much, and the total owed [MAIL-10]', () => {
  expect(writeLetter(letterOf('fined', { fines }, to), 'Our Club', 'en').text).toBe(
    [
      'Assalam-o-Alaikum \u2068Ayesha\u2069,',
      'This was recorded for you:',
      'Late arrival (18 Nov 2026): \u2068Rs. 500.00\u2069\nLeft to pay in all: \u2068Rs. 700.00\u2069',
      'See your account:\nhttps://fines.club.test',
      'Our Club\n',
    ].join('\n\n'),
  );
});

test('types of fines have the names that the reader knows, in the subject too [TYPE-10]', () => {
  const inUrdu = { ...to, language: 'ur', nameOfType: (fineType: string) => `«${fineType}»` } as const;
  const fine = { id: 'a', fineType: 'Late arrival', day: '2026-11-18', waived: false };
  const appeal = { ...FACTS.answered, request: 'appeal' as const, claimed: null, payment: null, fine };
  for (const letter of [
    letterOf('fined', FACTS.fined, inUrdu),
    letterOf('waived', FACTS.waived, inUrdu),
    letterOf('answered', appeal, inUrdu),
  ]) {
    const { subject, facts: lines = [] } = letter;
    const said = JSON.stringify([subject, lines]);
    expect(said).toContain('«Late arrival»');
    expect(said.replaceAll('«Late arrival»', '')).not.toContain('Late arrival');
  }
});

test('whoever has credit is told so beside what is owed, in all news about money [REMIND-22]', () => {
  const credited = { ...to, balance: { owed: 70_000, credit: 30_000 } };
  for (const kind of ['fined', 'paid', 'waived', 'answered'] as const) {
    expect(letterOf(kind, FACTS[kind] as never, credited).facts?.slice(-2), kind).toEqual([
      ['Left to pay in all', 'Rs. 700.00'],
      ['Your credit', 'Rs. 300.00'],
    ]);
  }
});

test('a doubled fine says why; of very many fines the first are named and the rest counted [MAIL-10]', () => {
  const doubled = fines.map((fine) => ({ ...fine, doubled: true }));
  expect(letterOf('fined', { fines: doubled }, to).facts?.[0]?.[1]).toBe(
    'Rs. 500.00, doubled as it was repeated in the same week',
  );
  const many = letterOf('fined', { fines: Array.from({ length: 25 }, () => fines).flat() }, to);
  expect(many.subject).toBe('You were fined: 25 fines, Rs. 12,500.00');
  expect(many.facts).toHaveLength(22);
  expect(many.facts?.at(-2)).toEqual(['More fines', '5: Rs. 2,500.00']);
});

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(MAIL_KINDS)('%s has all its texts, as plain text and as HTML in the right direction [MAIL-7]', (kind) => {
    const letter = letterOf(kind, FACTS[kind] as never, { ...to, language });
    const { subject, text, html } = writeLetter(letter, 'Our Club', language);
    expect(subject).not.toBe('');
    expect(`${subject}${text}`).not.toMatch(/\{|undefined/);
    expect(html).toContain(`<html lang="${language}" dir="${language === 'ur' ? 'rtl' : 'ltr'}">`);
    // It loads nothing from other servers.
    expect(html).not.toMatch(/<img|src=|url\(/);
  });
});

test('an answer to a request says how it was decided, and why [MAIL-13]', () => {
  const said = (facts: Partial<MailFacts['answered']>) => {
    const { subject, facts: lines = [] } = letterOf('answered', { ...FACTS.answered, ...facts }, to);
    return [subject, ...lines.map((line) => line.join(': '))];
  };
  expect(said({})).toEqual([
    'Your payment was accepted: Rs. 200.00',
    'Receipt: R-2026-000001',
    'Amount: Rs. 200.00',
    'Date: 18 Nov 2026',
    'Method: Raast',
    'Answer: Found it',
    'Left to pay in all: Rs. 700.00',
  ]);
  expect(said({ accepted: false, payment: null })[0]).toBe('Your payment was not accepted: Rs. 200.00');
  const fine = { id: 'f', fineType: 'Late arrival', day: '2026-11-18', waived: true };
  const appeal = { request: 'appeal', claimed: null, payment: null, fine, answer: '' } as const;
  expect(said(appeal)).toEqual([
    'Your appeal was accepted: Late arrival',
    'Fine: Late arrival (18 Nov 2026)',
    'Left to pay in all: Rs. 700.00',
  ]);
  expect(said({ ...appeal, accepted: false, answer: 'You were seen' })).toEqual([
    'Your appeal was refused: Late arrival',
    'Fine: Late arrival (18 Nov 2026)',
    'Answer: You were seen',
    'Left to pay in all: Rs. 700.00',
  ]);
});

describe('what people typed', () => {
  test('cannot start a second header line [MAIL-7]', () => {
    expect(oneLine('Ayesha\r\nBcc: all@club.test')).toBe('Ayesha Bcc: all@club.test');
    expect(oneLine('a\u2028b\u0000c\u202ed\u2067')).toBe('a b cd');
    // This character shapes Urdu.
    expect(oneLine('می\u200cخواهم')).toBe('می\u200cخواهم');
    const letter = { subject: 'Hello\nX: 1', name: 'A\r\nB', paragraphs: [] };
    const { subject, text } = writeLetter(letter, 'Club\r\nX', 'en');
    expect(subject).toBe('Hello X: 1');
    expect(text).toBe('Assalam-o-Alaikum \u2068A B\u2069,\n\nClub X\n');
  });

  test('cannot become HTML [MAIL-7]', () => {
    const letter = { subject: '<b>', name: '<i>x', paragraphs: ['<script>1 & 2'], facts: [['"', '<u>']] as const };
    const { html } = writeLetter(letter, '<s>', 'en');
    expect(html).not.toMatch(/<(b|i|script|u|s)>/);
    expect(html).toContain('&lt;script&gt;1 &amp; 2');
  });
});

test('an address that the reminder’s text already contains is not repeated below; a longer one is a different address [REMIND-8]', () => {
  const written = (text: string) =>
    writeLetter(letterOf('reminder', { subject: 'Please pay', text, byItself: true }, to), 'Our Club', 'en');
  const named = written('Please pay. See https://fines.club.test, or ask.');
  expect(named.text).toBe('Please pay. See https://fines.club.test, or ask.\n\nOur Club\n');
  const anchor = '<a href="https://fines.club.test">https://fines.club.test</a>';
  expect(named.html).toContain(`See ${anchor}, or ask.`);
  expect(named.html.split('<a ')).toHaveLength(2);
  const other = written('Pay at https://fines.club.test.example/pay');
  expect(other.text).toContain('See your account:\nhttps://fines.club.test\n');
  expect(other.html).toContain('at https://fines.club.test.example/pay</p>');
});
