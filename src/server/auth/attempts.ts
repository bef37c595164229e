// Limits on sign-in attempts, per account and per address, and apart from these per known device, shared by all processes
// through the database. An attempt is counted before its password is looked at, so that guesses sent in parallel cannot
// slip past the limit together.
import { createHash } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/engine.ts';
import { AppError } from '../errors.ts';

export const ATTEMPT_WINDOW_MS = 15 * 60 * 1000;
/** Failures within a window; the next attempt is refused until the window ends. */
export const MAX_FAILURES = { account: 10, address: 50, device: 10 } as const;

export interface Attempt {
  /** The password was right: the account (or the known device) starts afresh, and the address gets this attempt back. */
  succeeded(): Promise<void>;
  /** It was never decided (the database failed): both get it back. */
  abandoned(): Promise<void>;
}

export interface Attempts {
  /**
   * Counts an attempt. `account` is the e-mail's key, null for what cannot be an e-mail. `device` names what has proved
   * before to belong to that account, a browser or an open session: it is counted by itself alone, so that what others
   * do to the account or from the address does not touch it.
   * Throws AppError `too-many-attempts` with `details: { seconds }` to wait.
   */
  begin(address: string, account: string | null, device?: string | null): Promise<Attempt>;
  /** An account starts afresh: its owner has come in another way. */
  forgive(account: string): Promise<void>;
}

export function createAttempts(db: Database, clock: Clock): Attempts {
  let prunedAt = Number.NEGATIVE_INFINITY;

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

  const giveBack = async (key: string): Promise<void> => {
    await db.write
      .updateTable('sign_in_attempts')
      .set((eb) => ({ failures: eb('failures', '-', 1) }))
      .where('key', '=', key)
      .where('failures', '>', 0)
      .execute();
  };

  const prune = async (): Promise<void> => {
    const now = clock.now();
    if (now - prunedAt < ATTEMPT_WINDOW_MS) return;
    prunedAt = now;
    await db.write.deleteFrom('sign_in_attempts').where('window_ends', '<=', now).execute();
  };

  const forget = async (key: string): Promise<void> => {
    await db.write.deleteFrom('sign_in_attempts').where('key', '=', key).execute();
  };

  return {
    forgive: (account) => forget(accountKeyOf(account)),
    async begin(address, account, device = null) {
      await prune();
      if (device !== null) {
        const deviceKey = `device:${digest(`${account ?? ''} ${device}`)}`;
        await count(deviceKey, MAX_FAILURES.device);
        return { succeeded: () => forget(deviceKey), abandoned: () => giveBack(deviceKey) };
      }
      const addressKey = `address:${networkOf(address)}`;
      const accountKey = account === null ? null : accountKeyOf(account);
      await count(addressKey, MAX_FAILURES.address);
      if (accountKey !== null) await count(accountKey, MAX_FAILURES.account);
      return {
        async succeeded() {
          await giveBack(addressKey);
          if (accountKey !== null) await forget(accountKey);
        },
        async abandoned() {
          await giveBack(addressKey);
          if (accountKey !== null) await giveBack(accountKey);
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

/** People type passwords into the e-mail field; what was typed is not kept. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const accountKeyOf = (account: string): string => `account:${digest(account)}`;

/**
 * What one visitor has for an address: an IPv4 address, or the first 64 bits of an IPv6 address, since a single
 * connection is given all addresses below them.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : 'unknown';
  const [head = '', tail] = plain.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const front = groups(head);
  // "::" stands for as many zero groups as are missing from eight; a dotted ending counts as two.
  const back = tail === undefined ? [] : groups(tail);
  const length = (parts: string[]) => parts.length + (parts.at(-1)?.includes('.') === true ? 1 : 0);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - length(front) - length(back));
  const all = [...front, ...Array.from({ length: zeros }, () => '0'), ...back];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
