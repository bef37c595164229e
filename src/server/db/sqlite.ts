// SQLite: one connection that writes and one that reads. Another process may hold the file (a backup, an import): what
// has to wait for it does so without stopping everything else, and not for ever.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database } from './engine.ts';
import type { Schema } from './schema.ts';

/** A statement waits for another process so long inside SQLite, where it stops the whole process: hardly at all. */
const BUSY_TIMEOUT_MS = 5;
/** Then it is tried again and again, while everything else goes on. */
const RETRY_MS = 15;
/** A file that was found locked for so long is taken for unavailable until a statement gets through. */
const LOCKED_FOR_MS = 5000;
/** A larger statement cache would only hold statements of odd shapes (IN lists of many lengths). */
const STATEMENT_CACHE_SIZE = 300;

/** Throws when the file cannot be opened. */
export function connectSqlite(path: string): Database {
  // Names and password hashes lie in it: for the server's own account only.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const files = { write: new SqliteFile(path, false), read: new SqliteFile(path, true) };
  const write = new Kysely<Schema>({ dialect: new PatientDialect(files.write) });
  const read = new Kysely<Schema>({ dialect: new PatientDialect(files.read) });
  return {
    engine: 'sqlite',
    write,
    read,
    listen: async () => async () => {},
    close: async () => {
      // Kysely leaves a connection open that was never used. The one that writes goes last: it puts the log away.
      await read.destroy();
      files.read.close();
      await write.destroy();
      files.write.close();
    },
  };
}

class PatientDialect extends SqliteDialect {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    super({ database: file });
    this.#file = file;
  }

  override createDriver() {
    return new PatientDriver(this.#file);
  }

  override createQueryCompiler() {
    return new StablePlanCompiler();
  }
}

/**
 * Keeps values out of sight of SQLite's planner (docs/decisions/0026-values-out-of-the-planners-sight.md). It would look at
 * them for a better plan, and therefore plan the statement anew whenever one changes: for a join that takes several times as
 * long as running it.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return 'coalesce(?, null)';
  }
}

class PatientDriver extends SqliteDriver {
  readonly #file: SqliteFile;
  #patient: PatientConnection | undefined;

  constructor(file: SqliteFile) {
    super({ database: file });
    this.#file = file;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#patient ??= new PatientConnection(this.#file, await super.acquireConnection());
    return this.#patient;
  }

  /** A write takes the lock where it begins: waiting is possible there, and nowhere later. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#file.readonly ? 'begin' : 'begin immediate'));
    this.#patient?.transactionBegan();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#patient?.transactionEnded();
  }

  /** Where the disk is full or broken SQLite has rolled back by itself, and a second time is an error that says less. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#patient?.transactionEnded();
    if (this.#file.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Tries a statement again that another process kept out: SQLite has done nothing of it then. */
class PatientConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  readonly #plain: DatabaseConnection;
  /** When the file was first and last found locked, with nothing getting through in between; ms. */
  #locked: { since: number; seen: number } | null = null;
  /** Of the transaction that is under way: what went wrong in it last. */
  #transaction: { failure: Error | null } | null = null;

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
    // SQLite rolls back by itself where the disk is full or broken. What was sent together with the statement that failed
    // would then be carried out outside of any transaction, and stay.
    if (this.#transaction !== null && !this.#file.inTransaction) {
      throw this.#transaction.failure ?? new Error('The transaction was ended by something else.');
    }
    try {
      return await (this.#file.inTransaction ? this.#plain.executeQuery<R>(query) : this.#untilFree<R>(query));
    } catch (error) {
      if (codeOf(error).startsWith('SQLITE_READONLY')) this.#file.openAgainNext();
      if (this.#transaction !== null && error instanceof Error) this.#transaction.failure = error;
      throw error;
    }
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
   * Counted from when the file was first found locked, not for each statement: statements take turns at this
   * connection, and the last of many would otherwise wait as many times.
   */
  #lockedTooLong(): boolean {
    const now = performance.now();
    const goesOn = this.#locked !== null && now - this.#locked.seen < LOCKED_FOR_MS;
    this.#locked = { since: goesOn ? (this.#locked?.since ?? now) : now, seen: now };
    return now - this.#locked.since >= LOCKED_FOR_MS;
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#plain.streamQuery<R>(query, chunkSize ?? 1);
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** A connection to a file, in the form Kysely takes. */
class SqliteFile {
  readonly readonly: boolean;
  readonly #path: string;
  #connection: Sqlite.Database;
  /** Preparing a statement costs more than most of our queries do; the same text is prepared once. */
  readonly #statements = new Map<string, Sqlite.Statement>();
  #outdated = false;

  constructor(path: string, readonly: boolean) {
    this.#path = path;
    this.readonly = readonly;
    this.#connection = this.#open();
  }

  #open(): Sqlite.Database {
    const connection = new Sqlite(this.#path, { readonly: this.readonly, timeout: LOCKED_FOR_MS });
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    connection.pragma('cache_size = -16384');
    connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    if (!this.readonly) flushLog(connection);
    return connection;
  }

  get inTransaction(): boolean {
    return this.#connection.inTransaction;
  }

  /**
   * The file could not be written when it was opened, and SQLite goes by that for as long as it is open. Opened again,
   * it may have become writable.
   */
  openAgainNext(): void {
    this.#outdated = !this.readonly;
  }

  prepare(text: string) {
    if (this.#outdated && !this.inTransaction) {
      const fresh = this.#open();
      this.close();
      this.#connection = fresh;
      this.#statements.clear();
      this.#outdated = false;
    }
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = this.#connection.prepare(text);
      if (this.#statements.size >= STATEMENT_CACHE_SIZE) {
        this.#statements.delete(this.#statements.keys().next().value ?? '');
      }
      this.#statements.set(text, statement);
    }
    const prepared = statement;
    return {
      reader: prepared.reader,
      all: (parameters: readonly unknown[]) => prepared.all(...parameters),
      run: (parameters: readonly unknown[]) => prepared.run(...parameters),
      iterate: (parameters: readonly unknown[]) => prepared.iterate(...parameters),
    };
  }

  close(): void {
    this.#connection.close();
  }
}

/**
 * After a crash the log may hold commits that were written and not flushed yet. They are shown from now on, so they must stay:
 * taking them over into the file begins with a flush of the log.
 */
function flushLog(connection: Sqlite.Database): void {
  try {
    connection.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // The disk is full or cannot be written: no write gets an answer either, until it can.
  }
}
