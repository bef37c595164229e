// The live feed as a tab uses it: through the worker that all tabs share, because a browser opens only six connections
// to a server over plain http. If there are no such workers, or it does not start, the tab has a stream of its own.
import { createFeed, type Feed, type Listener, SILENCE_MS } from './feed.ts';

export interface WorkerPort {
  /** Listens from the version `since` on; without it, stops listening. */
  send: (request: { since?: string }) => void;
  close: () => void;
}

/** Connects to the account's worker; throws if the browser has no such workers. */
export type ConnectWorker = (email: string, onMessage: Listener, onError: () => void) => WorkerPort;

export function createSharedFeed(email: string, connectWorker: ConnectWorker): Feed {
  return {
    listen(listener, since) {
      /** The version from which to resume through another worker, or alone. */
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
          // This browser has no shared workers, or forbids them together with storage.
          alone();
        }
      };
      byWorker();
      return () => stop();
    },
  };
}

/**
 * Listens through the worker. Calls back once: when the worker is lost, or when it is useless because it never
 * answered. A worker that the browser has closed, e.g. for lack of memory, says nothing, so silence counts as well.
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
