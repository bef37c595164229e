// A value outside the components, and whoever follows it.
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get: () => T;
  /** Tells everybody, also if the value is the same. */
  set: (next: T) => void;
  /** Returns a function that ends it. */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>();
  let current = value;
  return {
    get: () => current,
    set: (next) => {
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Without `select`, the value itself. What `select` returns must stay the same object while nothing changes. */
export function useStore<T>(store: Store<T>): T;
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S;
export function useStore<T, S>({ get, subscribe }: Store<T>, select?: (value: T) => S): T | S {
  return useSyncExternalStore(subscribe, () => (select === undefined ? get() : select(get())));
}
