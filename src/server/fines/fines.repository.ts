// The SQL that reads fines: pages, weeks, fine types, and what changes to fines need to know.
import type { StatusFilter } from '../../contract/fines/fines.ts';
import type { CalendarDay } from '../../core/calendar.ts';
import type { FineStatus } from '../../core/fines/fine.ts';
import type { Handle } from '../db/types.ts';
import { searchKey } from '../../core/text/search.ts';
import { isOneOf, memoizeByShape, prepared } from '../db/prepared.ts';
import type { JournalTable } from '../db/schema.ts';
import { matches, NO_SEARCH, searchFor } from '../shared/queries.ts';
import type { FineRow } from '../shared/wire.ts';
import { readFineDays } from '../balances/fine-days.ts';
import { type SummaryRow } from '../balances/fine-reads.repository.ts';

/** Up to this offset, scanning the index is faster than reading the number of fines of each day. */
const MAX_SCANNED_OFFSET = 500;

/** A fine's place in a list. */
export type FinePlace = Pick<FineRow, 'date' | 'sequence'>;

/** The fines behind a place of the list that finesPage pages through; null: the first ones. */
export function finesBehind(
  db: Handle,
  after: FinePlace | null,
  { limit, status }: { limit: number; status: StatusFilter },
): Promise<FineRow[]> {
  const { date, sequence } = after ?? { date: '', sequence: 0 };
  return page(status, after === null ? 'start' : 'place')(db, { limit, offset: 0, status, date, sequence });
}

/**
 * All users' fines, newest date first, then newest created. A page deep in the list costs the same as the first. `days`
 * finds the day at an offset; it is not called for small offsets.
 */
export async function finesPage(
  db: Handle,
  { limit, offset, status = 'all' }: { limit: number; offset: number; status?: StatusFilter },
  days = () => readFineDays(db),
): Promise<FineRow[]> {
  const from = offset <= MAX_SCANNED_OFFSET ? null : (await days()).at(offset, status);
  if (from === null) return page(status, 'start')(db, { limit, offset, status, date: '', sequence: 0 });
  return page(status, 'day')(db, { limit, offset: offset - from.before, status, date: from.date, sequence: 0 });
}

// Skipped rows are read from the index alone, and neither engine can start from the users, which would need a sort.
const page = memoizeByShape((kind: StatusFilter, from: 'start' | 'day' | 'place') =>
  prepared((db, values: FinePlace & { limit: number; offset: number; status: StatusFilter }) => {
    const places = db
      .selectFrom('fines')
      .select(['date', 'sequence'])
      .$if(kind !== 'all', (query) => query.where('status', '=', values.status as FineStatus))
      .$if(from === 'day', (query) => query.where('date', '<=', values.date))
      .$if(from === 'place', (query) =>
        query.where((eb) => eb(eb.refTuple('date', 'sequence'), '<', eb.tuple(values.date, values.sequence))),
      )
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
  }),
);

/** A user about to be fined, with what determines the amount. */
export interface UserToFine extends SummaryRow {
  user_name: string;
  /** the id of the first of their fines, without mistakes, dated in that week (Monday to Sunday); null without one */
  fined_in_week: string | null;
}

/** The users by id, without deleted ones. */
export async function usersToFine(
  db: Handle,
  ids: readonly string[],
  week: { monday: CalendarDay; sunday: CalendarDay },
): Promise<Map<string, UserToFine>> {
  const rows = await presentUsers(db, { ids, ...week });
  return new Map(rows.map((row) => [row.id, row]));
}

const presentUsers = prepared((db, values: { ids: readonly string[]; monday: CalendarDay; sunday: CalendarDay }) =>
  db
    .selectFrom('users')
    .select(['id', 'user_name', 'total', 'pending', 'credit', 'fine_count', 'paid_count', 'newest_fine_date'])
    .select((eb) => [
      eb
        .selectFrom('fines')
        .select('fines.id')
        .whereRef('fines.user_id', '=', 'users.id')
        .where('fines.date', '>=', values.monday)
        .where('fines.date', '<=', values.sunday)
        .where('fines.mistake', '=', 0)
        .orderBy('fines.date')
        .orderBy('fines.sequence')
        .limit(1)
        .as('fined_in_week'),
    ])
    .where(isOneOf(db, 'id', values.ids))
    .where('deleted_at', 'is', null),
);

/** The newest date of a user's other fines; null if there are none. */
export async function newestOtherDate(db: Handle, fine: { id: string; user_id: string }): Promise<CalendarDay | null> {
  const [row] = await newestDate(db, { userId: fine.user_id, exceptId: fine.id });
  return row?.date ?? null;
}

const newestDate = prepared((db, { userId, exceptId }: { userId: string; exceptId: string }) =>
  db
    .selectFrom('fines')
    .select('date')
    .where('user_id', '=', userId)
    .where('id', '!=', exceptId)
    .orderBy('date', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1),
);

/** A journal entry of a fine that is there. */
export type FineEntry = Pick<JournalTable, 'at' | 'actor' | 'action' | 'before'> & { after: string };

/** The newest journal entries of a fine that is there, newest first, from the index journal_by_subject. */
export async function fineEntries(db: Handle, fineId: string, limit: number): Promise<FineEntry[]> {
  const entries = await entriesOfFine(db, { fineId, limit });
  return entries.flatMap(({ after, ...entry }) => (after === null ? [] : { ...entry, after }));
}

const entriesOfFine = prepared((db, { fineId, limit }: { fineId: string; limit: number }) =>
  db
    .selectFrom('journal')
    .select(['at', 'actor', 'action', 'before', 'after'])
    .where('subject_id', '=', fineId)
    .where('subject', '=', 'fine')
    .orderBy('sequence', 'desc')
    .limit(limit),
);

/** Who made a journal entry, and by what. */
export async function journalEntry(
  db: Handle,
  sequence: number,
): Promise<Pick<JournalTable, 'actor' | 'action'> | undefined> {
  return (await entryAt(db, { sequence }))[0];
}

const entryAt = prepared((db, { sequence }: { sequence: number }) =>
  db.selectFrom('journal').select(['actor', 'action']).where('sequence', '=', sequence),
);

/** Active types of the list in its order. */
export function listedTypes(db: Handle, search: string, limit: number) {
  const searched = searchFor(search);
  return db
    .selectFrom('listed_fine_types')
    .select(['name', 'urdu_name', 'amount'])
    .where('active', '=', 1)
    .$if(searched !== null, (query) => query.where(matches(['type_key', 'urdu_key'], searched ?? NO_SEARCH)))
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The keys of those of these fine types that are active ones of the list. */
export async function listedTypesOf(db: Handle, names: readonly string[]): Promise<Set<string>> {
  const rows = await listedOf(db, { keys: [...new Set(names.map(searchKey))] });
  return new Set(rows.map(({ type_key: key }) => key));
}

const listedOf = prepared((db, { keys }: { keys: readonly string[] }) =>
  db
    .selectFrom('listed_fine_types')
    .select('type_key')
    .where(isOneOf(db, 'type_key', keys))
    .where('active', '=', 1),
);

/** Free text that was typed, and is on no list. */
export function fineTypes(db: Handle, search: string, limit: number) {
  const searched = searchFor(search);
  return db
    .selectFrom('fine_types')
    .select(['fine_type', 'last_amount'])
    .where('listed_as', 'is', null)
    .$if(searched !== null, (query) => query.where(matches(['type_key'], searched ?? NO_SEARCH)))
    .orderBy('last_sequence', 'desc')
    .limit(limit)
    .execute();
}
