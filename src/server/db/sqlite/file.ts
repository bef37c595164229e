// An open SQLite file with its settings and prepared statements.
import Sqlite from 'better-sqlite3';

/** Limit for waiting for another process while opening. */
const OPEN_TIMEOUT_MS = 5000;
/** A statement waiting for another process inside SQLite blocks the whole process, so this is minimal. */
const BUSY_TIMEOUT_MS = 5;
/**
 * The number of pages in the log after which they are copied into the file. Copying takes as long as several writes,
 * and the more pages there are, the more changes each copied page combines. 16 MB.
 */
const CHECKPOINT_PAGES = 4000;
/** More than the number of frequently used statements. */
const STATEMENT_CACHE_SIZE = 300;

/** A connection to a file, in the form Kysely takes. */
export class SqliteFile {
  readonly readonly: boolean;
  readonly #path: string;
  #connection: Sqlite.Database;
  /** Preparing a statement costs more than running most of ours; each text is prepared once. */
  readonly #statements = new Map<string, Statement>();
  #outdated = false;

  constructor(path: string, readonly: boolean) {
    this.#path = path;
    this.readonly = readonly;
    this.#connection = this.#open();
  }

  #open(): Sqlite.Database {
    const connection = new Sqlite(this.#path, { readonly: this.readonly, timeout: OPEN_TIMEOUT_MS });
    // A file of another program is refused (migrate.ts) and must stay unchanged.
    if (!isOfAnother(connection)) connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    connection.pragma('cache_size = -16384');
    connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    if (!this.readonly) flushLog(connection);
    return connection;
  }

  /** A number that changes when another connection has committed, but not when this one has. */
  versionOfOthers(): number {
    return this.#connection.pragma('data_version', { simple: true }) as number;
  }

  get inTransaction(): boolean {
    return this.#connection.inTransaction;
  }

  /** If the file was not writable when opened, SQLite treats it as read-only until it is reopened. */
  reopenNext(): void {
    this.#outdated = !this.readonly;
  }

  prepare(text: string): Statement {
    if (this.#outdated && !this.inTransaction) {
      const fresh = this.#open();
      this.close();
      this.#connection = fresh;
      this.#statements.clear();
      this.#outdated = false;
    }
    let statement = this.#statements.get(text);
    if (statement === undefined) {
      statement = inKyselysForm(this.#connection.prepare(text));
      if (this.#statements.size >= STATEMENT_CACHE_SIZE) {
        this.#statements.delete(this.#statements.keys().next().value ?? '');
      }
      this.#statements.set(text, statement);
    }
    return statement;
  }

  close(): void {
    this.#connection.close();
  }
}

type Statement = ReturnType<typeof inKyselysForm>;

const inKyselysForm = (prepared: Sqlite.Statement) => ({
  reader: prepared.reader,
  all: (parameters: readonly unknown[]) => prepared.all(...parameters),
  run: (parameters: readonly unknown[]) => prepared.run(...parameters),
  iterate: (parameters: readonly unknown[]) => prepared.iterate(...parameters),
});

/** Whether the file has tables but never had one of our migrations. */
function isOfAnother(connection: Sqlite.Database): boolean {
  const tables = connection.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%'");
  const names = tables.pluck().all();
  return names.length > 0 && !names.includes('kysely_migration');
}

/**
 * After a crash the log may contain commits that were written but not flushed. Readers see them from now on, so they
 * must be durable: a checkpoint begins by flushing the log.
 */
function flushLog(connection: Sqlite.Database): void {
  try {
    connection.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // The disk is full or not writable. Until that changes no write can succeed either.
  }
}
