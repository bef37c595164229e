// The live feed: one stream for each browser, for as long as its session lasts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { liveFeed, type LiveHello } from '../../../contract/live.ts';
import { readSignIns } from '../../../contract/users.ts';
import { DASHBOARD } from '../../../core/limits.ts';
import { isAllowed, mayReadAllRecords } from '../../../core/people/permission.ts';
import type { Auth } from '../../auth/auth.ts';
import type { Principal } from '../../auth/principal.ts';
import type { Whose } from '../../auth/sign-in-notices.ts';
import { AppError } from '../../base/errors.ts';
import type { Server } from '../../http/serve.ts';
import type { JournalTail } from '../../live/journal-tail.ts';
import { type Change, concernsOwn } from '../../live/changes.ts';
import { type EventStream, openStream } from '../../live/sse.ts';
import type { VersionIds } from '../../live/versions.ts';

interface LiveFeedOptions {
  app: FastifyInstance;
  tail: JournalTail;
  ids: VersionIds;
  auth: Pick<Auth, 'authenticate' | 'onSignInsChanged'>;
}

/** Stays within the contract's 15 s even on a busy machine. */
const HEARTBEAT_MS = 14_000;
/** A browser has one stream, or one for each tab; a faulty program may open any number. */
const MAX_STREAMS_OF_SESSION = 30;

interface Follower {
  stream: EventStream;
  cookies: string | undefined;
  principal: Principal;
  /** What happens before the stream has said hello is announced after it. */
  begun: boolean;
  hasMissed: boolean;
}

/** Serves the feed. All streams end with the server, before it waits for open requests. */
export function serveLiveFeed(server: Server, { app, tail, ids, auth }: LiveFeedOptions): void {
  /** In the order of connecting. */
  const followers = new Set<Follower>();
  let closing = false;

  const announce = (follower: Follower): void => {
    if (follower.begun) follower.stream.send('change', {}, ids.idFor(follower.principal, tail.version()));
    else follower.hasMissed = true;
  };

  const endSession = ({ stream }: Follower): void => {
    stream.send('ended', {});
    stream.end();
  };

  /**
   * Checks a follower's session, which may have ended in another process, or whose user may have been deactivated or
   * given other access: an event that they could not see before may concern them now. Returns whether the session
   * continues.
   */
  const checkSession = async (follower: Follower): Promise<boolean> => {
    const principal = await auth.authenticate(follower.cookies).catch(() => {
      // The database is unavailable: the session cannot be checked, and no change arrives in the meantime.
      return follower.principal;
    });
    if (principal?.sessionId !== follower.principal.sessionId) {
      endSession(follower);
      return false;
    }
    follower.principal = principal;
    return true;
  };

  const tell = async (follower: Follower, change: Change): Promise<void> => {
    if (!tail.concerns(follower.principal, change)) return;
    if (!concernsOwn(follower.principal, change) || (await checkSession(follower))) announce(follower);
  };

  /** If anybody's may have changed, a member is not told: it may have been a write that does not concern them. */
  const tellOfSignIns = async (follower: Follower, whose: Whose): Promise<void> => {
    const { accountId, access } = follower.principal;
    const isOwn = accountId === whose?.accountId;
    const isShown = whose === null ? mayReadAllRecords(access) : isOwn || isAllowed(readSignIns.needs, access);
    if ((isOwn || whose === null) && !(await checkSession(follower))) return;
    if (isShown) announce(follower);
  };

  const stopListening = auth.onSignInsChanged((whose) => {
    for (const follower of followers) void tellOfSignIns(follower, whose);
  });
  app.addHook('preClose', async () => {
    closing = true;
    stopListening();
    for (const { stream } of followers) stream.end();
  });

  server.stream(liveFeed, async ({ request, reply }, principal) => {
    if (closing) throw new AppError('busy');
    const since = ids.oldestOf(principal, lastEventIdOf(request));
    const follower: Follower = {
      stream: openStream(reply, DASHBOARD.reconnectDelayMs),
      cookies: request.headers.cookie,
      principal,
      begun: false,
      hasMissed: since === null,
    };
    const { stream } = follower;
    addFollower(followers, follower);
    const heartbeat = setInterval(() => {
      stream.heartbeat();
      void checkSession(follower);
    }, HEARTBEAT_MS);
    heartbeat.unref();
    stream.onClose(() => {
      clearInterval(heartbeat);
      followers.delete(follower);
    });
    await tail.catchUp();
    if (stream.closed) return undefined;
    // Changes are heard from here on but reported only after the comparison, so that none is missed in between.
    stream.onClose(tail.follow((change) => void tell(follower, change)));
    // A version that cannot be compared counts as changed.
    if (since !== null && (await tail.hasMissed(principal, since).catch(() => true))) follower.hasMissed = true;
    follower.begun = true;
    const hello: LiveHello = { email: principal.email };
    stream.send('hello', hello, follower.hasMissed ? undefined : ids.idFor(principal, tail.version()));
    // The id comes with this event, so that a stream that breaks off before it does not count as up to date.
    if (follower.hasMissed) announce(follower);
    return undefined;
  });
}

/** Adds a follower; if the session has too many, the oldest makes room. */
function addFollower(followers: Set<Follower>, newcomer: Follower): void {
  const { sessionId } = newcomer.principal;
  const same = [...followers].filter(({ principal }) => principal.sessionId === sessionId);
  if (same.length >= MAX_STREAMS_OF_SESSION) same[0]?.stream.end();
  followers.add(newcomer);
}

/** The id of the last event the browser received, or of its first answers; empty if it starts afresh. */
function lastEventIdOf({ headers, query }: FastifyRequest): string {
  const header = headers['last-event-id'];
  const asked = typeof query === 'object' && query !== null && 'lastEventId' in query ? query.lastEventId : undefined;
  const given = header === undefined || header === '' ? asked : header;
  // A repeated parameter is a list, and therefore none of our ids.
  return typeof given === 'string' ? given : '';
}
