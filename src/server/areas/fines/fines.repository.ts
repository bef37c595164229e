// The SQL that reads fines: pages, weeks, fine types, and what changes of fines need to know.
import { sql } from 'kysely';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Handle } from '../../db/types.ts';
import { searchKey } from '../../../core/text/search.ts';
import { usersToFine as read } from '../../db/built-once/fines.ts';
import { typesNamed } from '../../db/built-once/rules.ts';
import { isOneOf, run, runFirst, runOne } from '../../db/run.ts';
import type { JournalTable } from '../../db/schema.ts';
import { isInGroup } from '../../shared/groups.ts';
import { type CountedLimits, EVERY_FINE, type FineLimits, isCounted, recordsAt, within } from '../../shared/queries.ts';
import { matches, searchFor } from '../../shared/finding/searches.ts';
import type { FineRow } from '../../shared/wire.ts';
import { dayAt } from '../../balances/daily-figures/day-at.ts';
import { readFineDays } from '../../balances/daily-figures/fine-days.ts';
import type { SummaryRow } from '../../balances/fine-reads.repository.ts';

/** Up to this offset, scanning the index is faster than reading the number of fines on each day. */
const MAX_SCANNED_OFFSET = 500;

/** The number of fines that is not counted as they change, of all users or of one. */
export async function countOf(db: Handle, limits: FineLimits, userId: string | undefined): Promise<number> {
  const all = db.selectFrom('fines').select((eb) => eb.fn.countAll<number>().as('count'));
  const some = all.where(within(limits, userId !== undefined));
  return (await runOne(db, userId === undefined ? some : some.where('user_id', '=', userId))).count;
}

/** A fine's place in a list. */
export type FinePosition = Pick<FineRow, 'date' | 'sequence'>;

/** The fines that follow a place in the list of finesPage; null: the first ones. */
export function finesAfter(
  db: Handle,
  after: FinePosition | null,
  { limit, ...limits }: { limit: number } & FineLimits,
): Promise<FineRow[]> {
  return page(db, { ...limits, behind: after }, { limit, offset: 0 });
}

/**
 * All users' fines, newest date first, then newest created. A page deep in the list costs the same as the first. `days`
 * finds the day at an offset; it is not called for small offsets.
 */
export async function finesPage(
  db: Handle,
  { limit, offset, ...others }: { limit: number; offset: number } & Partial<FineLimits>,
  days = () => readFineDays(db),
): Promise<FineRow[]> {
  const limits: FineLimits = { ...EVERY_FINE, ...others };
  // Fines of an uncounted status are skipped within an index of their own.
  const from = offset <= MAX_SCANNED_OFFSET || !isCounted(limits) ? null : (await days()).at(offset, limits.status);
  if (from === null) return page(db, limits, { limit, offset });
  return page(db, { ...limits, upTo: from.day }, { limit, offset: offset - from.before });
}

/** The number of a group's fines, as its users' rows have them, and the day of the newest. */
export const countsOfGroup = (db: Handle, group: string) =>
  runOne(
    db,
    db
      .selectFrom('users')
      .select((eb) => [
        sql<number>`coalesce(sum(fine_count), 0)`.as('fine_count'),
        sql<number>`coalesce(sum(paid_count), 0)`.as('paid_count'),
        eb.fn.max('newest_fine_date').as('newest'),
      ])
      .where(isInGroup(group)),
  );

/** The number of a group's fines on each day, newest first, from indexes alone. */
export async function daysOfGroup(db: Handle, { group, status }: CountedLimits): Promise<DayOfGroup[]> {
  const some = (each: -1 | 1, of = sql`true`) => sql`
    select date as day, ${sql.lit(each)} * count(*) as fines from fines
    where user_id in (select users.id from users where ${isInGroup(group)}) and ${of} group by date`;
  // Written like the conditions of the two indexes of pending fines.
  const pending = (each: -1 | 1) =>
    [sql`status = 'Pending' and amount > 0`, sql`status = 'Pending' and amount = 0`].map((of) => some(each, of));
  const parts = { all: [some(1)], Pending: pending(1), Paid: [some(1), ...pending(-1)] }[status];
  return run(
    db,
    sql<DayOfGroup>`
      select day, sum(fines) as fines from (${sql.join(parts, sql` union all `)}) counted group by day order by day desc`,
  );
}

