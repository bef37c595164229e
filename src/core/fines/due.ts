/** Due days: until when a fine is to be paid, and which are late (DUE-1 to DUE-4). All by the organisation's day. */
import { addDays, type CalendarDay, daysBetween } from '../calendar.ts';
import { foldDigits, stripInvisible } from '../text/letters.ts';

/** How many days after it was given a fine is due, where the organisation has not chosen yet. */
export const SUGGESTED_DUE_DAYS = 14;
export const MAX_DUE_DAYS = 365;

/** A number of days as people type it; null where it is none. */
export function parseDueDays(text: string): number | null {
  const typed = foldDigits(stripInvisible(text)).trim();
  const days = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
  return days < 1 || days > MAX_DUE_DAYS ? null : days;
}

/** When a fine is dated and when it was entered; the term begins with the later of both, so nobody is late before they could know. */
interface Given {
  date: CalendarDay;
  enteredOn: CalendarDay;
}

const termBegins = ({ date, enteredOn }: Given): CalendarDay => (date > enteredOn ? date : enteredOn);

/** The day until which a fine is to be paid that day included; null where the organisation's fines have no due day. */
export const dueDayOf = (given: Given, dueDays: number | null): CalendarDay | null =>
  dueDays === null ? null : addDays(termBegins(given), dueDays);

/** The due day of a fine whose day is corrected: it keeps the term that it got, and is never before the fine's own day. */
export function dueDayAfterCorrection(before: Given & { dueOn: CalendarDay | null }, date: CalendarDay) {
  if (before.dueOn === null || before.date === date) return before.dueOn;
  const moved = daysBetween(termBegins(before), termBegins({ ...before, date }));
  const due = addDays(before.dueOn, moved);
  return due < date ? date : due;
}

/** Whether something is left to pay after the due day: on that day itself a fine is not late. */
export const isOverdue = (
  { dueOn, outstanding }: { dueOn: CalendarDay | null; outstanding: number },
  today: CalendarDay,
): boolean => outstanding > 0 && isPast(dueOn, today);

/** The same of the earliest due day of all that somebody owes. */
export const isPast = (dueOn: CalendarDay | null, today: CalendarDay): boolean => dueOn !== null && dueOn < today;
