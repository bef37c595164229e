// The live feed as a tab has it: by the worker that all tabs share, since a browser has only six connections to a server over
// plain http; in a browser without such workers, or where this one does not come up, by a stream of its own.
import { createFeed, type Feed, type Listener, type Message, SILENCE_MS } from './feed.ts';

export function createSharedFeed(email: string): Feed {
  return {
    listen(listener, since) {
      /** Where to go on: by another worker, or alone. */
      let version = since;
      let stop = (): void => {};
      let stopped = false;
      const take: Listener = (message) => {
        if (stopped) return;
        if (message.type === 'change') ({ version } = message);
        listener(message);
      };
      const connect = (): void => {
        stop = listenByWorker(email, take, version, (wasThere) => {
          if (stopped) return;
          if (wasThere) connect();
          else stop = createFeed(email).listen(take, version);
        });
      };
      connect();
      return () => {
        stopped = true;
        stop();
      };
    },
  };
}

/**
 * Listens by the worker. Calls back once when it is gone: `wasThere` says whether it ever answered, else it is of no use.
 * What the browser closes, or runs out of memory for, says nothing; so silence counts as well.
 */
function listenByWorker(
  email: string,
  listener: Listener,
  since: string,
  onLost: (wasThere: boolean) => void,
): () => void {
  let wasThere = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = (): void => {};
  const lost = (): void => {
    stop();
    onLost(wasThere);
  };
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(lost, SILENCE_MS);
  };
  try {
    const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name: email });
    const { port } = worker;
    const take = ({ data }: MessageEvent<Message>): void => {
      wasThere = true;
      watch();
      listener(data);
    };
    stop = () => {
      clearTimeout(timer);
      worker.removeEventListener('error', lost);
      port.removeEventListener('message', take);
      port.postMessage({});
      port.close();
    };
    worker.addEventListener('error', lost);
    port.addEventListener('message', take);
    port.start();
    port.postMessage({ since });
    watch();
  } catch {
    // There are none in this browser, or storage is forbidden and they with it.
    queueMicrotask(lost);
  }
  return () => stop();
}
