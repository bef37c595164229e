// Asks a signed-in person for their password again before anything that an unattended phone must not allow.
import { emailKey } from '../../../core/people/email.ts';
import type { Database } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import { findAccount } from '../accounts.ts';
import type { Auth } from '../auth.ts';
import { BusyError } from './hash-queue.ts';
import type { Principal } from '../principal.ts';

/**
 * Verifies the current password and returns its hash; null for an account without one, which only uses the identity
 * provider. Attempts are limited as at sign-in but counted by session, so that guesses elsewhere do not lock out the
 * owner. Throws AppError `password-wrong`, `too-many-attempts`.
 */
export type OwnerCheck = (principal: Principal, password: string | null, address: string) => Promise<string | null>;

export const createOwnerCheck =
  (db: Database, { attempts, passwords }: Pick<Auth, 'attempts' | 'passwords'>): OwnerCheck =>
  async (principal, password, address) => {
    const email = emailKey(principal.email);
    const hash = (await findAccount(db.read, email))?.passwordHash ?? null;
    if (hash === null) return null;
    const attempt = await attempts.begin(address, email, principal.sessionId);
    try {
      if (password === null || !(await passwords.verify({ hash, password }, attempt.shares)))
        throw new AppError('password-wrong');
      await attempt.succeeded();
      return hash;
    } catch (error) {
      if (!(error instanceof AppError) || error instanceof BusyError) await attempt.abandoned();
      throw error;
    }
  };
