// The users just added in this window: marked in the list for a while, and offered first for sign-in links.
import { useSyncExternalStore } from 'react';

const MARKED_MS = 30_000;
const NOBODY: ReadonlySet<string> = new Set();

let marked = NOBODY;
let added = NOBODY;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function mark(ids: ReadonlySet<string>): void {
  marked = ids;
  for (const listener of listeners) listener();
}

export function markNew(ids: readonly string[]): void {
  added = new Set(ids);
  clearTimeout(timer);
  timer = setTimeout(() => mark(NOBODY), MARKED_MS);
  mark(added);
}

/** The ids of those added last, even when they are no longer marked. */
export const addedLast = (): ReadonlySet<string> => added;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The ids of those who are marked now. */
export const useMarked = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => marked);
