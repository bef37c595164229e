// The address behind the "#", and how screens keep their state in it.

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

/** How the state of one screen is read from an address and written to it. */
export interface AddressFormat<S> {
  /** Whether this path is the screen's own. */
  owns: (path: string) => boolean;
  /** Reads whatever somebody typed there. */
  read: (address: Address) => S;
  /** e.g. `/fines?page=2` */
  write: (state: S) => string;
}

/**
 * 'push': the Back button leads to the state before. 'replace', the default: it leads to the screen before. 'typing': the
 * same, for what changes with every key. 'dialog': the state has a dialog open over the one before, which Back leads to.
 */
export type ChangeState<S> = (update: (now: S) => S, how?: 'replace' | 'push' | 'typing' | 'dialog') => void;
