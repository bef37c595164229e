// Joining two records of one person, and undoing it (JOIN-1 to JOIN-9). The rows of the one that goes become those of the
// one that remains; entries of the journal are never rewritten, and say whose each row was when it is undone.
import type { Selectable } from 'kysely';
import type { joinUsers as joinOperation } from '../../../contract/money/joining.ts';
import type { readUser, User } from '../../../contract/users.ts';
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import { dayOf } from '../../../core/calendar.ts';
import { addPaisa } from '../../../core/money/money.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { signInStates } from '../../auth/access.ts';
import { AppError } from '../../base/errors.ts';
import type { UsersTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { idsOfUser } from '../../shared/joined-users.ts';
import { findUser } from '../../shared/queries.ts';
import { emptyColumns, ERASED, userKeys, userRecord } from '../../shared/user-row.ts';
import * as repository from './joining.repository.ts';
import { updateUser, usersWithEmails } from './users.repository.ts';
import { hasAccess, presentUser, requireMayChangeAccess, toUser } from './users.service.ts';

type UserRow = Selectable<UsersTable>;

/**
 * Joins a record with the one that remains. Throws user-not-found, join-self, user-has-access, join-has-access,
 * join-both-sign-in, join-changed.
 */
export async function joinUsers(
  context: CommandContext,
  userId: string,
  { joinedId, ...shown }: ParsedInput<typeof joinOperation>['body'],
  administratorEmail: string,
): Promise<User> {
  if (userId === joinedId) throw new AppError('join-self');
  const { tx, now } = context;
  const [remains, joined] = await settleAll([presentUser(context, userId), presentUser(context, joinedId)]);
  // Whoever could give a colleague's record another way in could sign in as them.
  for (const user of [remains, joined]) requireMayChangeAccess(context, user, administratorEmail);
  if (hasAccess(joined, administratorEmail)) throw new AppError('join-has-access');
  const states = await signInStates(tx, [remains, joined], now);
  // Somebody inactive cannot sign in, whatever account they have.
  const signInOf = ({ id, status }: UserRow) => (status === 'Active' ? states.get(id)?.signIn : undefined) ?? 'none';
  if (signInOf(remains) === 'active' && signInOf(joined) === 'active') throw new AppError('join-both-sign-in');
  const isAsShown =
    addPaisa(remains.pending, joined.pending) === shown.pendingFine &&
    addPaisa(remains.credit, joined.credit) === shown.credit;
  if (!isAsShown) throw new AppError('join-changed');
  const rank = { none: 0, invited: 1, active: 2 };
  const takesEmail = remains.email_key === null || rank[signInOf(joined)] > rank[signInOf(remains)];
  const filled = {
    ...emptyColumns(remains, joined),
    ...(takesEmail && joined.email_key !== null && { user_email: joined.user_email }),
    ...(joined.status === 'Active' && { status: joined.status }),
  };
  const ids = await idsOfUser(tx, joinedId);
  await repository.moveAll(tx, joinedId, userId);
  const gone = { ...joined, ...ERASED, ...userKeys({ ...joined, ...ERASED }), deleted_at: now };
  // In this order, because the e-mail belongs to one record at a time.
  await write(context, [
    { before: joined, after: gone },
    { before: remains, after: { ...remains, ...filled, ...userKeys({ ...remains, ...filled }) } },
  ]);
  if (takesEmail) await repository.moveLinks(tx, joined.email_key, userId);
  const sequence = context.batch;
  const rows = ids.map((id) => ({ user_id: id, into_id: userId }));
  context.attach(sequence, 'joined_users', rows);
  await repository.insertJoined(
    tx,
    rows.map((row) => ({ ...row, sequence })),
  );
  return toUser(tx, await presentUser(context, userId), now);
}

/** Undoes it for the record that went. Throws user-not-found, join-stands, user-has-access, email-in-use. */
export async function undoJoin(context: CommandContext, joinedId: string, administratorEmail: string): Promise<User> {
  const { tx, now } = context;
  await context.writeSoFar();
  const [joined, last] = await settleAll([findUser(tx, joinedId), repository.newestJoin(tx, joinedId, 'user_id')]);
  if (joined === undefined || last === undefined) throw new AppError('user-not-found');
  const join = await standingJoin(tx, last, context);
  if (join === null || join.joined.id !== joinedId) throw new AppError('join-stands');
  const remains = await presentUser(context, last.into_id);
  const asBefore = (row: UserRow, record: Partial<UserRow>): UserRow => {
    const values = { ...row, ...record };
    return { ...values, ...userKeys(values) };
  };
  const [again, former] = [asBefore({ ...joined, deleted_at: null }, join.joined), asBefore(remains, join.remains)];
  for (const user of [remains, again]) requireMayChangeAccess(context, user, administratorEmail);
  const emails = [again.email_key, former.email_key].filter((email) => email !== null);
  const others = (await usersWithEmails(tx, emails)).filter(({ id }) => id !== remains.id);
  if (others.length > 0) throw new AppError('email-in-use');
  await repository.moveBack(tx, remains.id, joinedId, await idsOfUser(tx, joinedId));
  await repository.deleteJoined(tx, last.sequence);
  await write(context, [
    { before: remains, after: former },
    { before: joined, after: again },
  ]);
  await repository.moveLinks(tx, again.email_key, joinedId);
  return toUser(tx, await presentUser(context, joinedId), now);
}

/** Writes and records both, the first first. What they keep of their records is counted anew. */
async function write(context: CommandContext, changes: readonly { before: UserRow; after: UserRow }[]): Promise<void> {
  const { tx, now } = context;
  for (const { before, after } of changes) {
    const { id, status, created_at, deleted_at } = after;
    const { id: _, ...record } = userRecord(after);
    await updateUser(tx, id, { ...record, ...userKeys(after), deleted_at, updated_at: now });
    const sequence = context.record({
      subject: 'user',
      subjectId: id,
      userId: id,
      before: before.deleted_at === null ? userRecord(before) : null,
      after: deleted_at === null ? userRecord(after) : null,
    });
    const times = { id, status, created_at, updated_at: now, deleted_at, summary_updated_at: now };
    context.attach(sequence, 'users', [times]);
  }
  const ids = changes.map(({ after }) => after.id);
  await repository.recount(tx, ids, now);
}

/** The records before this join, if it can be undone now. */
async function standingJoin(
  db: Handle,
  { sequence, into_id: intoId }: { sequence: number; into_id: string },
  { now, timeZone }: { now: number; timeZone: string },
): Promise<{ joined: UserRow; remains: UserRow } | null> {
  const [gone, remained] = await repository.entriesOfJoin(db, sequence);
  if (gone === undefined || remained === undefined || remained.subject_id !== intoId) return null;
  if (dayOf(gone.at, timeZone) !== dayOf(now, timeZone)) return null;
  if (await repository.isFollowed(db, await idsOfUser(db, intoId), remained.sequence)) return null;
  return {
    joined: JSON.parse(gone.before ?? '{}') as UserRow,
    remains: JSON.parse(remained.before ?? '{}') as UserRow,
  };
}

/** The record that was joined with this one last, if that can be undone. */
export async function undoableJoin(
  db: Handle,
  userId: string,
  at: { now: number; timeZone: string },
): Promise<Output<typeof readUser>['joined']> {
  const last = await repository.newestJoin(db, userId, 'into_id');
  const join = last === undefined ? null : await standingJoin(db, last, at);
  return join && { userId: join.joined.id, userName: displayName(join.joined.user_name) };
}
