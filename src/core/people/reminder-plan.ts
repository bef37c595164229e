/**
 * Automatic reminders (REMIND-10 to REMIND-19): who gets one on which day. The plan itself is not stored: it follows
 * from what members owe and from what was agreed with them.
 *
 * Each due day has steps: numbers of days after it on which a reminder is due. All steps of a day are processed
 * together, once. A member who is to be left alone on that day is reminded at a later step. Days missed because no
 * server was running are processed as one.
 */
import { addDays, beginningOf, type CalendarDay, dayOf, daysBetween, firstInstant } from '../calendar.ts';
import type { Paisa } from '../money/money.ts';
import { foldDigits, stripInvisible } from '../text/letters.ts';
import type { Actor } from './actor.ts';
import { isCovered, promiseHolds } from './reminder.ts';

/** Days after a due day, until the organisation chooses its own; 0 is the due day itself. */
export const SUGGESTED_STEPS: readonly number[] = [0, 3, 7, 14, 21];
export const MAX_STEP = 365;
export const MAX_STEPS = 12;

/** Hours of the organisation's day; the last one is excluded. */
export const REMINDING_HOURS = { from: 9, until: 18 } as const;

/** Older missed days are not made up for: those who still owe have had a later step since, or will have one. */
const MADE_UP_DAYS = 7;

/**
 * Keeps a member with several due days from being reminded daily: steps this soon after a reminder count as part of it,
 * unless the organisation's own steps are closer together.
 */
const QUIET_DAYS = 3;

export interface PlanRules {
  /** days after a due day, ascending */
  steps: readonly number[];
  /** members who owe less are left alone */
  minimum: Paisa;
}

/** Somebody who owes something. */
export interface Remindable {
  isActive: boolean;
  canBeReached: boolean;
  pending: Paisa;
  credit: Paisa;
  /** due days of what they owe, in any order, without what an open claim or appeal is about */
  dueDays: readonly CalendarDay[];
  /** the day until which they promised to pay something that they still owe */
  promisedUntil: CalendarDay | null;
  /** the last day on which somebody reminded them */
  byHandOn: CalendarDay | null;
  /** the last day whose steps the latest automatic reminder covered */
  through: CalendarDay | null;
  /** they are spared the steps of this day and all before it */
  skipped: CalendarDay | null;
}

/** Why a member will not be reminded at all. `covered`: by their credit; `over`: their last step is past. */
export type Silence = 'inactive' | 'unreachable' | 'too-little' | 'covered' | 'requested' | 'promised' | 'over';

/** The minimum gap between two reminders of one member, in days. */
export function quietDays(steps: readonly number[]): number {
  const gaps = steps.slice(1).map((step, place) => step - (steps[place] ?? 0));
  return Math.min(QUIET_DAYS, ...gaps);
}

const latest = (...days: (CalendarDay | null)[]): CalendarDay =>
  days.reduce<CalendarDay>((found, day) => (day !== null && day > found ? day : found), '');

/** Why a member is not reminded on any day, as far as that does not depend on the day. */
function silenceOf(member: Remindable, { minimum }: PlanRules): Silence | null {
  if (!member.isActive) return 'inactive';
  if (!member.canBeReached) return 'unreachable';
  if (isCovered(member)) return 'covered';
  return member.pending < minimum ? 'too-little' : null;
}

/** The remaining steps after a day, ascending. */
function stepsAfter(member: Remindable, { steps }: PlanRules, after: CalendarDay): CalendarDay[] {
  const done = latest(after, member.through, member.skipped);
  const days = member.dueDays.flatMap((due) => steps.map((step) => addDays(due, step)));
  return [...new Set(days)].filter((day) => day > done).toSorted();
}

/** Whether they are left alone on a day because they were reminded by hand or promised to pay. */
const isInTouch = ({ promisedUntil, byHandOn }: Remindable, on: CalendarDay): boolean =>
  byHandOn === on || promiseHolds(promisedUntil, on);

function isLeftAlone(member: Remindable, { steps }: PlanRules, on: CalendarDay): boolean {
  if (isInTouch(member, on)) return true;
  const last = latest(member.through, member.skipped);
  return last !== '' && daysBetween(last, on) < quietDays(steps);
}

/**
 * Whether a member is reminded when the steps after `after`, up to and including `through`, are processed today.
 * `through` is today, or a later day whose reminders somebody sends early.
 */
export function isDue(
  member: Remindable,
  rules: PlanRules,
  { after, through, today }: { after: CalendarDay; through: CalendarDay; today: CalendarDay },
): boolean {
  if (silenceOf(member, rules) !== null || isInTouch(member, today)) return false;
  if (isLeftAlone(member, rules, latest(through, today))) return false;
  const [next] = stepsAfter(member, rules, after);
  return next !== undefined && next <= through;
}

/**
 * Whether a reminder that waits to be sent is still to be sent today. `member.dueDays`: those that it may be about.
 * Paying, promising, a request, or a reminder by hand can each have made it superfluous.
 */
export const isStillDue = (member: Remindable, rules: PlanRules, today: CalendarDay): boolean =>
  silenceOf(member, rules) === null && member.dueDays.length > 0 && !isInTouch(member, today);

