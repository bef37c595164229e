// A DATABASE_URL may name several PostgreSQL servers, of which only one accepts writes at a time (a primary and its
// standbys). This parses them and decides which to try first. The form is libpq's:
// postgres://user@host1:port,host2:port/database. Our own parameters are `pooler=yes`, for PgBouncer and the like, and
// `direct=host:port`.
import type pg from 'pg';

/** The part before the hosts, the hosts, and the part after them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
/** Both request the server that accepts writes; Jurmana has no use for any other. */
const WRITABLE = ['read-write', 'primary'];

export interface Hosts {
  /** one URL per server, in the order given, at least one */
  urls: string[];
  /** whether to check that a server accepts writes before using it */
  checkWritable: boolean;
  /** A pooler is in between, so the next transaction may use another connection, with other settings. */
  pooled: boolean;
  /** the server to listen to directly, bypassing the pooler; null: the same as for everything else */
  direct: string | null;
}

/**
 * Whether the user name or password has a character that ends it early: the rest would be taken for the host and appear
 * in error messages. The last @ is the one before the hosts.
 */
export function hasUnencoded(databaseUrl: string): boolean {
  const [, credentials = ''] = /^postgres(?:ql)?:\/\/(.*)@/s.exec(databaseUrl) ?? [];
  return /[/?#]/.test(credentials);
}

/** Null when the URL is invalid or requests servers that do not accept writes. */
export function hostsOf(databaseUrl: string): Hosts | null {
  if (hasUnencoded(databaseUrl)) return null;
  const [, before, hosts, after] = PARTS.exec(databaseUrl) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) return null;
  const [path = '', query = ''] = after.split('?', 2);
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get('target_session_attrs');
  if (wanted !== null && !WRITABLE.includes(wanted)) return null;
  const pooler = parameters.get('pooler');
  if (pooler !== null && pooler !== 'yes') return null;
  const direct = parameters.get('direct');
  const isOurs = [wanted, pooler, direct].some((value) => value !== null);
  for (const name of ['target_session_attrs', 'pooler', 'direct']) parameters.delete(name);
  const rest = isOurs ? `${path}${parameters.size > 0 ? `?${parameters.toString()}` : ''}` : after;
  const urls = hosts.split(',').map((host) => `${before}${host}${rest}`);
  // A single URL is left to the driver, which also accepts forms that are not URLs, such as sockets.
  if (urls.length > 1 && !urls.every((url) => URL.canParse(url) && new URL(url).hostname !== '')) return null;
  const directUrl = direct === null ? null : `${before}${direct}${rest}`;
  if (directUrl !== null && (!URL.canParse(directUrl) || new URL(directUrl).hostname === '')) return null;
  return { urls, checkWritable: urls.length > 1 || wanted !== null, pooled: pooler !== null, direct: directUrl };
}

/** Hosts in the order to try them: the one that last accepted writes comes first. */
export class HostOrder<H> {
  #inOrder: readonly H[];

  constructor(hosts: readonly H[]) {
    this.#inOrder = hosts;
  }

  get all(): readonly H[] {
    return this.#inOrder;
  }

  /**
   * The result of `use` for the first host where it succeeds; otherwise throws the first host's error. No other host is
   * tried after a failure for which `stopsSearch` is true.
   */
  async firstSuccessful<T>(
    use: (host: H) => Promise<T>,
    stopsSearch: (error: unknown, host: H) => Promise<boolean> = async () => false,
  ): Promise<T> {
    const failures: unknown[] = [];
    const tried = this.#inOrder;
    for (const host of tried) {
      try {
        const result = await use(host);
        if (this.#inOrder[0] !== host) this.#inOrder = [host, ...tried.filter((other) => other !== host)];
        return result;
      } catch (error) {
        failures.push(error);
        if (tried.length > 1 && (await stopsSearch(error, host))) break;
      }
    }
    throw failures[0];
  }

  /** Moves a host that stopped responding, or no longer accepts writes, to the end. */
  demote(host: H): void {
    this.#inOrder = [...this.#inOrder.filter((other) => other !== host), host];
  }
}

/** The server is reachable but does not accept writes: a standby. The code is PostgreSQL's for rejected writes. */
class ReadOnlyServerError extends Error {
  readonly code = '25006';

  constructor() {
    super('the PostgreSQL server does not accept writes');
  }
}

/** Standard SQL only, so that engines with PostgreSQL's protocol accept it. Throws ReadOnlyServerError. */
export async function assertWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServerError();
}
