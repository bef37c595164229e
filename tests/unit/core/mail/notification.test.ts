// What a device shows of a message, and where a press leads.
import { describe, expect, test } from 'vitest';
import { notificationOf, pathFor } from '../../../../src/core/mail/notification.ts';
import { ownPaperIn, ownPaperPath, PATHS, personPath, receiptPath } from '../../../../src/web/routing/paths.ts';

const told = {
  sender: 'Our Club',
  subject: 'You were fined Rs. 500.00',
  language: 'en',
  tag: 'a1',
  path: '/fineUserOverView',
} as const;

test('without permission it says only who it is from and that there is news [PUSH-8]', () => {
  expect(notificationOf(told, false)).toEqual({
    title: 'Our Club',
    body: 'There is news for you. Open to see it.',
    lang: 'en',
    dir: 'ltr',
    tag: 'a1',
    path: '/fineUserOverView',
  });
  expect(notificationOf(told, true).body).toBe('You were fined Rs. 500.00');
  expect(notificationOf({ ...told, sender: '', language: 'ur' }, false)).toMatchObject({
    title: 'Jurmana',
    dir: 'rtl',
  });
});

test('what people typed is one line, and never too long for a push service [PUSH-8]', () => {
  const long = { ...told, sender: 'Our\nClub\u202e', subject: '😀'.repeat(600) };
  const { title, body } = notificationOf(long, true);
  expect(title).toBe('Our Club');
  expect(body.isWellFormed()).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(notificationOf(long, true)))).toBeLessThan(3000);
});

describe('a press leads', () => {
  const paid = { id: 'p', receipt: 'R-2026-000001', amount: 1, day: '2026-11-18', method: 'Cash' } as const;
  const fined = { fines: [] };

  test('a member to their receipt, or their own fines [PUSH-8]', () => {
    const member = { userId: 'ABC', isStaff: false };
    expect(pathFor('paid', paid, member)).toBe(ownPaperPath(paid.receipt));
    expect(ownPaperIn(new URLSearchParams(pathFor('paid', paid, member).split('?')[1]))).toBe(paid.receipt);
    expect(pathFor('fined', fined, member)).toBe(PATHS.overview);
    expect(pathFor('reminder', { subject: '', text: '', byItself: true }, member)).toBe(PATHS.overview);
  });

  test('those with more access to the receipt, or their own page [PUSH-8]', () => {
    const staff = { userId: 'ABC', isStaff: true };
    expect(pathFor('paid', paid, staff)).toBe(receiptPath(paid.receipt));
    expect(pathFor('fined', fined, staff)).toBe(personPath('ABC'));
  });
});
