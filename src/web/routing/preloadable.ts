// What can be fetched ahead of time, and waiting for it.
import { useSyncExternalStore } from 'react';

export interface Preloadable {
  /** Fetches it ahead of time. If that fails, it is fetched again when it is needed. */
  preload: () => void;
  /** Whether preloading has succeeded or failed. */
  settled: () => boolean;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Says that one of them has been fetched, or could not be. */
export function tellSettled(): void {
  for (const listener of listeners) listener();
}

/** On a silent line a file may never arrive; the next one is not kept waiting for it. */
const TURN_MS = 10_000;

/** One after another: a press while they are being fetched waits for one of them at most. */
export async function preloadInTurn(screens: readonly Preloadable[]): Promise<void> {
  for (const screen of screens) {
    screen.preload();
    await Promise.race([whenSettled([screen]), pause(TURN_MS)]);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

const areSettled = (screens: readonly Preloadable[]): boolean => screens.every((screen) => screen.settled());

/** Resolves once all have been fetched, or failed. */
export function whenSettled(screens: readonly Preloadable[]): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!areSettled(screens)) return;
      listeners.delete(look);
      resolve();
    };
    listeners.add(look);
    look();
  });
}

/** Whether all have been fetched, or failed. Replaces Suspense, whose fallback React shows for at least 300 ms. */
export function useSettled(screens: readonly Preloadable[]): boolean {
  return useSyncExternalStore(subscribe, () => areSettled(screens));
}
