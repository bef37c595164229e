// The SQL of totals and of fines grouped by user.
import { type ExpressionBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { listSummaries } from '../../contract/overview.ts';
import type { ParsedInput } from '../../contract/operation.ts';
import { addDays, type CalendarDay } from '../../core/calendar.ts';
import { DASHBOARD } from '../../core/limits.ts';
import type { Handle } from '../db/types.ts';
import { memoizeByShape, isOneOf, prepared } from '../db/prepared.ts';
import type { Schema, UsersTable } from '../db/schema.ts';
import { matches, NO_SEARCH, offsetOf, type Search, searchFor, selectFines } from '../shared/queries.ts';
import type { FineRow } from '../shared/wire.ts';

export type SummaryQuery = ParsedInput<typeof listSummaries>['query'];

const SORTED_BY = {
  name: sql<string>`sort_key`,
  total: sql<number>`total`,
  pending: sql<number>`pending`,
  collected: sql<number>`(total - pending)`,
  count: sql<number>`fine_count`,
  paid: sql<number>`paid_count`,
  recent: sql<string | null>`newest_fine_date`,
  'oldest-unpaid': sql<string | null>`oldest_pending_date`,
};

/** A range of days, both ends included. */
export interface Days {
  since: CalendarDay;
  until: CalendarDay;
}

/** Today and the `count` days before it; fines dated in the future are excluded. */
export const lastDays = (today: CalendarDay, count: number): Days => ({ since: addDays(today, -count), until: today });

/** Which users a list of summaries shows: present ones, and deleted ones with fines. */
export interface SummaryFilter {
  /** the only user a member may see, null for all */
  only: string | null;
  search: Search | null;
  status: SummaryQuery['status'];
  /** only users with a fine dated in this range, null for any */
  days: Days | null;
}

export function summaryFilter(
  query: Pick<SummaryQuery, 'search' | 'status' | 'period'> & Partial<SummaryQuery>,
  today: CalendarDay,
  only: string | null,
  /** whether a search finds people by their numbers, which members never see */
  byPhone: boolean,
): SummaryFilter {
  const { status, period } = query;
  const found = searchFor(query.search);
  const search = found === null || byPhone ? found : { ...found, phone: NO_SEARCH.phone };
  const days = period === 'all' ? null : lastDays(today, DASHBOARD.periodDays[period]);
  return { only, search, status, days };
}

/** A page of summaries. */
export function summariesPage(
  db: Handle,
  filter: SummaryFilter,
  query: Pick<SummaryQuery, 'sort' | 'order' | 'page' | 'pageSize'>,
): Promise<Selectable<UsersTable>[]> {
  const page = pageWith(...shapeOf(filter), query.sort, query.order);
  return page(db, { ...valuesOf(filter), limit: query.pageSize, offset: offsetOf(query) });
}

/** All of them by id, in order. */
export async function summaryIds(
  db: Handle,
  filter: SummaryFilter,
  { sort, order }: Pick<SummaryQuery, 'sort' | 'order'>,
): Promise<string[]> {
  const rows = await idsWith(...shapeOf(filter), sort, order)(db, valuesOf(filter));
  return rows.map(({ id }) => id);
}

/** Users by id, in the order of the ids. */
export async function usersInOrder(db: Handle, ids: readonly string[]): Promise<Selectable<UsersTable>[]> {
  const rows = new Map((await usersOfIds(db, { ids })).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

const usersOfIds = prepared((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('users')
    .selectAll()
    .where(isOneOf(db, 'id', ids)),
);

/** Their number. */
export async function countSummaries(db: Handle, filter: SummaryFilter): Promise<number> {
  const [matching] = await countWith(...shapeOf(filter))(db, valuesOf(filter));
  return matching?.count ?? 0;
}

type FilterShape = readonly [one: boolean, searched: boolean, recent: boolean, status: SummaryQuery['status']];
type FilterValues = Search & Days & { only: string };

const shapeOf = ({ only, search, days, status }: SummaryFilter): FilterShape => [
  only !== null,
  search !== null,
  days !== null,
  status,
];
const valuesOf = ({ only, search, days }: SummaryFilter): FilterValues => ({
  only: only ?? '',
  ...(search ?? NO_SEARCH),
  ...(days ?? { since: '', until: '' }),
});

/** The newest date decides for nearly all users; the fines are searched only if it is after the range. */
const finedWithin = (eb: ExpressionBuilder<Schema, 'users'>, { since, until }: Days) =>
  eb.and([
    eb('newest_fine_date', '>=', since),
    eb.or([
      eb('newest_fine_date', '<=', until),
      eb.exists(
        eb
          .selectFrom('fines')
          .select(eb.lit(1).as('found'))
          .whereRef('fines.user_id', '=', 'users.id')
          .where('fines.date', '>=', since)
          .where('fines.date', '<=', until),
      ),
    ]),
  ]);

const chosen = (db: Handle, values: FilterValues, [one, searched, recent, status]: FilterShape) =>
  db
    .selectFrom('users')
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('fine_count', '>', 0)]))
    .$if(one, (select) => select.where('id', '=', values.only))
    .$if(searched, (select) => select.where(matches(['name_key', 'id_key', 'phone_key'], values)))
    .$if(status === 'with-fines', (select) => select.where('fine_count', '>', 0))
    .$if(status === 'has-pending', (select) => select.where('pending', '>', 0))
    .$if(status === 'has-paid', (select) => select.whereRef('total', '>', 'pending'))
    .$if(recent, (select) => select.where((eb) => finedWithin(eb, values)));

const countWith = memoizeByShape((...shape: FilterShape) =>
  prepared((db, values: FilterValues) =>
    chosen(db, values, shape).select((eb) => eb.fn.countAll<number>().as('count')),
  ),
);

type PageShape = readonly [...FilterShape, sort: SummaryQuery['sort'], order: SummaryQuery['order']];

/** Sorts users as a list of summaries is. */
const sorting = (sort: SummaryQuery['sort'], order: SummaryQuery['order']) => {
  const direction = order === 'ascending' ? 'asc' : 'desc';
  return <O>(users: SelectQueryBuilder<Schema, 'users', O>) =>
    users
      // As in the index users_by_oldest_pending.
      .$if(sort === 'oldest-unpaid', (select) => select.orderBy(sql`oldest_pending_date is null`))
      .orderBy(SORTED_BY[sort], (by) => {
        const directed = order === 'ascending' ? by.asc() : by.desc();
        // Users without a newest date come last in either direction; the engines differ in where they sort nulls.
        return sort === 'recent' ? directed.nullsLast() : directed;
      })
      .$if(sort !== 'name', (select) => select.orderBy('sort_key'))
      .orderBy('id', sort === 'name' ? direction : 'asc');
};

const idsWith = memoizeByShape((...[one, searched, recent, status, sort, order]: PageShape) =>
  prepared((db, values: FilterValues) =>
    sorting(sort, order)(chosen(db, values, [one, searched, recent, status]).select('id')),
  ),
);

const pageWith = memoizeByShape((...[one, searched, recent, status, sort, order]: PageShape) => {
  const inOrder = sorting(sort, order);
  // Ids are sorted first, so that whole rows are not read for the users of all other pages.
  return prepared((db, values: FilterValues & { limit: number; offset: number }) => {
    const ids = inOrder(chosen(db, values, [one, searched, recent, status]).select('id'));
    const onPage = db.selectFrom('users').where('id', 'in', ids.limit(values.limit).offset(values.offset));
    return inOrder(onPage.selectAll());
  });
});

/**
 * The newest fines of each user, those of each in order. First a short index scan per user finds the ids: if one statement
 * read the fines as well, PostgreSQL would plan each user again, or read every fine of the users.
 */
export async function newestFines(db: Handle, userIds: readonly string[], limit: number): Promise<FineRow[]> {
  if (userIds.length === 0 || limit === 0) return [];
  const found = await newestIds(limit)(db, { ids: userIds });
  const ids = found.flatMap((places) => Object.values(places).filter((id) => id !== null));
  const byId = await finesById(db, ids);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The fines by id, without those that are gone. */
export async function finesById(db: Handle, ids: readonly string[]): Promise<Map<string, FineRow>> {
  const rows = ids.length === 0 ? [] : await finesOfIds(db, { ids });
  return new Map(rows.map((row) => [row.id, row]));
}

const newestIds = memoizeByShape((limit: number) =>
  prepared((db, values: { ids: readonly string[] }) =>
    db
      .selectFrom('users')
      .where(isOneOf(db, 'users.id', values.ids))
      .select((eb) =>
        Array.from({ length: limit }, (_, place) =>
          eb
            .selectFrom('fines')
            .select('fines.id')
            .whereRef('fines.user_id', '=', 'users.id')
            .orderBy('fines.date', 'desc')
            .orderBy('fines.sequence', 'desc')
            .limit(1)
            .offset(place)
            .as(`place_${place}`),
        ),
      ),
  ),
);

const finesOfIds = prepared((db, values: { ids: readonly string[] }) =>
  selectFines(db).where(isOneOf(db, 'fines.id', values.ids)),
);

/** The numbers of users, of active ones, and of those with a fine dated in the range. */
export interface People {
  users: number;
  active: number;
  recently_fined: number;
}

export async function countPeople(db: Handle, days: Days): Promise<People> {
  return db
    .selectFrom('users')
    .select((eb) => [
      eb.fn.countAll<number>().as('users'),
      eb.fn.count<number>(eb.case().when('status', '=', 'Active').then(1).end()).as('active'),
      eb.fn.count<number>(eb.case().when(finedWithin(eb, days)).then(1).end()).as('recently_fined'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}
