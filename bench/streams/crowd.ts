// Many live streams in this one process, as cheap as possible so that only the server is measured: raw sockets, from
// which only the sequence of the newest change is read.
import { connect, type Socket } from 'node:net';

export interface Crowd {
  readonly size: number;
  /**
   * Resolves with the performance.now() at which each stream received the next change; throws after `within` ms. Every
   * earlier change must have arrived.
   */
  nextChange(within: number): Promise<number[]>;
  /** streams closed by the server */
  lost(): number;
  close(): void;
}

interface Watcher {
  /** the newest change before the one waited for */
  after: number;
  times: number[];
  done: () => void;
}

interface Stream {
  socket: Socket;
  /** sequence of the newest change received */
  sequence: number;
}

const OPEN_TIMEOUT_MS = 30_000;
/** How many connections are opened concurrently; more than the listen backlog would be dropped. */
const CONCURRENCY = 50;

/** Opens `size` streams, spread over the sessions of these Cookie headers, and waits until all are open. */
export async function openCrowd(url: string, cookies: readonly string[], size: number): Promise<Crowd> {
  const { hostname, port } = new URL(url);
  const streams: Stream[] = [];
  const watchers = new Set<Watcher>();
  let closing = false;
  let lost = 0;

  const open = (cookie: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      const stream: Stream = { socket, sequence: 0 };
      let head = '';
      const timer = setTimeout(() => reject(new Error(`A stream did not open in time: ${head}`)), OPEN_TIMEOUT_MS);
      const untilHello = (piece: string): void => {
        head += piece;
        if (!head.includes('event: hello\n')) return;
        clearTimeout(timer);
        socket.off('data', untilHello);
        socket.on('data', (later: string) => received(stream, later));
        received(stream, head);
        streams.push(stream);
        resolve();
      };
      socket.setEncoding('latin1');
      socket.on('data', untilHello);
      socket.on('error', reject);
      socket.on('close', () => {
        if (!closing) lost += 1;
        reject(new Error(`A stream was not opened: ${head}`));
      });
      socket.write(`GET /api/live HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`);
    });

  function received(stream: Stream, piece: string): void {
    // Events are far smaller than a packet, so they arrive whole.
    const at = piece.lastIndexOf('\nid: ');
    if (at === -1) return;
    const before = stream.sequence;
    stream.sequence = Number.parseInt(piece.slice(at + 5), 10);
    const now = performance.now();
    for (const watcher of watchers) {
      if (before > watcher.after || stream.sequence <= watcher.after) continue;
      watcher.times.push(now);
      if (watcher.times.length === streams.length) watcher.done();
    }
  }

  for (let from = 0; from < size; from += CONCURRENCY) {
    const batch = Array.from({ length: Math.min(CONCURRENCY, size - from) }, (_, n) => from + n);
    await Promise.all(batch.map((n) => open(cookies[n % cookies.length] ?? '')));
  }

  return {
    size,
    nextChange: (within) =>
      new Promise((resolve, reject) => {
        const times: number[] = [];
        const timer = setTimeout(() => {
          watchers.delete(watcher);
          reject(new Error(`A change reached ${times.length} of ${size} streams within ${within} ms.`));
        }, within);
        const watcher: Watcher = {
          after: Math.max(0, ...streams.map(({ sequence }) => sequence)),
          times,
          done: () => {
            clearTimeout(timer);
            watchers.delete(watcher);
            resolve(times);
          },
        };
        watchers.add(watcher);
      }),
    lost: () => lost,
    close: () => {
      closing = true;
      for (const { socket } of streams) socket.destroy();
    },
  };
}
