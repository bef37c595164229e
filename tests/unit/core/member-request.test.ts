// When a member may send a request, and how long a picture is kept.
import { expect, test } from 'vitest';
import { isPictureKept, whyNotNow } from '../../../src/core/money/member-request.ts';

const full = Array.from({ length: 20 }, () => []);

test('a fine has one open request; a member may have 20 open ones, and send 40 a day [REQ-3, REQ-4]', () => {
  const asked = { open: [['a', 'b'], []], sentToday: 2 };
  expect(whyNotNow(asked, ['c'])).toBeNull();
  expect(whyNotNow(asked, [])).toBeNull();
  expect(whyNotNow(asked, ['c', 'b'])).toBe('request-open');
  expect(whyNotNow({ open: full.slice(1), sentToday: 39 }, [])).toBeNull();
  expect(whyNotNow({ open: full, sentToday: 20 }, [])).toBe('too-many-open-requests');
  expect(whyNotNow({ open: [], sentToday: 40 }, [])).toBe('too-many-requests-today');
});

test('a picture is kept for 90 days after the decision, and not after a withdrawal [REQ-10]', () => {
  const decided = { state: 'refused', decidedOn: '2026-11-20' } as const;
  expect(isPictureKept(decided, '2027-02-18')).toBe(true);
  expect(isPictureKept(decided, '2027-02-19')).toBe(false);
  expect(isPictureKept({ state: 'open', decidedOn: null }, '2199-01-01')).toBe(true);
  expect(isPictureKept({ state: 'withdrawn', decidedOn: '2026-11-20' }, '2026-11-20')).toBe(false);
});
