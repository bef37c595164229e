// A slow line to a database: a plain relay of bytes that can hold them back.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  /** the database's own URL, with the relay in the server's place */
  readonly url: string;
  /** Bytes arrive so much later from now on, in both directions. */
  delay(ms: number): void;
  /** Bytes no longer arrive, and nobody is told, as when a cable is pulled or a machine freezes. */
  freeze(): void;
  /** What was held back arrives; from now on nothing waits. */
  release(): void;
  close(): Promise<void>;
}

export async function startRelay(databaseUrl: string): Promise<Relay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let lateMs = 0;
  let frozen = false;

  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (bytes: Buffer) => {
      // A timer for each piece keeps their order as long as the delay is the same, and it is only set between runs.
      if (lateMs > 0) setTimeout(() => void to.write(bytes), lateMs);
      else to.write(bytes);
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
