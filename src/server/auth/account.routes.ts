// The operations of the caller's own account: its password and its open sessions.
import * as contract from '../../contract/account.ts';
import { deviceOf } from '../../core/device.ts';
import { emailKey } from '../../core/email.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/types.ts';
import { AppError } from '../errors.ts';
import type { Server } from '../http/serve.ts';
import { toInstant } from '../shared/wire.ts';
import { lockAccount, replacePassword } from './accounts.ts';
import type { Auth } from './auth.ts';
import { sharesOfOwner } from './hash-queue.ts';
import type { OwnerCheck } from './own-password.ts';
import { endSessionsOf, openSessionsOf } from './sessions.ts';

export interface AccountRoutesOptions {
  db: Database;
  clock: Clock;
  auth: Auth;
  checkOwner: OwnerCheck;
}

export function serveAccount(server: Server, { db, clock, auth, checkOwner }: AccountRoutesOptions): void {
  server.action(contract.changePassword, async ({ input: { body }, request }, principal) => {
    const from = await checkOwner(principal, body.currentPassword, request.ip);
    if (from === null) throw new AppError('password-wrong');
    const to = await auth.passwords.hash(body.newPassword, sharesOfOwner(emailKey(principal.email)));
    const ended = await db.write.transaction().execute(async (tx) => {
      const change = { accountId: principal.accountId, from, to };
      if (!(await replacePassword(tx, change))) throw new AppError('password-wrong');
      return endSessionsOf(tx, principal.accountId, principal.sessionId);
    });
    auth.sessionsEnded(ended);
    return { endedSessions: ended.length };
  });

  server.action(contract.setLanguage, async ({ input: { body } }, principal) => {
    await db.write
      .updateTable('accounts')
      .set({ language: body.language })
      .where('id', '=', principal.accountId)
      .execute();
    return { language: body.language };
  });

  server.query(contract.listOwnSessions, async (_call, principal) => {
    const rows = await openSessionsOf(db, principal.accountId, clock.now());
    const items = rows.map(({ id, user_agent, created_at, last_opened_at }) => ({
      id,
      ...deviceOf(user_agent),
      signedInAt: toInstant(created_at),
      lastOpenedAt: toInstant(last_opened_at),
      current: id === principal.sessionId,
    }));
    return { items: items.toSorted((a, b) => Number(b.current) - Number(a.current)) };
  });

  server.action(contract.endOwnSession, async ({ input: { params } }, principal) => {
    const own = await db.write
      .deleteFrom('sessions')
      .where('id', '=', params.sessionId)
      .where('account_id', '=', principal.accountId)
      .returning('id')
      .executeTakeFirst();
    // Another person's session is reported as unknown.
    if (own === undefined) throw new AppError('session-not-found');
    auth.sessionsEnded([own.id]);
    return { id: own.id };
  });

  server.action(contract.signOutEverywhere, async ({ reply }, principal) => {
    const ended = await db.write.transaction().execute(async (tx) => {
      await lockAccount(tx, { id: principal.accountId });
      return endSessionsOf(tx, principal.accountId);
    });
    auth.sessionsEnded(ended);
    reply.header('set-cookie', auth.clearedCookie);
    return { endedSessions: ended.length };
  });
}
