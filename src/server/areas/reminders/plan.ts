// The input of the plan of reminders, taken from the records (REMIND-10): the organisation's rules, and members.
import { addDays, aYearAfter, type CalendarDay, dayOf, daysBetween } from '../../../core/calendar.ts';
import { type PlanRules, type Remindable, stepsIn } from '../../../core/people/reminder-plan.ts';
import type { AccountsTable, UsersTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import type { Mailing } from '../../ledger/command.ts';
import { devicesOf } from '../../mail/push/subscriptions.repository.ts';
import { openRequests, promisesOf } from '../../balances/overdue.ts';
import * as repository from './plan.repository.ts';
import type { DueDays, PlannedRow } from './plan.repository.ts';

export interface Wishes {
  /** null: automatic reminders are off */
  rules: PlanRules | null;
  isPaused: boolean;
}

export async function readWishes(db: Handle): Promise<Wishes> {
  const { remind_steps: json, remind_minimum: minimum, reminders_paused: paused } = await repository.readWishes(db);
  const steps = stepsIn(json);
  return { rules: steps === null ? null : { steps, minimum: minimum ?? 0 }, isPaused: paused === 1 };
}

export type Planned = Remindable & { row: PlannedRow };

/** Up to this many days are listed one by one, which finds few fines among many. */
const NAMED_DAYS = 14;

/** The due days with a step after `after` and no later than `through`. */
export function dueDaysFor({ steps }: PlanRules, after: CalendarDay, through: CalendarDay): DueDays {
  const count = daysBetween(after, through);
  if (count > NAMED_DAYS)
    return { from: addDays(after, 1 - (steps.at(-1) ?? 0)), to: addDays(through, -(steps[0] ?? 0)) };
  const days = Array.from({ length: Math.max(0, count) }, (_, n) => addDays(after, n + 1));
  return [...new Set(days.flatMap((day) => steps.map((step) => addDays(day, -step))))];
}

/** The due days with a step still to come within a year. */
export const dueDaysToCome = (rules: PlanRules, after: CalendarDay, now: number, timeZone: string): DueDays =>
  dueDaysFor(rules, after, aYearAfter(dayOf(now, timeZone)));

/** Members who owe something with these due days, by name: all, or only these users. */
export async function remindables(
  db: Handle,
  days: DueDays,
  { mail, now }: { mail: Mailing | null; now: number },
  userIds: readonly string[] | null,
): Promise<Planned[]> {
  const [dueDays, requests] = await settleAll([repository.dueDaysOf(db, days, userIds), openRequests(db, userIds)]);
  const byUser = new Map<string, CalendarDay[]>();
  for (const { user_id: id, due_on: due } of dueDays) {
    const known = byUser.get(id);
    if (known === undefined) byUser.set(id, [due]);
    else known.push(due);
  }
  const ids = [...byUser.keys()];
  const [rows, promises, devices] = await settleAll([
    repository.membersOf(db, ids),
    promisesOf(db, ids),
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
    credit: row.credit,
    dueDays: byUser.get(row.id) ?? [],
    promisedUntil: promises.get(row.id) ?? null,
    byHandOn: row.reminded_through === 'auto' ? null : row.reminded_on,
    through: row.reminded_up_to,
    skipped: row.skipped_up_to,
  }));
}

/** Removes the fines of open requests, about which nobody is reminded. Changes `byUser`. */
async function leaveOutRequested(
  db: Handle,
  days: DueDays,
  byUser: Map<string, CalendarDay[]>,
  requests: readonly { user_id: string; fines: string }[],
): Promise<void> {
  if (requests.length === 0) return;
  const about = new Map<string, Set<string>>();
  for (const { user_id: id, fines } of requests) {
    const requested = (JSON.parse(fines) as { id: string }[]).map((fine) => fine.id);
    about.set(id, new Set([...(about.get(id) ?? []), ...requested]));
  }
  const fines = await repository.dueFinesOf(db, days, [...about.keys()]);
  for (const [id, requested] of about) {
    const left = fines.filter((fine) => fine.user_id === id && !requested.has(fine.id));
    byUser.set(id, [...new Set(left.map(({ due_on: due }) => due))]);
  }
}

interface Reached extends Pick<UsersTable, 'user_email'> {
  mails_off: AccountsTable['mails_off'];
  /** whether they have a device that shows notifications */
  hasDevice: boolean;
}

/**
 * They can be reached by a notification on one of their devices, or by e-mail if there is a mail server and they have
 * not switched it off.
 */
export function canBeReached(
  { user_email: address, mails_off: off, hasDevice }: Reached,
  mail: Mailing | null,
): boolean {
  if (mail === null || address === null || address === '') return false;
  return (hasDevice && mail.devices) || (mail.domain !== null && off !== 1);
}
