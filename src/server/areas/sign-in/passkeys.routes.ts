// The operations of passkeys: signing in with one, and the list of one's own.
import type { FastifyRequest } from 'fastify';
import * as contract from '../../../contract/sign-in/passkeys.ts';
import { emailKey } from '../../../core/people/email.ts';
import type { Database } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { Server } from '../../http/serve.ts';
import { findAccount } from '../../auth/accounts.ts';
import type { Auth } from '../../auth/auth.ts';
import { callerOf, type AnswerSignIn } from './auth.routes.ts';
import type { OwnerCheck } from '../../auth/passwords/own-password.ts';
import { type Passkeys, passkeysOf, type Site, toPasskey } from '../../auth/passkeys/passkeys.ts';

interface PasskeyRoutesOptions {
  db: Database;
  auth: Auth;
  passkeys: Passkeys;
  checkOwner: OwnerCheck;
  answerSignIn: AnswerSignIn;
}

export function servePasskeys(server: Server, options: PasskeyRoutesOptions): void {
  const { db, auth, passkeys, checkOwner, answerSignIn } = options;

  server.action(contract.startPasskeySignIn, async ({ request, reply }) => {
    const { options: asked, cookie } = await passkeys.startSignIn(siteOf(request));
    reply.header('set-cookie', cookie);
    return { options: asked };
  });

  server.action(contract.signInWithPasskey, async ({ input: { body }, request, reply }, earlier) => {
    const attempt = await auth.attempts.begin(request.ip, null);
    const answer = { ...body, cookies: request.headers.cookie, site: siteOf(request) };
    const { email, passkeyId } = await passkeys.verify(answer);
    const opened = await auth.enter(email, callerOf(request), { passkeyId });
    if (opened === null) throw new AppError('passkey-refused');
    await attempt.succeeded();
    const signedIn = { ...opened, cookies: [...opened.cookies, passkeys.clearedCookie] };
    return answerSignIn(reply, signedIn, earlier, 'passkey');
  });

  server.query(contract.listOwnPasskeys, async (_call, { accountId, email }) => {
    const account = await findAccount(db.read, emailKey(email));
    const own = await passkeysOf(db.read, accountId);
    return { items: own.map(toPasskey), needsPassword: (account?.passwordHash ?? null) !== null };
  });

  server.action(contract.startPasskey, async ({ input: { body }, request, reply }, principal) => {
    await checkOwner(principal, body.password, request.ip);
    const { options: asked, cookie } = await passkeys.startAdding(principal, siteOf(request));
    reply.header('set-cookie', cookie);
    return { options: asked };
  });

  server.action(contract.addPasskey, async ({ input: { body }, request, reply }, principal) => {
    const answer = { ...body, cookies: request.headers.cookie, site: siteOf(request) };
    const added = await passkeys.add(principal, answer);
    auth.signInsChanged(principal);
    reply.header('set-cookie', passkeys.clearedCookie);
    reply.log.info({ user: principal.userId }, 'passkey added');
    return toPasskey(added);
  });

  server.action(contract.removePasskey, async ({ input: { params }, reply }, principal) => {
    await passkeys.remove(principal, params.passkeyId);
    auth.signInsChanged(principal);
    reply.log.info({ user: principal.userId }, 'passkey removed');
    return { id: params.passkeyId };
  });
}

/** The Origin header has already been checked (http/security.ts). */
function siteOf({ headers }: FastifyRequest): Site {
  const { origin, hostname } = new URL(headers.origin ?? '');
  return { origin, id: hostname };
}
