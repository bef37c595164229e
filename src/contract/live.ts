// The live feed: server-sent events that say what kinds of records changed, never the data itself.
import { z } from 'zod';
import { operation } from './operation.ts';
import { TOPICS } from './topics.ts';

/** Queries of these topics are to be read again. */
export const liveChange = z.object({ topics: z.array(z.enum(TOPICS)) });
export type LiveChange = z.infer<typeof liveChange>;

/**
 * Events of the stream: `hello` (on connecting; nothing to do), `change` (data: LiveChange), `ended` (the session is
 * over: ask who is signed in before reconnecting). Comment lines are heartbeats, every 15 s at the latest.
 *
 * An event's id is the version of the books. A client that connects with any other Last-Event-ID than the newest, or
 * without one, gets a `change` of all topics it may receive: it may have missed something. Members get no ids, since
 * these reveal how much is written.
 */
export const liveFeed = operation({
  id: 'live.feed',
  method: 'GET',
  path: '/live',
  needs: 'member',
  summary:
    'A server-sent-event stream of what changed; one that comes back with an old Last-Event-ID is told to read again.',
  output: z.unknown(),
  errors: [],
  writes: false,
  topics: [],
});
