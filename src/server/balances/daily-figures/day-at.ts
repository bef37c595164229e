// Finds where a page deep in a list begins, from the number of records on each day.
import type { CalendarDay } from '../../../core/calendar.ts';

export interface DayInList {
  day: CalendarDay;
  /** how many records of the list are on newer days */
  before: number;
}

/**
 * The day of the record at this offset of a list. Beyond the end it is the last day; null for an empty list. `days`:
 * newest first.
 */
export function dayAt<D extends { day: CalendarDay }>(
  days: readonly D[],
  countOf: (day: D) => number,
  offset: number,
): DayInList | null {
  let found: DayInList | null = null;
  let before = 0;
  for (const row of days) {
    const count = countOf(row);
    if (count === 0) continue;
    if (before > offset) break;
    found = { day: row.day, before };
    before += count;
  }
  return found;
}
