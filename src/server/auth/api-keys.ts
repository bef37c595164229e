// Authenticates requests with an API key. A key acts as itself: the journal names it in place of a person.
import { createHash, randomBytes } from 'node:crypto';
import { dayOf } from '../../core/calendar.ts';
import { apiKeyActor } from '../../core/text/own-words.ts';
import type { AuthenticatedPrincipal } from './principal.ts';
import type { Clock } from '../base/clock.ts';
import type { Database } from '../db/types.ts';
import { AppError } from '../base/errors.ts';

/** The prefix makes a leaked key recognisable. 256 random bits follow, so a fast hash without salt is enough. */
const PREFIX = 'jurmana_';
const KEY_BYTES = 32;

export const newKey = (): string => `${PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Requests per minute of one key to one process. */
export const MAX_REQUESTS = 300;
const WINDOW_MS = 60_000;

export interface ApiKeys {
  /**
   * The principal behind this Authorization header. Throws AppError `api-key-refused` unless it contains a valid key,
   * and `too-many-requests` with `details: { seconds }` to wait.
   */
  authenticate(authorization: string): Promise<AuthenticatedPrincipal>;
}

export function createApiKeys(db: Database, clock: Clock, timeZone: string): ApiKeys {
  /** By the key's id. Kept in memory because the limit protects only this process. */
  const windows = new Map<string, { ends: number; requests: number }>();

  const count = (id: string, now: number): void => {
    const current = windows.get(id);
    const window = current === undefined || current.ends <= now ? { ends: now + WINDOW_MS, requests: 0 } : current;
    windows.set(id, window);
    window.requests += 1;
    if (window.requests <= MAX_REQUESTS) return;
    throw new AppError('too-many-requests', { details: { seconds: Math.ceil((window.ends - now) / 1000) } });
  };

  return {
    async authenticate(authorization) {
      const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
      const now = clock.now();
      const row = await db.read
        .selectFrom('api_keys')
        .innerJoin('books', (join) => join.on((eb) => eb('books.id', '=', eb.lit(1))))
        .where('key_hash', '=', hashOfKey(key))
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .select(['api_keys.id', 'name', 'access', 'expires_at', 'last_used_on', 'books.last_sequence'])
        .select('books.updated_at')
        .executeTakeFirst();
      if (row === undefined) throw new AppError('api-key-refused');
      count(row.id, now);
      const today = dayOf(now, timeZone);
      if (row.last_used_on !== today) {
        await db.write.updateTable('api_keys').set({ last_used_on: today }).where('id', '=', row.id).execute();
      }
      return {
        isKey: true,
        sessionId: row.id,
        accountId: row.id,
        email: apiKeyActor(row.name),
        name: row.name,
        access: row.access,
        userId: null,
        expiresAt: row.expires_at,
        booksVersion: { last_sequence: row.last_sequence, updated_at: row.updated_at },
      };
    },
  };
}
