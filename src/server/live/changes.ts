// Journal entries as live changes: whom they concern, and where in the journal a version of the books is.
import { isAtLeast } from '../../core/people/permission.ts';
import { RULE_ID } from '../../core/fines/rules.ts';
import type { Principal } from '../auth/principal.ts';
import type { Handle } from '../db/types.ts';
import { run, runFirst } from '../db/run.ts';
import type { JournalTable } from '../db/schema.ts';

/** What changed between two versions of the books; whoever reads every screen is concerned in any case. */
export interface Change {
  /** the users whose records changed; null: every member is concerned */
  users: ReadonlySet<string> | null;
}

export type Entry = Pick<JournalTable, 'sequence' | 'at' | 'subject' | 'subject_id' | 'user_id'>;

/** What concerns everybody signed in: the rules, and how the organisation presents itself. */
const OF_EVERYBODY: readonly JournalTable['subject'][] = ['setting', 'organisation'];

/** An entry of the journal. By time as well: after a fail-over another entry may have its sequence. */
export type JournalPosition = Pick<JournalTable, 'sequence' | 'at'>;

/** The newest entry; without any, sequence 0. */
export async function newestPosition(db: Handle): Promise<JournalPosition> {
  const newest = db.selectFrom('journal').select(['sequence', 'at']).orderBy('sequence', 'desc').limit(1);
  return (await runFirst(db, newest)) ?? { sequence: 0, at: 0 };
}

/**
 * Up to `limit` entries after a position, oldest first; null where its own entry is not in the journal, as after a
 * fail-over to a standby that lacked it.
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

/** Whether the records of this principal changed, or what concerns everybody: it may be what ends the session. */
export const concernsOwn = ({ userId }: Pick<Principal, 'userId'>, { users }: Change): boolean =>
  users === null || (userId !== null && users.has(userId));

/**
 * Whether a principal may read anything that this changed (LIVE-5). A member hears of the own record, of the rules and of
 * the organisation, and under the rule "Members can see everyone's fines" of everything.
 */
export const concerns = (
  principal: Pick<Principal, 'access' | 'userId'>,
  change: Change,
  membersSeeEveryone: boolean,
): boolean => membersSeeEveryone || isAtLeast(principal.access, 'viewer') || concernsOwn(principal, change);
