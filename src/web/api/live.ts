// The live feed of this tab: follows the stream while somebody is signed in, has touched queries read again, and
// tells whether the connection stands.
import { useSyncExternalStore } from 'react';
import type { LiveChange } from '../../contract/live.ts';
import { liveFeed } from '../../contract/live.ts';
import { DASHBOARD } from '../../core/limits.ts';
import { addressOf, errorFrom } from './call.ts';
import { invalidator, refetchSession, signedInAs } from './client.ts';
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
  if (event.id !== undefined) lastEventId = event.id;
  if (event.event === 'access') void refetchSession();
  if (event.event !== 'change') return;
  const change: unknown = JSON.parse(event.data);
  if (isChange(change)) invalidator.add(change.topics);
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

/** Follows the feed until the signal ends it, coming back after each break (LIVE-4). */
async function follow(signal: AbortSignal): Promise<void> {
  const email = signedInAs();
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
          // Reads that failed meanwhile are repeated, whether or not anything changed.
          if (wasBroken) invalidator.addEverything();
        },
        onEvent: (event) => {
          take(event);
          if (event.event === 'ended') ended = true;
        },
      });
    } catch (error) {
      if (error instanceof NoStreamError && error.status === 401) ended = true;
      if (saysDatabaseIsAway(error)) trouble = 'database-away';
    }
    if (ended && !signal.aborted) await refetchSession();
    // Signed out, or signed in as somebody else: App.tsx stops this feed with its next rendering. The same person may have a
    // new session from another tab; the feed goes on under it.
    if (signal.aborted || signedInAs() !== email) return;
    broken = true;
    setConnection(trouble);
    await pause(DASHBOARD.reconnectDelayMs, signal);
  }
}

/**
 * Starts the feed; returns how to stop it. `booksVersion` is the session's: whatever changed since then is read again. A tab
 * that is hidden for long closes the stream, and opens it again when it is looked at.
 */
export function startLiveFeed(booksVersion: string | null): () => void {
  lastEventId = booksVersion;
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
