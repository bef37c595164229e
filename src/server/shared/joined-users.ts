// Records of users that were joined with another: where their ids lead, and whose entries of the journal, which are
// never rewritten, count for whom (JOIN-4, JOIN-5).
import { sql } from 'kysely';
import { idOfUser, userOfId } from '../../core/people/actor.ts';
import { isOneOf, run } from '../db/run.ts';
import type { Handle } from '../db/types.ts';
import { type UserRecord, userKeys } from './user-row.ts';

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

/** The same for any user; reads all records that were ever joined, which are few. */
export async function idsOfUsers(db: Handle): Promise<(userId: string) => string[]> {
  const joined = await run(db, db.selectFrom('joined_users').select(['user_id', 'into_id']));
  const byUser = Map.groupBy(joined, (row) => row.into_id);
  return (userId) => [userId, ...(byUser.get(userId) ?? []).map((row) => row.user_id)];
}

/** What records that were ever joined were called before, and where they lead, if that record is not deleted (JOIN-10). */
export async function formerDetails(db: Handle) {
  // The entry after that of the record that went is of the one that remained, which may have got another e-mail.
  const entries = sql<number>`(select sequence from joined_users union all select sequence + 1 from joined_users)`;
  const rows = await run(
    db,
    db.selectFrom('journal').select(['subject_id', 'before']).where('sequence', 'in', entries),
  );
  const leads = await remainingOf(
    db,
    rows.map(({ subject_id: id }) => id),
  );
  const remaining = rows.map(({ subject_id: id }) => leads(id));
  const present = db.selectFrom('users').select('id').where('deleted_at', 'is', null);
  const there = new Set((await run(db, present.where(isOneOf(db, 'id', remaining)))).map(({ id }) => id));
  return rows.flatMap(({ subject_id: id, before }) => {
    const { email_key, name_key, id_key, phone_key } = userKeys(JSON.parse(before ?? '{}') as UserRecord);
    const remains = leads(id);
    return there.has(remains) ? [{ remains, id, email_key, name_key, id_key, phone_key }] : [];
  });
}

const asHolder = (userId: string) => sql`${sql.lit(idOfUser(''))} || ${sql.ref(userId)}`;

/** Whose the cash of a holder is now: theirs, or that of the record that remained (JOIN-11). */
export const presentHolder = (holder: string) => sql<string>`coalesce((
  select ${asHolder('joined_users.into_id')} from joined_users
  where ${asHolder('joined_users.user_id')} = ${sql.ref(holder)} order by joined_users.sequence desc limit 1
), ${sql.ref(holder)})`;

/** The same of one id. */
export async function presentHolderOf(db: Handle, holder: string): Promise<string> {
  const userId = userOfId(holder);
  return userId === null ? holder : idOfUser((await remainingOf(db, [userId]))(userId));
}

/** Every hand-over, once for each of those whose cash it was: its holder, and who had been joined with them by then. */
export const handOversByOwner = sql<{ id: string; owner: string; sequence: number }>`(
  select id, holder_id as owner, sequence from hand_overs
  union all
  select hand_overs.id, ${asHolder('joined_users.user_id')}, hand_overs.sequence
  from joined_users join hand_overs on holder_id = ${asHolder('joined_users.into_id')}
  where hand_overs.sequence > joined_users.sequence
)`;
