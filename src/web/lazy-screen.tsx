// Screens that are fetched when they are first needed, or before, when the browser has nothing else to do.
import type { ComponentType, JSX } from 'react';
import { lazy, useState, useSyncExternalStore } from 'react';

export interface LazyScreen<P extends object> {
  Screen: (props: P) => JSX.Element;
  /** Fetches it ahead of time; a failure is left for when it is needed. */
  preload: () => void;
  /** Whether fetching it ahead of time has come to its end, be it a failure. */
  settled: () => boolean;
}

const RETRY_AFTER_MS = [500, 2000, 5000];

/** Tries again over some seconds: phones lose their connection for moments, and a screen must not be lost to that. */
async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (const delay of RETRY_AFTER_MS) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return load();
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** `loadMore`: what the screen needs beside its code before it can be shown, e.g. its texts. */
export function lazyScreen<P extends object>(
  loadCode: () => Promise<{ default: ComponentType<P> }>,
  loadMore: () => Promise<void> = () => Promise.resolve(),
): LazyScreen<P> {
  let loaded: ComponentType<P> | null = null;
  let state: 'not wanted' | 'on its way' | 'settled' = 'not wanted';
  const load = async (): Promise<{ default: ComponentType<P> }> => {
    const [code] = await Promise.all([loadCode(), loadMore()]);
    loaded = code.default;
    return code;
  };
  const settle = (): void => {
    state = 'settled';
    for (const listener of listeners) listener();
  };
  const Waited = lazy(() => persistently(load));

  function Screen(props: P): JSX.Element {
    // What is there is shown at once. React would keep it back for a moment if it had to wait for it, if only in name.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Waited);
    return <Shown {...props} />;
  }

  return {
    Screen,
    preload: () => {
      if (state === 'on its way' || loaded !== null) return;
      state = 'on its way';
      load().then(settle, settle);
    },
    settled: () => state === 'settled' || loaded !== null,
  };
}

/**
 * Whether all of them can be shown, or have failed to come. Waiting for them in this way, and not in a Suspense, spares
 * the third of a second for which React leaves a fallback standing.
 */
export function useSettled(screens: readonly Pick<LazyScreen<never>, 'settled'>[]): boolean {
  return useSyncExternalStore(subscribe, () => screens.every((screen) => screen.settled()));
}
