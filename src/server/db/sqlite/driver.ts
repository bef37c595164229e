// Kysely's driver for SQLite. While another process (a backup, an import) locks the file, statements wait without
// blocking the event loop, up to a limit. Many statements sent together do not block it either.
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqliteFile } from './file.ts';

/** Interval for retrying a statement while the file is locked. */
const RETRY_MS = 15;
/** After this many ms of consecutive statements the event loop gets a turn, since SQLite answers without one. */
const MAX_TURN_MS = 20;
/** A file locked for this long counts as unavailable until a statement succeeds. */
const LOCK_TIMEOUT_MS = 5000;

export class RetryingDialect extends SqliteDialect {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    super({ database: file });
    this.#file = file;
  }

  override createDriver() {
    return new RetryingDriver(this.#file);
  }

  override createQueryCompiler() {
    return new StablePlanCompiler();
  }
}

/**
 * Hides values from SQLite's planner (docs/decisions/0051-plain-queries.md). Otherwise it would use
 * them for a better plan and plan again whenever one changes, which for a join takes several times as long as running
 * it.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

class RetryingDriver extends SqliteDriver {
  readonly #file: SqliteFile;
  #connection: RetryingConnection | undefined;

  constructor(file: SqliteFile) {
    super({ database: file });
    this.#file = file;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new RetryingConnection(this.#file, await super.acquireConnection());
    return this.#connection;
  }

  /** A write takes its lock at BEGIN, the only place where waiting is possible. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#file.readonly ? 'begin' : 'begin immediate'));
    this.#connection?.transactionBegan();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#connection?.transactionEnded();
  }

  /**
   * On a full or broken disk SQLite has already rolled back; a second rollback would hide the cause behind a less
   * useful error.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#connection?.transactionEnded();
    if (this.#file.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Retries a statement while another process holds the lock; SQLite has executed nothing of it then. */
class RetryingConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  readonly #plain: DatabaseConnection;
  /** When the file was first and last found locked with no success in between; ms. */
  #locked: { since: number; seen: number } | null = null;
  /** The running transaction and its latest failure. */
  #transaction: { failure: Error | null } | null = null;
  /** performance.now() of the first statement in this turn of the event loop */
  #turnBegan: number | null = null;
  #nextTurn: Promise<void> | null = null;

  constructor(file: SqliteFile, plain: DatabaseConnection) {
    this.#file = file;
    this.#plain = plain;
  }

  transactionBegan(): void {
    this.#transaction = { failure: null };
  }

  transactionEnded(): void {
    this.#transaction = null;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Statements that wait continue in the order in which they came, before any later ones.
    while (this.#nextTurn !== null || this.#turnIsLong()) await this.#untilNextTurn();
    // SQLite rolls back by itself on a full or broken disk. Statements sent along with the failed one would then be
    // executed, and stay, outside any transaction.
    if (this.#transaction !== null && !this.#file.inTransaction) {
      throw this.#transaction.failure ?? new Error('The transaction was ended by something else.');
    }
    try {
      return await (this.#file.inTransaction ? this.#plain.executeQuery<R>(query) : this.#untilFree<R>(query));
    } catch (error) {
      if (codeOf(error).startsWith('SQLITE_READONLY')) this.#file.reopenNext();
      if (this.#transaction !== null && error instanceof Error) this.#transaction.failure = error;
      throw error;
    }
  }

  #turnIsLong(): boolean {
    if (this.#turnBegan !== null) return performance.now() - this.#turnBegan > MAX_TURN_MS;
    this.#turnBegan = performance.now();
    setImmediate(() => (this.#turnBegan = null));
    return false;
  }

  #untilNextTurn(): Promise<void> {
    this.#nextTurn ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#nextTurn = null;
        resolve();
      });
    });
    return this.#nextTurn;
  }

  async #untilFree<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (;;) {
      try {
        const result = await this.#plain.executeQuery<R>(query);
        this.#locked = null;
        return result;
      } catch (error) {
        if (!/^SQLITE_(BUSY|LOCKED)/.test(codeOf(error)) || this.#lockedTooLong()) throw error;
      }
      await pause(RETRY_MS);
    }
  }

  /**
   * Measured from when the file was first found locked, not per statement: statements take turns on this connection,
   * and the last of many would otherwise wait many times as long.
   */
  #lockedTooLong(): boolean {
    const now = performance.now();
    const goesOn = this.#locked !== null && now - this.#locked.seen < LOCK_TIMEOUT_MS;
    this.#locked = { since: goesOn ? (this.#locked?.since ?? now) : now, seen: now };
    return now - this.#locked.since >= LOCK_TIMEOUT_MS;
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#plain.streamQuery<R>(query, chunkSize ?? 1);
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
