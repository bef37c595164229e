// The operation of the live feed: a stream for each browser window, for as long as its session lasts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { liveFeed } from '../../contract/live.ts';
import { DASHBOARD } from '../../core/limits.ts';
import { isAtLeast } from '../../core/permission.ts';
import type { Auth } from '../auth/auth.ts';
import type { Principal } from '../auth/principal.ts';
import { AppError } from '../errors.ts';
import type { Server } from '../http/serve.ts';
import type { JournalTail } from './journal-tail.ts';
import { type Change, changesOwnRecord, EVERYTHING } from './changes.ts';
import { type EventStream, openStream } from './sse.ts';

export interface LiveFeedOptions {
  app: FastifyInstance;
  tail: JournalTail;
  auth: Pick<Auth, 'authenticate' | 'onSessionsEnded'>;
}

/** Within the contract's 15 s also on a busy machine. */
const HEARTBEAT_MS = 14_000;
/** Windows of one session; a browser has far fewer, a faulty program any number. */
const MAX_STREAMS_OF_SESSION = 30;

interface Follower {
  stream: EventStream;
  cookies: string | undefined;
  principal: Principal;
}

/** Serves the feed. All streams end with the server, before it waits for open requests. */
export function serveLiveFeed(server: Server, { app, tail, auth }: LiveFeedOptions): void {
  /** In the order in which they connected. */
  const followers = new Set<Follower>();
  let closing = false;

  const endSession = ({ stream }: Follower): void => {
    stream.send('ended', {});
    stream.end();
  };

  /** The session may have ended in another process, or its user been made inactive. */
  const checkSession = async (follower: Follower): Promise<void> => {
    const principal = await auth.authenticate(follower.cookies).catch(() => {
      // The database is unavailable: the session cannot be checked, and no change arrives in the meantime.
      return follower.principal;
    });
    if (principal?.sessionId !== follower.principal.sessionId) endSession(follower);
    else {
      const before = follower.principal.access;
      follower.principal = principal;
      if (principal.access !== before) follower.stream.send('access', {});
    }
  };

  /** None for members, since it reveals how much is written. */
  const eventIdFor = ({ access }: Principal): string | undefined =>
    isAtLeast(access, 'viewer') ? tail.eventId() : undefined;

  const tell = (follower: Follower, change: Change): void => {
    const topics = tail.topicsFor(follower.principal, change);
    if (topics.length === 0) return;
    follower.stream.send('change', { topics }, eventIdFor(follower.principal));
    if (changesOwnRecord(follower.principal, change)) void checkSession(follower);
  };

  const stopListening = auth.onSessionsEnded((sessions) => {
    for (const follower of followers) {
      if (sessions === 'unknown') void checkSession(follower);
      else if (sessions.includes(follower.principal.sessionId)) endSession(follower);
    }
  });
  app.addHook('preClose', async () => {
    closing = true;
    stopListening();
    for (const { stream } of followers) stream.end();
  });

  server.stream(liveFeed, async ({ request, reply }, principal) => {
    if (closing) throw new AppError('unavailable');
    const after = lastEventIdOf(request);
    const follower: Follower = {
      stream: openStream(reply, DASHBOARD.reconnectDelayMs),
      cookies: request.headers.cookie,
      principal,
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
    // Without an await from here on, so that no change falls between the comparison and the listener.
    const newest = eventIdFor(principal);
    const isCurrent = after === newest;
    stream.send('hello', {}, isCurrent ? newest : undefined);
    // The id comes with this event: a stream that breaks off before it has not caught up.
    if (!isCurrent) stream.send('change', { topics: tail.topicsFor(principal, EVERYTHING) }, newest);
    stream.onClose(tail.follow((change) => tell(follower, change)));
    return undefined;
  });
}

/** Adds a follower; the oldest of the same session makes room where there are too many. */
function addFollower(followers: Set<Follower>, newcomer: Follower): void {
  const { sessionId } = newcomer.principal;
  const same = [...followers].filter(({ principal }) => principal.sessionId === sessionId);
  if (same.length >= MAX_STREAMS_OF_SESSION) same[0]?.stream.end();
  followers.add(newcomer);
}

/** The id of the last event the browser had; null when it starts fresh. */
function lastEventIdOf({ headers, query }: FastifyRequest): string | null {
  const header = headers['last-event-id'];
  const asked = typeof query === 'object' && query !== null && 'lastEventId' in query ? query.lastEventId : undefined;
  const given = header === undefined || header === '' ? asked : header;
  if (given === undefined || given === '') return null;
  // A repeated header is a list: not one of our ids.
  return typeof given === 'string' ? given : 'unknown';
}
