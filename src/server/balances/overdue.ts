// What members owe of fines that are past their due day (DUE-4).
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
