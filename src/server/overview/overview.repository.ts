// The SQL of totals and of fines grouped by user.
import { type Selectable, sql } from 'kysely';
import type { listSummaries } from '../../contract/overview.ts';
import type { ParsedInput } from '../../contract/operation.ts';
import { addDays, type CalendarDay } from '../../core/calendar.ts';
import { DASHBOARD } from '../../core/limits.ts';
import type { Handle } from '../db/engine.ts';
import type { UsersTable } from '../db/schema.ts';
import { contains, offsetOf, selectFines } from '../shared/queries.ts';
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
  const condition = contains(['name_key', 'id_key'], query.search);
  const since = query.period === 'all' ? null : addDays(today, -DASHBOARD.periodDays[query.period]);
  const chosen = db
    .selectFrom('users')
    .where((eb) => eb.or([eb('deleted_at', 'is', null), eb('fine_count', '>', 0)]))
    .$if(only !== null, (select) => select.where('id', '=', only ?? ''))
    .$if(condition !== null, (select) => select.where(condition ?? sql<boolean>`true`))
    .$if(query.status === 'with-fines', (select) => select.where('fine_count', '>', 0))
    .$if(query.status === 'has-pending', (select) => select.where('pending', '>', 0))
    .$if(query.status === 'has-paid', (select) => select.whereRef('total', '>', 'pending'))
    .$if(since !== null, (select) => select.where('newest_fine_date', '>=', since ?? ''));
  const direction = query.order === 'ascending' ? 'asc' : 'desc';
  const rows = await chosen
    .selectAll()
    // Users without a newest date come last in either direction; the engines disagree about where nulls go.
    .$if(query.sort === 'recent', (select) => select.orderBy((eb) => eb('newest_fine_date', 'is', null)))
    .orderBy(SORTED_BY[query.sort], direction)
    .$if(query.sort !== 'name', (select) => select.orderBy('sort_key'))
    .orderBy('id', query.sort === 'name' ? direction : 'asc')
    .limit(query.pageSize)
    .offset(offsetOf(query))
    .execute();
  const { count } = await chosen.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return { rows, matching: count };
}

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
  const found = await db
    .selectFrom('users')
    .where('users.id', 'in', [...userIds])
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
    )
    .execute();
  const ids = found.flatMap((places) => Object.values(places).filter((id) => id !== null));
  if (ids.length === 0) return byUser;
  const rows = await selectFines(db).where('fines.id', 'in', ids).execute();
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

export function findSummary(db: Handle, userId: string): Promise<Selectable<UsersTable> | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
}

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
