// Reads a server-sent-event stream with fetch. The browser's own EventSource gives up for good when a proxy answers
// with an error page, and a new EventSource cannot send Last-Event-ID.
import type { EventSourceMessage } from 'eventsource-parser';
import { createParser } from 'eventsource-parser';

export type StreamEvent = EventSourceMessage;

export interface StreamOptions {
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
