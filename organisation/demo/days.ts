// The days of the demonstration's two years, up to today, and its server's clock.
import { addDays, type CalendarDay, dayOf, weekRange, daysBetween } from '../../src/core/calendar.ts';
import type { Clock } from '../../src/server/base/clock.ts';
import { workingHours } from '../calendar.ts';

/** The time between two actions. */
const TICK_MS = 40_000;

export interface DemoClock extends Clock {
  /** Moves to the day `ago` days before today, at a share of its working hours; never backwards. */
  turnTo(ago: number, share: number): void;
  /** Moves on by some seconds. */
  tick(): void;
}

/** `end` (ms): the last instant; today's working hours end no later. */
export function demoClock(end: number, timeZone: string): DemoClock {
  const today = dayOf(end, timeZone);
  const hoursOf = (ago: number) => ({ ago, ...workingHours(addDays(today, -ago), timeZone, end) });
  let open = hoursOf(DAYS);
  let now = open.opens;
  const advance = (to: number) => (now = Math.min(end, Math.max(now, Math.floor(to))));
  return {
    now: () => now,
    turnTo(ago, share) {
      if (ago !== open.ago) open = hoursOf(ago);
      advance(open.opens + share * (open.closes - open.opens));
    },
    tick: () => advance(now + TICK_MS),
  };
}

/** How long ago it began. */
export const DAYS = 730;

export interface DemoDay {
  ago: number;
  date: CalendarDay;
  /** 0 is Monday */
  weekday: number;
  /** the first working day of its month */
  beginsMonth: boolean;
  /** the elapsed share of the two years, 0 to 1 */
  share: number;
}

/** The working days, including today whatever weekday it is. */
export function workingDays(today: CalendarDay): DemoDay[] {
  const days: DemoDay[] = [];
  let month = '';
  for (let ago = DAYS; ago >= 0; ago--) {
    const date = addDays(today, -ago);
    const weekday = daysBetween(weekRange(date).monday, date);
    if (weekday === 6 && ago > 0) continue;
    days.push({ ago, date, weekday, beginsMonth: date.slice(0, 7) !== month, share: 1 - ago / DAYS });
    month = date.slice(0, 7);
  }
  return days;
}
