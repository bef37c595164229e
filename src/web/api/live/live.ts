// The live feed of this tab: listens while somebody is signed in and looks at the tab, has what is on screen read
// again, and says whether the connection is up.
import { DASHBOARD } from '../../../core/limits.ts';
import { invalidator, refetchSession, signedInAs } from '../client.ts';
import { isLost, setConnection } from './connection.ts';
import type { Message } from './feed.ts';
import { type ConnectWorker, createSharedFeed } from './shared-feed.ts';

/** A hidden tab stops listening after this time; once no tab listens, the stream is closed. */
const HIDDEN_MS = 60_000;

/** Each account has a worker of its own, so that no tab hears of another's. */
const connectWorker: ConnectWorker = (email, onMessage, onError) => {
  const worker = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module', name: email });
  const { port } = worker;
  worker.addEventListener('error', onError);
  port.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
  port.start();
  return { send: (request) => port.postMessage(request), close: () => port.close() };
};

/**
 * Starts the feed of an account; returns a function that stops it. `booksVersion` is the session's, with those of the
 * first answers (first-answers.ts): whatever changed since the oldest is read again. A tab that is hidden for long,
 * frozen or left stops listening, and resumes when somebody looks at it.
 */
export function startLiveFeed(email: string, booksVersion: string): () => void {
  const feed = createSharedFeed(email, connectWorker);
  let version = booksVersion;
  let stop: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** It must not listen: it was stopped, or the session is not known to be this account's. */
  let isOver = false;
  let isAsking = false;

  const take = (message: Message): void => {
    if (message.type === 'connection') {
      // Reads that failed meanwhile are repeated, whether or not anything changed.
      if (message.connection === 'connected' && isLost()) invalidator.addAfterBreak();
      setConnection(message.connection);
    }
    if (message.type === 'change') {
      ({ version } = message);
      invalidator.add();
    }
    if (message.type === 'ended') void askWhoIsSignedIn();
  };
  const start = (): void => {
    if (isOver || isAsking) return;
    stop ??= feed.listen(take, version);
  };
  const stopListening = (): void => {
    clearTimeout(timer);
    stop?.();
    stop = null;
  };
  const followVisibility = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(stopListening, HIDDEN_MS);
    else start();
  };
  /** The person may have a new session from another tab: the feed then goes on under it. Otherwise `App` stops it. */
  const askWhoIsSignedIn = async (): Promise<void> => {
    stopListening();
    isAsking = true;
    await refetchSession();
    isAsking = false;
    if (isOver || signedInAs() !== email) return;
    setConnection('reconnecting');
    timer = setTimeout(followVisibility, DASHBOARD.reconnectDelayMs);
  };

  const events: readonly (readonly [EventTarget, string, () => void])[] = [
    [document, 'visibilitychange', followVisibility],
    [document, 'freeze', stopListening],
    [document, 'resume', followVisibility],
    [window, 'pagehide', stopListening],
    [window, 'pageshow', followVisibility],
  ];
  for (const [target, name, listener] of events) target.addEventListener(name, listener);
  followVisibility();

  return () => {
    isOver = true;
    for (const [target, name, listener] of events) target.removeEventListener(name, listener);
    stopListening();
    setConnection('connected');
  };
}
