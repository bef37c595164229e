// The one file that knows SQLite from PostgreSQL: how to connect, which column types to use, how to read several
// things of one moment, and how processes on one database hear of each other's commits.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  sql,
  SqliteDialect,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** What a repository's functions take: the database, or inside a transaction the transaction. */
export type Handle = Kysely<Schema> | Transaction<Schema>;

export interface Database {
  readonly engine: Engine;
  /** For writes, through command.ts. On SQLite its own connection. */
  readonly write: Kysely<Schema>;
  /** For reads. On SQLite a second, read-only connection, which no write ever blocks (WAL). */
  readonly read: Kysely<Schema>;
  /**
   * Runs one fixed read under a name of its own, for what every request reads: PostgreSQL then parses and plans it once
   * for each connection, which for a join costs several times what running it does.
   */
  readNamed<R>(name: string, query: CompiledQuery<R>): Promise<R[]>;
  /** Calls back whenever another process (or this one) committed a write; returns how to stop. Best effort: see live/bus.ts. */
  listen(onCommit: () => void, onError: (error: unknown) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const NOTIFY_CHANNEL = 'jurmana_commits';
const BUSY_TIMEOUT_MS = 5000;
/** How long a statement may wait for a lock or run before the request is answered with "unavailable". */
const STATEMENT_TIMEOUT_MS = 15_000;
/** A larger statement cache would only hold statements of odd shapes (IN lists of many lengths). */
const STATEMENT_CACHE_SIZE = 300;

/** The engine a DATABASE_URL speaks of, null when it is neither `file:…` nor `postgres://…`. */
export function engineOf(databaseUrl: string): Engine | null {
  if (/^file:./.test(databaseUrl)) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return 'postgres';
  return null;
}

/** Where a `file:` URL keeps its database. */
export function sqlitePath(databaseUrl: string): string {
  return decodeURIComponent(databaseUrl.replace(/^file:(\/\/)?/, ''));
}

/** Opens the database; connects lazily on PostgreSQL. Throws when a SQLite file cannot be opened. */
export function connect(databaseUrl: string, options: { poolSize?: number } = {}): Database {
  return engineOf(databaseUrl) === 'postgres'
    ? connectPostgres(databaseUrl, options.poolSize ?? 10)
    : connectSqlite(sqlitePath(databaseUrl));
}

function connectSqlite(path: string): Database {
  // Names and password hashes lie in it: for the server's own account only.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const open = (readonly: boolean) => {
    const connection = new Sqlite(path, { readonly, timeout: BUSY_TIMEOUT_MS });
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    connection.pragma('cache_size = -16384');
    return new Kysely<Schema>({ dialect: new SqliteDialect({ database: cachingStatements(connection) }) });
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

/** int8 and numeric sums arrive as text otherwise; all our figures are safe integers (guarded in core/money.ts). */
const numbersAsNumbers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

function connectPostgres(url: string, poolSize: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: BUSY_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    types: numbersAsNumbers,
    application_name: 'jurmana',
  });
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on('error', () => {});
  // Reading a row by index costs little more than the next one in order where tables lie in memory or on solid disks.
  // PostgreSQL assumes four times as much, and then sorts all users for every page of them. Only a hint: an engine that
  // does not know it goes on without.
  const onCreateConnection = async (connection: DatabaseConnection): Promise<void> => {
    await connection.executeQuery(CompiledQuery.raw('set random_page_cost = 1.1')).catch(() => {});
  };
  const database = new Kysely<Schema>({ dialect: new PostgresDialect({ pool, onCreateConnection }) });
  return {
    engine: 'postgres',
    write: database,
    read: database,
    readNamed: async <R>(name: string, query: CompiledQuery<R>) =>
      (await pool.query({ name, text: query.sql, values: [...query.parameters] })).rows as R[],
    listen: (onCommit, onError) => listenPostgres(url, onCommit, onError),
    close: () => database.destroy(),
  };
}

/** Reconnects by itself, a second after the connection broke. */
async function listenPostgres(url: string, onCommit: () => void, onError: (error: unknown) => void) {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  const retry = () => {
    if (!stopped && timer === undefined) timer = setTimeout(() => ((timer = undefined), void start()), 1000);
  };
  const start = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'jurmana-live' });
    next.on('error', onError);
    next.on('end', () => {
      client = null;
      retry();
    });
    next.on('notification', onCommit);
    try {
      await next.connect();
      await next.query(`listen ${NOTIFY_CHANNEL}`);
      client = next;
      if (stopped) await next.end();
      else onCommit();
    } catch (error) {
      onError(error);
      await next.end().catch(() => {});
      retry();
    }
  };
  await start();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}

/** Inside a write transaction: the other processes hear of it when, and only when, it commits. */
export async function announceCommit(engine: Engine, tx: Transaction<Schema>): Promise<void> {
  if (engine === 'postgres') await sql`select pg_notify(${NOTIFY_CHANNEL}, '')`.execute(tx);
}

/** Runs several reads that see one moment of the database. Nothing can be written in it. */
export function atOneMoment<T>(db: Database, body: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
  const transaction = db.read.transaction();
  return (
    db.engine === 'postgres' ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only') : transaction
  ).execute(body);
}

/** Column types by engine. `key` compares and sorts by code point on both. */
export function columnTypes(engine: Engine) {
  return engine === 'postgres'
    ? {
        integer: sql`bigint`,
        text: sql`text`,
        key: sql`text collate "C"`,
        instant: sql`timestamptz`,
        flag: sql`boolean`,
      }
    : { integer: sql`integer`, text: sql`text`, key: sql`text`, instant: sql`date`, flag: sql`integer` };
}

/** True for errors that mean "the database cannot serve now", as against a mistake in a statement. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|PROTOCOL)/.test(code)) return true;
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT)$/.test(code)) return true;
  // 08 connection, 53 resources (disk full, too many connections), 57 operator intervention (shutdown, timeout),
  // 55000 not accepting connections, 55P03 lock not available, 25006 read-only, 40P01 deadlock, 40001 serialization.
  if (/^(08|53|57)...$|^(55000|55P03|25006|40P01|40001)$/.test(code)) return true;
  return /connection terminated|timeout exceeded when trying to connect|connection ended/i.test(error.message);
}
