// The PostgreSQL servers of one DATABASE_URL, each with a pool of connections. Where several are named, the one that accepts
// writes is found, and found again after another one took its place. In a running server nothing waits without a bound.
import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Hosts } from './hosts.ts';
import { isStalePlan, nameOf } from './prepared.ts';

/** How long to wait for a connection, over all servers together. */
const CONNECT_WITHIN_MS = 5000;
/** A server that is alive answers much sooner; with many named, each still gets so long. */
const CONNECT_AT_LEAST_MS = 1500;
/** How long a statement may wait for a lock: as long as on SQLite. */
const LOCK_TIMEOUT_MS = 5000;
/** How long it may run; the server ends it. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** Then the server itself has gone silent: the connection is given up. */
const ANSWER_WITHIN_MS = 17_000;
/** A connection to a machine that is gone is found broken about ten seconds after so much silence. */
const KEEP_ALIVE_MS = 10_000;

/**
 * What begins the transactions of atOneMoment() and writing(), in the words that Kysely makes of it. Nobody waits for the
 * beginning by itself, which would be a round trip as long as a short read; the first statement fails where it failed.
 */
const BEGIN_READING = 'start transaction isolation level repeatable read read only';
const BEGIN_WRITING = 'start transaction isolation level read committed';

/** Whose connections they are: of a server, whose statements are bounded, or of a tool, whose work takes as long as it takes. */
export interface PoolOptions {
  poolSize: number;
  forTool: boolean;
}

/** A server that is there and does not accept writes: a standby. Its code is the one PostgreSQL refuses writes with. */
class ReadOnlyServerError extends Error {
  readonly code = '25006';

  constructor() {
    super('the PostgreSQL server does not accept writes');
  }
}

/** int8 and numeric sums arrive as text otherwise; all our figures are safe integers (guarded in core/money.ts). */
const numbersAsNumbers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

interface Server {
  url: string;
  pool: pg.Pool;
}

/** All of them. */
export class Servers {
  readonly options = {};
  /** that which accepted writes the last time comes first */
  #inOrder: readonly Server[];
  readonly #mustAsk: boolean;
  readonly #connectWithin: number;
  readonly #forTool: boolean;
  /** one for each connection: Kysely knows a connection again by it */
  readonly #clients = new WeakMap<pg.PoolClient, Client>();

  constructor({ urls, mustAsk }: Hosts, { poolSize, forTool }: PoolOptions) {
    this.#mustAsk = mustAsk;
    this.#forTool = forTool;
    this.#connectWithin = Math.max(CONNECT_AT_LEAST_MS, CONNECT_WITHIN_MS / urls.length);
    this.#inOrder = urls.map((url) => ({ url, pool: this.#poolOf(url, poolSize) }));
  }

