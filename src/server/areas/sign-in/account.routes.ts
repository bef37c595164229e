// The operations of the caller's own account: its password and open sessions.
import * as contract from '../../../contract/sign-in/account.ts';
import { emailKey } from '../../../core/people/email.ts';
import { type AccessLevel, handlesMoney } from '../../../core/people/permission.ts';
import { displayName } from '../../../core/people/person-name.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { Server } from '../../http/serve.ts';
import { isRuleOn, type OnMissingRule } from '../../shared/rules.ts';
import { replacePassword } from '../../auth/accounts.ts';
import type { Auth } from '../../auth/auth.ts';
import { sharesOfOwner } from '../../auth/passwords/hash-queue.ts';
import type { OwnerCheck } from '../../auth/passwords/own-password.ts';
import { voidLinks } from '../../auth/links/links.ts';
import { removePasskeysOf } from '../../auth/passkeys/passkeys.ts';
import type { ChangeOwn } from '../../auth/current-access.ts';
import { endSessionsOf, openSessionsOf, toOpenSession } from '../../auth/sessions.ts';

interface AccountRoutesOptions {
  db: Database;
  clock: Clock;
  auth: Auth;
  checkOwner: OwnerCheck;
  changeOwn: ChangeOwn;
  onMissingRule: OnMissingRule;
}

export function serveAccount(server: Server, options: AccountRoutesOptions): void {
  const { db, clock, auth, checkOwner, changeOwn, onMissingRule } = options;
  /** Keeps people from locking themselves out. Throws AppError `passkey-needed`. */
  const requireOtherSignIn = async (tx: Handle, access: AccessLevel): Promise<void> => {
    if (!handlesMoney(access) || !(await isRuleOn(tx, 'money-needs-passkey', onMissingRule))) return;
    throw new AppError('passkey-needed', {
      message: 'Without a passkey you could no longer sign in. Please keep them, and remove individual ones below.',
    });
  };

  server.action(contract.changePassword, async ({ input: { body }, request }, principal) => {
    const from = await checkOwner(principal, body.currentPassword, request.ip);
    if (from === null) throw new AppError('password-wrong');
    const to = await auth.passwords.hash(body.newPassword, sharesOfOwner(emailKey(principal.email)));
    const { accountId } = principal;
    const { endedSessions, removedPasskeys } = await changeOwn(
      principal,
      async (tx, access) => {
        if (!(await replacePassword(tx, { accountId, from, to }))) throw new AppError('password-wrong');
        if (body.removePasskeys) await requireOtherSignIn(tx, access);
        return {
          endedSessions: await endSessionsOf(tx, accountId, principal.sessionId),
          removedPasskeys: body.removePasskeys ? await removePasskeysOf(tx, accountId) : 0,
        };
      },
      // A link that was not used would replace the new password.
      (tx) => voidLinks(tx, clock.now(), principal.userId),
    );
    auth.signInsChanged(principal);
    return { endedSessions, removedPasskeys };
  });

  server.action(contract.setLanguage, async ({ input: { body } }, principal) => {
    await changeOwn(principal, (tx) =>
      tx.updateTable('accounts').set({ language: body.language }).where('id', '=', principal.accountId).execute(),
    );
    return { language: body.language };
  });

  server.action(contract.setOwnName, async ({ input: { body } }, principal) => {
    await changeOwn(principal, (tx) =>
      tx
        .updateTable('accounts')
        .set({ name: displayName(body.name) })
        .where('id', '=', principal.accountId)
        .execute(),
    );
    // Other processes follow with the next change of a record.
    server.forgetResponses();
    return { name: displayName(body.name) };
  });

  server.query(contract.listOwnSessions, async (_call, principal) => {
    const rows = await openSessionsOf(db.read, principal.accountId, clock.now());
    const items = rows.map((row) => ({ id: row.id, ...toOpenSession(row), current: row.id === principal.sessionId }));
    return { items: items.toSorted((a, b) => Number(b.current) - Number(a.current)) };
  });

  server.action(contract.endOwnSession, async ({ input: { params } }, principal) => {
    const own = await changeOwn(principal, (tx) =>
      tx
        .deleteFrom('sessions')
        .where('id', '=', params.sessionId)
        .where('account_id', '=', principal.accountId)
        .returning('id')
        .executeTakeFirst(),
    );
    // Another person's session is reported as unknown.
    if (own === undefined) throw new AppError('session-not-found');
    auth.signInsChanged(principal);
    return { id: own.id };
  });

  server.action(contract.signOutEverywhere, async ({ reply }, principal) => {
    const endedSessions = await changeOwn(principal, (tx) => endSessionsOf(tx, principal.accountId));
    auth.signInsChanged(principal);
    reply.header('set-cookie', auth.clearedCookie);
    return { endedSessions };
  });
}
