// What a reminder opens: correctly encoded texts, and an address that its reader can open.
import { describe, expect, it } from 'vitest';

import type { OwingMember } from '../../../src/contract/money/reminders.ts';
import { messageFor } from '../../../src/web/features/reminders/message.ts';
import { mailLink, whatsAppTo } from '../../../src/web/ui/controls/message-links.ts';

describe('whatsAppTo', () => {
  it('carries the number and the whole text', () => {
    const text = 'Rs. 1,500.00 & more? 100% جرمانہ "quoted" #1\nThank you';
    const link = new URL(whatsAppTo('923001234567', text));
    expect(link.origin + link.pathname).toBe('https://wa.me/923001234567');
    expect(link.searchParams.get('text')).toBe(text);
  });

  it('lets WhatsApp ask for the recipient if there is no number', () => {
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

  it('does not let an address add recipients or headers [V1.2.2]', () => {
    const link = mailLink('a?cc=b@c.de&bcc=x@y.z', 's', 't');
    expect(link).toBe('mailto:a%3Fcc%3Db@c.de%26bcc%3Dx@y.z?subject=s&body=t');
  });
});

describe('messageFor', () => {
  const ORGANISATION = {
    howToPayEn: '',
    howToPayUr: '',
    reminderEn: 'Salam {name}\nYour fines: {link}\nThank you',
    reminderUr: '',
  };
  const OWING: OwingMember = {
    userId: '78VJ7NB8',
    userName: 'Bilal',
    userEmail: null,
    phone: '',
    status: 'Active',
    pendingFine: 100,
    credit: 0,
    overdue: 0,
    earliestDue: null,
    unpaidSince: '2026-11-20',
    fines: [],
    openCount: 1,
    dues: [],
    surcharge: null,
    number: null,
    landline: false,
    mailed: false,
    mailRefused: null,
    language: 'en',
    reminded: null,
    promise: null,
  };
  const from = (origin: string): string => messageFor(OWING, ORGANISATION, origin);

  it('puts no slash after the address, because in Urdu it would appear before it [REMIND-8]', () => {
    expect(from('https://fines.example.pk')).toBe('Salam Bilal\nYour fines: https://fines.example.pk\nThank you');
  });

  it('says how to pay in the language of its reader, or in the other where that is not written [REMIND-8]', () => {
    const says = (language: OwingMember['language'], how: Partial<typeof ORGANISATION>): string =>
      messageFor(
        { ...OWING, language },
        { ...ORGANISATION, reminderEn: '{howToPay}', reminderUr: '{howToPay}', ...how },
        'https://fines.example.pk',
      );
    const both = { howToPayEn: 'Cash at the office', howToPayUr: 'دفتر میں نقد' };
    expect([says('en', both), says('ur', both)]).toEqual(['Cash at the office', 'دفتر میں نقد']);
    expect(says('ur', { howToPayEn: 'Cash at the office' })).toBe('Cash at the office');
    expect(says('en', { howToPayUr: 'دفتر میں نقد' })).toBe('دفتر میں نقد');
  });

  it('mentions no address that its reader cannot open [REMIND-8]', () => {
    expect(from('http://localhost:3000')).toBe('Salam Bilal\nThank you');
    expect(from('http://127.0.0.1:3000')).toBe('Salam Bilal\nThank you');
  });
});
