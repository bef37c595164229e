// Checks the password of an account.
import { isEmail } from '../../../core/people/email.ts';
import type { Database } from '../../db/types.ts';
import { findAccount } from '../accounts.ts';
import { BusyError, type Share } from './hash-queue.ts';
import type { Passwords } from './passwords.ts';

export interface VerifiedPassword {
  hash: string;
  /** its hash at the current cost, if that has changed */
  renewed: string | null;
}

/** Null for a wrong password, and (after the same time) for an unknown e-mail. Throws BusyError. */
export async function checkPassword(
  { db, passwords }: { db: Database; passwords: Passwords },
  { email, password }: { email: string; password: string },
  shares: readonly Share[],
): Promise<VerifiedPassword | null> {
  const account = isEmail(email) ? await findAccount(db.read, email) : undefined;
  const hash = account?.passwordHash ?? passwords.dummyHash;
  if (!(await passwords.verify({ hash, password }, shares)) || hash === passwords.dummyHash) return null;
  if (!passwords.isOutdated(hash)) return { hash, renewed: null };
  // A full queue for the second hash must not make the sign-in fail.
  const renewed = await passwords.hash(password, shares).catch((error: unknown) => {
    if (error instanceof BusyError) return null;
    throw error;
  });
  return { hash, renewed };
}
