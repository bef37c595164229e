// A clock for tests.
import type { Clock } from '../../src/server/base/clock.ts';

export interface TestClock extends Clock {
  set(instant: string | number): void;
  advance(ms: number): void;
}

/** Does not advance by itself. */
export function testClock(instant = '2026-11-18T07:00:00Z'): TestClock {
  let now = Date.parse(instant);
  return {
    now: () => now,
    set: (next) => (now = typeof next === 'number' ? next : Date.parse(next)),
    advance: (ms) => (now += ms),
  };
}
