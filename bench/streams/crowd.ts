// A crowd of open live streams, held by this one process as cheaply as possible: bare sockets, of which only the number
// of the newest change is looked at. What is measured is the server.
import { connect, type Socket } from 'node:net';

export interface Crowd {
  readonly size: number;
  /**
   * The next change that is committed: resolves with the time at which each stream had it, as of performance.now();
   * throws after `within` ms. Every earlier change must have arrived.
   */
  nextChange(within: number): Promise<number[]>;
  /** streams that ended by themselves */
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
  /** of the newest change received */
  sequence: number;
}

const STANDS_WITHIN_MS = 30_000;
/** How many connections are being opened at one moment; more than a listen queue holds would be dropped. */
const AT_ONCE = 50;

/** Opens so many streams, spread over the sessions of these Cookie headers, and waits until all of them stand. */
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
      const timer = setTimeout(() => reject(new Error(`A stream did not stand in time: ${head}`)), STANDS_WITHIN_MS);
      const standing = (piece: string): void => {
        head += piece;
        if (!head.includes('event: hello\n')) return;
        clearTimeout(timer);
        socket.off('data', standing);
        socket.on('data', (later: string) => received(stream, later));
        received(stream, head);
        streams.push(stream);
        resolve();
      };
      socket.setEncoding('latin1');
      socket.on('data', standing);
      socket.on('error', reject);
      socket.on('close', () => {
        if (!closing) lost += 1;
        reject(new Error(`A stream was not opened: ${head}`));
      });
      socket.write(`GET /api/live HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`);
    });

  function received(stream: Stream, piece: string): void {
    // An event is far smaller than a packet: its lines arrive in one piece.
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

  for (let from = 0; from < size; from += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, size - from) }, (_, n) => from + n);
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
