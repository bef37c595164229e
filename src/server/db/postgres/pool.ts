// A connection pool for each PostgreSQL server in the DATABASE_URL. In a running server every wait has a limit.
import pg from 'pg';
import { assertWritable, HostOrder, type Hosts } from './hosts.ts';

/** Limit for getting a connection, over all servers together. */
const CONNECT_TIMEOUT_MS = 5000;
/** Minimum for each server when several are named; a live one answers much sooner. */
const MIN_CONNECT_TIMEOUT_MS = 1500;
/** Limit for waiting for a lock: the same as on SQLite. */
const LOCK_TIMEOUT_MS = 5000;
/** Limit for running a statement, enforced by the server. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** After this the server itself has stopped responding, and the connection is dropped. */
const RESPONSE_TIMEOUT_MS = 17_000;
/** Silence before keep-alive probes start; a dead machine is detected about ten seconds later. */
const KEEP_ALIVE_MS = 10_000;

const RANDOM_PAGE_COST = 1.1;

/** A server's statements have time limits; a tool's take as long as they need. */
export interface PoolOptions {
  poolSize: number;
  forTool: boolean;
}

/**
 * int8 and numeric sums arrive as text by default; all our figures are safe integers (checked in core/money/money.ts).
 */
const numbersAsNumbers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

interface Server {
  url: string;
  pool: pg.Pool;
  /** the running check, shared by everyone who needs its result */
  probe: Promise<boolean> | null;
}

/** A pooled connection, and what to do when its server turns out to be unusable. */
export interface PooledConnection {
  client: pg.PoolClient;
  /** what each transaction begins with, null for nothing */
  settings: string | null;
  /** statements may be prepared under names */
  named: boolean;
  demoteServer(): void;
}

export class Pools {
  readonly #servers: HostOrder<Server>;
  readonly #checkWritable: boolean;
  readonly #connectTimeout: number;
  readonly #forTool: boolean;
  readonly #pooled: boolean;
  readonly #direct: string | null;
  /** connections that are ready for use */
  readonly #prepared = new WeakSet<pg.PoolClient>();

  constructor({ urls, checkWritable, pooled, direct }: Hosts, { poolSize, forTool }: PoolOptions) {
    this.#checkWritable = checkWritable;
    this.#pooled = pooled;
    this.#direct = direct;
    this.#forTool = forTool;
    this.#connectTimeout = Math.max(MIN_CONNECT_TIMEOUT_MS, CONNECT_TIMEOUT_MS / urls.length);
    this.#servers = new HostOrder(urls.map((url) => ({ url, pool: this.#poolOf(url, poolSize), probe: null })));
  }

  #poolOf(url: string, max: number): pg.Pool {
    const pool = new pg.Pool({
      ...this.#connection(url),
      max,
      // A pooler refuses these settings.
      ...(this.#pooled ? {} : { lock_timeout: LOCK_TIMEOUT_MS }),
      ...(this.#pooled || this.#forTool
        ? {}
        : { statement_timeout: STATEMENT_TIMEOUT_MS, idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS }),
      types: numbersAsNumbers,
      application_name: 'jurmana',
      // Sends statements without waiting for earlier answers where the caller does not wait.
      pipeline: true,
    });
    // A broken idle connection is replaced on next use; an error without a listener would end the process.
    pool.on('error', () => {});
    // Also for a connection that breaks between two statements of a transaction or right after connecting, when the
    // pool does not listen. The next statement fails anyway.
    pool.on('connect', (client) => void client.on('error', () => {}));
    return pool;
  }

  #connection(connectionString: string): pg.ClientConfig {
    return {
      connectionString,
      connectionTimeoutMillis: this.#connectTimeout,
      ...(this.#forTool ? {} : { query_timeout: RESPONSE_TIMEOUT_MS }),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    };
  }

  /** A connection to a server that accepts writes. */
  connect(): Promise<PooledConnection> {
    return this.#servers.firstSuccessful(
      async (server) => {
        const client = await server.pool.connect();
        const pooled = {
          client,
          settings: this.#pooled ? settingsOfTransaction(this.#forTool) : null,
          named: !this.#pooled,
          demoteServer: () => this.#servers.demote(server),
        };
        if (this.#prepared.has(client)) return pooled;
        try {
          await this.#prepare(client);
        } catch (error) {
          client.release(true);
          throw error;
        }
        this.#prepared.add(client);
        return pooled;
      },
      // All connections of the pool were busy for that long. If the server itself responds, no other is tried.
      async (error, server) => isPoolTimeout(error) && this.#answers(server),
    );
  }

  async #prepare(client: pg.ClientBase): Promise<void> {
    if (this.#checkWritable) await assertWritable(client);
    if (this.#pooled) return;
    // Random reads cost little more than sequential ones in memory or on an SSD. PostgreSQL's default assumes four
    // times as much and then sorts all users for every page. This is only a hint, so engines that do not know the
    // setting may ignore it.
    await client.query(`set random_page_cost = ${RANDOM_PAGE_COST}`).catch(() => {});
    // The driver cannot express "no limit", and the operator may have set a global one.
    if (this.#forTool) {
      await client.query('set statement_timeout = 0');
      await client.query('set idle_in_transaction_session_timeout = 0');
    }
  }

  /** Whether a connection can listen. */
  get canListen(): boolean {
    return !this.#pooled || this.#direct !== null;
  }

  /** A connection outside the pool, for listening. */
  connectAlone(): Promise<pg.Client> {
    if (this.#direct !== null) return this.#open(this.#direct);
    return this.#servers.firstSuccessful(({ url }) => this.#open(url));
  }

  async #open(url: string): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#connection(url), application_name: 'jurmana-live' });
    client.on('error', () => {});
    try {
      await client.connect();
      if (this.#checkWritable) await assertWritable(client);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  /** Whether a server is reachable and accepts writes; concurrent callers share one check. */
  #answers(server: Server): Promise<boolean> {
    server.probe ??= this.#open(server.url)
      .then((client) => client.end().then(() => true))
      .catch(() => false)
      .finally(() => (server.probe = null));
    return server.probe;
  }

  async end(): Promise<void> {
    await Promise.all(this.#servers.all.map(({ pool }) => pool.end()));
  }
}

/** Behind a pooler: the settings that are otherwise made when a connection is opened, for this transaction alone. */
function settingsOfTransaction(forTool: boolean): string {
  const limit = forTool ? 0 : STATEMENT_TIMEOUT_MS;
  const settings = {
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: limit,
    idle_in_transaction_session_timeout: limit,
    random_page_cost: RANDOM_PAGE_COST,
  };
  return `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`;
}

/** The pool's message when no connection became free; it differs from those for an unreachable server. */
const isPoolTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';
