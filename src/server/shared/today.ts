// The organisation's day, asked for by nearly every request.
import { type CalendarDay, dayOf } from '../../core/calendar.ts';

/** By time zone: the last minute that was asked for, with its day. */
const known = new Map<string, { minute: number; day: CalendarDay }>();

/** dayOf() of a present instant (ms), found out once a minute: no day begins within one. */
export function todayAt(now: number, timeZone: string): CalendarDay {
  const minute = Math.floor(now / 60_000);
  const last = known.get(timeZone);
  if (last?.minute === minute) return last.day;
  const day = dayOf(now, timeZone);
  known.set(timeZone, { minute, day });
  return day;
}
