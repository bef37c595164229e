// The address behind the "#".

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
