// The live feed of this tab: follows the stream while somebody is signed in, has touched queries read again, and
// tells whether the connection stands.
import { useSyncExternalStore } from 'react';
import type { LiveChange } from '../../contract/live.ts';
import { liveFeed } from '../../contract/live.ts';
import { DASHBOARD } from '../../core/limits.ts';
import { addressOf, errorFrom } from './call.ts';
import { askWhoIsSignedIn, refresher } from './client.ts';
import { ApiError } from './errors.ts';
import type { StreamEvent } from './event-stream.ts';
import { followStream, NoStreamError } from './event-stream.ts';

/** `database-away`: the server is there, but says that its database is not. */
export type Connection = 'connected' | 'reconnecting' | 'database-away';

/** Heartbeats come every 15 s at the latest; two lost ones and the stream is dead. */
const SILENCE_MS = 35_000;
/** A tab nobody looks at gives its connection back: a browser has only six per server. */
const HIDDEN_MS = 60_000;

let connection: Connection = 'connected';
let lastEventId: string | null = null;
const listeners = new Set<() => void>();

function setConnection(next: Connection): void {
  if (connection === next) return;
  connection = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether what is on screen is being kept up to date. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection);
}

function isChange(value: unknown): value is LiveChange {
  return typeof value === 'object' && value !== null && 'topics' in value && Array.isArray(value.topics);
}

function take(event: StreamEvent): void {
  if (event.id !== null) lastEventId = event.id;
  if (event.type !== 'change') return;
  const change: unknown = JSON.parse(event.data);
  if (isChange(change)) refresher.add(change);
}

function saysDatabaseIsAway(error: unknown): boolean {
  if (!(error instanceof NoStreamError)) return false;
  const refusal = errorFrom(error.status, error.content);
  return refusal instanceof ApiError && refusal.code === 'unavailable';
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Follows the feed until the signal ends it, coming back after each break (specification section 4: after 5 s). */
async function follow(signal: AbortSignal): Promise<void> {
  let broken = false;
  while (!signal.aborted) {
    const resumesFrom = lastEventId;
    const wasBroken = broken;
    let trouble: Connection = 'reconnecting';
    let ended = false;
    try {
      await followStream(addressOf(liveFeed, {}), {
        lastEventId: resumesFrom,
        signal,
        silence: SILENCE_MS,
        onOpen: () => {
          setConnection('connected');
          // Reads that failed meanwhile, and whatever changed before there was a place to resume from.
          if (wasBroken) refresher.add({ topics: [], everything: true });
        },
        onEvent: (event) => {
          take(event);
          if (event.type === 'ended') ended = true;
        },
      });
    } catch (error) {
      if (error instanceof NoStreamError && error.status === 401) ended = true;
      if (saysDatabaseIsAway(error)) trouble = 'database-away';
    }
    // Where nobody is signed in any more, or somebody else is, App.tsx stops this one. The same person may have signed in anew
    // in another tab: then it goes on under the browser's new session.
    if (ended && !signal.aborted) await askWhoIsSignedIn();
    if (signal.aborted) return;
    broken = true;
    setConnection(trouble);
    await pause(DASHBOARD.reconnectDelayMs, signal);
  }
}

/**
 * Starts the feed from the position the session's answer named; what is returned stops it. While the tab is hidden for long the stream rests, and goes on from where it
 * was when the tab is looked at again.
 */
export function startLiveFeed(position: number): () => void {
  lastEventId = String(position);
  let running: AbortController | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;

  const start = (): void => {
    if (running !== null) return;
    running = new AbortController();
    void follow(running.signal);
  };
  const rest = (): void => {
    running?.abort();
    running = null;
  };
  const look = (): void => {
    clearTimeout(resting);
    if (document.visibilityState === 'hidden') resting = setTimeout(rest, HIDDEN_MS);
    else start();
  };
  document.addEventListener('visibilitychange', look);
  look();

  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(resting);
    rest();
    lastEventId = null;
    setConnection('connected');
  };
}
