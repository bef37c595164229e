/**
 * Reminders that go out by themselves (REMIND-10 to REMIND-19): who gets one on which day. Nothing is stored of the plan: it
 * follows from what members owe and from what was said to them.
 *
 * Each due day has its steps: so many days after it a reminder is due. The steps of a day are dealt with on that day, once, for all
 * of them together: whoever is to be left alone on it is reminded with a later step. What was missed because no server ran is dealt
 * with as one day.
 */
import { addDays, beginningOf, type CalendarDay, dayOf, daysBetween } from '../calendar.ts';
import type { Paisa } from '../money/money.ts';
import { foldDigits, stripInvisible } from '../text/letters.ts';
import type { Actor } from './actor.ts';
import { type PromiseToPay, promiseHolds } from './reminder.ts';

/** How many days after a due day, where the organisation has not chosen yet: at first on the due day itself. */
export const SUGGESTED_STEPS: readonly number[] = [0, 3, 7, 14, 21];
export const MAX_STEP = 365;
export const MAX_STEPS = 12;

/** Hours of the organisation's day, the last one not included. */
export const REMINDING_HOURS = { from: 9, until: 18 } as const;

/** What was missed longer ago is not made up for: those who still owe have had a later step since, or will. */
const MADE_UP_DAYS = 7;

/** Who has several due days is not reminded each day: steps so soon after a reminder are part of it, unless the organisation's are closer. */
const QUIET_DAYS = 3;

export interface PlanRules {
  /** days after a due day, ascending */
  steps: readonly number[];
  /** who owes less is left alone */
  minimum: Paisa;
}

/** Somebody who owes something. */
export interface Remindable {
  isActive: boolean;
  canBeReached: boolean;
  pending: Paisa;
  /** the day of the oldest fine that is owed */
  unpaidSince: CalendarDay;
  /** of what they owe, but for what an open claim or appeal is about; in any order */
  dueDays: readonly CalendarDay[];
  promise: PromiseToPay | null;
  /** when somebody reminded them last */
  byHandOn: CalendarDay | null;
  /** up to which day steps were dealt with by the last reminder of its own accord */
  through: CalendarDay | null;
  /** whose steps, and all before, they are spared */
  skipped: CalendarDay | null;
}

/** Why somebody is reminded on no day. `over`: their last step is behind them. */
export type Silence = 'inactive' | 'unreachable' | 'too-little' | 'requested' | 'promised' | 'over';

/** The gap between two reminders of one member. */
export function quietDays(steps: readonly number[]): number {
  const gaps = steps.slice(1).map((step, place) => step - (steps[place] ?? 0));
  return Math.min(QUIET_DAYS, ...gaps);
}

const latest = (...days: (CalendarDay | null)[]): CalendarDay =>
  days.reduce<CalendarDay>((found, day) => (day !== null && day > found ? day : found), '');

/** Whatever the day. */
function silenceOf(member: Remindable, { minimum }: PlanRules): Silence | null {
  if (!member.isActive) return 'inactive';
  if (!member.canBeReached) return 'unreachable';
  return member.pending < minimum ? 'too-little' : null;
}

/** The steps that are still to come after a day, ascending. */
function stepsAfter(member: Remindable, { steps }: PlanRules, after: CalendarDay): CalendarDay[] {
  const done = latest(after, member.through, member.skipped);
  const days = member.dueDays.flatMap((due) => steps.map((step) => addDays(due, step)));
  return [...new Set(days)].filter((day) => day > done).toSorted();
}

/** Because of what was said to them, or by them. */
const isSpokenWith = ({ promise, unpaidSince, byHandOn }: Remindable, on: CalendarDay): boolean =>
  byHandOn === on || (promise !== null && promiseHolds(promise, unpaidSince, on));

function isLeftAlone(member: Remindable, { steps }: PlanRules, on: CalendarDay): boolean {
  if (isSpokenWith(member, on)) return true;
  const last = latest(member.through, member.skipped);
  return last !== '' && daysBetween(last, on) < quietDays(steps);
}

