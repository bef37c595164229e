// The SQL of the history, which is ordered by time, then by entry. Because the times of entries never change, a page is
// found by its place in an index, at any depth (docs/decisions/0003-pages-deep-in-the-list.md).
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Subject } from '../../../core/journal.ts';
import { isOneOf, run, runFirst } from '../../db/run.ts';
import type { JournalTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';

/** The filter of the history; undefined does not filter. */
export interface HistoryFilter {
  /** of one member: theirs, and those of records that were joined with it */
  userIds: readonly string[] | undefined;
  actor: string | undefined;
  subjects: readonly Subject[];
  fineId: string | undefined;
}

/** A place between entries: just before an entry with this time (ms) and sequence. */
export type EntryPosition = Pick<JournalTable, 'at' | 'sequence'>;

/** The newest or the oldest entries between two places. */
interface Stretch {
  /** inclusive */
  from: EntryPosition;
  /** exclusive */
  until: EntryPosition;
  end: 'newest' | 'oldest';
  limit: number;
}

export const FIRST_POSITION: EntryPosition = { at: 0, sequence: 0 };
export const LAST_POSITION: EntryPosition = { at: Number.MAX_SAFE_INTEGER, sequence: 0 };

export type Entry = Pick<
  Selectable<JournalTable>,
  | 'sequence'
  | 'batch'
  | 'at'
  | 'actor'
  | 'actor_id'
  | 'action'
  | 'subject'
  | 'subject_id'
  | 'user_id'
  | 'before'
  | 'after'
>;

/** Entries of a stretch, newest first. */
export async function entriesOf(db: Handle, filter: HistoryFilter, stretch: Stretch): Promise<Entry[]> {
  const { userIds, actor, subjects, fineId } = filter;
  const { from, until, limit, end } = stretch;
  const order = sql.raw(end === 'newest' ? 'desc' : 'asc');
  // Until the page is found only columns of the indexes are read.
  const places = (condition: RawBuilder<unknown>) => sql`
    select sequence, at from journal
    where ${condition}
      and (at, sequence) >= (${from.at}, ${from.sequence})
      and (at, sequence) < (${until.at}, ${until.sequence})
    order by at ${order}, sequence ${order} limit ${limit}`;
  // Written as expressions, which match no index, because the database would otherwise choose between indexes without
  // knowing which is best.
  const kind = sql`coalesce(subject, '') in (${sql.join(subjects.map((subject) => sql.lit(subject)))})`;
  const byActor = actor === undefined ? sql`` : sql`and coalesce(actor, '') = ${actor}`;
  const found = async () => {
    if (fineId !== undefined) {
      const ofUser = userIds === undefined ? sql`` : sql`and ${isOneOf(db, 'user_id', userIds)}`;
      const ids = await recordsOfFine(db, fineId);
      return places(sql`${isOneOf(db, 'subject_id', ids)} and ${kind} ${byActor} ${ofUser}`);
    }
    // The newest entries of each member or kind, from an index in the order of the history.
    const ofActor = actor === undefined ? sql`` : sql`and actor = ${actor}`;
    const each =
      userIds === undefined
        ? subjects.map((subject) => sql`subject = ${sql.lit(subject)} ${ofActor}`)
        : userIds.map((userId) => sql`user_id = ${userId} and ${kind} ${byActor}`);
    return sql.join(
      each.map((condition) => sql`select * from (${places(condition)}) as of_one`),
      sql` union all `,
    );
  };
  const page = sql<Entry>`
    select journal.sequence, batch, journal.at, actor, actor_id, action, subject, subject_id, user_id, before, after
    from (select * from (${await found()}) as found order by at ${order}, sequence ${order} limit ${limit}) as page
    inner join journal on journal.sequence = page.sequence
    order by page.at ${order}, page.sequence ${order}`;
  const entries = await run(db, page);
  return end === 'newest' ? entries : entries.toReversed();
}

/** The ids of the fine, its waivers, and their reversals. */
async function recordsOfFine(db: Handle, fineId: string): Promise<string[]> {
  const rows = await run(
    db,
    db
      .selectFrom('waivers')
      .leftJoin('reversals', 'reversals.waiver_id', 'waivers.id')
      .select(['waivers.id', 'reversals.id as reversal'])
      .where('fine_id', '=', fineId),
  );
  return [fineId, ...new Set(rows.flatMap(({ id, reversal }) => (reversal === null ? id : [id, reversal])))];
}

/** The place of an entry; undefined if none has this sequence. */
export const positionOf = (db: Handle, sequence: number): Promise<EntryPosition | undefined> =>
  runFirst(db, db.selectFrom('journal').select(['at', 'sequence']).where('sequence', '=', sequence));

/** The newest entry of a fine, deleted or not. */
export const newestOfFine = (db: Handle, fineId: string): Promise<Pick<Entry, 'before' | 'after'> | undefined> =>
  runFirst(
    db,
    db
      .selectFrom('journal')
      .select(['before', 'after'])
      .where('subject_id', '=', fineId)
      .where('subject', '=', 'fine')
      .orderBy('sequence', 'desc')
      .limit(1),
  );
