// A TCP relay to a database that can delay or freeze traffic.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  /** the database URL with the relay's port */
  readonly url: string;
  /** Delays traffic in both directions. */
  delay(ms: number): void;
  /** Stops traffic without closing connections, as when a cable is pulled. */
  freeze(): void;
  /** Ends delay and freeze, and delivers what was held back. */
  release(): void;
  close(): Promise<void>;
}

export async function startRelay(databaseUrl: string): Promise<Relay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let lateMs = 0;
  let frozen = false;

  const pass = (from: Socket, to: Socket): void => {
    const late: Buffer[] = [];
    from.on('data', (bytes: Buffer) => {
      if (lateMs === 0 && late.length === 0) {
        to.write(bytes);
        return;
      }
      // Keeps the order even if the delay has changed meanwhile.
      late.push(bytes);
      setTimeout(() => void to.write(late.shift() ?? ''), lateMs);
    });
    if (frozen) from.pause();
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      // Without this, Nagle's algorithm adds up to 40 ms.
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      pass(socket, other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);

  return {
    url: url.href,
    delay: (ms) => void (lateMs = ms),
    freeze: () => {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    release: () => {
      frozen = false;
      lateMs = 0;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
