// The working days of the made-up history, up to today in the organisation's time zone.
import { addDays, type CalendarDay, dayOf, daysBetween, weekRange } from '../../src/core/calendar.ts';

/** The organisation's zone has kept this offset, without summer time, since 2009. */
const TIME_ZONE = 'Asia/Karachi';
const OFFSET = '+05:00';
const DAYS_A_YEAR = 365;
/** How much happens from Monday to Sunday. */
const WEEKDAY_SHARE = [1.1, 1, 1, 1.05, 0.9, 0.35, 0.1];
/** How much happens at the beginning, compared with the end: the organisation grows. */
const AT_THE_BEGINNING = 0.5;

export interface HistoryCalendar {
  dates: readonly CalendarDay[];
  /** how many of `count` fines are entered on each day; their sum is `count` */
  spread(count: number): number[];
  /** counts weeks from Monday to Sunday; the same for days of one ISO week */
  weekOf(day: number): number;
  /** `count` instants in order, ms, within working hours, none after now */
  instants(day: number, count: number): number[];
}

/** `now`, ms, ends the history; the same figures come out at any time of the same day. */
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
        const growth = AT_THE_BEGINNING + ((1 - AT_THE_BEGINNING) * day) / length;
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
      const date = dates[day] ?? today;
      const closes = Math.min(Date.parse(`${date}T17:00:00${OFFSET}`), now);
      const nine = Date.parse(`${date}T09:00:00${OFFSET}`);
      const opens = nine < closes ? nine : Date.parse(`${date}T00:00:00${OFFSET}`);
      return Array.from({ length: count }, (_, index) => Math.floor(opens + ((closes - opens) * index) / count));
    },
  };
}