/** The period of due days that reminders up to `through` may be about, including made-up ones. */
export const dueDaysBehind = ({ steps }: PlanRules, through: CalendarDay): { from: CalendarDay; to: CalendarDay } => ({
  from: addDays(through, -MADE_UP_DAYS - (steps.at(-1) ?? 0)),
  to: through,
});

/** When a member is reminded next if nothing changes, or why not. `from`: the first day on which reminders go out. */
export function nextReminder(
  member: Remindable,
  rules: PlanRules,
  { after, from }: Moment,
): { day: CalendarDay; why: null } | { day: null; why: Silence } {
  const silence = silenceOf(member, rules);
  if (silence !== null) return { day: null, why: silence };
  if (member.dueDays.length === 0) return { day: null, why: 'requested' };
  const days = stepsAfter(member, rules, after).map((step) => (step < from ? from : step));
  const day = days.find((one) => !isLeftAlone(member, rules, one));
  if (day !== undefined) return { day, why: null };
  return { day: null, why: promiseHolds(member.promisedUntil, from) ? 'promised' : 'over' };
}

/** Who is reminded on the next day with any reminders; null if there is none. Members keep their order. */
export function nextReminders<M extends Remindable>(
  members: readonly M[],
  rules: PlanRules,
  moment: Moment,
): { day: CalendarDay; members: M[] } | null {
  let found: { day: CalendarDay; members: M[] } | null = null;
  for (const member of members) {
    const { day } = nextReminder(member, rules, moment);
    if (day === null || (found !== null && day > found.day)) continue;
    if (found === null || day < found.day) found = { day, members: [member] };
    else found.members.push(member);
  }
  return found;
}

/** The moment for which a plan is made. */
export interface Moment {
  /** the steps up to this day have been processed */
  after: CalendarDay;
  /** the first day on which reminders can still go out */
  from: CalendarDay;
}

/** What is stored about the processing of the plan. */
export interface Progress {
  after: CalendarDay;
  /** somebody wants the reminders up to this day to go out at once */
  asked: { through: CalendarDay; by: Actor } | null;
}

/**
 * Up to which day the steps count as processed: days missed more than a week ago are not made up for. `null`: no
 * progress is known, as after a restore.
 */
export function dealtWith(progress: Progress | null, now: number, timeZone: string): CalendarDay {
  if (progress === null) return lastBegun(now, timeZone);
  return latest(progress.after, addDays(dayOf(now, timeZone), -1 - MADE_UP_DAYS));
}

export const momentOf = (progress: Progress | null, now: number, timeZone: string): Moment => ({
  after: dealtWith(progress, now, timeZone),
  from: firstDay(now, timeZone),
});

/** What is to be sent now: the steps up to which day, and at whose request; null: nothing. */
export function runAt(
  progress: Progress,
  isPaused: boolean,
  now: number,
  timeZone: string,
): { through: CalendarDay; by: Actor | null } | null {
  if (isPaused) return null;
  if (progress.asked !== null) return progress.asked;
  const today = dayOf(now, timeZone);
  return !isReminding(now, timeZone) || progress.after >= today ? null : { through: today, by: null };
}

/** Whether reminders may go out automatically at this time of day. */
export function isReminding(now: number, timeZone: string): boolean {
  const hour = hourOf(now, timeZone);
  return hour >= REMINDING_HOURS.from && hour < REMINDING_HOURS.until;
}

/**
 * The last day whose reminding hours have begun: a plan that starts now does not make up for that day or earlier ones.
 */
export function lastBegun(now: number, timeZone: string): CalendarDay {
  const today = dayOf(now, timeZone);
  return hourOf(now, timeZone) < REMINDING_HOURS.from ? addDays(today, -1) : today;
}

/** The first day whose reminding hours are not over. */
export function firstDay(now: number, timeZone: string): CalendarDay {
  const today = dayOf(now, timeZone);
  return hourOf(now, timeZone) < REMINDING_HOURS.until ? today : addDays(today, 1);
}

/** When the reminding hours of a day begin, in ms. */
export function beginsAt(day: CalendarDay, timeZone: string): number {
  const midnight = beginningOf(day, timeZone);
  // The clocks may change on that day, by an hour or half an hour.
  const begun = midnight + 2 * REMINDING_HOURS.from * MS_AN_HOUR;
  return firstInstant(midnight, begun, (instant) => hourOf(instant, timeZone) >= REMINDING_HOURS.from);
}

/** Steps as people type them: `0, 3, 7`, in any order; null if the text is invalid. */
export function parseSteps(text: string): number[] | null {
  const parts = foldDigits(stripInvisible(text))
    .split(/[\s,;،]+/)
    .filter((part) => part !== '');
  if (parts.length === 0 || parts.some((part) => !/^\d{1,3}$/.test(part))) return null;
  const steps = [...new Set(parts.map(Number))].toSorted((a, b) => a - b);
  return steps.length > MAX_STEPS || steps.some((step) => step > MAX_STEP) ? null : steps;
}

/** Steps as stored. */
export const stepsIn = (json: string | null): number[] | null =>
  json === null ? null : (JSON.parse(json) as number[]);

const MS_AN_HOUR = 3_600_000;
const hours = new Map<string, Intl.DateTimeFormat>();

function hourOf(instant: number, timeZone: string): number {
  let format = hours.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-u-nu-latn', { timeZone, hour: 'numeric', hourCycle: 'h23' });
    hours.set(timeZone, format);
  }
  return Number(format.format(instant));
}
