// A live feed client for tests that records everything the server sends.
import { newestPosition } from '../../src/server/live/changes.ts';
import { versionText } from '../../src/server/live/versions.ts';
import { todayAt } from '../../src/server/base/clock.ts';
import { DEFAULT_TIME_ZONE } from '../../src/core/calendar.ts';
import type { TestApp } from './app.ts';
import { patience } from './patience.ts';

export interface Received {
  event: string;
  id: string | null;
  data: unknown;
}

export interface LiveStream {
  status: number;
  headers: Headers;
  /** everything received so far; heartbeats are `event: ':'` */
  received: Received[];
  /** The first matching event, past or future. */
  until(fits: (received: Received) => boolean): Promise<Received>;
  /** Resolves when the server ends the stream; throws after a heartbeat, which would have ended it anyway. */
  endedAtOnce(): Promise<void>;
  /** whether the server said on opening that everything must be refetched */
  readAgain: boolean;
  /** How many versions it was told of since it opened. A sign-in changes no record and is told under the one before. */
  changes(): number;
  /** Resolves when the server ends the stream. */
  ended(): Promise<void>;
  close(): void;
}

/** Just below a test's own timeout. */
const TIMEOUT_MS = patience(100_000);

export const isChange = ({ event }: Received): boolean => event === 'change';
export const isEnded = ({ event }: Received): boolean => event === 'ended';
export const isHeartbeat = ({ event }: Received): boolean => event === ':';

/** The id of the administrator's event for the newest commit. */
export async function newestEventId({ db, clock }: Pick<TestApp, 'db' | 'clock'>): Promise<string> {
  return versionText({ ...(await newestPosition(db.read)), day: todayAt(clock.now(), DEFAULT_TIME_ZONE) });
}

/** Waits until the administrator's streams have received everything committed so far. */
export async function caughtUp(app: Pick<TestApp, 'db' | 'clock'>, ...streams: LiveStream[]): Promise<void> {
  const newest = await newestEventId(app);
  for (const stream of streams) await stream.until(({ id }) => id === newest);
}

/** Opens the feed with a Cookie header and waits for the hello event; `path` may add a query. */
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

  const wait = <T>(look: () => T | undefined, what: string): Promise<T> =>
    new Promise((resolve, reject) => {
      const watcher = () => {
        const found = look();
        if (found === undefined && !over) return;
        clearTimeout(timer);
        watchers.delete(watcher);
        if (found !== undefined) resolve(found);
        else reject(new Error(`The stream ended before ${what} came. Received: ${JSON.stringify(received)}`));
      };
      const timer = setTimeout(() => {
        watchers.delete(watcher);
        reject(new Error(`Within ${TIMEOUT_MS} ms ${what} did not come. Received: ${JSON.stringify(received)}`));
      }, TIMEOUT_MS);
      watchers.add(watcher);
      watcher();
    });

  const until = (fits: (received: Received) => boolean) => wait(() => received.find(fits), 'the event');
  const begin = async (): Promise<Pick<LiveStream, 'readAgain'> & { openedAt: string | null }> => {
    const hello = answer.ok ? await until(({ event }) => event === 'hello') : null;
    if (hello?.id !== null) return { readAgain: false, openedAt: hello?.id ?? null };
    return { readAgain: true, openedAt: (await until(isChange)).id };
  };
  const { readAgain, openedAt } = await begin().catch((error: unknown) => {
    stopping.abort();
    throw error;
  });

  return {
    status: answer.status,
    headers: answer.headers,
    received,
    until,
    readAgain,
    changes: () => {
      const ids = [openedAt, ...received.filter(isChange).map(({ id }) => id)];
      return ids.filter((id, n) => n > 0 && id !== ids[n - 1]).length;
    },
    endedAtOnce: async () => {
      await until(isEnded);
      if (received.some(isHeartbeat)) throw new Error(`A heartbeat came first: ${JSON.stringify(received)}`);
    },
    ended: async () => void (await wait(() => (over ? true : undefined), 'the end')),
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
