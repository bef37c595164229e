// Opens a database of either engine.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Kysely } from 'kysely';
import { PipeliningDialect } from './postgres/driver.ts';
import { hostsOf } from './postgres/hosts.ts';
import { listenPostgres } from './postgres/listen.ts';
import { type PoolOptions, Pools } from './postgres/pool.ts';
import { privateFile } from '../base/private-files.ts';
import type { Schema } from './schema.ts';
import { RetryingDialect } from './sqlite/driver.ts';
import { SqliteFile } from './sqlite/file.ts';
import type { Database, Engine } from './types.ts';

/** The engine of a DATABASE_URL; null when it is neither `file:` with a path nor a valid `postgres://` (hosts.ts). */
export function engineOf(databaseUrl: string): Engine | null {
  if (/^file:./.test(databaseUrl)) return /%(?![\da-f]{2})/i.test(databaseUrl) ? null : 'sqlite';
  return hostsOf(databaseUrl) === null ? null : 'postgres';
}

/** The path of the database file in a `file:` URL. */
export function sqlitePath(databaseUrl: string): string {
  return decodeURIComponent(databaseUrl.replace(/^file:(\/\/)?/, ''));
}

/** Where a database is, for messages: the path of its file, or its servers and its name, never a user or password. */
export function databaseLocation(databaseUrl: string): string {
  if (engineOf(databaseUrl) === 'sqlite') return resolve(sqlitePath(databaseUrl));
  return databaseUrl.replace(/^(postgres(?:ql)?:\/\/)(?:[^/?#]*@)?([^?#]*).*$/s, '$1$2');
}

/**
 * Opens the database; connects lazily on PostgreSQL. Throws if a SQLite file cannot be opened. `forTool` removes the
 * time limits on statements and commits, because only the person who started the tool waits for them.
 */
export function connect(
  databaseUrl: string,
  { poolSize = 10, forTool = false }: { poolSize?: number; forTool?: boolean } = {},
): Database {
  return engineOf(databaseUrl) === 'postgres'
    ? connectPostgres(databaseUrl, { poolSize, forTool })
    : connectSqlite(sqlitePath(databaseUrl));
}

function connectPostgres(databaseUrl: string, options: PoolOptions): Database {
  const hosts = hostsOf(databaseUrl);
  if (hosts === null) throw new Error('The DATABASE_URL cannot be read.');
  const pools = new Pools(hosts, options);
  const database = new Kysely<Schema>({ dialect: new PipeliningDialect(pools) });
  return {
    engine: 'postgres',
    write: database,
    read: database,
    listen: (onCommit, onError, onNotice) => listenPostgres(pools, { onCommit, onError, onNotice }),
    close: () => database.destroy(),
  };
}

/** One connection that writes and one that reads. */
function connectSqlite(path: string): Database {
  if (!existsSync(path)) makePrivate(path);
  const files = { write: new SqliteFile(path, false), read: new SqliteFile(path, true) };
  // Only now is the file known to be a database: a wrong DATABASE_URL must not change access to some other file.
  makePrivate(path);
  const write = new Kysely<Schema>({ dialect: new RetryingDialect(files.write) });
  const read = new Kysely<Schema>({ dialect: new RetryingDialect(files.read) });
  return {
    engine: 'sqlite',
    write,
    read,
    listen: async (onCommit, onError, onNotice) => listenSqlite(files.write, { onCommit, onError, onNotice }),
    close: async () => {
      // Kysely does not close a connection that was never used. The writer is closed last because it checkpoints the
      // log.
      await read.destroy();
      files.read.close();
      await write.destroy();
      files.write.close();
    },
  };
}

/** SQLite creates its other files with the permissions of the database file. */
function makePrivate(path: string): void {
  try {
    privateFile(path);
    for (const beside of [`${path}-wal`, `${path}-shm`].filter((file) => existsSync(file))) privateFile(beside);
  } catch {
    // The file cannot be created or has another owner. SQLite will report whether it can be used.
  }
}

// How a process learns of what others, such as `npm run admin-link`, commit to its SQLite file.

/** Reading the version takes microseconds. */
const LOOK_MS = 500;

/**
 * Calls back when another process has committed, with an empty notice because what it did is unknown. `file`: the
 * connection that writes, whose version its own commits do not change.
 */
function listenSqlite(
  file: SqliteFile,
  callbacks: {
    onCommit: () => void;
    onError: (error: unknown) => void;
    onNotice: ((notice: string) => void) | undefined;
  },
): () => Promise<void> {
  const { onCommit, onError, onNotice } = callbacks;
  let seen: number | null = null;
  const look = (): void => {
    try {
      const version = file.versionOfOthers();
      const isNew = seen !== null && seen !== version;
      seen = version;
      if (!isNew) return;
      onCommit();
      onNotice?.('');
    } catch (error) {
      onError(error);
    }
  };
  look();
  const looking = setInterval(look, LOOK_MS);
  looking.unref();
  return async () => clearInterval(looking);
}
