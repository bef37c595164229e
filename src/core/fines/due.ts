/**
 * Due days: the last day on which a fine can be paid in time, and which fines are late (DUE-1 to DUE-4). All days are
 * the organisation's.
 */
import { addDays, type CalendarDay, daysBetween } from '../calendar.ts';
import { foldDigits, stripInvisible } from '../text/letters.ts';

/** The days after which a fine is due, until the organisation chooses its own number. */
export const SUGGESTED_DUE_DAYS = 14;
export const MAX_DUE_DAYS = 365;

/** A number of days as people type it; null if it is invalid. */
export function parseDueDays(text: string): number | null {
  const typed = foldDigits(stripInvisible(text)).trim();
  const days = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
  return days < 1 || days > MAX_DUE_DAYS ? null : days;
}

/** The term begins on the later of these days, so that nobody is late before they could know of the fine. */
interface Given {
  date: CalendarDay;
  enteredOn: CalendarDay;
}

const termBegins = ({ date, enteredOn }: Given): CalendarDay => (date > enteredOn ? date : enteredOn);

/** The last day on which a fine can be paid in time; null if the organisation's fines have no due day. */
export const dueDayOf = (given: Given, dueDays: number | null): CalendarDay | null =>
  dueDays === null ? null : addDays(termBegins(given), dueDays);

/** The due day after the fine's own day is corrected: the length of the term stays, and it is never before that day. */
export function dueDayAfterCorrection(before: Given & { dueOn: CalendarDay | null }, date: CalendarDay) {
  if (before.dueOn === null || before.date === date) return before.dueOn;
  const moved = daysBetween(termBegins(before), termBegins({ ...before, date }));
  const due = addDays(before.dueOn, moved);
  return due < date ? date : due;
}

/** Whether something is left to pay after the due day. On that day itself a fine is not late. */
export const isOverdue = (
  { dueOn, outstanding }: { dueOn: CalendarDay | null; outstanding: number },
  today: CalendarDay,
): boolean => outstanding > 0 && isPast(dueOn, today);

/** Whether a due day is over, such as the earliest one among a member's unpaid fines. */
export const isPast = (dueOn: CalendarDay | null, today: CalendarDay): boolean => dueOn !== null && dueOn < today;
