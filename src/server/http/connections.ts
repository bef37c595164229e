// Closes open connections when the server stops.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * On shutdown idle connections are closed at once and busy ones after their responses. Node itself would wait, up to
 * the keep-alive timeout, for connections that have had no request yet, which browsers open speculatively, and for
 * those that were busy when the shutdown began.
 */
export function closeConnectionsOnShutdown(app: FastifyInstance): void {
  /** the number of pending requests per connection */
  const pending = new Map<Socket, number>();
  let stopping = false;
  const change = (socket: Socket, by: 1 | -1): void => {
    const before = pending.get(socket);
    // Already closed.
    if (before === undefined) return;
    pending.set(socket, before + by);
    if (stopping && before + by === 0) socket.destroySoon();
  };
  app.server.on('connection', (socket: Socket) => {
    if (stopping) {
      socket.destroy();
      return;
    }
    pending.set(socket, 0);
    socket.once('close', () => pending.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    change(socket, 1);
    response.once('close', () => change(socket, -1));
  });
  app.addHook('preClose', async () => {
    stopping = true;
    for (const [socket, count] of pending) if (count === 0) socket.destroySoon();
  });
}
