// Journal entries as live changes: which kinds of records changed, and which of them a principal may receive.
import { isAtLeast } from '../../core/permission.ts';
import { RULE_ID } from '../../core/rules.ts';
import { TOPICS, type Topic } from '../../contract/topics.ts';
import type { Principal } from '../auth/principal.ts';
import type { Handle } from '../db/types.ts';
import { prepared } from '../db/prepared.ts';
import type { JournalTable } from '../db/schema.ts';

/** What changed between two versions of the books. */
export interface Change {
  topics: readonly Topic[];
  /** the same of each user whose records changed; null when there were too many to list */
  byUser: ReadonlyMap<string, ReadonlySet<Topic>> | null;
  /** whether the rule "Members can see everyone's fines" was switched */
  visibilityChanged: boolean;
}

export type Entry = Pick<JournalTable, 'sequence' | 'at' | 'subject' | 'subject_id' | 'user_id'>;

/** The journal's subject of a rule is its name in the imported application. */
const TOPIC_OF: Record<JournalTable['subject'], Topic> = {
  fine: 'fine',
  payment: 'payment',
  waiver: 'payment',
  refund: 'payment',
  'pay-out': 'payment',
  'hand-over': 'payment',
  reversal: 'payment',
  user: 'user',
  event: 'event',
  setting: 'rule',
  'fine-type': 'rule',
  organisation: 'rule',
  'api-key': 'rule',
};

/** Up to `limit` entries after a sequence, oldest first. */
export function entriesAfter(db: Handle, sequence: number, limit: number): Promise<Entry[]> {
  return readEntries(db, { sequence, limit });
}

const readEntries = prepared((db, { sequence, limit }: { sequence: number; limit: number }) =>
  db
    .selectFrom('journal')
    .select(['sequence', 'at', 'subject', 'subject_id', 'user_id'])
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit),
);

/** An entry of the journal. By time as well: after a fail-over another entry may have its sequence. */
export type JournalPosition = Pick<JournalTable, 'sequence' | 'at'>;

/** The newest entry; without any, sequence 0. */
export async function newestPosition(db: Handle): Promise<JournalPosition> {
  const newest = db.selectFrom('journal').select(['sequence', 'at']).orderBy('sequence', 'desc').limit(1);
  return (await newest.executeTakeFirst()) ?? { sequence: 0, at: 0 };
}

/** A place as an event id, the same in every process. */
export const eventIdOf = ({ sequence, at }: JournalPosition): string => `${sequence}.${at}`;

/** Everything may have changed. */
export const EVERYTHING: Change = { topics: TOPICS, byUser: null, visibilityChanged: true };

export const switchesVisibility = ({ subject, subject_id: id }: Entry): boolean =>
  TOPIC_OF[subject] === 'rule' && id === RULE_ID['members-see-everyone'];

export function changeOf(entries: readonly Entry[]): Change {
  const byUser = new Map<string, Set<Topic>>();
  for (const { user_id: userId, subject } of entries) {
    if (userId === null) continue;
    const topics = byUser.get(userId) ?? new Set();
    byUser.set(userId, topics.add(TOPIC_OF[subject]));
  }
  return {
    topics: TOPICS.filter((topic) => entries.some(({ subject }) => TOPIC_OF[subject] === topic)),
    byUser,
    visibilityChanged: entries.some(switchesVisibility),
  };
}

/** What a member's screens show. */
const MEMBERS_TOPICS: readonly Topic[] = ['fine', 'user'];

/**
 * The topics a principal receives (LIVE-5); none where the change does not concern them. A member receives changes of
 * the own record and, under the rule "Members can see everyone's fines", of everybody's, never of events and settings.
 */
export function topicsFor(
  principal: Pick<Principal, 'access' | 'userId'>,
  { topics, byUser, visibilityChanged }: Change,
  membersSeeEveryone: boolean,
): readonly Topic[] {
  if (isAtLeast(principal.access, 'viewer')) return topics;
  if (visibilityChanged || byUser === null) return MEMBERS_TOPICS;
  if (membersSeeEveryone) return MEMBERS_TOPICS.filter((topic) => topics.includes(topic));
  const own = byUser.get(principal.userId ?? '');
  return MEMBERS_TOPICS.filter((topic) => own?.has(topic) === true);
}

/** Whether the user record of this principal changed: it may be what ends the session. */
export const changesOwnRecord = ({ userId }: Principal, { byUser }: Change): boolean =>
  byUser === null || byUser.get(userId ?? '')?.has('user') === true;
