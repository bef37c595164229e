// The live feed as a tab has it: through the worker that all tabs share, since a browser has only six connections to a server over
// plain http; in a browser without such workers, or where this one does not come up, by a stream of its own.
import { createFeed, type Feed, type Listener, SILENCE_MS } from './feed.ts';

export interface WorkerPort {
  /** Listens from a version on, or no longer where there is none. */
  send: (request: { since?: string }) => void;
  close: () => void;
}

/** Connects to the account's worker; throws where a browser has none. */
export type ConnectWorker = (email: string, onMessage: Listener, onError: () => void) => WorkerPort;

export function createSharedFeed(email: string, connectWorker: ConnectWorker): Feed {
  return {
    listen(listener, since) {
      /** Where to go on: through another worker, or alone. */
      let version = since;
      let stop = (): void => {};
      const take: Listener = (message) => {
        if (message.type === 'change') ({ version } = message);
        listener(message);
      };
      const alone = (): void => {
        stop = createFeed(email).listen(take, version);
      };
      const byWorker = (): void => {
        try {
          stop = listenByWorker((...events) => connectWorker(email, ...events), take, version, {
            onUseless: alone,
            onLost: byWorker,
          });
        } catch {
          // There are none in this browser, or storage is forbidden and they with it.
          alone();
        }
      };
      byWorker();
      return () => stop();
    },
  };
}

/**
 * Listens through the worker. Calls back once when it is lost, or useless as it never answered. A worker that the browser has
 * closed, e.g. for want of memory, says nothing; so silence counts as well.
 */
function listenByWorker(
  connect: (onMessage: Listener, onError: () => void) => WorkerPort,
  listener: Listener,
  since: string,
  { onUseless, onLost }: Record<'onUseless' | 'onLost', () => void>,
): () => void {
  let hasAnswered = false;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    stopped = true;
    clearTimeout(timer);
    port.send({});
    port.close();
  };
  const end = (): void => {
    if (stopped) return;
    stop();
    (hasAnswered ? onLost : onUseless)();
  };
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(end, SILENCE_MS);
  };
  const port = connect((message) => {
    if (stopped) return;
    hasAnswered = true;
    watch();
    listener(message);
  }, end);
  port.send({ since });
  watch();
  return stop;
}
