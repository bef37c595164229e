// Who can sign in: accounts, most with a password, and the person behind an e-mail.
import { randomBytes, randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { emailKey } from '../../core/people/email.ts';
import type { Language } from '../../core/text/languages.ts';
import { ADMINISTRATOR } from '../../core/text/own-words.ts';
import type { Database, Handle } from '../db/types.ts';
import type { Schema } from '../db/schema.ts';
import type { Passwords } from './passwords/passwords.ts';

export interface Account {
  email: string;
  password: string;
}

/** 192 random bits, in 32 characters. */
export const randomId = (): string => randomBytes(24).toString('base64url');

/** The account with this e-mail (a key) and the user record with the same e-mail. */
export async function findAccount(db: Handle, email: string) {
  return db
    .selectFrom('accounts')
    .leftJoin('users', (join) =>
      join.onRef('users.email_key', '=', 'accounts.email_key').on('users.deleted_at', 'is', null),
    )
    .where('accounts.email_key', '=', email)
    .select([
      'accounts.id as accountId',
      'accounts.name as accountName',
      'accounts.password_hash as passwordHash',
      'users.id as userId',
      'users.user_name as userName',
      'users.status',
      'users.access as granted',
    ])
    .executeTakeFirst();
}

/**
 * Locks an account's row until the transaction ends. Opening a session and ending all sessions after a change both lock
 * it first, so that a new session either sees the change or is ended by it.
 */
export async function lockAccount(tx: Transaction<Schema>, account: { id: string } | { email: string }): Promise<void> {
  await tx
    .updateTable('accounts')
    .set((eb) => ({ name: eb.ref('name') }))
    .where((eb) => ('id' in account ? eb('id', '=', account.id) : eb('email_key', '=', account.email)))
    .execute();
}

/**
 * Creates the account of an e-mail with this password, or replaces the password of an existing one; returns the
 * account's id. Sessions are not affected. The hash is computed before the transaction, since that takes long.
 */
export async function writePassword(
  tx: Transaction<Schema>,
  now: number,
  { email, hash }: { email: string; hash: string },
): Promise<string> {
  const row = await tx
    .insertInto('accounts')
    .values({ ...newAccount(now, email), password_hash: hash })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet({ password_hash: hash }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Replaces exactly this hash; false when the password has been changed concurrently. */
export async function replacePassword(
  tx: Transaction<Schema>,
  { accountId, from, to }: { accountId: string; from: string; to: string },
): Promise<boolean> {
  const updated = await tx
    .updateTable('accounts')
    .set({ password_hash: to })
    .where('id', '=', accountId)
    .where('password_hash', '=', from)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function recordSignIn(tx: Transaction<Schema>, accountId: string, now: number): Promise<void> {
  await tx.updateTable('accounts').set({ last_sign_in_at: now }).where('id', '=', accountId).execute();
}

/**
 * Creates the account unless there is already one with a password. Several processes may do so at once: exactly one of
 * them gets true.
 */
export async function createAccount(
  { db, passwords, now }: { db: Database; passwords: Passwords; now: number },
  { email, password }: Account,
): Promise<boolean> {
  const existing = await findAccount(db.read, emailKey(email));
  if (existing !== undefined && existing.passwordHash !== null) return false;
  const hash = await passwords.hash(password);
  const row = await db.write
    .insertInto('accounts')
    .values({ ...newAccount(now, email), password_hash: hash })
    .onConflict((conflict) =>
      conflict.column('email_key').doUpdateSet({ password_hash: hash }).where('accounts.password_hash', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes an account without a password for the active user with this e-mail (a key), unless there is one, since sessions
 * belong to accounts. Does nothing if there is no such active user.
 */
export async function ensureAccount(db: Database, now: number, email: string): Promise<void> {
  const user = await db.read
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.email_key', 'users.email_key')
    .where('users.email_key', '=', email)
    .where('users.deleted_at', 'is', null)
    .where('users.status', '=', 'Active')
    .select('accounts.id as accountId')
    .executeTakeFirst();
  if (user === undefined || user.accountId !== null) return;
  await db.write
    .insertInto('accounts')
    .values(newAccount(now, email))
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute();
}

/** Only its owner gives an account a name: ADMIN_EMAIL may become the e-mail of a user whom a manager named. */
const newAccount = (now: number, email: string) => ({
  id: randomId(),
  email_key: emailKey(email),
  name: ADMINISTRATOR,
  password_hash: null,
  created_at: now,
  last_sign_in_at: null,
  language: null,
});

/** null until the owner has chosen one */
export async function languageOf(db: Handle, accountId: string): Promise<Language | null> {
  const account = await db.selectFrom('accounts').select('language').where('id', '=', accountId).executeTakeFirst();
  return account?.language ?? null;
}

/** Without letters and digits that look alike, since people copy it by hand from a terminal. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Four groups of four: about 79 bits, and easy to type. */
export function readablePassword(): string {
  const group = () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
