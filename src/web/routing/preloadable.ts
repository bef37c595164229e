// What can be fetched ahead of time, and waiting for it.
import { createStore, useStore } from '../store.ts';

export interface Preloadable {
  /** Fetches it ahead of time. If that fails, it is fetched again when it is needed. */
  preload: () => void;
  /** Whether preloading has succeeded or failed. */
  settled: () => boolean;
}

/** How many have been fetched, or could not be. */
const settled = createStore(0);

/** Says that one of them has been fetched, or could not be. */
export const tellSettled = (): void => settled.set(settled.get() + 1);

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
      stop();
      resolve();
    };
    const stop = settled.subscribe(look);
    look();
  });
}

/** Whether all have been fetched, or failed. Replaces Suspense, whose fallback React shows for at least 300 ms. */
export function useSettled(screens: readonly Preloadable[]): boolean {
  return useStore(settled, () => areSettled(screens));
}
