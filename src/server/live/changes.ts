// Journal entries as live changes: one change for each committed write, and what of it a visitor may hear.
import type { LiveChange } from '../../contract/live.ts';
import type { Visitor } from '../auth/visitor.ts';
import type { Handle } from '../db/engine.ts';
import { prepared } from '../db/prepared.ts';
import type { JournalTable } from '../db/schema.ts';

/** A change that would name more than this says `everything` instead. */
export const MAX_USERS_NAMED = 200;
const MAX_ENTRIES_NAMED = 1000;

/** A change of the books, as the bus hands it on; or several, told in brief. */
export interface BusChange {
  /** the journal sequence of its last entry */
  sequence: number;
  change: LiveChange;
  /** who sees whose figures was changed by it */
  ruleChanged: boolean;
  /** the rule "Members can see everyone's fines" as it stood when the change was read */
  membersSeeEveryone: boolean;
}

export type Entry = Pick<JournalTable, 'sequence' | 'batch' | 'at' | 'subject' | 'subject_id' | 'user_id'>;

const RULE_FOR_MEMBERS = 'members-see-everyone';
const TOPICS = ['fine', 'user', 'event', 'setting'] as const;

/** Up to `limit` entries after a sequence, oldest first. */
export function entriesAfter(db: Handle, sequence: number, limit: number): Promise<Entry[]> {
  return readEntries(db, { sequence, limit });
}

const readEntries = prepared((db, { sequence, limit }: { sequence: number; limit: number }) =>
  db
    .selectFrom('journal')
    .select(['sequence', 'batch', 'at', 'subject', 'subject_id', 'user_id'])
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit),
);

/** Which entry is meant: after a change of servers another one may have its sequence. */
export type Place = Pick<JournalTable, 'sequence' | 'at'>;

/** The newest entry; without any, sequence 0. */
export async function newestPlace(db: Handle): Promise<Place> {
  const newest = db.selectFrom('journal').select(['sequence', 'at']).orderBy('sequence', 'desc').limit(1);
  return (await newest.executeTakeFirst()) ?? { sequence: 0, at: 0 };
}

/** "Read again whatever is on screen": for what is too much to name, or unknown. */
export const everythingAt = (sequence: number, membersSeeEveryone: boolean): BusChange => ({
  sequence,
  change: { topics: [...TOPICS], userIds: [], everything: true },
  ruleChanged: false,
  membersSeeEveryone,
});

/** Whether an entry is of the rule "Members can see everyone's fines". */
export const isRuleForMembers = ({ subject, subject_id: id }: Entry): boolean =>
  subject === 'setting' && id === RULE_FOR_MEMBERS;

/** One change for each batch of the entries, which must be in order of their sequence. */
export function changesOf(entries: readonly Entry[], membersSeeEveryone: boolean): BusChange[] {
  const batches: Entry[][] = [];
  for (const entry of entries) {
    const current = batches.at(-1);
    if (current?.[0]?.batch === entry.batch) current.push(entry);
    else batches.push([entry]);
  }
  return batches.map((batch) => {
    const users = new Set(batch.flatMap((entry) => (entry.user_id === null ? [] : [entry.user_id])));
    const everything = batch.length > MAX_ENTRIES_NAMED || users.size > MAX_USERS_NAMED;
    return {
      sequence: batch.at(-1)?.sequence ?? 0,
      change: {
        topics: TOPICS.filter((topic) => batch.some((entry) => entry.subject === topic)),
        userIds: everything ? [] : [...users],
        everything,
      },
      ruleChanged: batch.some(isRuleForMembers),
      membersSeeEveryone,
    };
  });
}

/** What would be longer than this, in bytes, is told in brief: half of what a browser may leave unread (stream.ts). */
const TOLD_AT_ONCE = 128 * 1024;
/** What a change is longer than the ids in it, at the most. */
const AROUND_IDS = 120;

/**
 * The same changes where a stream can take them all at once, or else one that says what all of them say. A stream is given up
 * when it has too much unread (stream.ts), and Node sends nothing of what is written at once before all of it is written:
 * a browser that had missed too much would break off again and again, from the same place.
 */
export function inBrief(changes: readonly BusChange[]): readonly BusChange[] {
  const last = changes.at(-1);
  const lengthOf = ({ change }: BusChange) =>
    change.userIds.reduce((sum, id) => sum + Buffer.byteLength(JSON.stringify(id)) + 1, AROUND_IDS);
  if (last === undefined || changes.reduce((sum, change) => sum + lengthOf(change), 0) <= TOLD_AT_ONCE) return changes;
  const users = new Set(changes.flatMap(({ change }) => change.userIds));
  const everything = users.size > MAX_USERS_NAMED || changes.some(({ change }) => change.everything);
  return [
    {
      ...last,
      change: {
        topics: TOPICS.filter((topic) => changes.some(({ change }) => change.topics.includes(topic))),
        userIds: everything ? [] : [...users],
        everything,
      },
      ruleChanged: changes.some(({ ruleChanged }) => ruleChanged),
    },
  ];
}

/**
 * What a visitor hears of a change, null for nothing. A member hears of the own figures, and under the rule "Members can
 * see everyone's fines" of everybody's, never of events and settings (decisions section 5); when that rule is switched,
 * everything a member sees may be different.
 */
export function asHeardBy(visitor: Visitor, { change, ruleChanged, membersSeeEveryone }: BusChange): LiveChange | null {
  if (visitor.role === 'administrator') return change;
  if (ruleChanged || change.everything) return { topics: [], userIds: [], everything: true };
  const topics = change.topics.filter((topic) => topic === 'fine' || topic === 'user');
  const userIds = membersSeeEveryone ? change.userIds : change.userIds.filter((id) => id === visitor.userId);
  return topics.length === 0 || userIds.length === 0 ? null : { topics, userIds, everything: false };
}