  #poolOf(url: string, max: number): pg.Pool {
    const pool = new pg.Pool({
      ...this.#connection(url),
      max,
      lock_timeout: LOCK_TIMEOUT_MS,
      ...(this.#forTool
        ? {}
        : { statement_timeout: STATEMENT_TIMEOUT_MS, idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS }),
      types: numbersAsNumbers,
      application_name: 'jurmana',
      // Statements are sent while others are answered, where nobody waits for those.
      pipeline: true,
    });
    // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
    pool.on('error', () => {});
    // So would one that breaks between two statements of a transaction, or right after it was made, when the pool does
    // not listen; the next statement fails in any case.
    pool.on('connect', (client) => void client.on('error', () => {}));
    return pool;
  }

  #connection(connectionString: string): pg.ClientConfig {
    return {
      connectionString,
      connectionTimeoutMillis: this.#connectWithin,
      ...(this.#forTool ? {} : { query_timeout: ANSWER_WITHIN_MS }),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    };
  }

  /** What `use` answers of the first server for which it succeeds; else throws what the first one said. */
  async #firstThat<T>(use: (server: Server) => Promise<T>): Promise<T> {
    const failures: unknown[] = [];
    const tried = this.#inOrder;
    for (const server of tried) {
      try {
        const result = await use(server);
        if (this.#inOrder[0] !== server) this.#inOrder = [server, ...tried.filter((other) => other !== server)];
        return result;
      } catch (error) {
        failures.push(error);
      }
    }
    throw failures[0];
  }

  /** A connection to a server that accepts writes. */
  connect(): Promise<Client> {
    return this.#firstThat(async (server) => {
      const connected = await server.pool.connect();
      const known = this.#clients.get(connected);
      if (known !== undefined) return known;
      try {
        await this.#askWritable(connected);
        // Reading a row by index costs little more than the next one in order where tables lie in memory or on solid
        // disks. PostgreSQL assumes four times as much, and then sorts all users for every page of them. Only a hint:
        // an engine that does not know it goes on without.
        await connected.query('set random_page_cost = 1.1').catch(() => {});
        // The driver has no word for "never", and the operator may have set a bound for everybody.
        if (this.#forTool) {
          await connected.query('set statement_timeout = 0');
          await connected.query('set idle_in_transaction_session_timeout = 0');
        }
      } catch (error) {
        connected.release(true);
        throw error;
      }
      const client = new Client(connected, () => this.#distrust(server));
      this.#clients.set(connected, client);
      return client;
    });
  }

  /** The same outside the pool, for listening. */
  connectAlone(): Promise<pg.Client> {
    return this.#firstThat(async ({ url }) => {
      const client = new pg.Client({ ...this.#connection(url), application_name: 'jurmana-live' });
      client.on('error', () => {});
      try {
        await client.connect();
        await this.#askWritable(client);
        return client;
      } catch (error) {
        await client.end().catch(() => {});
        throw error;
      }
    });
  }

  /** The standard's own words, which engines that only speak PostgreSQL's protocol know as well. */
  async #askWritable(client: pg.ClientBase): Promise<void> {
    if (!this.#mustAsk) return;
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServerError();
  }

  /** A server that fell silent or does not accept writes any more is tried after the others. */
  #distrust(server: Server): void {
    const others = this.#inOrder.filter((other) => other !== server);
    this.#inOrder = [...others, server];
  }

  async end(): Promise<void> {
    await Promise.all(this.#inOrder.map(({ pool }) => pool.end()));
  }
}

/** A pooled connection that is not used again once its server fell silent or turned out not to accept writes. */
class Client implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #distrust: () => void;
  #lost: Error | null = null;
  #held = false;
  /** the beginning of the transaction that is under way, where nobody has waited for it */
  #begun: { answer: Promise<unknown>; writes: boolean; answered: boolean } | null = null;

  constructor(client: pg.PoolClient, distrust: () => void) {
    this.#client = client;
    this.#distrust = distrust;
  }

  readonly query = (async (text: string, values: unknown[]) => {
    if (text === BEGIN_READING || text === BEGIN_WRITING) {
      const answer = this.#run({ text });
      const begun = { answer, writes: text === BEGIN_WRITING, answered: false };
      answer.then(
        () => (begun.answered = true),
        () => undefined,
      );
      this.#begun = begun;
      return NOTHING_YET;
    }
    const begun = this.#begun;
    if (begun === null) return this.#run({ text, values, name: nameOf(text) });
    if (text === 'commit' || text === 'rollback') this.#begun = null;
    const answer = this.#run({ text, values, name: nameOf(text) });
    // Nothing is lost with the end of a transaction that only reads.
    if (text === 'commit' && !begun.writes) {
      answer.catch(() => undefined);
      return NOTHING_YET;
    }
    if (begun.answered) return answer;
    // Without its transaction a read is of another moment than the others, and a write is no part of the whole.
    return (await Promise.all([answer, begun.answer]))[0];
  }) as unknown as PostgresPoolClient['query'];

  /** Throws at once when the connection is lost already, as at the rollback after a statement without an answer. */
  #run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    this.#holdBack();
    return this.#client.query(query).catch((error: unknown) => {
      if (error instanceof Error && (isSilence(error) || isReadOnly(error))) {
        this.#lost = error;
        this.#distrust();
      }
      // Only on this connection: the next one plans anew.
      if (error instanceof Error && isStalePlan(error)) this.#lost = error;
      throw error;
    });
  }

  /** What is sent in one go goes out in one packet: handing each to the system takes as long as a short statement. */
  #holdBack(): void {
    if (this.#held) return;
    this.#held = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#held = false;
      stream.uncork();
    });
  }

  release(destroy = false): void {
    this.#begun = null;
    this.#client.release(destroy || this.#lost !== null);
  }
}

/** The answer to what nobody waits for. */
const NOTHING_YET = { command: 'START', rowCount: null, rows: [] };

/** The driver's words when `query_timeout` is over; it has given up the connection then. */
const isSilence = (error: Error): boolean => error.message === 'Query read timeout';
const isReadOnly = (error: Error): boolean => 'code' in error && error.code === '25006';
