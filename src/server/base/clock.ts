// The server's clock, injected so that tests can set it, and the organisation's current day.
import { type CalendarDay, dayOf } from '../../core/calendar.ts';

export interface Clock {
  /** milliseconds since 1970 UTC */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** By time zone: the minute of the last call, and its day. */
const known = new Map<string, { minute: number; day: CalendarDay }>();

/** dayOf() of the current time (ms), computed once a minute: no day begins within a minute. */
export function todayAt(now: number, timeZone: string): CalendarDay {
  const minute = Math.floor(now / 60_000);
  const last = known.get(timeZone);
  if (last?.minute === minute) return last.day;
  const day = dayOf(now, timeZone);
  known.set(timeZone, { minute, day });
  return day;
}
