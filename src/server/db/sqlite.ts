// SQLite: one connection that writes and one that reads. Another process may hold the file (a backup, an import): what
// has to wait for it does so without stopping everything else, and not for ever.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, Kysely, type QueryResult, SqliteDialect, SqliteDriver } from 'kysely';
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
  const open = (readonly: boolean) => {
    const connection = new Sqlite(path, { readonly, timeout: LOCKED_FOR_MS });
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    connection.pragma('cache_size = -16384');
    connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return new Kysely<Schema>({ dialect: new PatientDialect(connection) });
  };
  const write = open(false);
  const read = open(true);
  return {
    engine: 'sqlite',
    write,
    read,
    readNamed: async (_name, query) => (await read.executeQuery(query)).rows,
    listen: async () => async () => {},
    close: async () => {
      await read.destroy();
      await write.destroy();
    },
  };
}

class PatientDialect extends SqliteDialect {
  readonly #connection: Sqlite.Database;

  constructor(connection: Sqlite.Database) {
    super({ database: cachingStatements(connection) });
    this.#connection = connection;
  }

  override createDriver() {
    return new PatientDriver(this.#connection);
  }
}

class PatientDriver extends SqliteDriver {
  readonly #connection: Sqlite.Database;
  #patient: PatientConnection | undefined;

  constructor(connection: Sqlite.Database) {
    super({ database: cachingStatements(connection) });
    this.#connection = connection;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#patient ??= new PatientConnection(this.#connection, await super.acquireConnection());
    return this.#patient;
  }

  /** A write takes the lock where it begins: waiting is possible there, and nowhere later. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#connection.readonly ? 'begin' : 'begin immediate'));
  }

  /** Where the disk is full or broken SQLite has rolled back by itself, and a second time is an error that says less. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Tries a statement again that another process kept out: SQLite has done nothing of it then. */
class PatientConnection implements DatabaseConnection {
  readonly #sqlite: Sqlite.Database;
  readonly #plain: DatabaseConnection;
  /** When the file was first and last found locked, with nothing getting through in between; ms. */
  #locked: { since: number; seen: number } | null = null;

  constructor(sqlite: Sqlite.Database, plain: DatabaseConnection) {
    this.#sqlite = sqlite;
    this.#plain = plain;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#sqlite.inTransaction) return this.#plain.executeQuery<R>(query);
    for (;;) {
      try {
        const result = await this.#plain.executeQuery<R>(query);
        this.#locked = null;
        return result;
      } catch (error) {
        if (!isBusy(error) || this.#lockedTooLong()) throw error;
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

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^SQLITE_(BUSY|LOCKED)/.test(error.code);

/** Preparing a statement costs more than most of our queries do; the same text is prepared once. */
function cachingStatements(connection: Sqlite.Database) {
  const cache = new Map<string, Sqlite.Statement>();
  return {
    close: () => void connection.close(),
    prepare(text: string) {
      let statement = cache.get(text);
      if (statement === undefined) {
        statement = connection.prepare(text);
        if (cache.size >= STATEMENT_CACHE_SIZE) cache.delete(cache.keys().next().value ?? '');
        cache.set(text, statement);
      }
      const prepared = statement;
      return {
        reader: prepared.reader,
        all: (parameters: readonly unknown[]) => prepared.all(...parameters),
        run: (parameters: readonly unknown[]) => prepared.run(...parameters),
        iterate: (parameters: readonly unknown[]) => prepared.iterate(...parameters),
      };
    },
  };
}
