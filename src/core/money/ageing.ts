/** How long what is outstanding has been unpaid, in bands of days since it was due, or since the fine's day where it has no due day (REPORT-5). */
import { addDays, type CalendarDay } from '../calendar.ts';

/** From the newest; the first also has what is not due yet and fines of the future, the last has no end. */
export const AGE_BANDS = ['0-30', '31-60', '61-90', 'over-90'] as const;
export type AgeBand = (typeof AGE_BANDS)[number];

/** Days since then, both ends included; null: no end. */
const AGES: Record<AgeBand, { youngest: number | null; oldest: number | null }> = {
  '0-30': { youngest: null, oldest: 30 },
  '31-60': { youngest: 31, oldest: 60 },
  '61-90': { youngest: 61, oldest: 90 },
  'over-90': { youngest: 91, oldest: null },
};

/** The days from which the age is counted of what is of this age today, both ends included; null: no end. */
export function daysOfBand(band: AgeBand, today: CalendarDay): { from: CalendarDay | null; to: CalendarDay | null } {
  const { youngest, oldest } = AGES[band];
  return {
    from: oldest === null ? null : addDays(today, -oldest),
    to: youngest === null ? null : addDays(today, -youngest),
  };
}
