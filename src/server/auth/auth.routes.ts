// The operations of signing in and out, and of asking who is signed in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '../../contract/auth.ts';
import type { Clock } from '../clock.ts';
import type { Server } from '../serve.ts';
import { todayAt } from '../shared/today.ts';
import { toInstant } from '../shared/wire.ts';
import type { Auth, Caller } from './auth.ts';
import type { Invitations } from './invitations.ts';
import type { Visitor } from './visitor.ts';

export interface AuthRoutesOptions {
  auth: Auth;
  invitations: Invitations;
  clock: Clock;
  timeZone: string;
  /** what people call the identity provider, null without one */
  provider: string | null;
  /** the journal sequence up to which the live feed of this process has read */
  livePosition(): number;
}

export function serveAuth(server: Server, options: AuthRoutesOptions): void {
  const { auth, invitations, clock, timeZone } = options;
  const session = (visitor: Visitor | null): contract.Session => ({
    visitor:
      visitor === null
        ? null
        : {
            email: visitor.email,
            name: visitor.name,
            role: visitor.role,
            userId: visitor.userId,
            livePosition: options.livePosition(),
          },
    organisation: { timeZone, today: todayAt(clock.now(), timeZone) },
    provider: options.provider,
  });

  const entered = async (
    reply: FastifyReply,
    { visitor, cookies }: { visitor: Visitor; cookies: string[] },
    earlier: Visitor | null,
    how: 'password' | 'sign-in link',
  ): Promise<contract.Session> => {
    reply.log.info({ how, who: visitor.role, user: visitor.userId }, 'signed in');
    // The browser forgets the cookie of the session it had; nobody else should be able to use it.
    if (earlier !== null) await auth.endSession(earlier.sessionId);
    reply.header('set-cookie', cookies);
    return session(visitor);
  };

  // The page asks this whenever it is opened, which is what keeps a session from running out.
  server.read(contract.readSession, async ({ reply }, visitor) => {
    if (visitor !== null) {
      const { cookies } = await auth.extend(visitor);
      if (cookies.length > 0) reply.header('set-cookie', cookies);
    }
    return session(visitor);
  });

  server.read(contract.signIn, async ({ input: { body }, request, reply }, earlier) => {
    return entered(reply, await auth.signIn({ ...body, ...callerOf(request) }), earlier, 'password');
  });

  server.read(contract.readInvitation, async ({ input: { body }, request }) => {
    const { name, email, expiresAt } = await invitations.look(body.token, request.ip);
    return { name, email, expiresAt: toInstant(expiresAt) };
  });

  server.read(contract.acceptInvitation, async ({ input: { body }, request, reply }, earlier) => {
    return entered(reply, await invitations.accept({ ...body, ...callerOf(request) }), earlier, 'sign-in link');
  });

  server.read(contract.signOut, async ({ request, reply }) => {
    const { cookies } = await auth.signOut(request.headers.cookie);
    reply.header('set-cookie', cookies);
    return {};
  });
}

const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  cookies: request.headers.cookie,
});
