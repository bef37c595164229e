// The live feed: server-sent events that say that something changed, never what, nor the data itself.
import { z } from 'zod';
import { operation } from './operation.ts';

/** Whose stream it is: a browser whose cookie meanwhile belongs to somebody else must not take it for the one it asked for. */
export const liveHello = z.object({ email: z.string() });
export type LiveHello = z.infer<typeof liveHello>;

/**
 * Events of the stream: `hello` (on connecting; data: LiveHello), `change` (something that the caller may read has changed:
 * a record, a rule, their own name or access, or the organisation's day), `ended` (the session is over: ask who is signed
 * in before reconnecting). Comment lines are heartbeats, every 15 s at the latest.
 *
 * An event's id is the version that the caller is told of. A client that connects with it as Last-Event-ID gets a `change`
 * at once if anything it may read has changed since, or that cannot be told, as without an id. A member's ids are sealed,
 * and each is another one, since they would reveal how much is written.
 */
export const liveFeed = operation({
  id: 'live.feed',
  method: 'GET',
  path: '/live',
  needs: 'member',
  summary:
    'A server-sent-event stream: something that the caller may read has changed. It resumes after a Last-Event-ID.',
  output: z.unknown(),
  errors: [],
  writes: false,
});
