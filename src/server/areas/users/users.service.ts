// Adding, changing and deleting users (USER-7, USER-10, USER-15, USER-16, ACCESS-4).
import type { Selectable } from 'kysely';
import { ERRORS } from '../../../contract/errors.ts';
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import type {
  addUsers as addUsersOperation,
  setGroup as setGroupOperation,
  updateUser as updateUserOperation,
  User,
  UserForm,
  UserLine,
} from '../../../contract/users.ts';
import { emailKey } from '../../../core/people/email.ts';
import { type AccessLevel, isAdministrator, isAdministratorEmail, isStaff } from '../../../core/people/permission.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { deleteAccounts, endSignInsOf, signInStates } from '../../auth/access.ts';
import type { CommandContext } from '../../ledger/command.ts';
import type { Handle } from '../../db/types.ts';
import type { UsersTable } from '../../db/schema.ts';
import { AppError } from '../../base/errors.ts';
import { deleteMailsOf } from '../../mail/mails.repository.ts';
import { requireFieldsAsShown } from '../../shared/defined-fields.ts';
import { readGroups } from '../../shared/groups.ts';
import { newUserId } from '../../shared/ids.ts';
import { inParts } from '../../shared/in-parts.ts';
import { findUser } from '../../shared/queries.ts';
import { telephoneIn } from '../../shared/telephone.ts';
import { emptyUserRow, ERASED, toColumns, toFields, userKeys, userRecord } from '../../shared/user-row.ts';
import { toInstant, toInstantOrNull } from '../../shared/wire.ts';
import * as repository from './users.repository.ts';

type UserChanges = ParsedInput<typeof updateUserOperation>['body'];
/** A user to add: from the form, a line or a row; with an unused id, or without one for a new id. */
type NewUser = UserLine & Partial<UserForm> & { id?: string };

/** Users in the form of the contract, in the order of their rows, with their sign-in states. */
export async function toUsers(db: Handle, rows: readonly Selectable<UsersTable>[], now: number): Promise<User[]> {
  const states = await signInStates(db, rows, now);
  return rows.map((row) => {
    const { signIn, lastSignIn } = states.get(row.id) ?? { signIn: 'none', lastSignIn: null };
    return {
      id: row.id,
      ...toFields(row),
      userName: displayName(row.user_name),
      number: telephoneIn(row.phone)?.number ?? null,
      access: row.access ?? 'member',
      createdAt: toInstant(row.created_at),
      updatedAt: toInstantOrNull(row.updated_at),
      signIn,
      lastSignIn: toInstantOrNull(lastSignIn),
    };
  });
}

export async function toUser(db: Handle, row: Selectable<UsersTable>, now: number): Promise<User> {
  const [user] = await toUsers(db, [row], now);
  if (user === undefined) throw new Error('A row has become no user.');
  return user;
}

/** Adds a user. Throws email-in-use, group-not-found. */
export async function addUser(context: CommandContext, form: UserForm, administratorEmail: string): Promise<User> {
  if ((await takenEmails(context, [form.userEmail], null, administratorEmail)).length > 0)
    throw new AppError('email-in-use');
  await requireGroup(context, form.groupId);
  const [user] = await recordUsers(context, [form], administratorEmail);
  if (user === undefined) throw new Error('No user was added.');
  return toUser(context.tx, user, context.now);
}

/** Adds several users, all or none; no e-mail may be in the list twice. Throws emails-in-use, with the positions. */
export async function addUsers(
  context: CommandContext,
  forms: readonly UserLine[],
  administratorEmail: string,
): Promise<Output<typeof addUsersOperation>> {
  const emails = forms.map(({ userEmail }) => userEmail);
  const taken = await takenEmails(context, emails, null, administratorEmail);
  if (taken.length > 0) {
    const details = taken.map((place) => ({
      path: `body.users.${place}.userEmail`,
      message: ERRORS['email-in-use'].message,
    }));
    throw new AppError('emails-in-use', { details });
  }
  const users = await recordUsers(context, forms, administratorEmail);
  return { userIds: users.map(({ id }) => id) };
}

/** The positions in the list of e-mails that another user has, or that belong to the administrator. */
async function takenEmails(
  { tx, access }: CommandContext,
  emails: readonly string[],
  exceptUserId: string | null,
  administratorEmail: string,
): Promise<number[]> {
  const keys = emails.map(emailKey);
  const found = await repository.usersWithEmails(tx, keys);
  const others = found.filter(({ id }) => id !== exceptUserId);
  const isOwn = others.length < found.length;
  const taken = new Set([
    ...others.map(({ email_key }) => email_key),
    ...(isOwn ? [] : keptFor(access, administratorEmail)),
  ]);
  return keys.flatMap((key, place) => (taken.has(key) ? [place] : []));
}

/** The e-mails that only the administrator may give a user: their own, because the record passes for theirs (ACCESS-2). */
export const keptFor = (access: AccessLevel, administratorEmail: string): string[] =>
  isAdministrator(access) ? [] : [emailKey(administratorEmail)];

/** Adds users whose e-mails are not in use. */
export async function recordUsers(
  context: CommandContext,
  forms: readonly NewUser[],
  administratorEmail: string,
): Promise<Selectable<UsersTable>[]> {
  const parts = await inParts(forms, async (part) => {
    const users = part.map((form) => newUser(form, context.now));
    const emailKeys = users.map(({ email_key }) => email_key);
    await deleteAccounts(context.tx, emailKeys, administratorEmail);
    await repository.insertUsers(context.tx, users);
    for (const user of users) {
      context.record({ subject: 'user', subjectId: user.id, userId: user.id, before: null, after: userRecord(user) });
    }
    return users;
  });
  return parts.flat();
}

