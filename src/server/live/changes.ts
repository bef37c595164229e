// Journal entries as live changes: whom they concern, and the journal position of a version of the books.
import { mayReadAllRecords } from '../../core/people/permission.ts';
import { RULE_ID } from '../../core/fines/rules.ts';
import type { Principal } from '../auth/principal.ts';
import type { Handle } from '../db/types.ts';
import { run, runFirst } from '../db/run.ts';
import type { JournalTable } from '../db/schema.ts';

/** What changed between two versions of the books. Staff, who can read every screen, are always concerned. */
export interface Change {
  /** the users whose records changed; null: every member is concerned */
  users: ReadonlySet<string> | null;
}

export type Entry = Pick<JournalTable, 'sequence' | 'at' | 'subject' | 'subject_id' | 'user_id'>;

/**
 * Changes of these records concern everybody who is signed in: the rules, how the organisation presents itself, and what
 * types of fines are called in Urdu.
 */
const OF_EVERYBODY: readonly JournalTable['subject'][] = ['setting', 'organisation', 'fine-type'];

/** An entry of the journal. The time is included because after a fail-over another entry may have its sequence. */
export type JournalPosition = Pick<JournalTable, 'sequence' | 'at'>;

/** The newest entry; sequence 0 if there is none. */
export async function newestPosition(db: Handle): Promise<JournalPosition> {
  const newest = db.selectFrom('journal').select(['sequence', 'at']).orderBy('sequence', 'desc').limit(1);
  return (await runFirst(db, newest)) ?? { sequence: 0, at: 0 };
}

/**
 * Up to `limit` entries after a position, oldest first. Null if the entry at the position is not in the journal, e.g.
 * after a fail-over to a standby that lacked it.
 */
export async function entriesSince(db: Handle, position: JournalPosition, limit: number): Promise<Entry[] | null> {
  const entries = await run(
    db,
    db
      .selectFrom('journal')
      .select(['sequence', 'at', 'subject', 'subject_id', 'user_id'])
      .where('sequence', '>=', position.sequence)
      .orderBy('sequence')
      .limit(limit + 1),
  );
  if (position.sequence === 0) return entries;
  const own = entries.shift();
  return own?.sequence === position.sequence && own.at === position.at ? entries : null;
}

/** Everything may have changed. */
export const EVERYTHING: Change = { users: null };

export const switchesVisibility = ({ subject, subject_id: id }: Entry): boolean =>
  subject === 'setting' && id === RULE_ID['members-see-everyone'];

export function changeOf(entries: readonly Entry[]): Change {
  if (entries.some(({ subject }) => OF_EVERYBODY.includes(subject))) return EVERYTHING;
  return { users: new Set(entries.flatMap(({ user_id: userId }) => userId ?? [])) };
}

/** Whether the change concerns this principal's own records or everybody: it may have ended their session. */
export const concernsOwn = ({ userId }: Pick<Principal, 'userId'>, { users }: Change): boolean =>
  users === null || (userId !== null && users.has(userId));

/**
 * Whether a principal may read anything that this changed (LIVE-5). Members hear of their own record, the rules, the
 * organisation and its types of fines, and under the rule "Members can see everyone's fines" of everything.
 */
export const concerns = (
  principal: Pick<Principal, 'access' | 'userId'>,
  change: Change,
  membersSeeEveryone: boolean,
): boolean => membersSeeEveryone || mayReadAllRecords(principal.access) || concernsOwn(principal, change);
