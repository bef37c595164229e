// The operations for signing in and out, and for reading the current session.
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '../../../contract/sign-in/auth.ts';
import { isStaff } from '../../../core/people/permission.ts';
import { type Clock, todayAt } from '../../base/clock.ts';
import type { Database, Handle } from '../../db/types.ts';
import type { Server } from '../../http/serve.ts';
import type { VersionIds } from '../../live/versions.ts';
import { readGroups } from '../../shared/groups.ts';
import { readUrduNames } from '../../shared/queries.ts';
import { readPeople } from '../../shared/people.ts';
import { toInstant } from '../../shared/wire.ts';
import { languageOf } from '../../auth/accounts.ts';
import type { Auth, Caller, SignedIn } from '../../auth/auth.ts';
import type { Invitations } from '../../auth/links/invitations.ts';
import type { Principal } from '../../auth/principal.ts';

interface AuthRoutesOptions {
  db: Database;
  auth: Auth;
  invitations: Invitations;
  clock: Clock;
  timeZone: string;
  administratorEmail: string;
  /** the name of the identity provider, null if there is none */
  provider: string | null;
  /** the event id of a version for this principal */
  idFor: VersionIds['idFor'];
}

/** Ends the browser's previous session, sets the cookies and answers with the new session. */
export type AnswerSignIn = (
  reply: FastifyReply,
  opened: SignedIn,
  earlier: Principal | null,
  how: 'password' | 'sign-in link' | 'passkey',
) => Promise<contract.Session>;

async function organisationName(db: Handle): Promise<string> {
  return (await db.selectFrom('organisation').select('name').executeTakeFirstOrThrow()).name;
}

export function serveAuth(server: Server, options: AuthRoutesOptions): { answerSignIn: AnswerSignIn } {
  const { db, auth, invitations, clock, timeZone, administratorEmail } = options;
  const session = async ({ version }: FastifyRequest, principal: Principal | null): Promise<contract.Session> => ({
    principal:
      principal === null
        ? null
        : {
            email: principal.email,
            name: principal.name,
            access: principal.access,
            userId: principal.userId,
            people: isStaff(principal.access) ? await readPeople(db.read, administratorEmail) : [],
            fineTypes: Array.from(await readUrduNames(db.read), ([key, urduName]) => ({ key, urduName })),
            groups: isStaff(principal.access) ? await readGroups(db.read) : [],
            language: await languageOf(db.read, principal.accountId),
            booksVersion: options.idFor(principal, version),
          },
    organisation: {
      timeZone,
      today: todayAt(clock.now(), timeZone),
      name: principal === null ? '' : await organisationName(db.read),
    },
    provider: options.provider,
  });

  const answerSignIn: AnswerSignIn = async (reply, { principal, cookies }, earlier, how) => {
    reply.log.info({ how, who: principal.access, user: principal.userId }, 'signed in');
    // The browser's previous session cookie is replaced, so nobody could use that session any more.
    if (earlier !== null) await auth.endSession(earlier.sessionId);
    reply.header('set-cookie', cookies);
    reply.request.entering = principal;
    return session(reply.request, principal);
  };

  // The page calls this whenever it is opened, which extends the session.
  server.action(contract.readSession, async ({ request, reply }, principal) => {
    if (principal !== null) {
      const { cookies } = await auth.extend(principal, request.headers.cookie);
      if (cookies.length > 0) reply.header('set-cookie', cookies);
    }
    return session(request, principal);
  });

  server.action(contract.signIn, async ({ input: { body }, request, reply }, earlier) => {
    return answerSignIn(reply, await auth.signIn({ ...body, ...callerOf(request) }), earlier, 'password');
  });

  server.action(contract.readInvitation, async ({ input: { body }, request }) => {
    const { name, email, expiresAt } = await invitations.look(body.token, request.ip);
    return { name, email, expiresAt: toInstant(expiresAt) };
  });

  server.action(contract.acceptInvitation, async ({ input: { body }, request, reply }, earlier) => {
    return answerSignIn(reply, await invitations.accept({ ...body, ...callerOf(request) }), earlier, 'sign-in link');
  });

  server.action(contract.signOut, async ({ request, reply }) => {
    const { cookies } = await auth.signOut(request.headers.cookie);
    reply.header('set-cookie', cookies);
    return {};
  });
  return { answerSignIn };
}

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  cookies: request.headers.cookie,
});
