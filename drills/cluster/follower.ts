// A live stream through the balancer that reconnects after each break, like a browser's.
import { openLive } from '../../tests/helpers/live-stream.ts';
import { pause } from '../support/drill.ts';

export interface Follower {
  /** how often it was open and ended */
  breaks(): number;
  /** Waits until it was told of this journal entry, or for the given time; returns whether it was. */
  hasReached(sequence: number, withinMs: number): Promise<boolean>;
  stop(): void;
}

const RETRY_MS = 500;

export function follow(url: string, cookie: string): Follower {
  let [stopping, breaks, lastId] = [false, 0, ''];
  let close = (): void => {};
  const read = async (): Promise<void> => {
    while (!stopping) {
      const opened = await openLive(url, cookie, lastId === '' ? {} : { lastEventId: lastId }).catch(() => null);
      if (opened !== null && opened.status === 200) {
        close = opened.close;
        const timer = setInterval(() => {
          lastId = opened.received.findLast(({ id }) => id !== null)?.id ?? lastId;
        }, 100);
        // It throws if the end does not come for a long time.
        const isOver = (): Promise<boolean> =>
          opened.ended().then(
            () => true,
            () => false,
          );
        while (!(await isOver())) await pause(0);
        clearInterval(timer);
        breaks += 1;
      }
      if (stopping) return;
      await pause(RETRY_MS);
    }
  };
  void read();
  return {
    breaks: () => breaks,
    async hasReached(sequence, withinMs) {
      const until = performance.now() + withinMs;
      while (Number(lastId.split('.', 1)[0]) < sequence && performance.now() < until) await pause(100);
      return Number(lastId.split('.', 1)[0]) >= sequence;
    },
    stop: () => {
      stopping = true;
      close();
    },
  };
}
