// The SQL of users.
import { type Selectable, sql, type Transaction } from 'kysely';
import { emailKey } from '../../core/email.ts';
import { displayName, sortKey } from '../../core/person-name.ts';
import { searchKey } from '../../core/search.ts';
import type { Handle } from '../db/engine.ts';
import type { Schema, UsersTable } from '../db/schema.ts';
import { contains, offsetOf } from '../shared/queries.ts';

interface PageOfUsers {
  search: string;
  page: number;
  pageSize: number;
}

/** Present users by name; the search looks into the given key columns. */
export async function usersPage(db: Handle, query: PageOfUsers, searched: readonly string[]) {
  const condition = contains(searched, query.search);
  const present = db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .$if(condition !== null, (select) => select.where(condition ?? sql<boolean>`true`));
  const rows = await present
    .selectAll()
    .orderBy('sort_key')
    .orderBy('id')
    .limit(query.pageSize)
    .offset(offsetOf(query))
    .execute();
  const { count } = await present.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows, matching: count };
}

export async function countUsers(db: Handle): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** A user's row, deleted or not. */
export function findUser(db: Handle, userId: string): Promise<Selectable<UsersTable> | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
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
