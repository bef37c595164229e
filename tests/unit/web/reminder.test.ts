// Reminder links: correctly encoded texts.
import { describe, expect, it } from 'vitest';

import { mailLink, whatsAppTo } from '../../../src/web/ui/controls/message-links.ts';

describe('whatsAppTo', () => {
  it('carries the number and the whole text', () => {
    const text = 'Rs. 1,500.00 & more? 100% جرمانہ "quoted" #1\nThank you';
    const link = new URL(whatsAppTo('923001234567', text));
    expect(link.origin + link.pathname).toBe('https://wa.me/923001234567');
    expect(link.searchParams.get('text')).toBe(text);
  });

  it('lets WhatsApp ask for the recipient without a number', () => {
    expect(whatsAppTo('', 'a')).toBe('https://wa.me/?text=a');
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
