// The SQL of users.
import type { Selectable, Transaction } from 'kysely';
import { emailKey } from '../../core/email.ts';
import { displayName, sortKey } from '../../core/person-name.ts';
import { searchKey } from '../../core/search.ts';
import type { Handle } from '../db/engine.ts';
import { byShape, prepared } from '../db/prepared.ts';
import type { Schema, UsersTable } from '../db/schema.ts';
import { matches, NO_SEARCH, offsetOf, type Search, searchFor } from '../shared/queries.ts';

interface PageOfUsers {
  search: string;
  page: number;
  pageSize: number;
}

/** Present users by name; the search looks into the given key columns. */
export async function usersPage(db: Handle, query: PageOfUsers, columns: SearchedColumns) {
  const search = searchFor(query.search);
  const values = { ...(search ?? NO_SEARCH), limit: query.pageSize, offset: offsetOf(query) };
  const [page, count] = usersWith(search === null ? 'all' : columns);
  const rows = await page(db, values);
  const [matching] = await count(db, values);
  return { rows, matching: matching?.count ?? 0 };
}

/** What a search of users looks into: where they are kept, and where they are chosen. */
const SEARCHED = {
  kept: ['name_key', 'email_key', 'role_key'],
  chosen: ['name_key', 'email_key', 'id_key'],
} as const;
type SearchedColumns = keyof typeof SEARCHED;

type PageValues = Search & { limit: number; offset: number };

const usersWith = byShape((columns: SearchedColumns | 'all') => {
  const present = (db: Handle, values: PageValues) =>
    db
      .selectFrom('users')
      .where('deleted_at', 'is', null)
      .$if(columns !== 'all', (select) => select.where(matches(columns === 'all' ? [] : SEARCHED[columns], values)));
  const page = prepared((db, values: PageValues) =>
    present(db, values).selectAll().orderBy('sort_key').orderBy('id').limit(values.limit).offset(values.offset),
  );
  const count = prepared((db, values: PageValues) =>
    present(db, values).select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return [page, count] as const;
});

export async function countUsers(db: Handle): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

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
