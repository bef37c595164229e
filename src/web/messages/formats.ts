// Days, times and names as the language of the page writes them. Whatever shows one also uses `useTexts`, and so is
// rendered again when the language changes.
import { type CalendarDay, dayOf, formatDay } from '../../core/calendar.ts';
import { groupIn, type GroupNames } from '../../core/people/group.ts';
import { wordsIn } from '../../core/text/own-words.ts';
import { currentLanguage } from './language.ts';

/** `20 Nov 2026` */
export const dayText = (day: CalendarDay): string => formatDay(day, currentLanguage());

/** `20 Nov 2026, 14:05`: an instant (ISO text) in the organisation's time zone. */
export function instantText(instant: string, timeZone: string): string {
  const date = new Date(instant);
  const time = timeText(date, timeZone);
  return `${dayText(dayOf(date, timeZone))}${currentLanguage() === 'ur' ? '،' : ','} ${time}`;
}

const timeText = (date: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(date);

/** `14:05` of today, else with its day; in milliseconds. */
export const momentText = (at: number, timeZone: string): string =>
  dayOf(at, timeZone) === dayOf(Date.now(), timeZone)
    ? timeText(new Date(at), timeZone)
    : instantText(new Date(at).toISOString(), timeZone);

/** The day of an instant (ISO text) in the organisation's time zone. */
export const dayTextOf = (instant: string, timeZone: string): string => dayText(dayOf(new Date(instant), timeZone));

/** A name or a reason of a record, which may be one that the program wrote. Texts translate theirs themselves (index.ts). */
export const recordedText = (name: string): string => wordsIn(currentLanguage(), name);

/** What a group is called. */
export const groupText = (group: GroupNames): string => groupIn(currentLanguage(), group);
