// Live streams on every process, and one that reconnects to the next process like a browser behind a load balancer.
// What they receive is compared with the journal.
import { isChange, type LiveStream, openLive, type Received } from '../../tests/helpers/live-stream.ts';
import { pause } from '../support/drill.ts';
import type { Entry } from './history.ts';

export interface Listeners {
  /** Waits until all streams have reached the end of the journal, or for the timeout, and compares. */
  compare(journal: readonly Entry[]): Promise<StreamReport>;
  close(): void;
}

export interface StreamReport {
  wrong: string[];
  seen: string;
  movedWrong: string[];
  movedSeen: string;
}

const STREAMS_PER_PROCESS = 3;
const MOVE_AFTER_MS = 700;
const CATCH_UP_TIMEOUT_MS = 20_000;
const ATTEMPTS = 5;

export async function followLive(urls: readonly string[], cookie: string): Promise<Listeners> {
  const streams = await Promise.all(
    urls.flatMap((url) => Array.from({ length: STREAMS_PER_PROCESS }, () => openWithRetry(url, cookie))),
  );
  const mover = await startMoving(urls, cookie);
  return {
    async compare(journal) {
      const newest = idOf(journal.at(-1));
      const until = performance.now() + CATCH_UP_TIMEOUT_MS;
      const behind = (): boolean => streams.some(({ received }) => placeOf(lastOf(received)) !== newest);
      while (behind() && performance.now() < until) await pause(20);
      const { received, moves } = await mover.stop(newest);
      return {
        wrong: streams.flatMap((stream, n) =>
          differences(stream.received, journal).map((what) => `stream ${n}: ${what}`),
        ),
        seen: `${streams.length} streams, ${streams.reduce((sum, stream) => sum + stream.changes(), 0)} changes`,
        movedWrong: differences(received, journal),
        movedSeen: `${moves} moves, ${received.filter(isChange).length} changes`,
      };
    },
    close: () => {
      for (const stream of streams) stream.close();
    },
  };
}

/** Retries like a browser if the stream does not open. */
async function openWithRetry(url: string, cookie: string, options: { lastEventId?: string } = {}): Promise<LiveStream> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openLive(url, cookie, options);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await pause(MOVE_AFTER_MS);
    }
  }
}

/** A stream that disconnects again and again, and resumes on the next process from the last change it received. */
async function startMoving(urls: readonly string[], cookie: string) {
  const received: Received[] = [];
  let stream: LiveStream = await openWithRetry(urls[0] ?? '', cookie);
  let moves = 0;
  let newest: string | null = null;
  const leave = (): void => {
    // Ignores what arrives after this.
    received.push(...stream.received.splice(0));
    stream.close();
  };
  const move = async (): Promise<void> => {
    while (newest === null) {
      await pause(MOVE_AFTER_MS);
      leave();
      moves += 1;
      const lastEventId = lastOf(received);
      stream = await openWithRetry(urls[moves % urls.length] ?? '', cookie, { lastEventId });
    }
  };
  const failures: Error[] = [];
  const moving = move().catch((error: unknown) => {
    failures.push(error instanceof Error ? error : new Error(String(error)));
  });
  return {
    /** Waits until it has received this change, or for the timeout. */
    async stop(last: string): Promise<{ received: Received[]; moves: number }> {
      newest = last;
      await moving;
      for (const failure of failures) throw failure;
      const until = performance.now() + CATCH_UP_TIMEOUT_MS;
      while (placeOf(lastOf(stream.received)) !== last && performance.now() < until) await pause(20);
      leave();
      return { received, moves };
    },
  };
}

const idOf = (entry: Entry | undefined): string => (entry === undefined ? '0.0' : `${entry.sequence}.${entry.at}`);

/** The id of the newest event that has one. */
const lastOf = (received: readonly Received[]): string => received.findLast(({ id }) => id !== null)?.id ?? '';

/** The entry that an event's id names, without the day after it. */
const placeOf = (id: string): string => id.split('.', 2).join('.');

/** What is wrong with a stream: its ids must be the journal's, in its order, up to its end. At most the first three. */
function differences(received: readonly Received[], journal: readonly Entry[]): string[] {
  const places = new Map(journal.map((entry, at) => [idOf(entry), at]));
  const [first, ...changes] = received.filter(isChange);
  const wrong: string[] = [];
  let from = places.get(placeOf(first?.id ?? '')) ?? -1;
  for (const { id } of changes) {
    const to = places.get(placeOf(id ?? ''));
    if (to === undefined || to < from) wrong.push(`${id} follows ${idOf(journal[from])}`);
    from = to ?? from;
  }
  if (from !== journal.length - 1) wrong.push(`it ended at ${idOf(journal[from])}, not at ${idOf(journal.at(-1))}`);
  return wrong.slice(0, 3);
}
