// What the rest of the server knows of a database, and where SQLite and PostgreSQL differ: which column types to use, how
// to read several things of one moment, how a commit is announced, and which errors mean that it is away. How each is
// connected to: sqlite.ts and postgres.ts.
import { type Kysely, sql, type Transaction } from 'kysely';
import { hostsOf } from './hosts.ts';
import { connectPostgres, NOTIFY_CHANNEL } from './postgres.ts';
import { isStalePlan, preparedText } from './prepared.ts';
import type { Schema } from './schema.ts';
import { connectSqlite } from './sqlite.ts';
import { inTransaction } from './transactions.ts';

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
   * Calls back whenever another process (or this one) committed a write, and with every notice of announce(); with an
   * empty notice where some may have been missed. Returns how to stop. Best effort: see live/bus.ts.
   */
  listen(
    onCommit: () => void,
    onError: (error: unknown) => void,
    onNotice?: (notice: string) => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** The engine a DATABASE_URL speaks of, null when it is neither a `file:…` of a path nor a `postgres://…` of hosts.ts. */
export function engineOf(databaseUrl: string): Engine | null {
  if (/^file:./.test(databaseUrl)) return /%(?![\da-f]{2})/i.test(databaseUrl) ? null : 'sqlite';
  return hostsOf(databaseUrl) === null ? null : 'postgres';
}

/** Where a `file:` URL keeps its database. */
export function sqlitePath(databaseUrl: string): string {
  return decodeURIComponent(databaseUrl.replace(/^file:(\/\/)?/, ''));
}

/**
 * Opens the database; connects lazily on PostgreSQL. Throws when a SQLite file cannot be opened. `forTool`: nobody waits for
 * the answer but who has asked for long work, so that statements and commits take as long as they take.
 */
export function connect(
  databaseUrl: string,
  { poolSize = 10, forTool = false }: { poolSize?: number; forTool?: boolean } = {},
): Database {
  return engineOf(databaseUrl) === 'postgres'
    ? connectPostgres(databaseUrl, { poolSize, forTool })
    : connectSqlite(sqlitePath(databaseUrl));
}

/** Inside a write transaction: the other processes hear of it when, and only when, it commits. */
export async function announceCommit(engine: Engine, tx: Transaction<Schema>): Promise<void> {
  if (engine === 'postgres') await notify(tx);
}

const notify = preparedText(`select pg_notify('${NOTIFY_CHANNEL}', '')`);

/** Tells every process on the database something, this one included. On SQLite there is no other to tell. */
export async function announce(db: Database, notice: string): Promise<void> {
  if (db.engine === 'postgres') await sql`select pg_notify(${NOTIFY_CHANNEL}, ${notice})`.execute(db.write);
}

/** Runs several reads that see one moment of the database. Nothing can be written in it. */
export function atOneMoment<T>(db: Database, body: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
  const transaction = db.read.transaction();
  return inTransaction(
    db.engine === 'postgres'
      ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only')
      : transaction,
    body,
  );
}

/** Runs writes in which each statement sees what was committed before it, whatever the database's own default is. */
export function writing<T>(db: Database, body: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
  const transaction = db.write.transaction();
  return inTransaction(db.engine === 'postgres' ? transaction.setIsolationLevel('read committed') : transaction, body);
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
  if (NETWORK_CODES.test(code) || isStalePlan(error)) return true;
  // 08 connection, 28 and 3D000 the account or the database is not there (any more), 53 resources (disk full, too many
  // connections), 57 operator intervention (shutdown, timeout), 58 the disk, 55000 not accepting connections, 55P03 lock
  // not available, 25006 read-only, 25P03 idle for too long in a transaction, 40P01 deadlock, 40001 serialization, 40003 nobody
  // knows whether it was committed.
  if (/^(08|28|53|57|58)...$|^(3D000|55000|55P03|25006|25P03|40P01|40001|40003)$/.test(code)) return true;
  // The driver's own words, which carry no code.
  return /connection terminated|timeout exceeded when trying to connect|connection ended|connection error|query read timeout|connection timeout|connection has been discarded/i.test(
    error.message,
  );
}

/** Of those, the ones that end by themselves: not a wrong password or name, nor a file that cannot be opened or written. */
export function mayComeBack(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return isUnavailable(error) && !/^(SQLITE_(FULL|READONLY|IOERR|CANTOPEN).*|28...|3D000)$/.test(code);
}

const NETWORK_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
