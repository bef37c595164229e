// One server-sent-event stream to one browser (HTML standard, "Server-sent events").
import type { FastifyReply } from 'fastify';

export interface EventStream {
  send(event: string, data: object, id?: string): void;
  /** A comment line: keeps the connection open and shows both ends that it is. */
  heartbeat(): void;
  /** Ends it after everything sent so far. */
  end(): void;
  /** Calls back once, when the connection is gone, whoever ended it; at once where it is already gone. */
  onClose(listener: () => void): void;
  readonly closed: boolean;
}

/** What a browser may leave unread before its connection is closed. It reconnects and reads again. */
const MAX_UNREAD_BYTES = 256 * 1024;

/**
 * Begins the stream as the answer of a request. The headers set so far are kept; Fastify no longer touches the answer,
 * so it is neither compressed nor logged as a request.
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
    // The connection ends with the stream. Left open for another request, it would hold up a server that stops.
    connection: 'close',
    // Proxies that collect an answer before they pass it on: nginx and those that understand its header.
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
