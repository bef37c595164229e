// What a change of a user record does to that person's way in, in the same transaction (decisions section 5), and who
// has a way in at all. The administrator's own account is never touched by what happens to a user record.
import type { Transaction } from 'kysely';
import { roleOf } from '../../core/permission.ts';
import type { Handle } from '../db/engine.ts';
import type { Schema } from '../db/schema.ts';
import { holdAccount } from './accounts.ts';
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

/** Ends the sessions of a user who may not come in for now, and makes the open sign-in link void. */
export async function suspendAccess(
  tx: Transaction<Schema>,
  now: number,
  user: Person,
  administratorEmail: string,
): Promise<void> {
  await voidLinks(tx, now, user.id);
  if (user.email_key === null || isAdministrators(user.email_key, administratorEmail)) return;
  await holdAccount(tx, { email: user.email_key });
  await tx
    .deleteFrom('auth_session')
    .where('userId', 'in', (eb) =>
      eb
        .selectFrom('auth_user')
        .select('id')
        .where('email', '=', user.email_key ?? ''),
    )
    .execute();
}

/**
 * Removes the account of an e-mail with its password and sessions: the user it belonged to is gone or has another
 * e-mail, or the e-mail was just given to somebody, who must not be met by another person's password.
 */
export async function forgetAccount(
  tx: Transaction<Schema>,
  emailKey: string | null,
  administratorEmail: string,
): Promise<void> {
  if (emailKey === null || isAdministrators(emailKey, administratorEmail)) return;
  await tx.deleteFrom('auth_user').where('email', '=', emailKey).execute();
}

const isAdministrators = (emailKey: string, administratorEmail: string): boolean =>
  roleOf(emailKey, administratorEmail) === 'administrator';

/** How each of these users stands with signing in, by id; two indexed reads for a page of users. */
export async function signInStates(
  db: Handle,
  users: readonly Person[],
  now: number,
): Promise<ReadonlyMap<string, SignInState>> {
  const emails = users.flatMap(({ email_key }) => (email_key === null ? [] : [email_key]));
  const ids = users.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const accounts = await db
    .selectFrom('auth_user')
    .leftJoin('sign_ins', 'sign_ins.auth_user_id', 'auth_user.id')
    .where('auth_user.email', 'in', emails.length === 0 ? [''] : emails)
    .select(['auth_user.email', 'sign_ins.last_at'])
    .execute();
  const invitations = await db
    .selectFrom('sign_in_links')
    .where('user_id', 'in', ids)
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', now)
    .select('user_id')
    .execute();
  const byEmail = new Map(accounts.map((row) => [row.email, row.last_at]));
  const invited = new Set(invitations.map((row) => row.user_id));
  const stateOf = ({ id, email_key }: Person): SignInState => {
    const lastSignIn = email_key === null ? undefined : byEmail.get(email_key);
    if (lastSignIn !== undefined) return { signIn: 'active', lastSignIn };
    return { signIn: invited.has(id) ? 'invited' : 'none', lastSignIn: null };
  };
  return new Map(users.map((user) => [user.id, stateOf(user)]));
}
