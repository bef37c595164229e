// The days of the generated history, up to today in the organisation's time zone.
import { addDays, beginningOf, type CalendarDay, dayOf, daysBetween, weekRange } from '../src/core/calendar.ts';

const TIME_ZONE = 'Asia/Karachi';
const HOUR = 3_600_000;
const OPENS_AT = 9;
const CLOSES_AT = 17;
const DAYS_A_YEAR = 365;
/** Relative activity from Monday to Sunday. */
const WEEKDAY_SHARE = [1.1, 1, 1, 1.05, 0.9, 0.35, 0.1];
/** Activity at the beginning relative to the end: the organisation grows. */
const INITIAL_ACTIVITY = 0.5;

export interface HistoryCalendar {
  dates: readonly CalendarDay[];
  /** how many of `count` fines are entered on each day; they add up to `count` */
  spread(count: number): number[];
  /** a number that is the same for all days of an ISO week */
  weekOf(day: number): number;
  /** `count` ascending instants, ms, within working hours and not after now */
  instants(day: number, count: number): number[];
}

/** Until `end` (ms): what happened by the early morning of its day, happened since midnight. */
export function workingHours(day: CalendarDay, timeZone: string, end: number): { opens: number; closes: number } {
  const midnight = beginningOf(day, timeZone);
  const closes = Math.min(midnight + CLOSES_AT * HOUR, end);
  const opening = midnight + OPENS_AT * HOUR;
  return { opens: opening < closes ? opening : midnight, closes };
}

/** `now` (ms) ends the history; the result is the same at any time of the same day. */
export function historyCalendar(now: number, years: number): HistoryCalendar {
  const today = dayOf(now, TIME_ZONE);
  const length = Math.max(1, Math.round(years * DAYS_A_YEAR)) + 1;
  const first = addDays(today, 1 - length);
  const dates = Array.from({ length }, (_, index) => addDays(first, index));
  const sinceMonday = daysBetween(weekRange(first).monday, first);
  return {
    dates,
    weekOf: (day) => Math.floor((day + sinceMonday) / 7),
    spread(count) {
      const shares = dates.map((_, day) => {
        const growth = INITIAL_ACTIVITY + ((1 - INITIAL_ACTIVITY) * day) / length;
        return growth * (WEEKDAY_SHARE[(day + sinceMonday) % 7] ?? 1);
      });
      const all = shares.reduce((sum, share) => sum + share, 0);
      let share = 0;
      let given = 0;
      return shares.map((ofDay) => {
        share += ofDay;
        const due = Math.round((count * share) / all);
        const more = due - given;
        given = due;
        return more;
      });
    },
    instants(day, count) {
      const { opens, closes } = workingHours(dates[day] ?? today, TIME_ZONE, now);
      return Array.from({ length: count }, (_, index) => Math.floor(opens + ((closes - opens) * index) / count));
    },
  };
}
