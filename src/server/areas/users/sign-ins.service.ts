// How users sign in, and what access they have: links, levels, and ending all sign-ins (USER-15, USER-16, ACCESS-4).
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import type { readSignIns as readSignInsOperation, setUserAccess, User } from '../../../contract/users.ts';
import type { listWithoutSignIn as listOperation } from '../../../contract/sign-in/sign-in-links.ts';
import { MAX_LINKS_AT_ONCE } from '../../../core/limits.ts';
import { GRANTED_LEVELS, isAdministratorEmail } from '../../../core/people/permission.ts';
import { displayName } from '../../../core/people/person-name.ts';
import { deleteAccounts, endSignInsOf } from '../../auth/access.ts';
import { findAccount } from '../../auth/accounts.ts';
import { createLink, expiryOfLink, type NewLink, openLinkOf } from '../../auth/links/links.ts';
import { passkeysOf, toPasskey } from '../../auth/passkeys/passkeys.ts';
import { openSessionsOf, toOpenSession } from '../../auth/sessions.ts';
import type { CommandContext } from '../../ledger/command.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import { requireFieldsAsShown } from '../../shared/defined-fields.ts';
import { findUser } from '../../shared/queries.ts';
import { telephoneIn } from '../../shared/telephone.ts';
import { userRecord } from '../../shared/user-row.ts';
import { toInstantOrNull } from '../../shared/wire.ts';
import * as repository from './users.repository.ts';
import { presentUser, requireMayChangeAccess, toUser } from './users.service.ts';

/**
 * Creates a sign-in link, which is journalled without its token. Throws user-not-found, user-without-email,
 * user-inactive, and user-is-administrator because such a link would make anybody who opens it the administrator.
 */
export async function createSignInLink(
  context: CommandContext,
  userId: string,
  administratorEmail: string,
): Promise<NewLink> {
  const user = await presentUser(context, userId);
  requireMayChangeAccess(context, user, administratorEmail);
  if (user.email_key === null) throw new AppError('user-without-email');
  if (user.status !== 'Active') throw new AppError('user-inactive');
  if (isAdministratorEmail(user.email_key, administratorEmail)) throw new AppError('user-is-administrator');
  const link = await createLink(context.tx, context.now, { userId, emailKey: user.email_key });
  const record = userRecord(user);
  context.record({ subject: 'user', subjectId: userId, userId, before: record, after: record });
  return link;
}

/** The users who can get a link and have no sign-in, except the administrator's own user record. */
export async function listWithoutSignIn(
  db: Handle,
  now: number,
  filter: repository.UserFilter,
  administratorEmail: string,
): Promise<Output<typeof listOperation>> {
  const rows = await repository.firstWithoutSignIn(db, now, filter, MAX_LINKS_AT_ONCE);
  const totalItems = await repository.countWithoutSignIn(db, now, filter);
  const others = rows.filter(({ email_key: email }) => !isAdministratorEmail(email ?? '', administratorEmail));
  return {
    items: others.map(({ id, user_name, phone, invited }) => ({
      id,
      userName: displayName(user_name),
      phone,
      number: telephoneIn(phone)?.number ?? null,
      invited: invited === 1,
    })),
    totalItems: totalItems - (rows.length - others.length),
    staff: await repository.countWithoutSignIn(db, now, filter, 'staff'),
  };
}

/** Makes a link for each of these users, except those who can already sign in, or can have none. */
export async function createSignInLinks(
  context: CommandContext,
  userIds: readonly string[],
  administratorEmail: string,
): Promise<{ links: { userId: string; token: string }[]; expiresAt: number }> {
  const users = await repository.membersWithoutSignIn(context.tx, context.now, userIds);
  const byId = new Map(users.map((user) => [user.id, user]));
  const links: { userId: string; token: string }[] = [];
  for (const userId of userIds) {
    const user = byId.get(userId);
    const emailOf = user?.email_key ?? '';
    if (user === undefined || isAdministratorEmail(emailOf, administratorEmail)) continue;
    const { token } = await createLink(context.tx, context.now, { userId, emailKey: emailOf });
    links.push({ userId, token });
    const record = userRecord(user);
    context.record({ subject: 'user', subjectId: userId, userId, before: record, after: record });
  }
  return { links, expiresAt: expiryOfLink(context.now) };
}

/**
 * Gives a user access, or takes it away. All their links, passkeys and open sessions end, because whoever holds one of
 * them was not meant to get the new access with it. Throws user-not-found, user-without-email, user-is-administrator,
 * record-changed.
 */
export async function setAccess(
  context: CommandContext,
  userId: string,
  { access, shown }: ParsedInput<typeof setUserAccess>['body'],
  administratorEmail: string,
): Promise<User> {
  const before = await presentUser(context, userId);
  if (before.email_key === null) throw new AppError('user-without-email');
  if (isAdministratorEmail(before.email_key, administratorEmail)) throw new AppError('user-is-administrator');
  requireFieldsAsShown({ access: before.access ?? 'member' }, shown);
  const values = { access: GRANTED_LEVELS.find((level) => level === access) ?? null, updated_at: context.now };
  const after = { ...before, ...values };
  await repository.updateUser(context.tx, userId, values);
  if (values.access !== before.access) await endSignInsOf(context.tx, context.now, before, administratorEmail);
  context.record({ subject: 'user', subjectId: userId, userId, before: userRecord(before), after: userRecord(after) });
  return toUser(context.tx, after, context.now);
}

/**
 * Ends everything that signs a user in, including the password: only a new sign-in link, or the identity provider, lets
 * them in again. Throws user-not-found, user-is-administrator.
 */
export async function endAllSignIns(
  context: CommandContext,
  userId: string,
  administratorEmail: string,
): Promise<{ id: string }> {
  const user = await presentUser(context, userId);
  if (user.email_key !== null && isAdministratorEmail(user.email_key, administratorEmail)) {
    throw new AppError('user-is-administrator');
  }
  await endSignInsOf(context.tx, context.now, user, administratorEmail);
  await deleteAccounts(context.tx, [user.email_key], administratorEmail);
  const record = userRecord(user);
  context.record({ subject: 'user', subjectId: userId, userId, before: record, after: record });
  return { id: userId };
}

/** How a user can sign in. Throws user-not-found. */
export async function readSignIns(
  db: Handle,
  userId: string,
  now: number,
): Promise<Output<typeof readSignInsOperation>> {
  const user = await findUser(db, userId);
  if (user === undefined || user.deleted_at !== null) throw new AppError('user-not-found');
  const account = user.email_key === null ? undefined : await findAccount(db, user.email_key);
  const link = await openLinkOf(db, userId, now);
  const [passkeys, sessions] =
    account === undefined
      ? [[], []]
      : [await passkeysOf(db, account.accountId), await openSessionsOf(db, account.accountId, now)];
  return {
    password: (account?.passwordHash ?? null) !== null,
    passkeys: passkeys.map(toPasskey),
    sessions: sessions.map(toOpenSession),
    linkExpiresAt: toInstantOrNull(link?.expires_at ?? null),
  };
}
