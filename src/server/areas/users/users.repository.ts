// The SQL of users.
import { type Selectable, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { Handle } from '../../db/types.ts';
import { insertion } from '../../db/insert.ts';
import { isOneOf, run, runFirst } from '../../db/run.ts';
import type { Schema, UsersTable } from '../../db/schema.ts';
import { isInGroup } from '../../shared/groups.ts';
import { findUser, offsetOf, pageOfUsers } from '../../shared/queries.ts';
import { findsMember, findsMemberInOrder, isLike, type Search } from '../../shared/finding/searches.ts';

/** The filter of a list of users; `group`: as in the contract. */
export interface UserFilter {
  search: Search | null;
  group: string;
}

export const EVERYBODY: UserFilter = { search: null, group: '' };

/**
 * Present users by name; a search matches the given key columns. The picker lists the likeliest matches first
 * (LIST-18).
 */
export function usersPage(
  db: Handle,
  { search, group }: UserFilter,
  scope: SearchScope,
  page: { page: number; pageSize: number },
): Promise<Selectable<UsersTable>[]> {
  const sorted = <O>(users: SelectQueryBuilder<Schema, 'users', O>) => {
    const first =
      search !== null && scope === 'picker' ? users.orderBy(inactiveLast).orderBy(beginningsFirst(search)) : users;
    return first.orderBy('sort_key').orderBy('id');
  };
  const found = present(db, { search: null, group }, scope).where(
    findsMemberInOrder(db, SEARCHED_COLUMNS[scope], search),
  );
  return pageOfUsers(db, found, sorted, { limit: page.pageSize, offset: offsetOf(page) });
}

/** The users that follow one of them in the list; null: the first ones. */
export function usersAfter(
  db: Handle,
  filter: UserFilter,
  after: Pick<UsersTable, 'sort_key' | 'id'> | null,
  limit: number,
): Promise<Selectable<UsersTable>[]> {
  let users = present(db, filter, 'list').selectAll();
  if (after !== null) {
    users = users.where((eb) => eb(eb.refTuple('sort_key', 'id'), '>', eb.tuple(after.sort_key, after.id)));
  }
  return run(db, users.orderBy('sort_key').orderBy('id').limit(limit));
}

/** How many users come before one of them in the list; 0 for a user who is not in it. */
export async function countUsersBefore(db: Handle, filter: UserFilter, userId: string): Promise<number> {
  const found = await runFirst(
    db,
    present(db, filter, 'list')
      .where((eb) =>
        eb(
          eb.refTuple('sort_key', 'id'),
          '<',
          present(db, filter, 'list').select(['sort_key', 'id']).where('id', '=', userId).$asTuple('sort_key', 'id'),
        ),
      )
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return found?.count ?? 0;
}

/** Active users with an e-mail and no sign-in, members or staff. */
function withoutSignIn(db: Handle, now: number, filter: UserFilter, who: 'members' | 'staff' = 'members') {
  const invited = sql<number>`(case when exists (
    select 1 from sign_in_links where user_id = users.id and used_at is null and voided_at is null and expires_at > ${now}
  ) then 1 else 0 end)`;
  return present(db, filter, 'list')
    .where('status', '=', 'Active')
    .where('access', who === 'members' ? 'is' : 'is not', null)
    .where('email_key', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('accounts').select('accounts.id').whereRef('accounts.email_key', '=', 'users.email_key'))),
    )
    .select(['id', 'user_name', 'phone', 'email_key', invited.as('invited')]);
}

/** The rows of those of these users that {@link withoutSignIn} finds. */
export const membersWithoutSignIn = (db: Handle, now: number, ids: readonly string[]) =>
  run(
    db,
    withoutSignIn(db, now, EVERYBODY)
      .clearSelect()
      .selectAll('users')
      .where(isOneOf(db, 'users.id', ids)),
  );

/** First those without an open link, then the newest. */
export const firstWithoutSignIn = (db: Handle, now: number, filter: UserFilter, limit: number) =>
  run(db, withoutSignIn(db, now, filter).orderBy('invited').orderBy('created_at', 'desc').orderBy('id').limit(limit));

export async function countWithoutSignIn(...of: Parameters<typeof withoutSignIn>): Promise<number> {
  const [db] = of;
  const found = await runFirst(
    db,
    withoutSignIn(...of)
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return found?.count ?? 0;
}

/** The number of present users, or of those that a search matches. */
export async function countUsers(db: Handle, filter: UserFilter, scope: SearchScope): Promise<number> {
  const found = await runFirst(
    db,
    present(db, filter, scope).select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return found?.count ?? 0;
}

/** The columns that a search covers in the list of users and in the user picker. */
const SEARCHED_COLUMNS = {
  list: ['name_key', 'email_key', 'role_key', 'phone_key'],
  picker: ['name_key', 'email_key', 'id_key', 'phone_key'],
} as const;
export type SearchScope = keyof typeof SEARCHED_COLUMNS;

const present = (db: Handle, { search, group }: UserFilter, scope: SearchScope) =>
  db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .where(isInGroup(group))
    .where(findsMember(db, SEARCHED_COLUMNS[scope], search));

const inactiveLast = sql`case status when 'Active' then 0 else 1 end`;

/** Names that begin with the term, then those with a later word that does, then all others. */
const beginningsFirst = ({ text }: Search) => sql`case
  when ${isLike('name_key', text, 'beginning')} then 0
  when ${isLike('name_key', text, 'word')} then 1
  else 2 end`;

/** A user who has a page: a deleted one, if there are fines of theirs or money was received from them. */
export async function userWithPage(db: Handle, userId: string): Promise<Selectable<UsersTable> | undefined> {
  const user = await findUser(db, userId);
  if (user === undefined || user.deleted_at === null || user.fine_count > 0) return user;
  const received = db.selectFrom('payments').select('id').where('user_id', '=', userId).limit(1);
  return (await runFirst(db, received)) && user;
}

/** The users, except deleted ones, who have one of these e-mails (`emailKey`). */
export const usersWithEmails = (db: Handle, emailKeys: readonly string[]) =>
  run(
    db,
    db
      .selectFrom('users')
      .select(['id', 'email_key'])
      .where(isOneOf(db, 'email_key', emailKeys)),
  );

/** Those of these ids that belong or belonged to a user. */
export async function usedIds(db: Handle, ids: readonly string[]): Promise<string[]> {
  const rows = await run(
    db,
    db
      .selectFrom('users')
      .select('id')
      .where(isOneOf(db, 'id', ids)),
  );
  return rows.map(({ id }) => id);
}

/** Users by id, including deleted ones. */
export const usersOfIds = (db: Handle, ids: readonly string[]) =>
  run(
    db,
    db
      .selectFrom('users')
      .selectAll()
      .where(isOneOf(db, 'id', ids)),
  );

export const insertUsers = insertion('users');

export async function updateUser(tx: Transaction<Schema>, userId: string, values: Partial<UsersTable>): Promise<void> {
  await run(tx, tx.updateTable('users').set(values).where('id', '=', userId));
}
