// One server-sent-event stream to one browser (HTML standard, "Server-sent events").
import type { FastifyReply } from 'fastify';

export interface EventStream {
  send(event: string, data: object, id?: string): void;
  /** A comment line: keeps the connection open and shows both ends that it is alive. */
  heartbeat(): void;
  /** Ends the stream after everything sent so far. */
  end(): void;
  /** Calls back once when the connection closes, whoever closed it; at once if it has closed already. */
  onClose(listener: () => void): void;
  readonly closed: boolean;
}

/**
 * How much a browser may leave unread before its connection is closed. It then reconnects and reads everything again.
 */
const MAX_UNREAD_BYTES = 256 * 1024;

/**
 * Begins the stream as the answer to a request. Headers set so far are kept. Fastify no longer handles the answer, so
 * it is neither compressed nor logged as a request.
 * @param retryMs how long the browser should wait before it reconnects
 */
export function openStream(reply: FastifyReply, retryMs: number): EventStream {
  reply.hijack();
  const { raw } = reply;
  raw.on('error', () => raw.destroy());
  raw.socket?.setKeepAlive(true);
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store, no-transform',
    // The connection ends with the stream. Kept open for another request, it would delay a server that is stopping.
    connection: 'close',
    // Tells nginx, and other proxies that understand its header, not to collect the answer before passing it on.
    'x-accel-buffering': 'no',
  });

  const write = (text: string): void => {
    if (raw.destroyed || raw.writableEnded) return;
    raw.write(text);
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
  };
  write(`retry: ${retryMs}\n\n`);

  return {
    send: (event, data, id) =>
      write(`event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
    heartbeat: () => write(':\n\n'),
    end: () => raw.end(),
    onClose(listener) {
      // A browser may disconnect while it is being authenticated; that event is not repeated.
      if (raw.destroyed) listener();
      else raw.once('close', listener);
    },
    get closed() {
      return raw.destroyed || raw.writableEnded;
    },
  };
}
