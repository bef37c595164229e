// Limits on sign-in attempts, per account and per address, and separately per known device, shared by all processes
// through the database. An attempt is counted before its password is checked, so that parallel guesses cannot exceed
// the limit.
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import { type Share, sharesOfOwner, sharesOfStranger } from './hash-queue.ts';

export const ATTEMPT_WINDOW_MS = 15 * 60 * 1000;
/** Failures within a window; the next attempt is refused until the window ends. */
export const MAX_FAILURES = { account: 10, address: 50, device: 10 } as const;

export interface Attempt {
  /** the hash-queue shares of this attempt */
  readonly shares: readonly Share[];
  /** The password was right: resets the account or device; the attempt no longer counts for the address. */
  succeeded(): Promise<void>;
  /** The password could not be checked (e.g. the database failed): the attempt does not count. */
  abandoned(): Promise<void>;
}

export interface Attempts {
  /**
   * Counts an attempt. `account` is the e-mail's key, null for input that is not an e-mail. `device` identifies a
   * browser or session that has authenticated to the account before: its attempts are counted separately, unaffected by
   * other failures for the account or from the address.
   * Throws AppError `too-many-attempts` with `details: { seconds }` to wait.
   */
  begin(address: string, account: string | null, device?: string | null): Promise<Attempt>;
  /** Resets an account whose owner has signed in another way. */
  reset(account: string): Promise<void>;
}

export function createAttempts(db: Database, clock: Clock): Attempts {
  let deletedExpiredAt = Number.NEGATIVE_INFINITY;

  const count = async (key: string, limit: number): Promise<void> => {
    const now = clock.now();
    const over = sql<boolean>`sign_in_attempts.window_ends <= ${now}`;
    const row = await db.write
      .insertInto('sign_in_attempts')
      .values({ key, failures: 1, window_ends: now + ATTEMPT_WINDOW_MS })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          failures: sql`case when ${over} then 1 else sign_in_attempts.failures + 1 end`,
          window_ends: sql`case when ${over} then ${now + ATTEMPT_WINDOW_MS} else sign_in_attempts.window_ends end`,
        }),
      )
      .returning(['failures', 'window_ends'])
      .executeTakeFirstOrThrow();
    if (row.failures > limit) throw tooMany(Math.ceil((row.window_ends - now) / 1000));
  };

  const uncount = async (key: string): Promise<void> => {
    await db.write
      .updateTable('sign_in_attempts')
      .set((eb) => ({ failures: eb('failures', '-', 1) }))
      .where('key', '=', key)
      .where('failures', '>', 0)
      .execute();
  };

  const deleteExpired = async (): Promise<void> => {
    const now = clock.now();
    if (now - deletedExpiredAt < ATTEMPT_WINDOW_MS) return;
    deletedExpiredAt = now;
    await db.write.deleteFrom('sign_in_attempts').where('window_ends', '<=', now).execute();
  };

  const reset = async (key: string): Promise<void> => {
    await db.write.deleteFrom('sign_in_attempts').where('key', '=', key).execute();
  };

  return {
    reset: (account) => reset(accountKeyOf(account)),
    async begin(address, account, device = null) {
      await deleteExpired();
      if (device !== null) {
        const deviceKey = `device:${digest(`${account ?? ''} ${device}`)}`;
        await count(deviceKey, MAX_FAILURES.device);
        return {
          shares: sharesOfOwner(account ?? ''),
          succeeded: () => reset(deviceKey),
          abandoned: () => uncount(deviceKey),
        };
      }
      const network = networkOf(address);
      const addressKey = `address:${network}`;
      const accountKey = account === null ? null : accountKeyOf(account);
      await count(addressKey, MAX_FAILURES.address);
      if (accountKey !== null) await count(accountKey, MAX_FAILURES.account);
      return {
        shares: sharesOfStranger(account, network),
        async succeeded() {
          await uncount(addressKey);
          if (accountKey !== null) await reset(accountKey);
        },
        async abandoned() {
          await uncount(addressKey);
          if (accountKey !== null) await uncount(accountKey);
        },
      };
    },
  };
}

function tooMany(seconds: number): AppError {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return new AppError('too-many-attempts', {
    message: `Too many sign-in attempts. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again.`,
    details: { seconds },
  });
}

/** Hashed, because people sometimes type their password into the e-mail field. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const accountKeyOf = (account: string): string => `account:${digest(account)}`;

/**
 * The network that attempts from an address count for: an IPv4 address, or the /64 of an IPv6 address, since a single
 * client can use every address in it.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  // Converts IPv4-mapped IPv6 addresses to IPv4.
  const found = ipaddr.process(address);
  if (found instanceof ipaddr.IPv4) return found.toString();
  return found.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
