// How changes of a user record affect that person's access, in the same transaction (ACCESS-4), and the sign-in state
// of users. Changes of a user record never affect the administrator's account.
import type { Transaction } from 'kysely';
import { isAdministrators } from '../../core/permission.ts';
import type { Handle } from '../db/types.ts';
import type { Schema } from '../db/schema.ts';
import { lockAccount } from './accounts.ts';
import { voidLinks } from './links.ts';

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

/** Ends the sessions of a user who may not sign in for now, and voids the open sign-in link. */
export async function suspendAccess(
  tx: Transaction<Schema>,
  now: number,
  user: Person,
  administratorEmail: string,
): Promise<void> {
  await voidLinks(tx, now, user.id);
  if (user.email_key === null || isAdministrators(user.email_key, administratorEmail)) return;
  await lockAccount(tx, { email: user.email_key });
  await tx
    .deleteFrom('sessions')
    .where('account_id', 'in', (eb) =>
      eb
        .selectFrom('accounts')
        .select('id')
        .where('email_key', '=', user.email_key ?? ''),
    )
    .execute();
}

/**
 * Removes the accounts of e-mails with their passwords and sessions: the user such an e-mail belonged to is gone or has
 * another one, or it was just given to somebody, who must not inherit another person's password.
 */
export async function deleteAccounts(
  tx: Transaction<Schema>,
  emailKeys: readonly (string | null)[],
  administratorEmail: string,
): Promise<void> {
  const keys = emailKeys.filter((key) => key !== null && !isAdministrators(key, administratorEmail));
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
