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

/** The same address with another value of this parameter; null: without it. */
export function withParameter({ path, search }: Address, name: string, value: string | null): string {
  const query = new URLSearchParams(search);
  if (value === null) query.delete(name);
  else query.set(name, value);
  return query.toString() === '' ? path : `${path}?${query.toString()}`;
}

/** How the state of a screen is read from an address and written to it. */
export interface AddressFormat<S> {
  /** Whether this path is the screen's own. */
  owns: (path: string) => boolean;
  /** Reads the address, whatever somebody typed there. */
  read: (address: Address) => S;
  /** e.g. `/fines?page=2` */
  write: (state: S) => string;
}

/**
 * 'push': Back leads to the previous state. 'replace', the default: Back leads to the previous screen. 'typing': the
 * same, for fields that change with every key. 'dialog': the state has a dialog open over the previous one, to which
 * Back leads.
 */
export type ChangeState<S> = (update: (now: S) => S, how?: 'replace' | 'push' | 'typing' | 'dialog') => void;
