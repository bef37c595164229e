// Who can sign in: accounts with a password, and the person behind an e-mail.
import { randomInt } from 'node:crypto';
import { generateRandomString } from 'better-auth/crypto';
import type { Transaction } from 'kysely';
import { emailKey } from '../../core/email.ts';
import type { Database, Engine, Handle } from '../db/engine.ts';
import type { Schema } from '../db/schema.ts';
import { libraryDate } from './library.ts';
import { hashPassword } from './passwords.ts';

/** The library's name for sign-in with a password. */
const PASSWORD_PROVIDER = 'credential';

export interface Account {
  email: string;
  name: string;
  password: string;
}

/** What sign-in needs of an e-mail: the account, its password's hash, and the user record of the same e-mail. */
export async function findAccount(db: Handle, email: string) {
  return db
    .selectFrom('auth_user')
    .leftJoin('auth_account', (join) =>
      join.onRef('auth_account.userId', '=', 'auth_user.id').on('auth_account.providerId', '=', PASSWORD_PROVIDER),
    )
    .leftJoin('users', (join) =>
      join.onRef('users.email_key', '=', 'auth_user.email').on('users.deleted_at', 'is', null),
    )
    .where('auth_user.email', '=', email)
    .select([
      'auth_user.id as authUserId',
      'auth_user.name as accountName',
      'auth_account.password',
      'users.id as userId',
      'users.user_name as userName',
      'users.status',
    ])
    .executeTakeFirst();
}

/**
 * Holds an account until the transaction ends. Whoever opens a session, and whoever ends all of them because something has
 * changed, holds the account first: so either the one sees what has changed, or the other ends the session just opened.
 */
export async function holdAccount(tx: Transaction<Schema>, account: { id: string } | { email: string }): Promise<void> {
  await tx
    .updateTable('auth_user')
    .set((eb) => ({ updatedAt: eb.ref('updatedAt') }))
    .where((eb) => ('id' in account ? eb('id', '=', account.id) : eb('email', '=', account.email)))
    .execute();
}

/**
 * Gives an e-mail an account with this password, or its account a new password, and returns the account's id. Sessions stay
 * as they are. The hash is made before the transaction, since that takes long.
 */
export async function writePassword(
  tx: Transaction<Schema>,
  engine: Engine,
  now: number,
  account: { email: string; name: string; hash: string },
): Promise<string> {
  const authUserId = await lockAccount(tx, engine, now, account);
  const updated = await tx
    .updateTable('auth_account')
    .set({ password: account.hash, updatedAt: libraryDate(engine, now) })
    .where('userId', '=', authUserId)
    .where('providerId', '=', PASSWORD_PROVIDER)
    .returning('id')
    .executeTakeFirst();
  if (updated === undefined) await insertPassword(tx, engine, now, authUserId, account.hash);
  return authUserId;
}

/** Puts a new hash in the place of exactly this one; false when the password was changed by somebody else meanwhile. */
export async function replacePassword(
  tx: Transaction<Schema>,
  engine: Engine,
  now: number,
  change: { authUserId: string; from: string; to: string },
): Promise<boolean> {
  await holdAccount(tx, { id: change.authUserId });
  const updated = await tx
    .updateTable('auth_account')
    .set({ password: change.to, updatedAt: libraryDate(engine, now) })
    .where('userId', '=', change.authUserId)
    .where('providerId', '=', PASSWORD_PROVIDER)
    .where('password', '=', change.from)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Notes that an account signed in. */
export async function noteSignIn(db: Handle, authUserId: string, now: number): Promise<void> {
  await db
    .insertInto('sign_ins')
    .values({ auth_user_id: authUserId, last_at: now })
    .onConflict((conflict) => conflict.column('auth_user_id').doUpdateSet({ last_at: now }))
    .execute();
}

/**
 * Creates the account unless there is one with a password already. Any number of processes may do it at once: exactly
 * one of them gets true.
 */
export async function createAccount(db: Database, now: number, account: Account): Promise<boolean> {
  const existing = await findAccount(db.read, emailKey(account.email));
  if (existing !== undefined && existing.password !== null) return false;
  const hash = await hashPassword(account.password);
  return db.write.transaction().execute(async (tx) => {
    const authUserId = await lockAccount(tx, db.engine, now, account);
    const credential = await tx
      .selectFrom('auth_account')
      .select('id')
      .where('userId', '=', authUserId)
      .where('providerId', '=', PASSWORD_PROVIDER)
      .executeTakeFirst();
    if (credential !== undefined) return false;
    await insertPassword(tx, db.engine, now, authUserId, hash);
    return true;
  });
}

/** The account's row, made if missing, locked until the transaction ends. */
async function lockAccount(
  tx: Transaction<Schema>,
  engine: Engine,
  now: number,
  account: Pick<Account, 'email' | 'name'>,
): Promise<string> {
  const at = libraryDate(engine, now);
  const row = await tx
    .insertInto('auth_user')
    .values({
      id: generateRandomString(32),
      name: account.name,
      email: emailKey(account.email),
      emailVerified: engine === 'sqlite' ? 0 : false,
      image: null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ updatedAt: at }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function insertPassword(
  tx: Transaction<Schema>,
  engine: Engine,
  now: number,
  authUserId: string,
  hash: string,
): Promise<void> {
  const at = libraryDate(engine, now);
  await tx
    .insertInto('auth_account')
    .values({
      id: generateRandomString(32),
      accountId: authUserId,
      providerId: PASSWORD_PROVIDER,
      userId: authUserId,
      accessToken: null,
      refreshToken: null,
      idToken: null,
      accessTokenExpiresAt: null,
      refreshTokenExpiresAt: null,
      scope: null,
      password: hash,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}

/** Without letters and digits that look alike, since somebody copies it from a terminal. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Four groups of four: about 79 bits, and easy to type. */
export function readablePassword(): string {
  const group = () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
