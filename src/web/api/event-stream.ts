// Reads a server-sent-event stream with fetch. The browser's own EventSource gives up for good when something in
// between answers with an error page, and a stream opened anew could not say where the last one broke off.

export interface StreamEvent {
  /** 'message' where the stream names none */
  type: string;
  data: string;
  /** the last id the stream gave, also by an earlier event */
  id: string | null;
}

/** Takes the text of a stream in pieces, cut anywhere, and gives its events (HTML standard, "event stream"). */
export class EventParser {
  #rest = '';
  #type = '';
  #data: string[] = [];
  #id: string | null = null;

  *push(piece: string): Generator<StreamEvent> {
    this.#rest += piece;
    // A lone CR at the end may be the first half of CRLF; it waits for the next piece.
    for (let end = /\r\n|\n|\r(?!$)/.exec(this.#rest); end !== null; end = /\r\n|\n|\r(?!$)/.exec(this.#rest)) {
      const line = this.#rest.slice(0, end.index);
      this.#rest = this.#rest.slice(end.index + end[0].length);
      const event = this.#line(line);
      if (event !== null) yield event;
    }
  }

  #line(line: string): StreamEvent | null {
    if (line === '') {
      const event = { type: this.#type === '' ? 'message' : this.#type, data: this.#data.join('\n'), id: this.#id };
      const complete = this.#data.length > 0;
      this.#type = '';
      this.#data = [];
      return complete ? event : null;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#type = value;
    else if (field === 'data') this.#data.push(value);
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    return null;
  }
}

export interface StreamOptions {
  lastEventId: string | null;
  signal: AbortSignal;
  /** Called once the server has begun the stream. */
  onOpen: () => void;
  onEvent: (event: StreamEvent) => void;
  /** A stream silent for longer, in milliseconds, is taken as broken. */
  silence: number;
}

/** What the server answered instead of a stream. */
export class NoStreamError extends Error {
  override readonly name = 'NoStreamError';
  readonly status: number;
  /** the body where it is JSON, else null */
  readonly content: unknown;

  constructor(status: number, content: unknown) {
    super(`The server answered ${status} instead of a stream.`);
    this.status = status;
    this.content = content;
  }
}

/**
 * Follows a stream to its end.
 * @throws NoStreamError when the answer is none; whatever fetch throws when the connection broke or the signal ended it
 */
export async function followStream(address: string, options: StreamOptions): Promise<void> {
  const silent = new AbortController();
  const watch = watchdog(options.silence, () => silent.abort(new Error('The stream fell silent.')));
  try {
    const answer = await fetch(address, {
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        accept: 'text/event-stream',
        ...(options.lastEventId === null ? {} : { 'last-event-id': options.lastEventId }),
      },
      signal: AbortSignal.any([options.signal, silent.signal]),
    });
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!answer.ok || !isStream || answer.body === null) {
      throw new NoStreamError(answer.status, isStream ? null : await answer.json().catch(() => null));
    }
    options.onOpen();
    const parser = new EventParser();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      watch.restart();
      for (const event of parser.push(piece.value)) options.onEvent(event);
    }
  } finally {
    watch.stop();
  }
}

function watchdog(after: number, bark: () => void): { restart: () => void; stop: () => void } {
  let timer = setTimeout(bark, after);
  return {
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(bark, after);
    },
    stop: () => clearTimeout(timer),
  };
}
