// The SQL of members who owe something, and of all their open fines.
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import type { Paisa } from '../../core/money/money.ts';
import { isOneOf, prepared } from '../db/prepared.ts';
import type { UsersTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import { isOpen } from './payments.repository.ts';
import { matches, NO_SEARCH, searchFor, selectFines } from '../shared/queries.ts';

export type DebtorRow = Pick<
  Selectable<UsersTable>,
  'id' | 'user_name' | 'user_role' | 'pending' | 'oldest_pending_date'
>;

const COLUMNS = ['id', 'user_name', 'user_role', 'pending', 'oldest_pending_date'] as const;

export interface DebtorFilter {
  search: string;
  /** with a fine of this day, or before, that is still owed; null for any */
  unpaidSince: CalendarDay | null;
}

const filtered = (db: Handle, { search, unpaidSince }: DebtorFilter) => {
  const searched = searchFor(search);
  return db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .where('pending', '>', 0)
    .$if(unpaidSince !== null, (query) => query.where('oldest_pending_date', '<=', unpaidSince))
    .$if(searched !== null, (query) =>
      query.where(matches(['name_key', 'id_key', 'role_key', 'phone_key'], searched ?? NO_SEARCH)),
    );
};

/** Present members who owe something, by name. */
export async function debtors(db: Handle, filter: DebtorFilter, limit: number): Promise<DebtorRow[]> {
  return await filtered(db, filter).select(COLUMNS).orderBy('sort_key').orderBy('id').limit(limit).execute();
}

export async function debtSums(db: Handle, filter: DebtorFilter): Promise<{ count: number; pending: Paisa }> {
  return await filtered(db, filter)
    .select((eb) => [eb.fn.countAll<number>().as('count'), sql<Paisa>`coalesce(sum(pending), 0)`.as('pending')])
    .executeTakeFirstOrThrow();
}

/** Users by id, deleted ones too. */
export const usersOfIds = prepared((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(isOneOf(db, 'id', ids)),
);

/** All open fines of several users, at most `limit`. */
export const openFinesOf = prepared((db, { ids, limit }: { ids: readonly string[]; limit: number }) =>
  selectFines(db)
    .where(isOneOf(db, 'fines.user_id', ids))
    .where(isOpen)
    .limit(limit),
);
