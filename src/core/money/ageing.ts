/**
 * How long outstanding money has been unpaid, in bands of days since it was due, or since the fine's day if it has no
 * due day (REPORT-5).
 */
import { addDays, type CalendarDay } from '../calendar.ts';

/** Newest first. The first band includes what is not due yet and fines of the future; the last is open-ended. */
export const AGE_BANDS = ['0-30', '31-60', '61-90', 'over-90'] as const;
export type AgeBand = (typeof AGE_BANDS)[number];

/** Days of age, both ends included; null: open-ended. */
const AGES: Record<AgeBand, { youngest: number | null; oldest: number | null }> = {
  '0-30': { youngest: null, oldest: 30 },
  '31-60': { youngest: 31, oldest: 60 },
  '61-90': { youngest: 61, oldest: 90 },
  'over-90': { youngest: 91, oldest: null },
};

/**
 * The days between which something must have become due to be in this band today, both ends included; null: open-ended.
 */
export function daysOfBand(band: AgeBand, today: CalendarDay): { from: CalendarDay | null; to: CalendarDay | null } {
  const { youngest, oldest } = AGES[band];
  return {
    from: oldest === null ? null : addDays(today, -oldest),
    to: youngest === null ? null : addDays(today, -youngest),
  };
}
