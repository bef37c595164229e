// The address behind the "#" without the router, which the login screen does without.
import { useSyncExternalStore } from 'react';
import type { Address } from './address.ts';
import { addressIn } from './address.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('hashchange', listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('hashchange', listener);
    window.removeEventListener('popstate', listener);
  };
}

/** The address, updated when somebody edits it or follows a link, but not when the router navigates. */
export function useAddress(): Address {
  return addressIn(useSyncExternalStore(subscribe, () => window.location.hash));
}

/** Replaces the current history entry. */
export function replaceAddress(path: string): void {
  window.history.replaceState(null, '', `#${path}`);
  for (const listener of listeners) listener();
}
