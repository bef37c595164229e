// Live streams on every process, and one that moves from process to process as a browser behind a balancer does: what
// they were told is compared with the journal, change by change.
import type { LiveChange } from '../../src/contract/live.ts';
import { isChange, type LiveStream, openLive, type Received } from '../../tests/helpers/live-stream.ts';
import { pause } from '../support/drill.ts';
import type { Entry } from './history.ts';

export interface Listeners {
  /** Waits until all of them are at the end of the journal, or have had long enough, and compares. */
  compare(journal: readonly Entry[]): Promise<Heard>;
  close(): void;
}

export interface Heard {
  wrong: string[];
  seen: string;
  movedWrong: string[];
  movedSeen: string;
}

const STREAMS_ON_EACH = 3;
const MOVES_AFTER_MS = 700;
const LATE_MS = 20_000;
const ATTEMPTS = 5;

export async function followLive(urls: readonly string[], cookie: string): Promise<Listeners> {
  const streams = await Promise.all(
    urls.flatMap((url) => Array.from({ length: STREAMS_ON_EACH }, () => openPatiently(url, cookie))),
  );
  const mover = await startMoving(urls, cookie);
  return {
    async compare(journal) {
      const changes = changesOf(journal);
      const newest = changes.at(-1)?.id ?? 0;
      const until = performance.now() + LATE_MS;
      const behind = (): boolean => streams.some(({ received }) => lastOf(received) < newest);
      while (behind() && performance.now() < until) await pause(20);
      const { received, moves } = await mover.stop(newest);
      return {
        wrong: streams.flatMap((stream, n) =>
          differences(stream.received, changes).map((what) => `stream ${n}: ${what}`),
        ),
        seen: `${streams.length} streams, ${streams.reduce((sum, stream) => sum + stream.changes().length, 0)} changes`,
        movedWrong: differences(received, changes),
        movedSeen: `${moves} moves, ${received.filter(isChange).length} changes`,
      };
    },
    close: () => {
      for (const stream of streams) stream.close();
    },
  };
}

/** As a browser does it: tries again when the stream does not stand. */
async function openPatiently(url: string, cookie: string, options: { lastEventId?: string } = {}): Promise<LiveStream> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openLive(url, cookie, options);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await pause(MOVES_AFTER_MS);
    }
  }
}

/** A stream that breaks off and resumes on the next process from the last change it had. */
async function startMoving(urls: readonly string[], cookie: string) {
  const received: Received[] = [];
  let stream: LiveStream = await openPatiently(urls[0] ?? '', cookie);
  let moves = 0;
  let newest: number | null = null;
  const leave = (): void => {
    // What arrives after this moment is as if it had never been sent.
    received.push(...stream.received.splice(0));
    stream.close();
  };
  const move = async (): Promise<void> => {
    while (newest === null) {
      await pause(MOVES_AFTER_MS);
      leave();
      moves += 1;
      const lastEventId = String(lastOf(received));
      stream = await openPatiently(urls[moves % urls.length] ?? '', cookie, { lastEventId });
    }
  };
  const failures: Error[] = [];
  const moving = move().catch((error: unknown) => {
    failures.push(error instanceof Error ? error : new Error(String(error)));
  });
  return {
    /** Waits until it has this change, or has had long enough. */
    async stop(last: number): Promise<{ received: Received[]; moves: number }> {
      newest = last;
      await moving;
      for (const failure of failures) throw failure;
      const until = performance.now() + LATE_MS;
      while (lastOf(stream.received) < last && performance.now() < until) await pause(20);
      leave();
      return { received, moves };
    },
  };
}

/** The id of the newest event that carries one. */
const lastOf = (received: readonly Received[]): number => Number(received.findLast(({ id }) => id !== null)?.id ?? 0);

interface Change {
  id: number;
  text: string;
}

const textOf = (topics: Iterable<string>, userIds: Iterable<string>): string =>
  JSON.stringify([[...topics].toSorted(), [...userIds].toSorted()]);

/** One for each committed write, as a stream must tell of it. */
function changesOf(journal: readonly Entry[]): Change[] {
  return [...Map.groupBy(journal, ({ batch }) => batch).values()].map((batch) => ({
    id: batch.at(-1)?.sequence ?? 0,
    text: textOf(
      new Set(batch.map(({ subject }) => subject)),
      new Set(batch.flatMap(({ user_id: userId }) => userId ?? [])),
    ),
  }));
}

/** Where a stream differs from the changes after the place its `hello` named; at most the first few. */
function differences(received: readonly Received[], changes: readonly Change[]): string[] {
  const hello = Number(received.find(({ event }) => event === 'hello')?.id ?? 0);
  const expected = changes.filter(({ id }) => id > hello);
  const heard = received.filter(isChange).map(({ id, data }) => {
    const { topics, userIds } = data as LiveChange;
    return { id: Number(id), text: textOf(topics, userIds) };
  });
  const wrong: string[] = [];
  for (let n = 0; n < Math.max(expected.length, heard.length) && wrong.length < 3; n++) {
    const [should, was] = [expected[n], heard[n]];
    if (should?.id !== was?.id || should?.text !== was?.text) {
      wrong.push(
        `change ${n + 1} of ${expected.length} should be ${JSON.stringify(should)}, was ${JSON.stringify(was)}`,
      );
    }
  }
  return wrong;
}
