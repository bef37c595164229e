// The SQL of totals and of fines grouped by user.
import { type Selectable, sql } from 'kysely';
import type { listSummaries } from '../../contract/overview.ts';
import type { ParsedInput } from '../../contract/operation.ts';
import { addDays, type CalendarDay } from '../../core/calendar.ts';
import { DASHBOARD } from '../../core/limits.ts';
import type { Handle } from '../db/engine.ts';
import { byShape, each, prepared } from '../db/prepared.ts';
import type { UsersTable } from '../db/schema.ts';
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
};

/**
 * Users with their summaries. Deleted users and those never fined are left out unless they have fines, or are present.
 * `only` restricts to one user: what a member may see.
 */
export async function summariesPage(
  db: Handle,
  query: SummaryQuery,
  today: CalendarDay,
  only: string | null,
): Promise<{ rows: Selectable<UsersTable>[]; matching: number }> {
  const { pageSize, search, status, period, sort, order } = query;
  const searched = searchFor(search);
  const values = {
    only: only ?? '',
    ...(searched ?? NO_SEARCH),
    since: period === 'all' ? today : addDays(today, -DASHBOARD.periodDays[period]),
    limit: pageSize,
    offset: offsetOf(query),
  };
  const [page, count] = summariesWith(only !== null, searched !== null, period !== 'all', status, sort, order);
  const rows = await page(db, values);
  const [matching] = await count(db, values);
  return { rows, matching: matching?.count ?? 0 };
}

interface SummaryValues extends Search {
  only: string;
  since: CalendarDay;
  limit: number;
  offset: number;
}

/** The statements of a page and of how many there are, one pair for each kind of filter and order. */
const summariesWith = byShape(
  (
    one: boolean,
    searched: boolean,
    recent: boolean,
    status: SummaryQuery['status'],
    sort: SummaryQuery['sort'],
    order: SummaryQuery['order'],
  ) => {
    const chosen = (db: Handle, values: SummaryValues) =>
      db
        .selectFrom('users')
        .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('fine_count', '>', 0)]))
        .$if(one, (select) => select.where('id', '=', values.only))
        .$if(searched, (select) => select.where(matches(['name_key', 'id_key'], values)))
        .$if(status === 'with-fines', (select) => select.where('fine_count', '>', 0))
        .$if(status === 'has-pending', (select) => select.where('pending', '>', 0))
        .$if(status === 'has-paid', (select) => select.whereRef('total', '>', 'pending'))
        .$if(recent, (select) => select.where('newest_fine_date', '>=', values.since));
    const direction = order === 'ascending' ? 'asc' : 'desc';
    const page = prepared((db, values: SummaryValues) =>
      chosen(db, values)
        .selectAll()
        // Users without a newest date come last in either direction; the engines disagree about where nulls go.
        .$if(sort === 'recent', (select) => select.orderBy((eb) => eb('newest_fine_date', 'is', null)))
        .orderBy(SORTED_BY[sort], direction)
        .$if(sort !== 'name', (select) => select.orderBy('sort_key'))
        .orderBy('id', sort === 'name' ? direction : 'asc')
        .limit(values.limit)
        .offset(values.offset),
    );
    const count = prepared((db, values: SummaryValues) =>
      chosen(db, values).select((eb) => eb.fn.countAll<number>().as('count')),
    );
    return [page, count] as const;
  },
);

/**
 * The newest fines of each of the users, by user id. First a short index walk for each place of each user finds the ids:
 * with one statement for the fines themselves PostgreSQL would plan each user anew, or read every fine of the users.
 */
export async function newestFines(
  db: Handle,
  userIds: readonly string[],
  limit: number,
): Promise<Map<string, FineRow[]>> {
  const byUser = new Map<string, FineRow[]>();
  if (userIds.length === 0 || limit === 0) return byUser;
  const found = await newestIds(userIds.length, limit)(db, { ids: userIds });
  const ids = found.flatMap((places) => Object.values(places).filter((id) => id !== null));
  if (ids.length === 0) return byUser;
  const rows = await finesOfIds(ids.length)(db, { ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const id of ids) {
    const row = byId.get(id);
    if (row === undefined) continue;
    const fines = byUser.get(row.user_id);
    if (fines === undefined) byUser.set(row.user_id, [row]);
    else fines.push(row);
  }
  return byUser;
}

const newestIds = byShape((users: number, limit: number) =>
  prepared((db, values: { ids: readonly string[] }) =>
    db
      .selectFrom('users')
      .where('users.id', 'in', each(values.ids, users))
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

const finesOfIds = byShape((count: number) =>
  prepared((db, values: { ids: readonly string[] }) =>
    selectFines(db).where('fines.id', 'in', each(values.ids, count)),
  ),
);

/** How many users there are, are active, and have a fine since the day. */
export async function countPeople(db: Handle, since: CalendarDay) {
  return db
    .selectFrom('users')
    .select((eb) => [
      eb.fn.countAll<number>().as('users'),
      eb.fn.count<number>(eb.case().when('status', '=', 'Active').then(1).end()).as('active'),
      eb.fn.count<number>(eb.case().when('newest_fine_date', '>=', since).then(1).end()).as('recently_fined'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
}