/**
 * Whether a member is reminded when the steps behind `after`, up to and including `through`, are dealt with today. `through` is
 * today, or a later day whose reminders somebody sends early.
 */
export function isDue(
  member: Remindable,
  rules: PlanRules,
  { after, through, today }: { after: CalendarDay; through: CalendarDay; today: CalendarDay },
): boolean {
  if (silenceOf(member, rules) !== null || isSpokenWith(member, today)) return false;
  if (isLeftAlone(member, rules, latest(through, today))) return false;
  const [next] = stepsAfter(member, rules, after);
  return next !== undefined && next <= through;
}

/** When a member is reminded next if nothing changes, or why not. `from`: the first day on which anything goes out. */
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
  const { promise, unpaidSince } = member;
  const promised = promise !== null && promiseHolds(promise, unpaidSince, from);
  return { day: null, why: promised ? 'promised' : 'over' };
}

/** Who is reminded on the next day on which anybody is; null where nobody is. In the order of the members. */
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

/** As of which moment a plan is made. */
export interface Moment {
  /** the steps up to this day are dealt with */
  after: CalendarDay;
  /** the first day on which anything can still go out */
  from: CalendarDay;
}

/** What the carrying out keeps. */
export interface Progress {
  after: CalendarDay;
  /** the reminders up to a day are to go out at once, as somebody wants */
  asked: { through: CalendarDay; by: Actor } | null;
}

/** What of the progress counts: longer ago than a week nothing is made up for. `null`: none is known, as after a restore. */
export function dealtWith(progress: Progress | null, now: number, timeZone: string): CalendarDay {
  if (progress === null) return lastBegun(now, timeZone);
  return latest(progress.after, addDays(dayOf(now, timeZone), -1 - MADE_UP_DAYS));
}

export const momentOf = (progress: Progress | null, now: number, timeZone: string): Moment => ({
  after: dealtWith(progress, now, timeZone),
  from: firstDay(now, timeZone),
});

/** What is to be carried out now: the steps up to which day, and for whom; null: nothing. */
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

/** Whether something may go out by itself at this time of day. */
export function isReminding(now: number, timeZone: string): boolean {
  const hour = hourOf(now, timeZone);
  return hour >= REMINDING_HOURS.from && hour < REMINDING_HOURS.until;
}

/** The last day whose hours have begun: a plan that begins now makes up for nothing of it or before. */
export function lastBegun(now: number, timeZone: string): CalendarDay {
  const today = dayOf(now, timeZone);
  return hourOf(now, timeZone) < REMINDING_HOURS.from ? addDays(today, -1) : today;
}

/** The first day whose hours are not over. */
export function firstDay(now: number, timeZone: string): CalendarDay {
  const today = dayOf(now, timeZone);
  return hourOf(now, timeZone) < REMINDING_HOURS.until ? today : addDays(today, 1);
}

/** When the hours begin on a day: ms. */
export function beginsAt(day: CalendarDay, timeZone: string): number {
  let before = beginningOf(day, timeZone);
  let begun = before + 2 * REMINDING_HOURS.from * MS_AN_HOUR;
  // The clocks may change on that day, by an hour or by half of one.
  while (begun - before > 1) {
    const middle = Math.floor((before + begun) / 2);
    if (hourOf(middle, timeZone) < REMINDING_HOURS.from) before = middle;
    else begun = middle;
  }
  return begun;
}

/** Steps as people type them: `0, 3, 7`, in any order; null where that is none. */
export function parseSteps(text: string): number[] | null {
  const parts = foldDigits(stripInvisible(text))
    .split(/[\s,;،]+/)
    .filter((part) => part !== '');
  if (parts.length === 0 || parts.some((part) => !/^\d{1,3}$/.test(part))) return null;
  const steps = [...new Set(parts.map(Number))].toSorted((a, b) => a - b);
  return steps.length > MAX_STEPS || steps.some((step) => step > MAX_STEP) ? null : steps;
}

/** As they are kept. */
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
