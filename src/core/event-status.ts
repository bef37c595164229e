/** The status of an event by its day and today (EVENT-4). */
import { type CalendarDay, daysBetween } from './calendar.ts';
import { SOON_WITHIN_DAYS } from './limits.ts';

export type EventStatus = 'Completed' | 'Today' | 'Soon' | 'Upcoming';

/**
 * Completed before today, Today, Soon for 1 to 3 days ahead, Upcoming after that. `today` is the organisation's day.
 */
export function eventStatus(date: CalendarDay, today: CalendarDay): EventStatus {
  const days = daysBetween(today, date);
  if (days < 0) return 'Completed';
  if (days === 0) return 'Today';
  return days <= SOON_WITHIN_DAYS ? 'Soon' : 'Upcoming';
}
