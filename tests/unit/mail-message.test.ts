// A message as it is sent.
import { expect, test } from 'vitest';
import { compose } from '../../src/server/mail/smtp.ts';
import { newMail } from '../../src/server/mail/new-mail.ts';
import { headerOf, headersOf, partOf } from '../helpers/smtp.ts';

const NOW = Date.parse('2026-11-18T07:00:00Z');

test('line breaks in names, addresses and subjects cannot start a header, and an address stays one address [MAIL-7]', async () => {
  const evil = 'x\r\nBcc: all@club.test\r\n\r\nbody';
  const mail = newMail({
    reader: { userId: null, name: `"A" <b@c.test>, ${evil}`, address: 'ayesha,all@club.test', language: 'en' },
    kind: 'test',
    letter: { subject: evil, name: evil, paragraphs: [evil] },
    sender: evil,
    mail: { domain: 'club.test' },
    now: NOW,
    goesAt: NOW,
    facts: null,
  });
  const raw = (await compose(mail, { from: { name: '', address: 'fines@club.test' } })).toString();
  expect(headersOf(raw)).toEqual([
    'Auto-Submitted',
    'Content-Language',
    'From',
    'To',
    'Subject',
    'Message-ID',
    'Date',
    'MIME-Version',
    'Content-Type',
  ]);
  expect(headerOf(raw, 'Subject')).toBe('x Bcc: all@club.test body');
  expect(headerOf(raw, 'To')).toBe(String.raw`"\"A\" <b@c.test>, x Bcc: all@club.test body" <"ayesha,all"@club.test>`);
  expect(partOf(raw, 'text/plain')).toContain('Bcc: all@club.test');
});

test('every try sends the same message [MAIL-2]', async () => {
  const mail = newMail({
    reader: { userId: null, name: 'عائشہ خان', address: 'ayesha@club.test', language: 'ur' },
    kind: 'test',
    letter: { subject: 'جرمانہ', name: 'عائشہ خان', paragraphs: ['آپ کے نام'] },
    sender: 'کلب',
    mail: { domain: 'club.test' },
    now: NOW,
    goesAt: NOW,
    facts: null,
  });
  const from = { name: '', address: 'fines@club.test' };
  const [one, two] = [await compose(mail, { from }), await compose(mail, { from })].map((raw) =>
    raw.toString().replaceAll(/--_NmP[^\s"]+|boundary="[^"]+"/g, ''),
  );
  expect(one).toBe(two);
  const raw = (await compose(mail, { from })).toString();
  expect(headerOf(raw, 'From')).toBe('کلب <fines@club.test>');
  expect(headerOf(raw, 'To')).toBe('عائشہ خان <ayesha@club.test>');
  expect(headerOf(raw, 'Subject')).toBe('جرمانہ');
  expect(headerOf(raw, 'Message-ID')).toBe(`<${mail.message_id}>`);
  expect(partOf(raw, 'text/plain')).toContain('آپ کے نام');
  expect(partOf(raw, 'text/html')).toContain('dir="rtl"');
});
