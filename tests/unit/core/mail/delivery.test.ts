// States of a message in the outbox.
import { describe, expect, test } from 'vitest';
import {
  afterTry,
  canSendAgain,
  goesOut,
  isTooLate,
  MAIL_STATES,
  MAIL_TOO_LATE_MS,
  MAX_TRIES,
  outcomeOf,
  PUSH_USE_MS,
  pushOutcome,
  retryAfter,
} from '../../../../src/core/mail/delivery.ts';

const NOW = Date.parse('2026-11-18T07:00:00Z');

describe('after a try', () => {
  test('a message that was accepted, refused or not answered is finished [MAIL-4] [MAIL-5]', () => {
    for (const tries of [0, 3, 5]) {
      const over = { tries: tries + 1, nextTryAt: null };
      expect(afterTry(tries, 'accepted', NOW)).toEqual({ state: 'sent', ...over });
      expect(afterTry(tries, 'refused', NOW)).toEqual({ state: 'given-up', ...over });
      expect(afterTry(tries, 'unanswered', NOW)).toEqual({ state: 'unknown', ...over });
    }
  });

  test('a deferred message is tried again after 1, 5 and 30 minutes, 2 and 12 hours, then given up [MAIL-4]', () => {
    const next = Array.from({ length: MAX_TRIES }, (_, tries) => afterTry(tries, 'later', NOW));
    expect(next.map(({ state }) => state)).toEqual([...Array<string>(5).fill('failed'), 'given-up']);
    const minutes = next.map(({ nextTryAt }) => nextTryAt !== null && (nextTryAt - NOW) / 60_000);
    expect(minutes).toEqual([1, 5, 30, 120, 720, false]);
  });

  test('every message comes to an end, and one that may have arrived is never sent again automatically [MAIL-5]', () => {
    for (const outcome of ['accepted', 'refused', 'later', 'unanswered'] as const) {
      for (let tries = 0; tries < MAX_TRIES + 2; tries++) {
        const next = afterTry(tries, outcome, NOW);
        expect(goesOut(next.state)).toBe(next.nextTryAt !== null);
        if (outcome === 'accepted' || outcome === 'unanswered') expect(next.nextTryAt).toBeNull();
        if (tries >= MAX_TRIES - 1) expect(next.nextTryAt).toBeNull();
      }
    }
  });
});

describe('what a failure means', () => {
  test('without an answer, the outcome depends on whether the text had been sent [MAIL-5]', () => {
    expect(outcomeOf(null, 'connection', false)).toBe('later');
    expect(outcomeOf(null, 'message', false)).toBe('later');
    expect(outcomeOf(null, 'message', true)).toBe('unanswered');
    expect(outcomeOf(null, 'connection', true)).toBe('unanswered');
  });

  test('a permanent refusal concerns the message; one at connecting or logging in defers it [MAIL-4]', () => {
    expect(outcomeOf(550, 'message', false)).toBe('refused');
    expect(outcomeOf(554, 'message', true)).toBe('refused');
    expect(outcomeOf(535, 'connection', false)).toBe('later');
    expect(outcomeOf(451, 'message', true)).toBe('later');
    expect(outcomeOf(421, 'connection', false)).toBe('later');
  });
});

test('a person can send again what is finished and may not have arrived [MAIL-6]', () => {
  expect(MAIL_STATES.filter((state) => canSendAgain('mail', state))).toEqual(['given-up', 'unknown']);
  expect(MAIL_STATES.filter((state) => canSendAgain('push', state))).toEqual([]);
  expect(MAIL_STATES.filter(goesOut)).toEqual(['waiting', 'failed']);
});

test('a message that has been due for more than a week is outdated [MAIL-4]', () => {
  const mail = { channel: 'mail', queuedAt: 0 } as const;
  expect(isTooLate({ ...mail, dueAt: NOW - MAIL_TOO_LATE_MS }, NOW)).toBe(false);
  expect(isTooLate({ ...mail, dueAt: NOW - MAIL_TOO_LATE_MS - 1 }, NOW)).toBe(true);
});

describe('a notification on a device', () => {
  test('is useful for three days after it was queued, however often it was deferred [PUSH-6]', () => {
    const push = { channel: 'push', dueAt: NOW } as const;
    expect(isTooLate({ ...push, queuedAt: NOW - PUSH_USE_MS + 1 }, NOW)).toBe(false);
    expect(isTooLate({ ...push, queuedAt: NOW - PUSH_USE_MS }, NOW)).toBe(true);
    const until = NOW + 60_000;
    expect(afterTry(0, 'later', NOW, { until: until + 1 })).toMatchObject({ state: 'failed', nextTryAt: until });
    expect(afterTry(0, 'later', NOW, { until })).toMatchObject({ state: 'given-up', nextTryAt: null });
  });

  test('waits as long as the push service says, in seconds or until a given time [PUSH-6]', () => {
    expect(retryAfter('120', NOW)).toBe(NOW + 120_000);
    expect(retryAfter('Wed, 18 Nov 2026 07:30:00 GMT', NOW)).toBe(NOW + 30 * 60_000);
    for (const said of [null, '', 'soon', '-5']) expect(retryAfter(said, NOW)).toBeLessThanOrEqual(NOW);
    expect(afterTry(0, 'later', NOW, { notBefore: NOW + 120_000 }).nextTryAt).toBe(NOW + 120_000);
    expect(afterTry(1, 'later', NOW, { notBefore: NOW + 120_000 }).nextTryAt).toBe(NOW + 300_000);
  });

  test('is accepted, deferred or refused, or its device is gone, depending on the status [PUSH-6]', () => {
    const outcomes = [200, 201, 202, 404, 410, 429, 500, 503, 301, 307, 400, 401, 403, 413].map(pushOutcome);
    expect(outcomes).toEqual([
      ...Array<string>(3).fill('accepted'),
      ...Array<string>(2).fill('gone'),
      ...Array<string>(3).fill('later'),
      ...Array<string>(6).fill('refused'),
    ]);
  });
});
