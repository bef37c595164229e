// What members owe of fines that are past their due day (DUE-4), and what they are not asked for now: what they promised
// to pay, and what they sent a request about.
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import { isPast } from '../../core/fines/due.ts';
import type { Paisa } from '../../core/money/money.ts';
import { isOneOf, run } from '../db/run.ts';
import type { UsersTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';

/**
 * The overdue amounts of these users, by id; users with none are left out. Uses the conditions of the index
 * fines_pending.
 */
export async function overdueOf(
  db: Handle,
  users: readonly Pick<Selectable<UsersTable>, 'id' | 'earliest_due'>[],
  today: CalendarDay,
): Promise<Map<string, Paisa>> {
  const late = users.flatMap(({ id, earliest_due: due }) => (isPast(due, today) ? id : []));
  if (late.length === 0) return new Map();
  const rows = await run(
    db,
    db
      .selectFrom('fines')
      .select(['user_id', sql<Paisa>`sum(amount - waived_amount - paid_amount)`.as('overdue')])
      .where(isOneOf(db, 'user_id', late))
      .where(sql<boolean>`status = 'Pending' and amount > 0`)
      .where('due_on', '<', today)
      .groupBy('user_id'),
  );
  return new Map(rows.map(({ user_id: id, overdue }) => [id, overdue]));
}

/** What the user owes of fines that have a due day, by that day. Read from the index fines_pending alone. */
export async function debtByDueDay(db: Handle, userId: string): Promise<Map<CalendarDay, Paisa>> {
  const rows = await run(
    db,
    db
      .selectFrom('fines')
      .select(['due_on', sql<Paisa>`sum(amount - waived_amount - paid_amount)`.as('owed')])
      .where('user_id', '=', userId)
      .where(sql<boolean>`status = 'Pending' and amount > 0`)
      .where('due_on', 'is not', null)
      .groupBy('due_on')
      .$castTo<{ due_on: CalendarDay; owed: Paisa }>(),
  );
  return new Map(rows.map(({ due_on: day, owed }) => [day, owed]));
}

/**
 * Whether something that the promise covers is still owed: a fine recorded before the promise, up to its day `covers`.
 * The days alone cannot tell: a fine may be entered after the promise, for the same day or an earlier one.
 */
export const isPromiseOpen = sql<boolean>`(oldest_pending_date <= promise_covers and exists (
  select 1 from fines
  where fines.user_id = users.id and fines.status = 'Pending' and fines.amount > 0
    and fines.date <= users.promise_covers
    and fines.sequence < (select max(promises.sequence) from promises where promises.user_id = users.id)))`;

/** The days until which these users promised to pay something that they still owe. */
export async function promisesOf(db: Handle, ids: readonly string[]): Promise<Map<string, CalendarDay>> {
  const promises = db
    .selectFrom('users')
    .select(['id', 'promised_until'])
    .where(isOneOf(db, 'id', ids))
    .where('promised_until', 'is not', null)
    .where(isPromiseOpen)
    .$castTo<{ id: string; promised_until: CalendarDay }>();
  return new Map((await run(db, promises)).map(({ id, promised_until: until }) => [id, until]));
}

/** The fines that open claims and appeals of these users (null: all users) are about, as JSON lists. */
export function openRequests(
  db: Handle,
  userIds: readonly string[] | null,
): Promise<{ user_id: string; fines: string }[]> {
  const open = db
    .selectFrom('requests')
    .select(['user_id', 'fines'])
    .where(sql<boolean>`state = 'open'`);
  return run(db, userIds === null ? open : open.where(isOneOf(db, 'user_id', userIds)));
}
