// Accounts without a password, for people whom the organisation's identity provider vouches for.
import { generateRandomString } from 'better-auth/crypto';
import { displayName } from '../../core/person-name.ts';
import type { Database } from '../db/engine.ts';
import { libraryDate } from './library.ts';

/**
 * Makes the account of the active user with this e-mail (a key), unless there is one: sessions hang on accounts. For
 * somebody who is no active user it does nothing.
 */
export async function ensureVouchedAccount(db: Database, now: number, email: string): Promise<void> {
  const user = await db.read
    .selectFrom('users')
    .leftJoin('auth_user', 'auth_user.email', 'users.email_key')
    .where('users.email_key', '=', email)
    .where('users.deleted_at', 'is', null)
    .where('users.status', '=', 'Active')
    .select(['users.user_name', 'auth_user.id as authUserId'])
    .executeTakeFirst();
  if (user === undefined || user.authUserId !== null) return;
  const at = libraryDate(db.engine, now);
  await db.write
    .insertInto('auth_user')
    .values({
      id: generateRandomString(32),
      name: displayName(user.user_name),
      email,
      emailVerified: db.engine === 'sqlite' ? 1 : true,
      image: null,
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}
