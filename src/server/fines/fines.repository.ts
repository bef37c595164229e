// The SQL of fines: pages, weeks, types, and the changes of a fine with its user's summary and its day.
import type { Selectable } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import type { Paisa } from '../../core/money.ts';
import type { Handle } from '../db/engine.ts';
import { byShape, each, prepared } from '../db/prepared.ts';
import type { FinesTable, UsersTable } from '../db/schema.ts';
import { matches, NO_SEARCH, searchFor, selectFines } from '../shared/queries.ts';
import type { FineRow } from '../shared/wire.ts';
import { readFineDays } from './fine-days.ts';

/** Up to here walking the index is quicker than asking how many fines each day has. */
const WALKED = 500;

/**
 * All users' fines, newest date first, then newest created. A page deep in the list costs what the first one costs.
 * `days` finds the day on which a place of the list lies; up to `WALKED` it is not asked.
 */
export async function finesPage(db: Handle, limit: number, offset: number, days = () => readFineDays(db)) {
  const from = offset <= WALKED ? null : (await days()).at(offset);
  if (from === null) return newestPage(db, { limit, offset, date: '' });
  return pageFromDay(db, { limit, offset: offset - from.before, date: from.date });
}

// What is skipped is read from the index alone, and neither engine can begin with the users, which would mean sorting.
const page = (fromDay: boolean) =>
  prepared((db, values: { limit: number; offset: number; date: CalendarDay }) => {
    const places = db
      .selectFrom('fines')
      .select(['date', 'sequence'])
      .$if(fromDay, (query) => query.where('date', '<=', values.date))
      .orderBy('date', 'desc')
      .orderBy('sequence', 'desc')
      .limit(values.limit)
      .offset(values.offset)
      .as('page');
    return db
      .selectFrom(places)
      .innerJoin('fines', (join) =>
        join.onRef('fines.date', '=', 'page.date').onRef('fines.sequence', '=', 'page.sequence'),
      )
      .innerJoin('users', 'users.id', 'fines.user_id')
      .selectAll('fines')
      .select('users.user_name')
      .orderBy('page.date', 'desc')
      .orderBy('page.sequence', 'desc');
  });
const newestPage = page(false);
const pageFromDay = page(true);

export async function findFine(db: Handle, fineId: string): Promise<FineRow | undefined> {
  const [fine] = await fineOfId(db, { fineId });
  return fine;
}

const fineOfId = prepared((db, { fineId }: { fineId: string }) => selectFines(db).where('fines.id', '=', fineId));

/** The users' rows by id, those deleted left out. */
export async function usersToFine(db: Handle, ids: readonly string[]): Promise<Map<string, Selectable<UsersTable>>> {
  const rows = await presentUsers(ids.length)(db, { ids });
  return new Map(rows.map((row) => [row.id, row]));
}

const presentUsers = byShape((count: number) =>
  prepared((db, values: { ids: readonly string[] }) =>
    db.selectFrom('users').selectAll().where('id', 'in', each(values.ids, count)).where('deleted_at', 'is', null),
  ),
);

/** Which of the users have any fine dated from Monday to Sunday. */
export async function usersFinedBetween(
  db: Handle,
  ids: readonly string[],
  week: { monday: CalendarDay; sunday: CalendarDay },
): Promise<Set<string>> {
  const rows = await finedBetween(ids.length)(db, { ids, ...week });
  return new Set(rows.map((row) => row.user_id));
}

const finedBetween = byShape((count: number) =>
  prepared((db, values: { ids: readonly string[]; monday: CalendarDay; sunday: CalendarDay }) =>
    db
      .selectFrom('fines')
      .select('user_id')
      .distinct()
      .where('user_id', 'in', each(values.ids, count))
      .where('date', '>=', values.monday)
      .where('date', '<=', values.sunday),
  ),
);

/** A user's fines of exactly this amount in a week. */
export function finesOfAmount(
  db: Handle,
  userId: string,
  week: { monday: CalendarDay; sunday: CalendarDay },
  amount: Paisa,
): Promise<Selectable<FinesTable>[]> {
  return db
    .selectFrom('fines')
    .selectAll()
    .where('user_id', '=', userId)
    .where('date', '>=', week.monday)
    .where('date', '<=', week.sunday)
    .where('amount', '=', amount)
    .execute();
}

export function fineTypes(db: Handle, search: string, limit: number) {
  const searched = searchFor(search);
  return db
    .selectFrom('fine_types')
    .select(['fine_type', 'last_amount'])
    .$if(searched !== null, (query) => query.where(matches(['type_key'], searched ?? NO_SEARCH)))
    .orderBy('last_sequence', 'desc')
    .limit(limit)
    .execute();
}
