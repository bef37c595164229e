// Screens that are fetched when they are first needed, or before, when the browser has nothing else to do.
import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';

export interface LazyScreen<P extends object> {
  Screen: LazyExoticComponent<ComponentType<P>>;
  /** Fetches it ahead of time; a failure is left for when it is needed. */
  preload: () => void;
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

/** `loadMore`: what the screen needs beside its code before it can be shown, e.g. its texts. */
export function lazyScreen<P extends object>(
  loadCode: () => Promise<{ default: ComponentType<P> }>,
  loadMore: () => Promise<void> = () => Promise.resolve(),
): LazyScreen<P> {
  const load = async (): Promise<{ default: ComponentType<P> }> => {
    const [code] = await Promise.all([loadCode(), loadMore()]);
    return code;
  };
  return {
    Screen: lazy(() => persistently(load)),
    preload: () => void load().catch(() => undefined),
  };
}
