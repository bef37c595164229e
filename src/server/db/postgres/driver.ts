// Kysely's driver for PostgreSQL. It pipelines: the statements of a transaction, BEGIN included, are sent without
// waiting for earlier ones.
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { awaitedLater } from '../../base/awaited-later.ts';
import { isStalePlan } from '../errors.ts';
import { nameOf } from '../run.ts';
import type { PooledConnection, Pools } from './pool.ts';

export class PipeliningDialect extends PostgresDialect {
  readonly #pools: Pools;

  constructor(pools: Pools) {
    super({ pool: () => Promise.reject(new Error('Connections come from the driver.')) });
    this.#pools = pools;
  }

  override createDriver(): Driver {
    return new PipeliningDriver(this.#pools);
  }
}

class PipeliningDriver implements Driver {
  readonly #pools: Pools;
  /** Kysely identifies a connection by its wrapper: one per client */
  readonly #connections = new WeakMap<pg.PoolClient, PipeliningConnection>();

  constructor(pools: Pools) {
    this.#pools = pools;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const pooled = await this.#pools.connect();
    const known = this.#connections.get(pooled.client);
    if (known !== undefined) return known;
    const connection = new PipeliningConnection(pooled);
    this.#connections.set(pooled.client, connection);
    return connection;
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    ours(connection).begin(settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).rollback();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ours(connection).release();
  }

  destroy(): Promise<void> {
    return this.#pools.end();
  }
}

function ours(connection: DatabaseConnection): PipeliningConnection {
  if (connection instanceof PipeliningConnection) return connection;
  throw new Error('The connection is of another driver.');
}

/** A connection that is not reused once its server stopped responding or turned out to be read-only. */
class PipeliningConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #settings: string | null;
  readonly #named: boolean;
  readonly #demoteServer: () => void;
  #lost: Error | null = null;
  #corked = false;
  /** the BEGIN of the running transaction: awaiting it separately would cost a round trip */
  #begun: { answer: Promise<unknown>; writes: boolean; answered: boolean } | null = null;

  constructor({ client, settings, named, demoteServer }: PooledConnection) {
    this.#client = client;
    this.#settings = settings;
    this.#named = named;
    this.#demoteServer = demoteServer;
  }

  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const isolation = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    const answer = this.#run({
      text: `start transaction${isolation}${accessMode === undefined ? '' : ` ${accessMode}`}`,
    });
    const begun = { answer: awaitedLater(answer), writes: accessMode !== 'read only', answered: false };
    answer.then(
      () => (begun.answered = true),
      () => undefined,
    );
    this.#begun = begun;
    // If it fails, so does all that follows in the transaction.
    if (this.#settings !== null) void awaitedLater(this.#run({ text: this.#settings }));
  }

  async commit(): Promise<void> {
    const begun = this.#begun;
    this.#begun = null;
    const answer = this.#run({ text: 'commit' });
    // A read-only transaction has nothing to lose, so its COMMIT is not awaited.
    if (begun?.writes === false) {
      void awaitedLater(answer);
      return;
    }
    const [{ command }] = await Promise.all([answer, begun?.answer]);
    if (command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollback(): Promise<void> {
    this.#begun = null;
    try {
      await this.#run({ text: 'rollback' });
    } catch (error) {
      this.#lost ??= error instanceof Error ? error : new Error('The rollback failed.', { cause: error });
      throw error;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const answer = this.#run({
      text: query.sql,
      values: [...query.parameters],
      name: this.#named ? nameOf(query) : undefined,
    });
    const begun = this.#begun;
    // Waits for BEGIN, because outside the transaction a read would see a different state, and a write would commit.
    const { command, rowCount, rows } =
      begun === null || begun.answered ? await answer : (await Promise.all([answer, begun.answer]))[0];
    return command === 'SELECT' || rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(rowCount) };
  }

  /** Throws immediately if the connection is already lost, as in the rollback after a statement that got no answer. */
  #run(query: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    this.#cork();
    return this.#client.query(query).catch((error: unknown) => {
      if (error instanceof Error && (isResponseTimeout(error) || isReadOnly(error))) {
        this.#lost = error;
        this.#demoteServer();
      }
      // Only this connection is affected; the next one plans the statement again.
      if (error instanceof Error && isStalePlan(error)) this.#lost = error;
      throw error;
    });
  }

  /**
   * Corks the socket so that statements sent together leave in one packet: a write call takes as long as a short
   * statement.
   */
  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#corked = false;
      stream.uncork();
    });
  }

  release(): void {
    this.#begun = null;
    this.#client.release(this.#lost !== null);
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing is streamed from PostgreSQL.');
  }
}

/** The driver's message when `query_timeout` expires; it has closed the connection by then. */
const isResponseTimeout = (error: Error): boolean => error.message === 'Query read timeout';
const isReadOnly = (error: Error): boolean => 'code' in error && error.code === '25006';
