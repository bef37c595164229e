// A page of the history.
import type { History, HistoryEntry, listHistory } from '../../../contract/history.ts';
import type { ParsedInput } from '../../../contract/operation.ts';
import { addDays, beginningOf, type CalendarDay } from '../../../core/calendar.ts';
import { subjectsOf } from '../../../core/journal.ts';
import { HISTORY_PAGE_SIZE } from '../../../core/limits.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { idsOfUser } from '../../shared/joined-users.ts';
import { findUser } from '../../shared/queries.ts';
import { toInstant } from '../../shared/wire.ts';
import { factsOf } from './facts.ts';
import * as repository from './history.repository.ts';
import type { Entry, EntryPosition } from './history.repository.ts';
import { type Records, recordsOf } from './records.ts';
import { readRelated, type Related } from './related.ts';

type Query = ParsedInput<typeof listHistory>['query'];
type Filter = Omit<Query, 'before' | 'after'>;

export async function readHistory(db: Handle, query: Query, timeZone: string): Promise<History> {
  const filter = await filterOf(db, query);
  const days = daysOf(query, timeZone);
  const limit = HISTORY_PAGE_SIZE;
  const [page, user, fine] = await settleAll([
    readPage(db, filter, days, query),
    filter.userIds?.[0] === undefined ? undefined : findUser(db, filter.userIds[0]),
    query.fineId === undefined ? undefined : repository.newestOfFine(db, query.fineId),
  ]);
  const shown = page.entries.slice(0, limit);
  return {
    items: await toEntries(db, shown),
    hasNewer: page.hasNewer,
    hasOlder: page.hasOlder,
    userName: user === undefined ? null : displayName(user.user_name),
    fine: fine === undefined ? null : namedFine(fine),
  };
}

/** Of a member the entries of all records that were joined, the remaining one first. */
async function filterOf(db: Handle, { userId, actor, kind, fineId }: Filter): Promise<repository.HistoryFilter> {
  const userIds = userId === undefined ? undefined : await idsOfUser(db, userId);
  return { userIds, actor, subjects: subjectsOf(kind), fineId };
}

/** The entries older than this one, newest first; null: the newest. */
export async function entriesAfter(
  db: Handle,
  query: Filter,
  after: Entry | null,
  { limit, timeZone }: { limit: number; timeZone: string },
): Promise<Entry[]> {
  const days = daysOf(query, timeZone);
  const until = after === null ? days.until : earlier(after, days.until);
  return repository.entriesOf(db, await filterOf(db, query), { ...days, until, end: 'newest', limit });
}

export async function toEntries(db: Handle, entries: readonly Entry[]): Promise<HistoryEntry[]> {
  const related = await readRelated(db, entries);
  return entries.map((entry) => toEntry(entry, related));
}

interface Page {
  entries: Entry[];
  hasNewer: boolean;
  hasOlder: boolean;
}

async function readPage(
  db: Handle,
  filter: repository.HistoryFilter,
  days: { from: EntryPosition; until: EntryPosition },
  { before, after }: Query,
): Promise<Page> {
  const limit = HISTORY_PAGE_SIZE + 1;
  if (after !== undefined) {
    const place = await repository.positionOf(db, after);
    const from =
      after === 0
        ? days.from
        : place === undefined
          ? repository.LAST_POSITION
          : later({ ...place, sequence: place.sequence + 1 }, days.from);
    const entries = await repository.entriesOf(db, filter, { ...days, from, end: 'oldest', limit });
    // Without anything newer left, the first page is shown in full instead.
    if (entries.length === limit) {
      const hasOlder = after > 0 && (await hasAny(db, filter, { ...days, until: from }));
      return { entries: entries.slice(1), hasNewer: true, hasOlder };
    }
  }
  const place = before === undefined ? undefined : await repository.positionOf(db, before);
  const until = place === undefined ? days.until : earlier(place, days.until);
  const [entries, hasNewer] = await settleAll([
    repository.entriesOf(db, filter, { ...days, until, end: 'newest', limit }),
    place === undefined ? false : hasAny(db, filter, { ...days, from: until }),
  ]);
  return { entries, hasNewer, hasOlder: entries.length === limit };
}

async function hasAny(
  db: Handle,
  filter: repository.HistoryFilter,
  stretch: { from: EntryPosition; until: EntryPosition },
): Promise<boolean> {
  return (await repository.entriesOf(db, filter, { ...stretch, end: 'oldest', limit: 1 })).length > 0;
}

const isBefore = (a: EntryPosition, b: EntryPosition): boolean =>
  a.at < b.at || (a.at === b.at && a.sequence < b.sequence);
const earlier = (a: EntryPosition, b: EntryPosition): EntryPosition => (isBefore(a, b) ? a : b);
const later = (a: EntryPosition, b: EntryPosition): EntryPosition => (isBefore(a, b) ? b : a);

/** The first and last days of the calendar are open-ended. */
function daysOf({ from, to }: Filter, timeZone: string): { from: EntryPosition; until: EntryPosition } {
  const begins = (day: CalendarDay): EntryPosition => ({ at: beginningOf(day, timeZone), sequence: 0 });
  return {
    from: from === undefined || from < '1970-01-02' ? repository.FIRST_POSITION : begins(from),
    until: to === undefined || to > '2199-12-29' ? repository.LAST_POSITION : begins(addDays(to, 1)),
  };
}

function toEntry(entry: Entry, related: Related): HistoryEntry {
  const { sequence, batch, at, action, actor, actor_id: actorId, user_id: userId } = entry;
  return {
    sequence,
    batch,
    at: toInstant(at),
    action,
    actor: action === 'import' ? null : actor,
    actorId: action === 'import' ? null : actorId,
    member: userId === null ? null : { userId, userName: nameIn(entry) ?? related.userName(userId) },
    facts: factsOf(entry, related),
  };
}

/** The member's name in the entry. */
function nameIn(entry: Entry): string | null {
  if (entry.subject !== 'user' && entry.subject !== 'fine') return null;
  const { before, after } = recordsOf<Pick<Records['fine'], 'user_name'>>(entry);
  const name = before?.user_name ?? after?.user_name;
  return name === undefined ? null : displayName(name);
}

function namedFine(entry: Pick<Entry, 'before' | 'after'>): History['fine'] {
  const { before, after } = recordsOf<Records['fine']>(entry);
  const fine = after ?? before;
  return { fineType: fine?.fine_type ?? '', date: fine?.date ?? '' };
}
