// The SQL of users.
import type { Selectable, Transaction } from 'kysely';
import { emailKey } from '../../core/email.ts';
import { displayName, sortKey } from '../../core/person-name.ts';
import { searchKey } from '../../core/search.ts';
import type { Handle } from '../db/engine.ts';
import { byShape, prepared } from '../db/prepared.ts';
import type { Schema, UsersTable } from '../db/schema.ts';
import { matches, NO_SEARCH, offsetOf, type Search } from '../shared/queries.ts';

interface PageOfUsers {
  page: number;
  pageSize: number;
}

/** Present users by name; a search looks into the given key columns. */
export function usersPage(db: Handle, search: Search | null, columns: SearchedColumns, query: PageOfUsers) {
  const values = { ...(search ?? NO_SEARCH), limit: query.pageSize, offset: offsetOf(query) };
  return usersWith(search === null ? 'all' : columns).page(db, values);
}

/** How many present users there are, or are found by the search. */
export async function countUsers(db: Handle, search: Search | null, columns: SearchedColumns): Promise<number> {
  const [found] = await usersWith(search === null ? 'all' : columns).count(db, search ?? NO_SEARCH);
  return found?.count ?? 0;
}

/** What a search of users looks into: where they are kept, and where they are chosen. */
const SEARCHED = {
  kept: ['name_key', 'email_key', 'role_key'],
  chosen: ['name_key', 'email_key', 'id_key'],
} as const;
export type SearchedColumns = keyof typeof SEARCHED;

const usersWith = byShape((columns: SearchedColumns | 'all') => {
  const present = (db: Handle, values: Search) =>
    db
      .selectFrom('users')
      .where('deleted_at', 'is', null)
      .$if(columns !== 'all', (select) => select.where(matches(columns === 'all' ? [] : SEARCHED[columns], values)));
  return {
    page: prepared((db, values: Search & { limit: number; offset: number }) =>
      present(db, values).selectAll().orderBy('sort_key').orderBy('id').limit(values.limit).offset(values.offset),
    ),
    count: prepared((db, values: Search) => present(db, values).select((eb) => eb.fn.countAll<number>().as('count'))),
  };
});

export async function isEmailTaken(db: Handle, email: string, exceptUserId: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .$if(exceptUserId !== null, (query) => query.where('id', '!=', exceptUserId ?? ''))
    .executeTakeFirst();
  return row !== undefined;
}

/** The columns that follow from a user's id, name, role and e-mail. */
export function userKeys(user: { id: string; user_name: string; user_role: string; user_email: string | null }) {
  const shown = displayName(user.user_name);
  return {
    sort_key: sortKey(shown),
    name_key: searchKey(shown),
    id_key: searchKey(user.id),
    role_key: searchKey(user.user_role),
    email_key: user.user_email === null ? null : emailKey(user.user_email),
  };
}

export async function insertUser(tx: Transaction<Schema>, user: Selectable<UsersTable>): Promise<void> {
  await tx.insertInto('users').values(user).execute();
}

export async function updateUser(tx: Transaction<Schema>, userId: string, values: Partial<UsersTable>): Promise<void> {
  await tx.updateTable('users').set(values).where('id', '=', userId).execute();
}