interface DayOfGroup {
  day: CalendarDay;
  fines: number;
}

/** When a page of a group's fines is found in which way. */
const REACH = {
  /** Anybody's fines are read, in the order of the list, up to this number or one in `part` of the group's. */
  few: 2500,
  /** Reading more takes longer than counting the group's by day. */
  part: 20,
  /** Those of a day are found in the list of all fines if the group has more, otherwise among its members'. */
  many: 20_000,
};

/**
 * A page of a group's fines. `own`: how many they are; `all`: how many of anybody have the status. Near the beginning of
 * the list, anybody's are read in its order. Deeper, and if the group's turn out to be older than others', `daysOwn`
 * tells between which days the page is.
 */
export async function finesOfGroup(
  db: Handle,
  limits: CountedLimits,
  window: { limit: number; offset: number },
  { own, all, newest }: { own: number; all: number; newest: CalendarDay | null },
  { days, daysOwn }: { days: () => ReturnType<typeof readFineDays>; daysOwn: () => Promise<DayOfGroup[]> },
  reach = REACH,
): Promise<FineRow[]> {
  if (newest === null || own <= window.offset) return [];
  const wanted = Math.min(window.limit + window.offset, own);
  const most = Math.max(reach.few, own / reach.part);
  if ((wanted * all) / own <= most) {
    const downTo = 2 * most < all ? (await days()).at(Math.ceil(2 * most), limits.status)?.day : undefined;
    const found = await page(db, { ...limits, upTo: newest, downTo }, window);
    if (found.length === wanted - window.offset) return found;
  }
  const counted = await daysOwn();
  const place = (offset: number) => dayAt(counted, ({ fines }) => fines, offset);
  const [first, last] = [place(window.offset), place(wanted - 1)];
  if (first === null || last === null) return [];
  const between = { upTo: first.day, downTo: last.day };
  const left = { limit: window.limit, offset: window.offset - first.before };
  return own > reach.many
    ? page(db, { ...limits, ...between }, left)
    : pageOfMembers(db, { ...limits, ...between }, left);
}

/** The page that `page` reads, among the fines of the group's members. */
function pageOfMembers(
  db: Handle,
  { upTo, downTo, group, ...limits }: FineLimits & { upTo: CalendarDay; downTo: CalendarDay },
  { limit, offset }: { limit: number; offset: number },
): Promise<FineRow[]> {
  const places = db
    .selectFrom('fines')
    .select(['date', 'sequence'])
    .where('user_id', 'in', db.selectFrom('users').select('id').where(isInGroup(group)))
    .where('date', '>=', downTo)
    .where('date', '<=', upTo)
    .where(within({ ...limits, group: EVERY_FINE.group }, true))
    // Written as an expression, which is the order of no index.
    .orderBy(sql`coalesce(date, '')`, 'desc')
    .orderBy('sequence', 'desc');
  return recordsAt(db, 'fines', 'date', places.limit(limit).offset(offset));
}

// Skipped rows are read from the index alone, and neither engine can start from the users, which would require sorting.
function page(
  db: Handle,
  {
    upTo,
    downTo,
    behind = null,
    ...limits
  }: FineLimits & { upTo?: CalendarDay; downTo?: CalendarDay | undefined; behind?: FinePosition | null },
  { limit, offset }: { limit: number; offset: number },
): Promise<FineRow[]> {
  let places = db.selectFrom('fines').select(['date', 'sequence']).where(within(limits));
  if (upTo !== undefined) places = places.where('date', '<=', upTo);
  if (downTo !== undefined) places = places.where('date', '>=', downTo);
  if (behind !== null) {
    places = places.where((eb) => eb(eb.refTuple('date', 'sequence'), '<', eb.tuple(behind.date, behind.sequence)));
  }
  return recordsAt(
    db,
    'fines',
    'date',
    places.orderBy('date', 'desc').orderBy('sequence', 'desc').limit(limit).offset(offset),
  );
}

