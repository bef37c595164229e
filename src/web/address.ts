// The address behind the "#", read without the router, which the login screen does without.
import { useSyncExternalStore } from 'react';

export interface Address {
  /** e.g. `/login` */
  path: string;
  search: URLSearchParams;
}

/** Reads the hash part of a location, e.g. `#/login?invite=abc`. */
export function addressIn(hash: string): Address {
  const [path = '', ...search] = hash.replace(/^#/, '').split('?');
  return { path: path.startsWith('/') ? path : `/${path}`, search: new URLSearchParams(search.join('?')) };
}

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

/** The address, also after somebody typed another one or followed a link. The router's own moves are not noticed. */
export function useAddress(): Address {
  return addressIn(useSyncExternalStore(subscribe, () => window.location.hash));
}

/** Puts another path in the place of the present one; the Back button does not lead to that. */
export function replaceAddress(path: string): void {
  window.history.replaceState(null, '', `#${path}`);
  for (const listener of listeners) listener();
}
