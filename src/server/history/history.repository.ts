// The SQL of the history. It is in the order of time, then of the entries: as the times of entries never move, a page is found
// by its place in an index, at any depth (docs/decisions/0003-pages-deep-in-the-list.md).
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Subject } from '../../core/journal.ts';
import { isOneOf, memoizeByShape, prepared } from '../db/prepared.ts';
import type { JournalTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';

/** Which entries the history holds; undefined does not filter. */
export interface HistoryFilter {
  userId: string | undefined;
  actor: string | undefined;
  subjects: readonly Subject[];
  fineId: string | undefined;
}

/** A place between entries: before the one with this time (ms) and sequence. */
export type Place = Pick<JournalTable, 'at' | 'sequence'>;

/** Between two places: the newest of the entries there, or the oldest. */
export interface Stretch {
  /** inclusive */
  from: Place;
  /** exclusive */
  until: Place;
  end: 'newest' | 'oldest';
  limit: number;
}

export const FIRST_PLACE: Place = { at: 0, sequence: 0 };
export const LAST_PLACE: Place = { at: Number.MAX_SAFE_INTEGER, sequence: 0 };

export type Entry = Pick<
  Selectable<JournalTable>,
  'sequence' | 'batch' | 'at' | 'actor' | 'action' | 'subject' | 'subject_id' | 'user_id' | 'before' | 'after'
>;

/** Entries of a stretch, newest first. */
export async function entriesOf(db: Handle, filter: HistoryFilter, stretch: Stretch): Promise<Entry[]> {
  const { userId, actor, subjects, fineId } = filter;
  const scope = fineId !== undefined ? 'fine' : userId !== undefined ? 'user' : 'all';
  const read = statementOf(scope, stretch.end, userId !== undefined, actor !== undefined, subjects.join(' '));
  const ids = fineId === undefined ? [] : await recordsOfFine(db, fineId);
  const { from, until, limit } = stretch;
  const entries = await read(db, {
    ids,
    userId: userId ?? '',
    actor: actor ?? '',
    fromAt: from.at,
    fromSequence: from.sequence,
    untilAt: until.at,
    untilSequence: until.sequence,
    limit,
  });
  return stretch.end === 'newest' ? entries : entries.toReversed();
}

interface Values {
  ids: readonly string[];
  userId: string;
  actor: string;
  fromAt: number;
  fromSequence: number;
  untilAt: number;
  untilSequence: number;
  limit: number;
}

/** Only the columns of the indexes are read before the page is found. */
const statementOf = memoizeByShape(
  (scope: 'fine' | 'user' | 'all', end: Stretch['end'], ofUser: boolean, ofActor: boolean, subjects: string) =>
    prepared((db, values: Values) => {
      const order = sql.raw(end === 'newest' ? 'desc' : 'asc');
      const places = (conditions: RawBuilder<boolean>) => sql`
        select sequence, at from journal
        where ${conditions}
          and (at, sequence) >= (${values.fromAt}, ${values.fromSequence})
          and (at, sequence) < (${values.untilAt}, ${values.untilSequence})
        order by at ${order}, sequence ${order} limit ${values.limit}`;
      const listed = subjects.split(' ').map((subject) => sql.lit(subject));
      // As expressions, which no index has: the database would otherwise choose between indexes without knowing the best.
      const kind = sql`coalesce(subject, '') in (${sql.join(listed)})`;
      const actor = ofActor ? sql`and coalesce(actor, '') = ${values.actor}` : sql``;
      const user = ofUser ? sql`and coalesce(user_id, '') = ${values.userId}` : sql``;
      const found =
        scope === 'fine'
          ? places(sql`${isOneOf(db, 'subject_id', values.ids)} and ${kind} ${actor} ${user}`)
          : scope === 'user'
            ? places(sql`user_id = ${values.userId} and ${kind} ${actor}`)
            : // The newest of each kind, from an index in the order of the history.
              sql.join(
                listed.map(
                  (subject) =>
                    sql`select * from (${places(sql`subject = ${subject} ${ofActor ? sql`and actor = ${values.actor}` : sql``}`)}) as of_kind`,
                ),
                sql` union all `,
              );
      const page = sql<Entry>`
        select journal.sequence, batch, journal.at, actor, action, subject, subject_id, user_id, before, after
        from (select * from (${found}) as found order by at ${order}, sequence ${order} limit ${values.limit}) as page
        inner join journal on journal.sequence = page.sequence
        order by page.at ${order}, page.sequence ${order}`;
      return { compile: () => page.compile(db) };
    }),
);

/** The fine, its waivers, and what was taken back of them. */
async function recordsOfFine(db: Handle, fineId: string): Promise<string[]> {
  const rows = await waiverRecords(db, { fineId });
  return [fineId, ...new Set(rows.flatMap(({ id, reversal }) => (reversal === null ? id : [id, reversal])))];
}

const waiverRecords = prepared((db, { fineId }: { fineId: string }) =>
  db
    .selectFrom('waivers')
    .leftJoin('reversals', 'reversals.waiver_id', 'waivers.id')
    .select(['waivers.id', 'reversals.id as reversal'])
    .where('fine_id', '=', fineId),
);

/** Where an entry is; undefined if there is none with this sequence. */
export async function placeOf(db: Handle, sequence: number): Promise<Place | undefined> {
  return (await placeAt(db, { sequence }))[0];
}

const placeAt = prepared((db, { sequence }: { sequence: number }) =>
  db.selectFrom('journal').select(['at', 'sequence']).where('sequence', '=', sequence),
);

/** The newest entry of a fine, deleted or not. */
export async function newestOfFine(db: Handle, fineId: string): Promise<Pick<Entry, 'before' | 'after'> | undefined> {
  return (await newestEntry(db, { fineId }))[0];
}

const newestEntry = prepared((db, { fineId }: { fineId: string }) =>
  db
    .selectFrom('journal')
    .select(['before', 'after'])
    .where('subject_id', '=', fineId)
    .where('subject', '=', 'fine')
    .orderBy('sequence', 'desc')
    .limit(1),
);
