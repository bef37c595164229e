// The SQL of members who owe something, and of all their open fines.
import { type Selectable, sql } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import { emailKey } from '../../core/email.ts';
import type { Paisa } from '../../core/money.ts';
import { searchKey } from '../../core/search.ts';
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
    .$if(searched !== null, (query) => query.where(matches(['name_key', 'id_key', 'role_key'], searched ?? NO_SEARCH)));
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

/** Present members by what each text says exactly: an id, an e-mail or a name. */
export async function membersNamed(db: Handle, texts: readonly string[]): Promise<Map<string, DebtorRow[]>> {
  const keys = texts.map(searchKey);
  const emails = texts.map(emailKey);
  const rows = await namedByKeys(db, { keys, emails });
  return new Map(
    texts.map((text, place) => {
      const [key, email] = [keys[place], emails[place]];
      // An id or an e-mail means one person, whatever the names of others.
      const exact = rows.filter((row) => row.id_key === key || row.email_key === email);
      return [text, exact.length > 0 ? exact : rows.filter((row) => row.name_key === key)];
    }),
  );
}

const namedByKeys = prepared((db, { keys, emails }: { keys: readonly string[]; emails: readonly string[] }) =>
  db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([isOneOf(db, 'name_key', keys), isOneOf(db, 'id_key', keys), isOneOf(db, 'email_key', emails)]),
    )
    .select([...COLUMNS, 'name_key', 'id_key', 'email_key'])
    .orderBy('id'),
);

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
