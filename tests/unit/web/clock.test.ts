// The server's time on a device whose clock is wrong.
import { afterEach, expect, test, vi } from 'vitest';
import { noteServerTime, serverNow } from '../../../src/web/api/clock.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOON = Date.UTC(2026, 0, 15, 12);
const answerOf = (time: number): Response => new Response(null, { headers: { date: new Date(time).toUTCString() } });

afterEach(() => {
  noteServerTime(answerOf(NOON), NOON);
  vi.unstubAllGlobals();
});

test('it is the time of the last answer, with what has passed since on the device [OFFLINE-9]', () => {
  const wrong = NOON + 400 * DAY;
  noteServerTime(answerOf(NOON), wrong);
  expect(serverNow(wrong + 2 * DAY)).toBe(NOON + 2 * DAY);
  // An answer that does not say when it was given, or that took a moment, changes nothing.
  noteServerTime(new Response(), wrong);
  noteServerTime(answerOf(NOON), wrong + MINUTE / 3);
  expect(serverNow(wrong)).toBe(NOON);
  // Somebody corrects the clock.
  noteServerTime(answerOf(NOON), NOON);
  expect(serverNow(NOON)).toBe(NOON);
});

test('it is known after a restart, and nothing is kept for a clock that is right [OFFLINE-9]', async () => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
    removeItem: (name: string) => items.delete(name),
  });
  noteServerTime(answerOf(NOON), NOON - 3 * DAY);
  vi.resetModules();
  const restarted = await import('../../../src/web/api/clock.ts');
  expect(restarted.serverNow(NOON - 3 * DAY)).toBe(NOON);
  restarted.noteServerTime(answerOf(NOON), NOON);
  expect(items.size).toBe(0);
});
