// The operations for signing in through the organisation's identity provider; 404 if none is configured.
import type { FastifyBaseLogger } from 'fastify';
import { finishOidc, type OidcProblem, startOidc } from '../../../contract/sign-in/oidc.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { Server } from '../../http/serve.ts';
import { ensureAccount } from '../../auth/accounts.ts';
import type { Auth } from '../../auth/auth.ts';
import type { Oidc } from '../../auth/oidc/oidc.ts';

interface OidcRoutesOptions {
  /** null: none is configured */
  oidc: Oidc | null;
  auth: Pick<Auth, 'enter' | 'endSession'>;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
}

export function serveOidc(server: Server, { oidc, auth, db, clock, log }: OidcRoutesOptions): void {
  server.action(startOidc, async ({ request, reply }) => {
    if (oidc === null) throw new AppError('not-found');
    // The Origin header has already been checked (http/security.ts).
    const { url, cookies } = await oidc.begin(new URL(request.headers.origin ?? '').origin);
    reply.header('set-cookie', cookies);
    return { url };
  });

  // The browser navigates here, so every failure redirects to the login screen, which shows a message.
  server.action(finishOidc, async ({ request, reply }, earlier) => {
    if (oidc === null) throw new AppError('not-found');
    const query = request.url.split('?').slice(1).join('?');
    const { result, cookies } = await oidc.finish(query, request.headers.cookie);
    reply.header('set-cookie', cookies);
    const refuse = (problem: OidcProblem) => reply.redirect(`/#/login?problem=${problem}`, 303);
    if ('problem' in result) return refuse(result.problem);

    const { cookie, 'user-agent': userAgent = null } = request.headers;
    const from = { address: request.ip, userAgent, cookies: cookie };
    try {
      await ensureAccount(db, clock.now(), result.email);
      const signedIn = await auth.enter(result.email, from);
      if (signedIn === null) return refuse('unknown');
      const { access, userId } = signedIn.principal;
      request.log.info({ how: 'identity provider', who: access, user: userId }, 'signed in');
      if (earlier !== null) await auth.endSession(earlier.sessionId);
      // In addition to the cleared cookie.
      reply.header('set-cookie', signedIn.cookies);
      return reply.redirect('/#/', 303);
    } catch (error) {
      log.error({ err: error }, 'a verified sign-in could not be carried out');
      return refuse('provider');
    }
  });
}