/** A user about to be fined, with what determines the amount. */
export interface UserToFine extends SummaryRow {
  user_name: string;
  /** the id of their first fine dated in that week (Monday to Sunday), ignoring mistakes; null if there is none */
  fined_in_week: string | null;
}

/** The users by id, without deleted ones. */
export async function usersToFine(
  db: Handle,
  ids: readonly string[],
  week: { monday: CalendarDay; sunday: CalendarDay },
): Promise<Map<string, UserToFine>> {
  const rows = await read(db, { ids, ...week });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The newest date of a user's fines except these; null if there are none. */
export async function newestOtherDate(
  db: Handle,
  userId: string,
  fineIds: readonly string[],
): Promise<CalendarDay | null> {
  const newest = await runFirst(
    db,
    db
      .selectFrom('fines')
      .select('date')
      .where('user_id', '=', userId)
      .where((eb) => eb.not(isOneOf(db, 'id', fineIds)))
      .orderBy('date', 'desc')
      .orderBy('sequence', 'desc')
      .limit(1),
  );
  return newest?.date ?? null;
}

/** A journal entry of an existing fine. */
export type FineEntry = Pick<JournalTable, 'at' | 'actor' | 'action' | 'before'> & { after: string };

/** The newest journal entries of an existing fine, newest first, from the index journal_by_subject. */
export async function fineEntries(db: Handle, fineId: string, limit: number): Promise<FineEntry[]> {
  const entries = await run(
    db,
    db
      .selectFrom('journal')
      .select(['at', 'actor', 'action', 'before', 'after'])
      .where('subject_id', '=', fineId)
      .where('subject', '=', 'fine')
      .orderBy('sequence', 'desc')
      .limit(limit),
  );
  return entries.flatMap(({ after, ...entry }) => (after === null ? [] : { ...entry, after }));
}

/** The actor and action of a journal entry. */
export const journalEntry = (
  db: Handle,
  sequence: number,
): Promise<Pick<JournalTable, 'actor' | 'actor_id' | 'action'> | undefined> =>
  runFirst(db, db.selectFrom('journal').select(['actor', 'actor_id', 'action']).where('sequence', '=', sequence));

/** Active types of the list, in its order. */
export const listedTypes = (db: Handle, search: string, limit: number) =>
  run(
    db,
    db
      .selectFrom('listed_fine_types')
      .select(['name', 'urdu_name', 'amount'])
      .where('active', '=', 1)
      .where(matches(['type_key', 'urdu_key'], searchFor(search)))
      .orderBy('position')
      .limit(limit),
  );

/** The types of the list that these texts name in either language, by the keys of the texts. */
export async function listedTypesOf(db: Handle, typed: readonly string[]): Promise<Map<string, ListedType>> {
  const types = await typesNamed(db, { keys: [...new Set(typed.map(searchKey))] });
  const named = new Map<string, ListedType>([
    // If two types have the same Urdu name, the first is meant.
    ...types.toReversed().map((type) => [type.urdu_key, type] as const),
    ...types.map((type) => [type.type_key, type] as const),
  ]);
  // The key of a type without an Urdu name, and of a text without letters.
  named.delete('');
  return named;
}

interface ListedType {
  name: string;
  active: number;
}

/**
 * What a fine of this type gets (TYPE-7): the name for an Urdu name, so that lists, searches and reports have one word
 * for one thing, otherwise what was typed. null if it may not be used: with `onlyListed` it must be an active type.
 */
export function typeEntered(
  typed: string,
  listed: ReadonlyMap<string, ListedType>,
  onlyListed: boolean,
): string | null {
  const key = searchKey(typed);
  const type = listed.get(key);
  if (onlyListed && type?.active !== 1) return null;
  return type === undefined || searchKey(type.name) === key ? typed : type.name;
}

/** Fine types typed as free text that are not on the list. */
export const fineTypes = (db: Handle, search: string, limit: number) =>
  run(
    db,
    db
      .selectFrom('fine_types')
      .select(['fine_type', 'last_amount'])
      .where('listed_as', 'is', null)
      .where(matches(['type_key'], searchFor(search)))
      .orderBy('last_sequence', 'desc')
      .limit(limit),
  );
