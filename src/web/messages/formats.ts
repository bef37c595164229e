// Days, times and names as the language of the page writes them. Whatever shows one also uses `useTexts`, and so is
// rendered again when the language changes.
import { type CalendarDay, dayOf, formatDay } from '../../core/calendar.ts';
import { UNKNOWN_USER } from '../../core/person-name.ts';
import { textNow } from './index.ts';
import { currentLanguage } from './language.ts';

/** `20 Nov 2026` */
export const dayText = (day: CalendarDay): string => formatDay(day, currentLanguage());

/** `20 Nov 2026, 14:05`: an instant (ISO text) in the organisation's time zone. */
export function instantText(instant: string, timeZone: string): string {
  const date = new Date(instant);
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(date);
  return `${dayText(dayOf(date, timeZone))}${currentLanguage() === 'ur' ? '،' : ','} ${time}`;
}

/** The day of an instant (ISO text) in the organisation's time zone. */
export const dayTextOf = (instant: string, timeZone: string): string => dayText(dayOf(new Date(instant), timeZone));

/** A user's name as the server sends it, which has words of its own for somebody without one. */
export const nameText = (userName: string): string =>
  userName === UNKNOWN_USER ? textNow('common.unknownUser') : userName;
