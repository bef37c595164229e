// The live feed: server-sent events that say that something changed, but never what.
import { z } from 'zod';
import { operation } from './operation.ts';

/**
 * Whose stream it is. The cookie may belong to somebody else by now, so the browser checks that the stream is its own.
 */
export const liveHello = z.object({ email: z.string() });
export type LiveHello = z.infer<typeof liveHello>;

/**
 * Events of the stream: `hello` (on connecting; data: LiveHello), `change` (something the caller may read has changed:
 * a record, a rule, their own name or access, their sign-ins, or the organisation's day), `ended` (the session is over;
 * ask who is signed in before reconnecting). Comment lines are heartbeats, at least every 15 s.
 *
 * The id of an event is the version that the caller is now told of. A client that connects with it as Last-Event-ID
 * gets a `change` at once if anything it may read has changed since, apart from sign-ins, or if that is unknown, as
 * without an id. A member's ids are encrypted and never repeat, since they would otherwise reveal how much is written.
 */
export const liveFeed = operation({
  id: 'live.feed',
  method: 'GET',
  path: '/live',
  needs: 'member',
  summary:
    'A stream of server-sent events that say when something the caller may read has changed. It resumes after a Last-Event-ID.',
  output: z.unknown(),
});
