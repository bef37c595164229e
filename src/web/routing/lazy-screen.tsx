// Screens that are fetched when they are first needed, or ahead of time.
import type { ComponentType, JSX } from 'react';
import { lazy, useState, useSyncExternalStore } from 'react';
import { onceReachable } from './with-retries.ts';

export interface Preloadable {
  /** Fetches it ahead of time. If that fails, it is fetched again when it is needed. */
  preload: () => void;
  /** Whether preloading has succeeded or failed. */
  settled: () => boolean;
}

export interface LazyScreen<P extends object> extends Preloadable {
  Screen: (props: P) => JSX.Element;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** `loadMore`: what the screen needs besides its code, e.g. its texts. */
export function lazyScreen<P extends object>(
  loadCode: () => Promise<{ default: ComponentType<P> }>,
  loadMore: () => Promise<void> = () => Promise.resolve(),
): LazyScreen<P> {
  let loaded: ComponentType<P> | null = null;
  let state: 'idle' | 'pending' | 'settled' = 'idle';
  const load = async (): Promise<{ default: ComponentType<P> }> => {
    const [code] = await Promise.all([loadCode(), loadMore()]);
    loaded = code.default;
    return code;
  };
  const settle = (): void => {
    state = 'settled';
    for (const listener of listeners) listener();
  };
  const Suspended = lazy(() => onceReachable(load));

  function Screen(props: P): JSX.Element {
    // `lazy` suspends for a moment even when the code is there.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Suspended);
    return <Shown {...props} />;
  }

  return {
    Screen,
    preload: () => {
      if (state === 'pending' || loaded !== null) return;
      state = 'pending';
      load().then(settle, settle);
    },
    settled: () => state === 'settled' || loaded !== null,
  };
}

/** The parts of those screens whose code has been loaded. */
const parts: Preloadable[] = [];
let areWanted = false;

/** What a screen opens or shows later: fetched by `preloadParts`, or at once if the screen's code loads after that. */
export function lazyPart<P extends object>(...parameters: Parameters<typeof lazyScreen<P>>): LazyScreen<P> {
  const part = lazyScreen(...parameters);
  parts.push(part);
  if (areWanted) part.preload();
  return part;
}

export function preloadParts(): Promise<void> {
  areWanted = true;
  return preloadInTurn(parts);
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
