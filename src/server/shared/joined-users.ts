// Records of users that were joined with another: where their ids lead, and whose entries of the journal, which are
// never rewritten, count for whom (JOIN-4, JOIN-5).
import { isOneOf, run } from '../db/run.ts';
import type { Handle } from '../db/types.ts';

/** Where these ids lead: to the record that remained, or to themselves. */
export async function remainingOf(db: Handle, userIds: readonly string[]): Promise<(userId: string) => string> {
  const rows = await run(
    db,
    db
      .selectFrom('joined_users')
      .select(['user_id', 'into_id'])
      .where(isOneOf(db, 'user_id', userIds))
      .orderBy('sequence'),
  );
  const last = new Map(rows.map(({ user_id: id, into_id: into }) => [id, into]));
  return (userId) => last.get(userId) ?? userId;
}

/** The user and all who were joined with them; `before` an entry of the journal, or at all. */
export async function idsOfUser(db: Handle, userId: string, before = Number.MAX_SAFE_INTEGER): Promise<string[]> {
  const joined = db.selectFrom('joined_users').select('user_id').where('into_id', '=', userId);
  return [userId, ...(await run(db, joined.where('sequence', '<', before))).map(({ user_id: id }) => id)];
}
