// Follows the live feed in tests, with a reader of its own that keeps everything the server sent.
import type { LiveChange } from '../../src/contract/live.ts';
import type { Database } from '../../src/server/db/engine.ts';
import type { Client } from './client.ts';
import { addUser } from './ledger.ts';

export interface Received {
  event: string;
  id: string | null;
  data: unknown;
}

export interface LiveStream {
  status: number;
  headers: Headers;
  /** Everything received so far; heartbeats are `event: ':'`. */
  received: Received[];
  /** The first event that fits, past or to come; throws after `within` ms. */
  until(fits: (received: Received) => boolean, within?: number): Promise<Received>;
  /** The changes received so far. */
  changes(): LiveChange[];
  /** Resolves when the server ends the stream; throws after `within` ms. */
  ended(within?: number): Promise<void>;
  close(): void;
}

const PATIENCE_MS = 5000;

export const isChange = ({ event }: Received): boolean => event === 'change';
export const isEnded = ({ event }: Received): boolean => event === 'ended';
/** A change that names this user. */
export const about =
  (userId: string) =>
  (received: Received): boolean =>
    isChange(received) && (received.data as LiveChange).userIds.includes(userId);

/** The journal's newest place. */
export const newestSequence = async (db: Database): Promise<number> =>
  (await db.read.selectFrom('books').select('last_sequence').executeTakeFirstOrThrow()).last_sequence;

/** A change everybody signed in as administrator hears: whatever should have come before it has come. */
export async function marker(administrator: Client, ...heard: LiveStream[]): Promise<void> {
  const user = await addUser(administrator);
  for (const stream of heard) await stream.until(about(user.id));
}

/** Opens the feed with a Cookie header and waits until it stands; `path` may add a query. */
export async function openLive(
  url: string,
  cookie: string,
  options: { lastEventId?: string; path?: string } = {},
): Promise<LiveStream> {
  const stopping = new AbortController();
  const answer = await fetch(`${url}${options.path ?? '/api/live'}`, {
    headers: {
      cookie,
      accept: 'text/event-stream',
      ...(options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId }),
    },
    signal: stopping.signal,
  });
  const received: Received[] = [];
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const watcher of watchers) watcher();
  };
  let over = false;
  void (async () => {
    try {
      await read(answer, (event) => {
        received.push(event);
        changed();
      });
    } catch {
      // Closed by either side.
    }
    over = true;
    changed();
  })();

  const wait = <T>(look: () => T | undefined, within: number, what: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const watcher = () => {
        const found = look();
        if (found === undefined) return;
        clearTimeout(timer);
        watchers.delete(watcher);
        resolve(found);
      };
      const timer = setTimeout(() => {
        watchers.delete(watcher);
        reject(new Error(`${what} did not come within ${within} ms. Received: ${JSON.stringify(received)}`));
      }, within);
      watchers.add(watcher);
      watcher();
    });

  const until = (fits: (received: Received) => boolean, within = PATIENCE_MS) =>
    wait(() => received.find(fits), within, 'The event');
  if (answer.ok) await until(({ event }) => event === 'hello');

  return {
    status: answer.status,
    headers: answer.headers,
    received,
    until,
    changes: () => received.filter(isChange).map(({ data }) => data as LiveChange),
    ended: async (within = PATIENCE_MS) => void (await wait(() => (over ? true : undefined), within, 'The end')),
    close: () => stopping.abort(),
  };
}

async function read(answer: Response, take: (event: Received) => void): Promise<void> {
  if (answer.body === null) return;
  let rest = '';
  let id: string | null = null;
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => {
        const colon = line.indexOf(':');
        return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
      });
      const field = (name: string) => fields.find((entry) => entry.name === name)?.value;
      id = field('id') ?? id;
      const data = field('data');
      if (fields.some(({ name }) => name === '')) take({ event: ':', id, data: null });
      if (data !== undefined) take({ event: field('event') ?? 'message', id, data: JSON.parse(data) as unknown });
    }
  }
}
