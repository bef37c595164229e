// Where the app is: the address behind the "#". Screens read it and go elsewhere with the functions here, or with a plain
// link.
import { useMemo, useSyncExternalStore } from 'react';
import type { Address } from './address.ts';
import { addressIn } from './address.ts';

const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

/** What our entries of the history hold; one that a link has just made holds nothing. */
const SEEN = { seen: true };

/** A link leads to the top of another screen. Going back or forward, the browser scrolls to where one was. */
function onMove(): void {
  const isNew = history.state === null;
  if (isNew) history.replaceState(SEEN, '');
  tell();
  if (isNew) scrollTo(0, 0);
}

window.addEventListener('popstate', onMove);
window.addEventListener('hashchange', onMove);
if (history.state === null) history.replaceState(SEEN, '');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The part behind the "#", with it; for addressIn. */
export const currentHash = (): string => window.location.hash;

export const useHash = (): string => useSyncExternalStore(subscribe, currentHash);

const currentPath = (): string => addressIn(currentHash()).path;

/** For what does not look at the query, which changes with every key of a search. */
export const usePath = (): string => useSyncExternalStore(subscribe, currentPath);

export function useAddress(): Address {
  const hash = useHash();
  return useMemo(() => addressIn(hash), [hash]);
}

/** A new entry of the history; the page stays where it is scrolled to. */
export function pushAddress(path: string): void {
  history.pushState(SEEN, '', `#${path}`);
  tell();
}

/** Replaces the current entry of the history. */
export function replaceAddress(path: string): void {
  history.replaceState(SEEN, '', `#${path}`);
  tell();
}
