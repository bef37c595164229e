// The connection between the browser and the server, which a test may cut, or on which answers get lost: a plain relay
// of bytes, so that what fails is a real connection.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { Server } from './server.ts';

export interface Line {
  /** what the browser calls instead of the server */
  readonly url: string;
  /** how many answers got lost so far */
  readonly lost: number;
  /** Breaks every connection and lets none through. */
  cut(): void;
  /**
   * Requests that begin so, e.g. `POST /api/fines `, still arrive and are carried out, but their answers get lost:
   * so many of them, all by default.
   */
  loseAnswers(request: string, count?: number): void;
  /** Answers of requests that begin so wait until the line is restored. */
  holdAnswers(request: string): void;
  /** Requests that begin so wait until then, and arrive after that. */
  holdRequests(request: string): void;
  /** Everything gets through again. */
  restore(): void;
  close(): Promise<void>;
}

/** The server as the browser sees it at the other end of the line. */
export function seenThrough(line: Line, server: Server): Server {
  return {
    ...server,
    url: line.url,
    get running() {
      return server.running;
    },
  };
}

/** A line to the server at this address, on a free port. */
export async function startLine(serverUrl: string): Promise<Line> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let open = true;
  let losing: { request: string; count: number } | null = null;
  let holding: string | null = null;
  let holdingBack: string | null = null;
  const held: (() => void)[] = [];
  let lost = 0;

  const relay = createServer((browser) => {
    if (!open) {
      browser.destroy();
      return;
    }
    const server = connect(Number(target.port), target.hostname);
    let toLose = false;
    let toHold = false;
    for (const socket of [browser, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        browser.destroy();
        server.destroy();
      });
    }
    browser.on('data', (bytes: Buffer) => {
      // A request begins with its method, so a chunk that begins so is the beginning of one.
      const head = bytes.subarray(0, 200).toString('latin1');
      toLose = losing !== null && losing.count > 0 && head.startsWith(losing.request);
      toHold = holding !== null && head.startsWith(holding);
      if (holdingBack !== null && head.startsWith(holdingBack)) held.push(() => server.write(bytes));
      else server.write(bytes);
    });
    server.on('data', (bytes: Buffer) => {
      if (toLose && losing !== null) {
        losing.count -= 1;
        lost += 1;
        browser.destroy();
      } else if (toHold && holding !== null) held.push(() => browser.write(bytes));
      else browser.write(bytes);
    });
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const { port } = relay.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    get lost() {
      return lost;
    },
    cut: () => {
      open = false;
      for (const socket of sockets) socket.destroy();
    },
    loseAnswers: (request, count = Number.POSITIVE_INFINITY) => {
      losing = { request, count };
    },
    holdAnswers: (request) => {
      holding = request;
    },
    holdRequests: (request) => {
      holdingBack = request;
    },
    restore: () => {
      open = true;
      losing = null;
      holding = null;
      holdingBack = null;
      for (const answer of held.splice(0)) answer();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
      await once(relay, 'close');
    },
  };
}
