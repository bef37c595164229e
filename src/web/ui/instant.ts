// An instant as people here write it, in the organisation's time zone.
import { dayOf, formatDay } from '../../core/calendar.ts';

/** 20 Nov 2026, 14:05 */
export function formatInstant(instant: string, timeZone: string): string {
  const date = new Date(instant);
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(date);
  return `${formatDay(dayOf(date, timeZone))}, ${time}`;
}
