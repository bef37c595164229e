// The operation of the live feed: a stream for each browser window, for as long as its session lasts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { liveFeed } from '../../contract/live.ts';
import { DASHBOARD } from '../../core/limits.ts';
import type { Auth } from '../auth/auth.ts';
import type { Visitor } from '../auth/visitor.ts';
import { AppError } from '../errors.ts';
import type { Server } from '../serve.ts';
import type { Bus } from './bus.ts';
import { asHeardBy, type BusChange } from './changes.ts';
import { type EventStream, openStream } from './stream.ts';

export interface LiveFeedOptions {
  app: FastifyInstance;
  bus: Bus;
  auth: Pick<Auth, 'recognise' | 'onSessionsEnded'>;
}

/** Within the contract's 15 s also on a busy machine. */
const HEARTBEAT_MS = 14_000;
/** Windows of one session; a browser has far fewer, a program gone wrong would have any number. */
const MAX_STREAMS_OF_SESSION = 30;

interface Follower {
  stream: EventStream;
  cookies: string | undefined;
  visitor: Visitor;
}

/** Serves the feed. All streams end with the server, before it waits for open requests. */
export function serveLiveFeed(server: Server, { app, bus, auth }: LiveFeedOptions): void {
  /** In the order in which they connected. */
  const followers = new Set<Follower>();
  let closing = false;

  const endSession = ({ stream }: Follower): void => {
    stream.send('ended', {});
    stream.end();
  };

  /** The session may have ended in another process, or its user been made inactive. */
  const checkSession = async (follower: Follower): Promise<void> => {
    const visitor = await auth.recognise(follower.cookies).confirmed.catch(() => {
      // The database is away: nobody can say that the session is over, and no change comes through meanwhile.
      return follower.visitor;
    });
    if (visitor?.sessionId === follower.visitor.sessionId) follower.visitor = visitor;
    else endSession(follower);
  };

  const tell = (follower: Follower, change: BusChange): void => {
    const heard = asHeardBy(follower.visitor, change);
    if (heard === null) return;
    follower.stream.send('change', heard, change.sequence);
    // A change of the own user record may be what ends the session.
    const own = change.change.everything || change.change.userIds.includes(follower.visitor.userId ?? '');
    if (own && change.change.topics.includes('user')) void checkSession(follower);
  };

  const stopListening = auth.onSessionsEnded((sessions) => {
    for (const follower of followers) {
      if (sessions === 'unknown') void checkSession(follower);
      else if (sessions.includes(follower.visitor.sessionId)) endSession(follower);
    }
  });
  app.addHook('preClose', async () => {
    closing = true;
    stopListening();
    for (const { stream } of followers) stream.end();
  });

  server.stream(liveFeed, async ({ request, reply }, visitor) => {
    if (closing) throw new AppError('unavailable');
    const after = resumePlace(request);
    const follower: Follower = {
      stream: openStream(reply, DASHBOARD.reconnectDelayMs),
      cookies: request.headers.cookie,
      visitor,
    };
    const { stream } = follower;
    admit(followers, follower);
    const heartbeat = setInterval(() => {
      stream.heartbeat();
      void checkSession(follower);
    }, HEARTBEAT_MS);
    heartbeat.unref();
    stream.onClose(() => {
      clearInterval(heartbeat);
      followers.delete(follower);
    });
    // A browser that begins hears of nothing that was committed before. Only it is told where it is: one that resumes
    // has not got there yet.
    if (after === null) await bus.catchUp();
    stream.send('hello', {}, after === null ? bus.position() : undefined);
    const stop = await bus.follow(after, (change) => tell(follower, change));
    if (stream.closed) stop();
    else stream.onClose(stop);
    return undefined;
  });
}

/** Adds a follower; the oldest of the same session makes room where there are too many. */
function admit(followers: Set<Follower>, newcomer: Follower): void {
  const { sessionId } = newcomer.visitor;
  const same = [...followers].filter(({ visitor }) => visitor.sessionId === sessionId);
  if (same.length >= MAX_STREAMS_OF_SESSION) same[0]?.stream.end();
  followers.add(newcomer);
}

/** Where the browser broke off: `null` when it says nothing, 'unknown' when what it says is no place of ours. */
function resumePlace({ headers, query }: FastifyRequest): number | 'unknown' | null {
  const header = headers['last-event-id'];
  const asked = typeof query === 'object' && query !== null && 'lastEventId' in query ? query.lastEventId : undefined;
  const given = header === undefined || header === '' ? asked : header;
  if (given === undefined || given === '') return null;
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : 'unknown';
}
