// Reminder links: phone numbers in WhatsApp's format, and correctly encoded texts.
import { describe, expect, it } from 'vitest';

import { internationalPhone, mailLink, whatsAppLink } from '../../../src/web/ui/controls/message-links.ts';

describe('internationalPhone', () => {
  it.each([
    ['0300 1234567', '923001234567'],
    ['0300-1234567', '923001234567'],
    ['3001234567', '923001234567'],
    ['+92 300 1234567', '923001234567'],
    ['+92 (0)300 1234567', '923001234567'],
    ['0092 300 1234567', '923001234567'],
    ['92 300 1234567', '923001234567'],
    ['042 35761999', '924235761999'],
    ['+44 20 7946 0958', '442079460958'],
    ['۰۳۰۰ ۱۲۳۴۵۶۷', '923001234567'],
    ['٠٣٠٠ ١٢٣٤٥٦٧', '923001234567'],
  ])('takes %s as %s [USER-13]', (phone, expected) => {
    expect(internationalPhone(phone)).toBe(expected);
  });

  it.each([[''], ['ext. 12'], ['n/a'], ['+'], ['0'], ['0000000000'], ['12345'], ['+1234567890123456789']])(
    'finds no number in "%s"',
    (phone) => {
      expect(internationalPhone(phone)).toBeNull();
    },
  );
});

describe('whatsAppLink', () => {
  it('carries the number and the whole text', () => {
    const text = 'Rs. 1,500.00 & more? 100% جرمانہ "quoted" #1\nThank you';
    const link = new URL(whatsAppLink('0300 1234567', text));
    expect(link.origin + link.pathname).toBe('https://wa.me/923001234567');
    expect(link.searchParams.get('text')).toBe(text);
  });

  it('lets WhatsApp ask for the recipient where the phone is no number', () => {
    expect(whatsAppLink('ext. 12', 'a')).toBe('https://wa.me/?text=a');
  });
});

describe('mailLink', () => {
  it('carries recipient, subject and text', () => {
    const link = mailLink('ali+fines@example.com', 'A reminder & more', 'Rs. 1,500.00?\nجرمانہ');
    const [recipient, query] = link.slice('mailto:'.length).split('?', 2);
    expect(decodeURIComponent(recipient ?? '')).toBe('ali+fines@example.com');
    const fields = new URLSearchParams(query);
    expect(fields.get('subject')).toBe('A reminder & more');
    expect(fields.get('body')).toBe('Rs. 1,500.00?\nجرمانہ');
  });

  it('lets no address add recipients or headers of its own [V1.2.2]', () => {
    const link = mailLink('a?cc=b@c.de&bcc=x@y.z', 's', 't');
    expect(link).toBe('mailto:a%3Fcc%3Db@c.de%26bcc%3Dx@y.z?subject=s&body=t');
  });
});
