// What becomes of open connections when the server stops.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * A server that stops ends every connection over which no request is under way, and the others after their answers. Node
 * itself would wait for those over which nothing has come yet, as browsers open them ahead of time, and for those that were
 * busy when it was asked to stop, for as long as a client may keep a connection.
 */
export function endConnectionsAtStop(app: FastifyInstance): void {
  /** how many requests are under way over each */
  const underWay = new Map<Socket, number>();
  let stopping = false;
  const change = (socket: Socket, by: 1 | -1): void => {
    const before = underWay.get(socket);
    // It has closed already.
    if (before === undefined) return;
    underWay.set(socket, before + by);
    if (stopping && before + by === 0) socket.destroySoon();
  };
  app.server.on('connection', (socket: Socket) => {
    if (stopping) {
      socket.destroy();
      return;
    }
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    change(socket, 1);
    response.once('close', () => change(socket, -1));
  });
  app.addHook('preClose', async () => {
    stopping = true;
    for (const [socket, count] of underWay) if (count === 0) socket.destroySoon();
  });
}