/** `id`: '' for a new one. Fields that a line lacks are empty. */
const newUser = ({ id = '', ...form }: NewUser, now: number): Selectable<UsersTable> =>
  emptyUserRow({ id: id === '' ? newUserId() : id, ...toColumns(form), created_at: now });

/**
 * Changes the given fields of a user; concurrent requests may change others. A new e-mail removes the account of the
 * former one. Deactivating ends sessions, links and passkeys, but keeps the password. Throws user-not-found,
 * record-changed, email-in-use, group-not-found, user-has-access.
 */
export async function changeUser(
  context: CommandContext,
  userId: string,
  { shown, ...changes }: UserChanges,
  administratorEmail: string,
): Promise<User> {
  const before = await presentUser(context, userId);
  requireFieldsAsShown(toFields(before), shown);
  const { userEmail = null } = changes;
  if (userEmail !== null && (await takenEmails(context, [userEmail], userId, administratorEmail)).length > 0) {
    throw new AppError('email-in-use');
  }
  if (changes.groupId !== before.group_id) await requireGroup(context, changes.groupId ?? null);
  const changed = toColumns(changes);
  const values = { ...changed, ...userKeys({ ...before, ...changed }), updated_at: context.now };
  const after = { ...before, ...values };
  const hasOtherEmail = before.email_key !== after.email_key;
  const isRenamed =
    before.user_name !== after.user_name && isAdministratorEmail(before.email_key ?? '', administratorEmail);
  if (hasOtherEmail || before.status !== after.status || isRenamed) {
    requireMayChangeAccess(context, before, administratorEmail);
  }
  await repository.updateUser(context.tx, userId, values);
  if (hasOtherEmail || after.status === 'Inactive') {
    await endSignInsOf(context.tx, context.now, before, administratorEmail);
  }
  if (hasOtherEmail) {
    await deleteAccounts(context.tx, [before.email_key, after.email_key], administratorEmail);
  }
  context.record({ subject: 'user', subjectId: userId, userId, before: userRecord(before), after: userRecord(after) });
  return toUser(context.tx, after, context.now);
}

/**
 * Puts present users into a group, or into none. Who is there already stays as they are. Throws user-not-found (with the
 * ids), group-not-found.
 */
export async function setGroup(
  context: CommandContext,
  { userIds, groupId }: ParsedInput<typeof setGroupOperation>['body'],
): Promise<Output<typeof setGroupOperation>> {
  await requireGroup(context, groupId);
  const users = (await repository.usersOfIds(context.tx, userIds)).filter((user) => user.deleted_at === null);
  const present = new Set(users.map(({ id }) => id));
  const gone = userIds.filter((id) => !present.has(id));
  if (gone.length > 0) throw new AppError('user-not-found', { details: { userIds: gone } });
  const others = users.filter((user) => user.group_id !== groupId);
  const values = { group_id: groupId, updated_at: context.now };
  for (const before of others) {
    await repository.updateUser(context.tx, before.id, values);
    const [was, is] = [userRecord(before), userRecord({ ...before, ...values })];
    context.record({ subject: 'user', subjectId: before.id, userId: before.id, before: was, after: is });
  }
  return { changed: others.length };
}

async function requireGroup({ tx }: CommandContext, groupId: string | null): Promise<void> {
  if (groupId === null) return;
  if (!(await readGroups(tx)).some(({ id }) => id === groupId)) throw new AppError('group-not-found');
}

/**
 * Deletes a user: the details are erased, but the nameless row stays for its fines, so that records of money are never
 * lost and show "Unknown User" with the id. The account is deleted with its password and sessions. Throws
 * user-not-found.
 */
export async function deleteUser(
  context: CommandContext,
  userId: string,
  administratorEmail: string,
): Promise<{ id: string }> {
  const before = await presentUser(context, userId);
  requireMayChangeAccess(context, before, administratorEmail);
  const keys = userKeys({ ...before, ...ERASED });
  const values = { ...ERASED, ...keys, updated_at: context.now, deleted_at: context.now };
  await repository.updateUser(context.tx, userId, values);
  await endSignInsOf(context.tx, context.now, before, administratorEmail);
  await deleteAccounts(context.tx, [before.email_key], administratorEmail);
  await deleteMailsOf(context.tx, userId);
  context.record({ subject: 'user', subjectId: userId, userId, before: userRecord(before), after: null });
  return { id: userId };
}

/** Throws user-has-access: a manager who could change a colleague's e-mail could sign in as them (ACCESS-16). */
export function requireMayChangeAccess(
  { access }: CommandContext,
  user: Selectable<UsersTable>,
  administratorEmail: string,
): void {
  if (hasAccess(user, administratorEmail) && !isAdministrator(access)) throw new AppError('user-has-access');
}

/** The administrator's record counts as one with access. */
export const hasAccess = (user: Selectable<UsersTable>, administratorEmail: string): boolean =>
  isStaff(user.access) || isAdministratorEmail(user.email_key ?? '', administratorEmail);

/** The user; throws user-not-found if there is none or they were deleted. */
export async function presentUser(context: CommandContext, userId: string): Promise<Selectable<UsersTable>> {
  const user = await findUser(context.tx, userId);
  if (user === undefined || user.deleted_at !== null) throw new AppError('user-not-found');
  return user;
}
