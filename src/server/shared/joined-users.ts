// Records of users that were joined with another: where their ids lead, and whose entries of the journal, which are
// never rewritten, count for whom (JOIN-4, JOIN-5).
import { type RawBuilder, sql } from 'kysely';
import { idOfUser, userOfId } from '../../core/people/actor.ts';
import { isOneOf, run } from '../db/run.ts';
import { settleAll } from '../db/transaction.ts';
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

/**
 * The present e-mail of everybody who was ever joined, by each of those that their records had, under which they acted;
 * without those that somebody else has since (JOIN-12).
 */
export async function presentEmails(db: Handle): Promise<Map<string, string>> {
  const joined = await run(db, db.selectFrom('joined_users').select(['user_id', 'into_id']));
  if (joined.length === 0) return new Map();
  const ids = [...new Set(joined.flatMap((row) => [row.user_id, row.into_id]))];
  const records = db.selectFrom('journal').select(['subject_id', 'after']).where('subject', '=', 'user');
  const [leads, had] = await settleAll([
    remainingOf(db, ids),
    run(db, records.where(isOneOf(db, 'subject_id', ids)).where('after', 'is not', null)),
  ]);
  const former = had.flatMap(({ subject_id: id, after }) => {
    const { email_key: email } = userKeys(JSON.parse(after ?? '{}') as UserRecord);
    return email === null ? [] : [{ email, remains: leads(id) }];
  });
  const emails = former.map(({ email }) => email);
  const users = db.selectFrom('users').select(['id', 'email_key']).where('email_key', 'is not', null);
  const [remaining, others] = await settleAll([
    run(db, users.where(isOneOf(db, 'id', ids))),
    run(db, users.where(isOneOf(db, 'email_key', emails))),
  ]);
  const present = new Map(remaining.map(({ id, email_key: email }) => [id, email]));
  const inUse = new Set(others.map(({ email_key: email }) => email));
  return new Map(
    former.flatMap(({ email, remains }) => {
      const now = present.get(remains) ?? null;
      return now === null || inUse.has(email) ? [] : [[email, now] as const];
    }),
  );
}

/** The e-mails under which records name whoever has, or had, this one; undefined for everybody (JOIN-12). */
export async function emailsOf(db: Handle, email: string | undefined): Promise<string[] | undefined> {
  if (email === undefined) return undefined;
  const present = await presentEmails(db);
  const theirs = present.get(email) ?? email;
  return [theirs, ...[...present].flatMap(([former, now]) => (now === theirs ? [former] : []))];
}

/** The condition that a record names somebody by one of these; of one alone, indexes have the records in their order. */
export const isNamedBy = (db: Handle, column: string, emails: readonly string[]): RawBuilder<boolean> =>
  emails.length === 1 ? sql<boolean>`${sql.ref(column)} = ${emails[0]}` : isOneOf(db, column, emails);

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
