// The live feed: server-sent events that say what changed, never the data itself.
import { z } from 'zod';
import { operation } from './operation.ts';

const changeTopic = z.enum(['fine', 'user', 'event', 'setting']);

/**
 * One committed write. The stream's event id is the journal sequence of its last entry, so that a browser that comes
 * back with Last-Event-ID receives exactly what it missed; very many changes at once are told as one.
 * `userIds`: whose figures changed. `everything` is true when too much changed to name, e.g. an import, or when the
 * place the browser asks to resume from is unknown: it should then read again whatever it shows.
 */
export const liveChange = z.object({
  topics: z.array(changeTopic),
  userIds: z.array(z.string()),
  everything: z.boolean(),
});
export type LiveChange = z.infer<typeof liveChange>;

/**
 * Events of the stream: `hello` (on connecting; nothing to do), `change` (data: LiveChange), `ended` (the session is
 * over: ask who is signed in before reconnecting). Comment lines are heartbeats, every 15 s at the latest.
 */
export const liveFeed = operation({
  id: 'live.feed',
  method: 'GET',
  path: '/live',
  audience: 'signed-in',
  summary: 'A server-sent-event stream of what changed; resumes with Last-Event-ID.',
  output: z.unknown(),
  errors: [],
  writes: false,
});
