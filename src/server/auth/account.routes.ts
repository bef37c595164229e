// The operations of the own account: its password and its open sessions.
import * as contract from '../../contract/account.ts';
import { deviceOf } from '../../core/device.ts';
import { emailKey } from '../../core/email.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/engine.ts';
import { AppError } from '../errors.ts';
import type { Server } from '../serve.ts';
import { toInstant } from '../shared/wire.ts';
import { findAccount, holdAccount, replacePassword } from './accounts.ts';
import type { Auth } from './auth.ts';
import { BusyError, hashPassword, verifyPassword } from './passwords.ts';
import { endSessionsOf, openSessionsOf } from './sessions.ts';
import type { Visitor } from './visitor.ts';

export interface AccountRoutesOptions {
  db: Database;
  clock: Clock;
  auth: Auth;
}

export function serveAccount(server: Server, { db, clock, auth }: AccountRoutesOptions): void {
  /**
   * The hash of the present password, if this is it. Counted like attempts to sign in, so that a phone left alone is no
   * way to guess; by session, so that guessing elsewhere does not keep the owner from changing a password.
   */
  const verified = async (visitor: Visitor, password: string, address: string): Promise<string> => {
    const attempt = await auth.attempts.begin(address, emailKey(visitor.email), visitor.sessionId);
    try {
      const hash = (await findAccount(db.read, emailKey(visitor.email)))?.password ?? null;
      if (hash === null || !(await verifyPassword({ hash, password }))) throw new AppError('password-wrong');
      await attempt.succeeded();
      return hash;
    } catch (error) {
      if (!(error instanceof AppError) || error instanceof BusyError) await attempt.abandoned();
      throw error;
    }
  };

  server.read(contract.changePassword, async ({ input: { body }, request }, visitor) => {
    const from = await verified(visitor, body.currentPassword, request.ip);
    const to = await hashPassword(body.newPassword);
    const ended = await db.write.transaction().execute(async (tx) => {
      const change = { authUserId: visitor.authUserId, from, to };
      if (!(await replacePassword(tx, db.engine, clock.now(), change))) throw new AppError('password-wrong');
      return endSessionsOf(tx, visitor.authUserId, visitor.sessionId);
    });
    auth.sessionsEnded(ended);
    return { endedSessions: ended.length };
  });

  server.read(contract.listOwnSessions, async (_call, visitor) => {
    const rows = await openSessionsOf(db, visitor.authUserId, clock.now());
    const items = rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
      id,
      ...deviceOf(userAgent),
      signedInAt: toInstant(new Date(createdAt).getTime()),
      lastOpenedAt: toInstant(new Date(updatedAt).getTime()),
      current: id === visitor.sessionId,
    }));
    return { items: items.toSorted((a, b) => Number(b.current) - Number(a.current)) };
  });

  server.read(contract.endOwnSession, async ({ input: { params } }, visitor) => {
    const own = await db.write
      .deleteFrom('auth_session')
      .where('id', '=', params.sessionId)
      .where('userId', '=', visitor.authUserId)
      .returning('id')
      .executeTakeFirst();
    // Somebody else's session is as unknown as one that never was.
    if (own === undefined) throw new AppError('session-not-found');
    auth.sessionsEnded([own.id]);
    return { id: own.id };
  });

  server.read(contract.signOutEverywhere, async ({ reply }, visitor) => {
    const ended = await db.write.transaction().execute(async (tx) => {
      await holdAccount(tx, { id: visitor.authUserId });
      return endSessionsOf(tx, visitor.authUserId);
    });
    auth.sessionsEnded(ended);
    reply.header('set-cookie', await auth.farewell());
    return { endedSessions: ended.length };
  });
}
