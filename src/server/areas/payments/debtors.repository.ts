// The SQL of members who owe something, and of all their open fines.
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { isOneOf, run, runOne } from '../../db/run.ts';
import type { UsersTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import { isOpen } from './taking.repository.ts';
import { isInGroup } from '../../shared/groups.ts';
import { selectFines } from '../../shared/queries.ts';
import { findsMemberInOrder, searchFor } from '../../shared/finding/searches.ts';

export type DebtorRow = Pick<
  Selectable<UsersTable>,
  'id' | 'user_name' | 'user_role' | 'pending' | 'oldest_pending_date'
>;

const COLUMNS = ['id', 'user_name', 'user_role', 'pending', 'oldest_pending_date'] as const;

interface DebtorFilter {
  search: string;
  /** only members with an unpaid fine of this day or earlier; null for any */
  unpaidSince: CalendarDay | null;
  group: string;
}

function filtered(db: Handle, { search, unpaidSince, group }: DebtorFilter) {
  const keys = ['name_key', 'id_key', 'role_key', 'phone_key'] as const;
  const users = db.selectFrom('users').where('deleted_at', 'is', null).where(isInGroup(group));
  const found = users.where(findsMemberInOrder(db, keys, searchFor(search)));
  return unpaidSince === null ? found : found.where('oldest_pending_date', '<=', unpaidSince);
}

/** Present members who owe something, by name. */
export const debtors = (db: Handle, filter: DebtorFilter, limit: number): Promise<DebtorRow[]> =>
  run(db, filtered(db, filter).where('pending', '>', 0).select(COLUMNS).orderBy('sort_key').orderBy('id').limit(limit));

export const debtSums = (db: Handle, filter: DebtorFilter): Promise<{ count: number; pending: Paisa }> =>
  runOne(
    db,
    filtered(db, filter)
      // The same members, in the form of the index users_owing.
      .where('oldest_pending_date', 'is not', null)
      .select((eb) => [eb.fn.countAll<number>().as('count'), sql<Paisa>`coalesce(sum(pending), 0)`.as('pending')]),
  );

/** Users by id, including deleted ones. */
export const usersOfIds = (db: Handle, ids: readonly string[]) =>
  run(
    db,
    db
      .selectFrom('users')
      .selectAll()
      .where(isOneOf(db, 'id', ids)),
  );

/** All open fines of several users, at most `limit`. */
export const openFinesOf = (db: Handle, ids: readonly string[], limit: number) =>
  run(
    db,
    selectFines(db)
      .where(isOneOf(db, 'fines.user_id', ids))
      .where(isOpen)
      .limit(limit),
  );
