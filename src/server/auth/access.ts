// How changes of a user record affect that person's access, in the same transaction (ACCESS-4), and the sign-in state
// of users. Changes of a user record never affect the administrator's account.
import type { Transaction } from 'kysely';
import { isAdministratorEmail } from '../../core/people/permission.ts';
import type { Handle } from '../db/types.ts';
import type { Schema } from '../db/schema.ts';
import { lockAccount } from './accounts.ts';
import { type Link, voidLinks } from './links/links.ts';
import { removePasskeysOf } from './passkeys/passkeys.ts';
import { endSessionsOf } from './sessions.ts';

export interface SignInState {
  /** `User.signIn` of the contract */
  signIn: 'none' | 'invited' | 'active';
  /** ms */
  lastSignIn: number | null;
}

interface Person {
  id: string;
  email_key: string | null;
}

/**
 * Ends everything that has signed somebody in: sessions, sign-in links and passkeys (SIGNIN-21). The password stays.
 * Returns their account, if there is one. `userId`: null for the administrator. `used`: the link that is being used at
 * this moment.
 */
export async function endSignIns(
  tx: Transaction<Schema>,
  now: number,
  { userId, emailKey }: { userId: string | null; emailKey: string },
  used: Link | null = null,
): Promise<{ accountId: string } | undefined> {
  await voidLinks(tx, now, userId, used);
  // A concurrent sign-in either sees this change or is ended by it.
  await lockAccount(tx, { email: emailKey });
  const account = await tx
    .selectFrom('accounts')
    .select('id as accountId')
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
  if (account === undefined) return undefined;
  await removePasskeysOf(tx, account.accountId);
  await endSessionsOf(tx, account.accountId);
  return account;
}

/** Like {@link endSignIns}, for a user whose record changed. */
export async function endSignInsOf(
  tx: Transaction<Schema>,
  now: number,
  { id, email_key: emailKey }: Person,
  administratorEmail: string,
): Promise<void> {
  if (emailKey === null || isAdministratorEmail(emailKey, administratorEmail)) await voidLinks(tx, now, id);
  else await endSignIns(tx, now, { userId: id, emailKey });
}

/**
 * Removes the accounts of e-mails with their passwords, passkeys and sessions: the user is gone or has another e-mail,
 * the e-mail was just given to somebody who must not inherit another person's password, or everything is to end.
 */
export async function deleteAccounts(
  tx: Transaction<Schema>,
  emailKeys: readonly (string | null)[],
  administratorEmail: string,
): Promise<void> {
  const keys = emailKeys.filter((key) => key !== null && !isAdministratorEmail(key, administratorEmail));
  if (keys.length > 0) await tx.deleteFrom('accounts').where('email_key', 'in', keys).execute();
}

/** The sign-in status of each of these users, by id; two indexed reads for a page of users. */
export async function signInStates(
  db: Handle,
  users: readonly Person[],
  now: number,
): Promise<ReadonlyMap<string, SignInState>> {
  const emails = users.flatMap(({ email_key }) => (email_key === null ? [] : [email_key]));
  const ids = users.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const accounts = await db
    .selectFrom('accounts')
    .where('email_key', 'in', emails.length === 0 ? [''] : emails)
    .select(['email_key', 'last_sign_in_at'])
    .execute();
  const invitations = await db
    .selectFrom('sign_in_links')
    .where('user_id', 'in', ids)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .select('user_id')
    .execute();
  const byEmail = new Map(accounts.map((row) => [row.email_key, row.last_sign_in_at]));
  const invited = new Set(invitations.map((row) => row.user_id));
  const stateOf = ({ id, email_key }: Person): SignInState => {
    const lastSignIn = email_key === null ? undefined : byEmail.get(email_key);
    if (lastSignIn !== undefined) return { signIn: 'active', lastSignIn };
    return { signIn: invited.has(id) ? 'invited' : 'none', lastSignIn: null };
  };
  return new Map(users.map((user) => [user.id, stateOf(user)]));
}
