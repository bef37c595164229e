// What the plan of reminders is made of, as the records say it (REMIND-10): the rules of the organisation, and members.
import { addDays, aYearAfter, type CalendarDay, dayOf, daysBetween } from '../../core/calendar.ts';
import { type PlanRules, type Remindable, stepsIn } from '../../core/people/reminder-plan.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import type { Mailing } from '../ledger/command.ts';
import { devicesOf } from '../mail/push/subscriptions.repository.ts';
import { canBeReached } from '../mail/reach.ts';
import * as repository from './plan.repository.ts';
import type { DueDays, PlannedRow } from './plan.repository.ts';

export interface Wishes {
  /** null: nothing goes out by itself */
  rules: PlanRules | null;
  isPaused: boolean;
}

export async function readWishes(db: Handle): Promise<Wishes> {
  const { remind_steps: json, remind_minimum: minimum, reminders_paused: paused } = await repository.readWishes(db);
  const steps = stepsIn(json);
  return { rules: steps === null ? null : { steps, minimum: minimum ?? 0 }, isPaused: paused === 1 };
}

export type Planned = Remindable & { row: PlannedRow };

/** So many days are named one by one, which finds a few fines among many. */
const NAMED_DAYS = 14;

/** The due days of which a step is behind `after` and no later than `through`. */
export function dueDaysFor({ steps }: PlanRules, after: CalendarDay, through: CalendarDay): DueDays {
  const count = daysBetween(after, through);
  if (count > NAMED_DAYS)
    return { from: addDays(after, 1 - (steps.at(-1) ?? 0)), to: addDays(through, -(steps[0] ?? 0)) };
  const days = Array.from({ length: Math.max(0, count) }, (_, n) => addDays(after, n + 1));
  return [...new Set(days.flatMap((day) => steps.map((step) => addDays(day, -step))))];
}

/** Those of which a step is to come, for a year. */
export const dueDaysToCome = (rules: PlanRules, after: CalendarDay, now: number, timeZone: string): DueDays =>
  dueDaysFor(rules, after, aYearAfter(dayOf(now, timeZone)));

/** Those who owe something of these due days, by their names; of everybody, or of these. */
export async function remindables(
  db: Handle,
  days: DueDays,
  { mail, now }: { mail: Mailing | null; now: number },
  userIds: readonly string[] | null,
): Promise<Planned[]> {
  const [dueDays, requests] = await settleAll([repository.dueDaysOf(db, days, userIds), repository.openRequests(db)]);
  const byUser = new Map<string, CalendarDay[]>();
  for (const { user_id: id, due_on: due } of dueDays) {
    const known = byUser.get(id);
    if (known === undefined) byUser.set(id, [due]);
    else known.push(due);
  }
  const ids = [...byUser.keys()];
  const [rows, devices] = await settleAll([
    repository.membersOf(db, ids),
    devicesOf(db, ids, now),
    leaveOutRequested(
      db,
      days,
      byUser,
      requests.filter(({ user_id: id }) => byUser.has(id)),
    ),
  ]);
  const withDevice = new Set(devices.map(({ userId }) => userId));
  return rows.map((row) => ({
    row,
    isActive: row.status === 'Active',
    canBeReached: canBeReached({ ...row, hasDevice: withDevice.has(row.id) }, mail),
    pending: row.pending,
    unpaidSince: row.oldest_pending_date,
    dueDays: byUser.get(row.id) ?? [],
    promise:
      row.promised_until === null || row.promise_covers === null
        ? null
        : { until: row.promised_until, covers: row.promise_covers },
    byHandOn: row.reminded_through === 'auto' ? null : row.reminded_on,
    through: row.reminded_up_to,
    skipped: row.skipped_up_to,
  }));
}

/** Of what an open request is about nobody is reminded; a claim without fines is about all that is owed. Changes `byUser`. */
async function leaveOutRequested(
  db: Handle,
  days: DueDays,
  byUser: Map<string, CalendarDay[]>,
  requests: readonly { user_id: string; fines: string }[],
): Promise<void> {
  if (requests.length === 0) return;
  const about = new Map<string, Set<string> | 'all'>();
  for (const { user_id: id, fines } of requests) {
    const requested = (JSON.parse(fines) as { id: string }[]).map((fine) => fine.id);
    const known = about.get(id);
    about.set(id, requested.length === 0 || known === 'all' ? 'all' : new Set([...(known ?? []), ...requested]));
  }
  const fines = await repository.dueFinesOf(db, days, [...about.keys()]);
  for (const [id, requested] of about) {
    const left = fines.filter((fine) => fine.user_id === id && requested !== 'all' && !requested.has(fine.id));
    byUser.set(id, [...new Set(left.map(({ due_on: due }) => due))]);
  }
}
