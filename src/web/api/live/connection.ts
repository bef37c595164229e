// Whether what is on screen is being kept up to date, as far as this tab knows.
import { createStore, useStore } from '../../store.ts';
import type { Connection } from './feed.ts';

/** `offline`: the page was opened without an answer of the server, from what the device keeps. */
export type Line = Connection | 'offline';

/** A connection that comes back by itself within this time counts as never lost. */
const SHORT_BREAK_MS = 10_000;

let connection: Connection = 'connected';
let isFromDevice = false;
let isSilent = false;
let lostAt = Number.POSITIVE_INFINITY;
const line = createStore<Line>(connection);

function currentLine(): Line {
  if (isFromDevice) return 'offline';
  return connection === 'connected' && isSilent ? 'reconnecting' : connection;
}

function change(apply: () => void): void {
  apply();
  const now = currentLine();
  lostAt = now === 'connected' ? Number.POSITIVE_INFINITY : Math.min(lostAt, Date.now());
  if (now !== line.get()) line.set(now);
}

export const setConnection = (next: Connection): void => change(() => (connection = next));

/** Returns whether that is news. */
export function setFromDevice(next: boolean): boolean {
  const isNews = isFromDevice !== next;
  change(() => (isFromDevice = next));
  return isNews;
}

/** A connection can fall silent without an error, which the feed notices late. Returns whether that is news. */
export function setSilent(next: boolean): boolean {
  const isNews = isSilent !== next;
  change(() => (isSilent = next));
  return isNews;
}

/** Calls back whenever the connection is back; returns a function that stops this. */
export const onConnected = (listener: () => void): (() => void) =>
  line.subscribe(() => {
    if (!isLost()) listener();
  });

/** Calls back when a working connection is lost; returns a function that stops this. */
export function onLost(listener: () => void): () => void {
  let wasLost = isLost();
  return line.subscribe(() => {
    if (isLost() && !wasLost) listener();
    wasLost = isLost();
  });
}

export const useConnection = (): Line => useStore(line);

/** Whether nothing tells this tab of changes at the moment. */
export const isLost = (): boolean => line.get() !== 'connected';

/** Whether the connection has been lost for more than a moment, so that nobody should wait for an answer. */
export const isOffline = (): boolean => isFromDevice || Date.now() - lostAt > SHORT_BREAK_MS;
