// The operations that let a device of one's own account show notifications.
import { createECDH } from 'node:crypto';
import * as contract from '../../../contract/mail/push.ts';
import type { ChangeOwn } from '../../auth/current-access.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../db/types.ts';
import { settleAll } from '../../db/transaction.ts';
import { AppError } from '../../base/errors.ts';
import type { Server } from '../../http/serve.ts';
import { newRecordId } from '../../shared/ids.ts';
import { tellsMembers } from '../../mail/preferences.ts';
import { pushAddress } from '../../config/push-hosts.ts';
import { readPushKeys } from '../../mail/push/push-keys.ts';
import { endSubscription, putSubscription, subscriptionOf } from '../../mail/push/subscriptions.repository.ts';

interface PushRoutesOptions {
  db: Database;
  clock: Clock;
  /** hosts that notifications may be sent to */
  hosts: readonly string[];
  changeOwn: ChangeOwn;
}

export function servePush(server: Server, { db, clock, hosts, changeOwn }: PushRoutesOptions): void {
  server.query(contract.readOwnPush, async (_call, { accountId, sessionId, userId }) => {
    const [account, subscription, tells, { publicKey }] = await settleAll([
      db.read.selectFrom('accounts').select('push_amounts').where('id', '=', accountId).executeTakeFirst(),
      subscriptionOf(db.read, sessionId),
      tellsMembers(db.read),
      readPushKeys(db),
    ]);
    return {
      offered: tells && userId !== null && hosts.length > 0,
      key: publicKey,
      endpoint: subscription?.endpoint ?? null,
      amounts: account?.push_amounts === 1,
    };
  });

  server.action(contract.subscribe, async ({ input: { body } }, principal) => {
    const { endpoint, keys } = body;
    if (pushAddress(endpoint, hosts) === null || !isOnCurve(keys.p256dh)) throw new AppError('push-refused');
    const row = { id: newRecordId(), session_id: principal.sessionId, endpoint, ...keys, created_at: clock.now() };
    await changeOwn(principal, (tx) => putSubscription(tx, row));
    return { endpoint };
  });

  server.action(contract.unsubscribe, async (_call, principal) => {
    await changeOwn(principal, (tx) => endSubscription(tx, principal.sessionId));
    return { endpoint: null };
  });

  server.action(contract.setPushAmounts, async ({ input: { body } }, principal) => {
    await changeOwn(principal, (tx) =>
      tx
        .updateTable('accounts')
        .set({ push_amounts: body.amounts ? 1 : 0 })
        .where('id', '=', principal.accountId)
        .execute(),
    );
    return body;
  });
}

/** Otherwise no message could be encrypted for it. */
function isOnCurve(p256dh: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
