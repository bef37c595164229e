// A TCP proxy between browser and server that can cut connections, and drop or hold responses and requests.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Server } from './server.ts';

export interface FaultyProxy {
  /** the URL for the browser, instead of the server's */
  readonly url: string;
  /** how many responses were dropped so far */
  readonly dropped: number;
  /** how many chunks of requests were received so far */
  readonly chunks: number;
  /** Closes all connections and accepts no more. */
  cut(): void;
  /** Silently stops all traffic. Connections open now, or opened meanwhile, stay dead after `restore`. */
  silence(): void;
  /** Answers every request with a page, like a proxy without a server behind it, or during maintenance. */
  answerPage(status: number): void;
  /**
   * Forwards requests that start with `request`, e.g. `POST /api/fines `, but drops the responses to the first `count`
   * of them (default: all).
   */
  dropResponses(request: string, count?: number): void;
  /** Cuts the connection in the middle of responses to requests that start with `request`. */
  breakResponses(request: string): void;
  /** Holds responses to requests that start with `request` until `restore`. */
  holdResponses(request: string): void;
  /** Holds requests that start with `request` until `restore`. */
  holdRequests(request: string): void;
  /** Ends all faults, and delivers what was held. */
  restore(): void;
  /** Returns to the initial state: without faults, connections and counts. */
  reset(): void;
  close(): Promise<void>;
}

const BEGINS_REQUEST = /^[A-Z]+ \//;

/** The server, at the proxy's URL. */
export function behindProxy(proxy: FaultyProxy, server: Server): Server {
  return {
    ...server,
    url: proxy.url,
    get running() {
      return server.running;
    },
  };
}

/** Starts a proxy on a free port. */
export async function startFaultyProxy(serverUrl: string): Promise<FaultyProxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const dead = new WeakSet<Socket>();
  let open = true;
  let silent = false;
  let page: string | null = null;
  let dropping: { request: string; count: number } | null = null;
  let breaking: string | null = null;
  let holdingResponses: string | null = null;
  let holdingRequests: string | null = null;
  const held: (() => void)[] = [];
  let dropped = 0;
  let chunks = 0;

  const relay = createServer((browser) => {
    if (!open) {
      browser.destroy();
      return;
    }
    if (silent) {
      sockets.add(browser);
      browser.on('error', () => undefined);
      browser.on('close', () => sockets.delete(browser));
      browser.resume();
      return;
    }
    const server = connect(Number(target.port), target.hostname);
    let drops = false;
    let breaks = false;
    let holds = false;
    for (const socket of [browser, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        browser.destroy();
        server.destroy();
      });
    }
    let heldRequest: Buffer[] | null = null;
    browser.on('data', (bytes: Buffer) => {
      if (dead.has(browser)) return;
      if (page !== null) {
        browser.end(page);
        return;
      }
      chunks += 1;
      const head = bytes.subarray(0, 200).toString('latin1');
      // Otherwise it continues the previous chunk: a body may arrive separately.
      if (BEGINS_REQUEST.test(head)) {
        drops = dropping !== null && dropping.count > 0 && head.startsWith(dropping.request);
        breaks = breaking !== null && head.startsWith(breaking);
        holds = holdingResponses !== null && head.startsWith(holdingResponses);
        if (holdingRequests !== null && head.startsWith(holdingRequests)) {
          const whole: Buffer[] = [];
          heldRequest = whole;
          held.push(() => {
            heldRequest = null;
            server.write(Buffer.concat(whole));
          });
        }
      }
      if (heldRequest === null) server.write(bytes);
      else heldRequest.push(bytes);
    });
    server.on('data', (bytes: Buffer) => {
      if (dead.has(browser)) return;
      if (drops && dropping !== null) {
        dropping.count -= 1;
        dropped += 1;
        drops = false;
        browser.destroy();
        server.destroy();
      } else if (breaks && breaking !== null) {
        server.pause();
        browser.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => browser.destroy());
      } else if (holds && holdingResponses !== null) held.push(() => browser.write(bytes));
      else browser.write(bytes);
    });
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const { port } = relay.address() as AddressInfo;

  const restore = (): void => {
    open = true;
    silent = false;
    page = null;
    dropping = null;
    breaking = null;
    holdingResponses = null;
    holdingRequests = null;
    for (const release of held.splice(0)) release();
  };

  return {
    url: `http://127.0.0.1:${port}`,
    restore,
    reset: () => {
      for (const socket of sockets) socket.destroy();
      restore();
      dropped = 0;
      chunks = 0;
    },
    get dropped() {
      return dropped;
    },
    get chunks() {
      return chunks;
    },
    cut: () => {
      open = false;
      for (const socket of sockets) socket.destroy();
    },
    silence: () => {
      silent = true;
      for (const socket of sockets) dead.add(socket);
    },
    answerPage: (status) => {
      const html = '<!doctype html><title>Maintenance</title><p>Please come back later.</p>';
      page = `HTTP/1.1 ${status} Status\r\ncontent-type: text/html\r\ncontent-length: ${html.length}\r\nconnection: close\r\n\r\n${html}`;
      for (const socket of sockets) socket.destroy();
    },
    dropResponses: (request, count = Number.POSITIVE_INFINITY) => {
      dropping = { request, count };
    },
    breakResponses: (request) => {
      breaking = request;
    },
    holdResponses: (request) => {
      holdingResponses = request;
    },
    holdRequests: (request) => {
      holdingRequests = request;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
      await once(relay, 'close');
    },
  };
}
