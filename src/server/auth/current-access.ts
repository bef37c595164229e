// The sender's access at the moment a write is carried out, under a lock. While the request waited its turn, the
// session may have ended, the key may have been revoked, or the access lowered (ACCESS-19).
import DataLoader from 'dataloader';
import type { Transaction } from 'kysely';
import { type AccessLevel, isAllowed, type Needs } from '../../core/people/permission.ts';
import type { Clock } from '../base/clock.ts';
import { sessionsById } from '../db/built-once/sessions.ts';
import { isOneOf, run } from '../db/run.ts';
import type { Schema } from '../db/schema.ts';
import { inWriteTransaction, settleAll } from '../db/transaction.ts';
import type { Database, Handle } from '../db/types.ts';
import { AppError } from '../base/errors.ts';
import { lockAccount } from './accounts.ts';
import type { Principal } from './principal.ts';
import { identify } from './sessions.ts';

export interface CurrentAccess {
  /**
   * The current access of the sender of a write. The principals of one transaction that are asked for together are
   * looked up by one statement, each once. Throws AppError `not-signed-in`, `api-key-refused`, `not-allowed`.
   */
  required(db: Handle, principal: Principal, needs: Needs): Promise<AccessLevel>;
  /** Like {@link required}, but looks it up again because this transaction has changed it. */
  requiredAnew(db: Handle, principal: Principal, needs: Needs): Promise<AccessLevel>;
}

export function createCurrentAccess(clock: Clock, administratorEmail: string): CurrentAccess {
  const loaders = new WeakMap<Handle, DataLoader<Principal, AccessLevel | null, string>>();

  const read = async (db: Handle, principals: readonly Principal[]): Promise<(AccessLevel | null)[]> => {
    const now = clock.now();
    const [keys, sessions] = [principals.filter(({ isKey }) => isKey), principals.filter(({ isKey }) => !isKey)];
    const ids = (of: readonly Principal[]) => of.map(({ sessionId }) => sessionId);
    const [keyRows, sessionRows] = await settleAll([
      keys.length === 0 ? [] : keysOfIds(db, ids(keys)),
      sessions.length === 0 ? [] : sessionsById(db, { values: ids(sessions) }),
    ]);
    const found = new Map<string, AccessLevel>();
    for (const { id, access, expires_at } of keyRows) if (expires_at > now) found.set(id, access);
    for (const row of sessionRows) {
      const who = row.expiresAt > now ? identify(row.email, row, administratorEmail) : null;
      if (who !== null) found.set(row.sessionId, who.access);
    }
    return principals.map(({ sessionId }) => found.get(sessionId) ?? null);
  };

  const loaderOf = (db: Handle) => {
    const known = loaders.get(db);
    if (known !== undefined) return known;
    const loader = new DataLoader((principals: readonly Principal[]) => read(db, principals), {
      cacheKeyFn: ({ sessionId }) => sessionId,
    });
    loaders.set(db, loader);
    return loader;
  };

  return {
    required: async (db, principal, needs) => allowed(principal, await loaderOf(db).load(principal), needs),
    async requiredAnew(db, principal, needs) {
      const [access = null] = await read(db, [principal]);
      return allowed(principal, access, needs);
    },
  };
}

function allowed({ isKey }: Principal, access: AccessLevel | null, needs: Needs): AccessLevel {
  if (access === null) throw new AppError(isKey ? 'api-key-refused' : 'not-signed-in');
  if (!isAllowed(needs, access)) throw new AppError('not-allowed');
  return access;
}

const keysOfIds = (db: Handle, ids: readonly string[]) =>
  run(
    db,
    db
      .selectFrom('api_keys')
      .select(['id', 'access', 'expires_at'])
      .where(isOneOf(db, 'id', ids))
      .where('revoked_at', 'is', null),
  );

/**
 * Changes the caller's own account, with its row locked and the session checked again, so that nobody can change
 * anything after their session has ended. Throws AppError `not-signed-in`.
 */
export type ChangeOwn = <T>(
  principal: Principal,
  change: (tx: Transaction<Schema>, access: AccessLevel) => Promise<T>,
  /** what has to be written before the account is locked, in the order of every other transaction */
  first?: (tx: Transaction<Schema>) => Promise<unknown>,
) => Promise<T>;

export const createChangeOwn =
  (db: Database, currentAccess: CurrentAccess): ChangeOwn =>
  (principal, change, first) =>
    inWriteTransaction(db, async (tx) => {
      await first?.(tx);
      await lockAccount(tx, { id: principal.accountId });
      return change(tx, await currentAccess.requiredAnew(tx, principal, 'member'));
    });
