// The live feed for any number of listeners: one stream while there is any (LIVE-10). It runs in the worker that all
// tabs of a browser share (live-worker.ts), or in a tab of a browser without such workers; so it knows neither page nor
// session.
import { liveFeed, type LiveHello } from '../../../contract/live.ts';
import { DASHBOARD } from '../../../core/limits.ts';
import { addressOf, errorFrom, ApiError } from '../call.ts';
import { type EventSourceMessage, createParser } from 'eventsource-parser';

/** `database-away`: the server is there, but says that its database is not. */
export type Connection = 'connected' | 'reconnecting' | 'database-away';

export type Message =
  | { type: 'connection'; connection: Connection }
  /** Something has changed; `version` is to be passed to the next `listen`. */
  | { type: 'change'; version: string }
  /** The session is over, or somebody else's: ask who is signed in. Nothing comes after it. */
  | { type: 'ended' }
  /** Nothing has happened; the feed is still there. */
  | { type: 'alive' };

export type Listener = (message: Message) => void;

export interface Feed {
  /** Listens from a version on, which is empty if unknown; returns a function that stops this. */
  listen(listener: Listener, version: string): () => void;
}

/** Heartbeats come every 15 s at the latest; two lost ones and the stream is dead. */
export const SILENCE_MS = 35_000;
const ALIVE_MS = 15_000;

/** The session is over, or the browser's session is another account's. */
class OverError extends Error {}

function saysDatabaseIsAway(error: unknown): boolean {
  if (!(error instanceof NoStreamError)) return false;
  const refusal = errorFrom(error.status, error.content);
  return refusal instanceof ApiError && refusal.code === 'unavailable';
}

/** Resolves after `ms`, or as soon as the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });

/**
 * The feed of one account. The browser's cookie may become another account's at any time, so a stream that says it
 * belongs to another account is not followed.
 */
export function createFeed(email: string): Feed {
  const listeners = new Set<Listener>();
  let running: AbortController | null = null;
  let connection: Connection = 'connected';
  /** the newest version that listeners were told, from which the stream resumes */
  let version = '';

  const tell = (message: Message): void => {
    for (const listener of listeners) listener(message);
  };
  const setConnection = (next: Connection): void => {
    if (connection !== next) tell({ type: 'connection', connection: next });
    connection = next;
  };

  const take = ({ event, data, id }: StreamEvent): void => {
    if (event === 'ended') throw new OverError();
    if (event === 'hello') {
      if ((JSON.parse(data) as LiveHello).email !== email) throw new OverError();
      setConnection('connected');
    }
    if (id !== undefined) version = id;
    if (event === 'change') tell({ type: 'change', version });
  };

  const stop = (): void => {
    running?.abort();
    running = null;
    connection = 'connected';
  };

  /** Follows the stream until the signal ends it, reconnecting after each break (LIVE-4). */
  const follow = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const error = await followStream(addressOf(liveFeed, {}), {
        lastEventId: version,
        signal,
        silence: SILENCE_MS,
        onEvent: (event) => {
          // The signal may have aborted between two events that arrived together.
          if (!signal.aborted) take(event);
        },
      }).catch((reason: unknown) => reason);
      if (signal.aborted) return;
      if (error instanceof OverError || (error instanceof NoStreamError && error.status === 401)) {
        const told = [...listeners];
        listeners.clear();
        stop();
        for (const listener of told) listener({ type: 'ended' });
        return;
      }
      setConnection(saysDatabaseIsAway(error) ? 'database-away' : 'reconnecting');
      await pause(DASHBOARD.reconnectDelayMs, signal);
    }
  };

  const start = (): void => {
    const controller = new AbortController();
    running = controller;
    const alive = setInterval(() => tell({ type: 'alive' }), ALIVE_MS);
    void follow(controller.signal).finally(() => clearInterval(alive));
  };

  return {
    listen(listener, since) {
      listeners.add(listener);
      if (running === null) {
        version = since;
        start();
        listener({ type: 'connection', connection });
      } else {
        listener({ type: 'connection', connection });
        // Earlier changes are not told again, so a listener with another version may have missed some.
        if (since === '' || since !== version) listener({ type: 'change', version });
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}

// Reads a server-sent-event stream with fetch. The browser's own EventSource gives up for good when a proxy answers
// with an error page, and a new EventSource cannot send Last-Event-ID.

type StreamEvent = EventSourceMessage;

interface StreamOptions {
  /** empty: it starts fresh */
  lastEventId: string;
  signal: AbortSignal;
  /** Called with each event; what it throws ends the stream. */
  onEvent: (event: StreamEvent) => void;
  /** A stream without any bytes for this many milliseconds is broken. It has less time to begin: see BEGIN_MS. */
  silence: number;
}

/** How long a stream has to begin, in milliseconds. The server answers at once; if not, a retry may get through. */
const BEGIN_MS = 15_000;

/** What the server answered instead of a stream. */
export class NoStreamError extends Error {
  override readonly name = 'NoStreamError';
  readonly status: number;
  /** the body if it is JSON, else null */
  readonly content: unknown;

  constructor(status: number, content: unknown) {
    super(`The server answered ${status} instead of a stream.`);
    this.status = status;
    this.content = content;
  }
}

/**
 * Follows a stream to its end.
 * @throws NoStreamError when the answer is not a stream; what onEvent throws; whatever fetch throws when the connection
 * broke or the signal ended it
 */
export async function followStream(address: string, options: StreamOptions): Promise<void> {
  // One controller for all reasons: WebKit loses signals that are derived from others to garbage collection.
  const reading = new AbortController();
  const stop = (): void => reading.abort();
  const watch = watchdog(Math.min(BEGIN_MS, options.silence), stop);
  options.signal.addEventListener('abort', stop);
  try {
    const answer = await fetch(address, {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        accept: 'text/event-stream',
        ...(options.lastEventId === '' ? {} : { 'last-event-id': options.lastEventId }),
      },
      signal: reading.signal,
    });
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!answer.ok || !isStream || answer.body === null) {
      throw new NoStreamError(answer.status, isStream ? null : await answer.json().catch(() => null));
    }
    const parser = createParser({ onEvent: options.onEvent });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      watch.restart(options.silence);
      parser.feed(piece.value);
    }
  } finally {
    options.signal.removeEventListener('abort', stop);
    watch.stop();
    // Otherwise a stream that onEvent refused would go on being received.
    reading.abort();
  }
}

function watchdog(first: number, onTimeout: () => void): { restart: (after: number) => void; stop: () => void } {
  let timer = setTimeout(onTimeout, first);
  return {
    restart: (after) => {
      clearTimeout(timer);
      timer = setTimeout(onTimeout, after);
    },
    stop: () => clearTimeout(timer),
  };
}
