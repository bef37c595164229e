// The SQL of totals and of fines grouped by user.
import { type ExpressionBuilder, type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { listSummaries } from '../../../contract/overview.ts';
import type { ParsedInput } from '../../../contract/operation.ts';
import { addDays, type CalendarDay } from '../../../core/calendar.ts';
import { DASHBOARD } from '../../../core/limits.ts';
import type { Handle } from '../../db/types.ts';
import { isOneOf, run, runOne } from '../../db/run.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Schema, UsersTable } from '../../db/schema.ts';
import { isInGroup } from '../../shared/groups.ts';
import { offsetOf, pageOfUsers } from '../../shared/queries.ts';
import { findsMember, findsMemberInOrder, ordered, type Search, searchFor } from '../../shared/finding/searches.ts';

export type SummaryQuery = ParsedInput<typeof listSummaries>['query'];

const SORTED_BY = {
  total: sql<number>`total`,
  pending: sql<number>`pending`,
  collected: sql<number>`(total - pending)`,
  count: sql<number>`fine_count`,
  paid: sql<number>`paid_count`,
  recent: sql<string | null>`newest_fine_date`,
  'oldest-unpaid': sql<string | null>`oldest_pending_date`,
};

/** The first column of the index users_by_oldest_pending. */
const OWES_NOTHING = sql<boolean>`(oldest_pending_date is null)`;

/** A range of days, both ends included. */
export interface Days {
  since: CalendarDay;
  until: CalendarDay;
}

/** Today and the `count` days before it; fines dated in the future are excluded. */
export const lastDays = (today: CalendarDay, count: number): Days => ({ since: addDays(today, -count), until: today });

/** The filter of a list of summaries, which has present users, and deleted ones with fines or, for staff, credit. */
interface SummaryFilter {
  /** staff read everybody's credit, and find people by telephone number */
  isStaff: boolean;
  /** the only user a member may see, null for all */
  only: string | null;
  search: Search | null;
  status: SummaryQuery['status'];
  /** only users with a fine dated in this range, null for any */
  days: Days | null;
  group: string;
}

export function summaryFilter(
  query: Pick<SummaryQuery, 'search' | 'status' | 'period'> & Partial<SummaryQuery>,
  today: CalendarDay,
  only: string | null,
  isStaff: boolean,
): SummaryFilter {
  const { status, period } = query;
  const found = searchFor(query.search);
  const search = found === null || isStaff ? found : { ...found, phone: null };
  const days = period === 'all' ? null : lastDays(today, DASHBOARD.periodDays[period]);
  return { isStaff, only, search, status, days, group: isStaff ? (query.group ?? '') : '' };
}

/** A page of summaries. Takes up to three queries, so the caller must read in a snapshot. */
export async function summariesPage(
  db: Handle,
  filter: SummaryFilter,
  { page, pageSize, ...sort }: Sorting & Pick<SummaryQuery, 'page' | 'pageSize'>,
): Promise<Selectable<UsersTable>[]> {
  const rows: Selectable<UsersTable>[] = [];
  let offset = offsetOf({ page, pageSize });
  for (const { users, inOrder } of partsOf(db, filter, sort)) {
    const found = await pageOfUsers(db, users, inOrder, { limit: pageSize - rows.length, offset });
    rows.push(...found);
    if (rows.length === pageSize) break;
    // The page goes on, or begins, in the next part.
    offset = found.length > 0 || offset === 0 ? 0 : offset - (await countUsers(db, users));
  }
  return rows;
}

/** The ids of all matching users, in order. Takes up to two queries, so the caller must read in a snapshot. */
export async function summaryIds(db: Handle, filter: SummaryFilter, sort: Sorting): Promise<string[]> {
  const parts = partsOf(db, filter, sort).map(({ users, inOrder }) => run(db, inOrder(users.select('id'))));
  return (await settleAll(parts)).flat().map(({ id }) => id);
}

/** The users with these ids, in the same order. */
export async function usersInOrder(db: Handle, ids: readonly string[]): Promise<Selectable<UsersTable>[]> {
  const users = db.selectFrom('users').selectAll();
  const rows = new Map((await run(db, users.where(isOneOf(db, 'id', ids)))).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** The number of matching users. */
export const countSummaries = (db: Handle, filter: SummaryFilter): Promise<number> =>
  countUsers(db, chosen(db, filter));

async function countUsers(db: Handle, users: Users<object>): Promise<number> {
  const { count } = await runOne(
    db,
    users.select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return count;
}

/**
 * The newest date decides for nearly all users; the fines are searched only if it is after the range. Written as CASE,
 * which keeps the order: with `or` PostgreSQL was seen to search the fines of ten thousand users first.
 */
function finedWithin(eb: ExpressionBuilder<Schema, 'users'>, { since, until }: Days): RawBuilder<boolean> {
  const hasOne = eb.exists(
    eb
      .selectFrom('fines')
      .select(eb.lit(1).as('found'))
      .whereRef('fines.user_id', '=', 'users.id')
      .where('fines.date', '>=', since)
      .where('fines.date', '<=', until),
  );
  return sql<boolean>`(case
    when newest_fine_date is null or newest_fine_date < ${since} then false
    when newest_fine_date <= ${until} then true
    else ${hasOne} end)`;
}

/** `by`: the sort order, if it is that of an index. */
function chosen(db: Handle, { isStaff, only, search, days, status, group }: SummaryFilter, by?: Sorting['sort']) {
  // Indexes contain who was deleted, but not how many fines somebody has.
  const deleted = db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where((eb) => eb.or([eb('fine_count', '>', 0), ...(isStaff ? [eb('credit', '>', 0)] : [])]));
  let users = db.selectFrom('users').where((eb) => eb.or([eb('deleted_at', 'is', null), eb('id', 'in', deleted)]));
  if (only !== null) users = users.where('id', '=', only);
  users = users.where(isInGroup(group));
  const condition = by === 'name' ? findsMemberInOrder : findsMember;
  if (search !== null) users = users.where(condition(db, ['name_key', 'id_key', 'phone_key'], search));
  if (status === 'with-fines') users = users.where('fine_count', '>', 0);
  if (status === 'deleted-pending') users = users.where('deleted_at', 'is not', null);
  if (status === 'has-pending' || status === 'deleted-pending') {
    // Only users who owe something have an oldest pending date.
    users =
      by === 'oldest-unpaid' ? users.where('oldest_pending_date', 'is not', null) : users.where('pending', '>', 0);
  }
  if (status === 'has-paid') users = users.whereRef('total', '>', 'pending');
  return days === null ? users : users.where((eb) => finedWithin(eb, days));
}

type Sorting = Pick<SummaryQuery, 'sort' | 'order'>;
type Users<O> = SelectQueryBuilder<Schema, 'users', O>;

interface Part {
  users: Users<object>;
  inOrder: <O>(users: Users<O>) => Users<O>;
}

/**
 * A list of summaries in parts that follow one another. Those who owe nothing come last in either order of the oldest
 * unpaid fine, so in descending order no index has the whole list: the first part reads it backwards, the second
 * forwards. As one list, all users would be sorted for each page.
 */
function partsOf(db: Handle, filter: SummaryFilter, sort: Sorting): Part[] {
  const users = chosen(db, filter, sort.sort);
  const part = (within: Users<object>, by: Sorting): Part => ({
    users: within,
    inOrder: (found) => sorted(db, found, by, filter.search),
  });
  if (sort.sort !== 'oldest-unpaid' || sort.order === 'ascending') return [part(users, sort)];
  const owesNothing = ordered(db, OWES_NOTHING, filter.search);
  // Written as ranges of the index's first column: PostgreSQL does not find an equality there.
  return [
    part(users.where(sql<boolean>`${owesNothing} < true`), sort),
    part(users.where(sql<boolean>`${owesNothing} > false`), { ...sort, order: 'ascending' }),
  ];
}

/** Sorts users in the order of a list of summaries. */
function sorted<O>(db: Handle, users: Users<O>, { sort, order }: Sorting, search: Search | null) {
  const direction = order === 'ascending' ? 'asc' : 'desc';
  if (sort === 'name') {
    return users.orderBy('sort_key', direction).orderBy('id', direction);
  }
  // The order of the index users_by_oldest_pending.
  const first = sort === 'oldest-unpaid' ? users.orderBy(ordered(db, OWES_NOTHING, search), direction) : users;
  return first
    .orderBy(SORTED_BY[sort], (by) => {
      const directed = order === 'ascending' ? by.asc() : by.desc();
      // Users without a newest date come last in either direction; the engines would sort nulls differently.
      return sort === 'recent' ? directed.nullsLast() : directed;
    })
    .orderBy('sort_key')
    .orderBy('id');
}

/** The numbers of users, of active ones, and of those with a fine dated in the range. */
export interface People {
  users: number;
  active: number;
  recently_fined: number;
}

export const countPeople = (db: Handle, days: Days): Promise<People> =>
  runOne(
    db,
    db
      .selectFrom('users')
      .select((eb) => [
        eb.fn.countAll<number>().as('users'),
        eb.fn.count<number>(eb.case().when('status', '=', 'Active').then(1).end()).as('active'),
        eb.fn.count<number>(eb.case().when(finedWithin(eb, days)).then(1).end()).as('recently_fined'),
      ])
      .where('deleted_at', 'is', null),
  );

/** How the organisation wants to be paid; null if it has not said. */
export async function howToPay(db: Handle): Promise<{ en: string; ur: string; picture: string | null } | null> {
  const said = db.selectFrom('organisation').select(['how_to_pay', 'how_to_pay_ur', 'pay_picture_hash']);
  const { how_to_pay: en, how_to_pay_ur: ur, pay_picture_hash: picture } = await runOne(db, said);
  return en === null && ur === null && picture === null ? null : { en: en ?? '', ur: ur ?? '', picture };
}
