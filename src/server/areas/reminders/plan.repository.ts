// The SQL of automatic reminders. Members who owe something are found by due day in the index fines_pending.
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { insertion } from '../../db/insert.ts';
import { isOneOf, run, runOne } from '../../db/run.ts';
import type { UsersTable } from '../../db/schema.ts';
import type { OrganisationTable } from '../../db/schema/organisation.ts';
import type { Handle } from '../../db/types.ts';

/** A list of due days, or all in a period, both ends included. */
export type DueDays = readonly CalendarDay[] | { from: CalendarDay; to: CalendarDay };

const isList = (days: DueDays): days is readonly CalendarDay[] => Array.isArray(days);

/** Literals, not parameters: SQLite uses the partial index only if it can read the condition. */
const isOwed = sql<boolean>`status = 'Pending' and amount > 0`;

function owedIn(db: Handle, days: DueDays) {
  const owed = db.selectFrom('fines').where(isOwed);
  return isList(days)
    ? owed.where(isOneOf(db, 'due_on', days))
    : owed.where('due_on', '>=', days.from).where('due_on', '<=', days.to);
}

/** The next users, by id, who owe something that was due on these days. */
export async function usersOwing(db: Handle, days: DueDays, after: string, limit: number): Promise<string[]> {
  const ids = owedIn(db, days)
    .select('user_id')
    .distinct()
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit);
  return (await run(db, ids)).map(({ user_id: id }) => id);
}

/** The due days of what each of these users owes (null: all users). */
export function dueDaysOf(
  db: Handle,
  days: DueDays,
  userIds: readonly string[] | null,
): Promise<{ user_id: string; due_on: CalendarDay }[]> {
  const fines = owedIn(db, days)
    .select(['user_id', 'due_on'])
    .distinct()
    .$castTo<{ user_id: string; due_on: CalendarDay }>();
  return run(db, userIds === null ? fines : fines.where(isOneOf(db, 'user_id', userIds)));
}

/** The due day of each unpaid fine of these users. */
export const dueFinesOf = (
  db: Handle,
  days: DueDays,
  userIds: readonly string[],
): Promise<{ id: string; user_id: string; due_on: CalendarDay }[]> =>
  run(
    db,
    owedIn(db, days)
      .select(['id', 'user_id', 'due_on'])
      .where(isOneOf(db, 'user_id', userIds))
      .$castTo<{ id: string; user_id: string; due_on: CalendarDay }>(),
  );

export type PlannedRow = Selectable<UsersTable> & { oldest_pending_date: CalendarDay; mails_off: number | null };

/** Those of these users who are present and owe something, with whether they have switched e-mail off. */
export const membersOf = (db: Handle, userIds: readonly string[]): Promise<PlannedRow[]> =>
  run(
    db,
    db
      .selectFrom('users')
      .leftJoin('accounts', 'accounts.email_key', 'users.email_key')
      .selectAll('users')
      .select('mails_off')
      .where(isOneOf(db, 'users.id', userIds))
      .where('deleted_at', 'is', null)
      .where('oldest_pending_date', 'is not', null)
      .orderBy('users.sort_key')
      .orderBy('users.id')
      .$castTo<PlannedRow>(),
  );

/** The organisation's settings for automatic reminders. */
export const readWishes = (
  db: Handle,
): Promise<{ remind_steps: string | null; remind_minimum: Paisa | null; reminders_paused: number | null }> =>
  runOne(db, db.selectFrom('organisation').select(['remind_steps', 'remind_minimum', 'reminders_paused']));

/** The organisation's texts for reminders. */
export const readTexts = (
  db: Handle,
): Promise<Pick<OrganisationTable, 'reminder_en' | 'reminder_ur' | 'how_to_pay' | 'how_to_pay_ur'>> =>
  runOne(db, db.selectFrom('organisation').select(['reminder_en', 'reminder_ur', 'how_to_pay', 'how_to_pay_ur']));

export const insertSkips = insertion('skips');
