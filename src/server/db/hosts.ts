// A DATABASE_URL that names several PostgreSQL servers, of which one at a time accepts writes (a primary and its
// standbys): which they are. The form is libpq's: postgres://user@host1:port,host2:port/database.

/** What comes before the hosts, the hosts, and what comes after them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
/** Both ask for the server that accepts writes; Jurmana has no use for another one. */
const WRITABLE = ['read-write', 'primary'];

export interface Hosts {
  /** a URL for each server, in the order given, at least one */
  urls: string[];
  /** whether a server has to be asked if it accepts writes before it is used */
  mustAsk: boolean;
}

/** Null when the URL cannot be read, or asks for servers that do not accept writes. */
export function hostsOf(databaseUrl: string): Hosts | null {
  const [, before, hosts, after] = PARTS.exec(databaseUrl) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) return null;
  const [path = '', query = ''] = after.split('?', 2);
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get('target_session_attrs');
  if (wanted !== null && !WRITABLE.includes(wanted)) return null;
  parameters.delete('target_session_attrs');
  const rest = wanted === null ? after : `${path}${parameters.size > 0 ? `?${parameters.toString()}` : ''}`;
  const urls = hosts.split(',').map((host) => `${before}${host}${rest}`);
  // A single one is left to the driver, which knows forms that are no URLs, such as sockets.
  if (urls.length > 1 && !urls.every((url) => URL.canParse(url) && new URL(url).hostname !== '')) return null;
  return { urls, mustAsk: urls.length > 1 || wanted !== null };
}
