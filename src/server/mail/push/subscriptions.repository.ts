// The SQL of the devices that show notifications.
import type { Selectable } from 'kysely';
import { isOneOf, run, runFirst } from '../../db/run.ts';
import type { PushSubscriptionsTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';

type Subscription = Selectable<PushSubscriptionsTable>;

/** The devices of these users that have open sessions. */
export const devicesOf = (db: Handle, userIds: readonly string[], now: number) =>
  run(
    db,
    db
      .selectFrom('users')
      .innerJoin('accounts', 'accounts.email_key', 'users.email_key')
      .innerJoin('sessions', 'sessions.account_id', 'accounts.id')
      .innerJoin('push_subscriptions', 'push_subscriptions.session_id', 'sessions.id')
      .select(['users.id as userId', 'push_subscriptions.id', 'sessions.user_agent as userAgent'])
      .where(isOneOf(db, 'users.id', userIds))
      .where('users.deleted_at', 'is', null)
      .where('sessions.expires_at', '>', now),
  );

/**
 * A user's device as it is now, and whether its notifications may say what they are about; undefined if it is no longer
 * theirs.
 */
export const findDevice = (
  db: Handle,
  { subscriptionId, userId }: { subscriptionId: string; userId: string },
  now: number,
) =>
  runFirst(
    db,
    db
      .selectFrom('push_subscriptions')
      .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .innerJoin('users', 'users.email_key', 'accounts.email_key')
      .select([
        'push_subscriptions.id',
        'push_subscriptions.endpoint',
        'push_subscriptions.p256dh',
        'push_subscriptions.auth',
        'accounts.push_amounts',
      ])
      .where('push_subscriptions.id', '=', subscriptionId)
      .where('users.id', '=', userId)
      .where('users.deleted_at', 'is', null)
      .where('sessions.expires_at', '>', now),
  );
export type Device = NonNullable<Awaited<ReturnType<typeof findDevice>>>;

export const subscriptionOf = (db: Handle, sessionId: string): Promise<Pick<Subscription, 'endpoint'> | undefined> =>
  runFirst(db, db.selectFrom('push_subscriptions').select('endpoint').where('session_id', '=', sessionId));

/** Replaces the subscription of a session, and removes that of any other session on the same device. */
export async function putSubscription(db: Handle, row: Subscription): Promise<void> {
  const { endpoint, p256dh, auth } = row;
  await run(
    db,
    db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).where('session_id', '!=', row.session_id),
  );
  await run(
    db,
    db
      .insertInto('push_subscriptions')
      .values(row)
      // The id stays, so that waiting messages go to the new address.
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ endpoint, p256dh, auth })),
  );
}

export const endSubscription = (db: Handle, sessionId: string): Promise<unknown> =>
  run(db, db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId));

/** Removes a subscription that its push service no longer knows, unless the device has a new address by now. */
export const removeSubscription = (
  db: Handle,
  { id, endpoint }: Pick<Subscription, 'id' | 'endpoint'>,
): Promise<unknown> =>
  run(db, db.deleteFrom('push_subscriptions').where('id', '=', id).where('endpoint', '=', endpoint));
