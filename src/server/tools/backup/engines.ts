// Engine-specific parts of backup and restore: the columns of a table, exclusive access, and bulk inserts from JSON.
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { Kysely, sql, SqliteDialect, type Transaction } from 'kysely';
import { connect, engineOf, sqlitePath } from '../../db/connect.ts';
import type { Engine, Handle } from '../../db/types.ts';
import type { Schema } from '../../db/schema.ts';
import { BackupError } from './format.ts';
import { BACKUP_TABLES, type TableName } from './tables.ts';

export interface Column {
  name: string;
  /** the engine's name for it */
  type: string;
}

export type Columns = ReadonlyMap<TableName, readonly Column[]>;

/** Those of our tables that exist, with their columns in order. */
export async function columnsOf(tx: Transaction<Schema>, engine: Engine): Promise<Columns> {
  const ours = engine === 'postgres' ? await currentSchema(tx) : undefined;
  const tables = await tx.introspection.getTables();
  const found = new Map<TableName, Column[]>();
  for (const { name } of BACKUP_TABLES) {
    const table = tables.find((one) => one.name === name && one.schema === ours);
    if (table !== undefined) {
      found.set(
        name,
        table.columns.map((column) => ({ name: column.name, type: column.dataType })),
      );
    }
  }
  return found;
}

async function currentSchema(tx: Transaction<Schema>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(tx);
  return rows[0]?.name;
}

/** Inserts rows from a JSON array of arrays, with values in the order of `columns`. */
export async function insertJson(
  tx: Transaction<Schema>,
  engine: Engine,
  { table, columns, rows }: { table: TableName; columns: readonly Column[]; rows: string },
): Promise<void> {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  // Both engines convert our numbers, booleans and timestamps back from JSON.
  const values = sql.join(
    columns.map(({ type }, index) =>
      engine === 'sqlite'
        ? sql`value ->> ${sql.lit(index)}`
        : sql`(item ->> ${sql.lit(index)})${type === 'text' ? sql`` : sql`::${sql.raw(type)}`}`,
    ),
  );
  const items = engine === 'sqlite' ? sql`json_each(${rows})` : sql`json_array_elements(${rows}::json) as items (item)`;
  await sql`insert into ${sql.table(table)} (${names}) select ${values} from ${items}`.execute(tx);
}

export interface Target {
  readonly engine: Engine;
  /** One transaction without a time limit. */
  transaction<T>(body: (tx: Transaction<Schema>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How long to wait until PostgreSQL no longer lists closed connections, and the polling interval. */
const DISCONNECT_TIMEOUT_MS = 3000;
const POLL_MS = 50;
const IN_USE = 'The database is in use. Stop every server that uses it, then restore again. Nothing was changed.';

/** Opens an existing database for exclusive use. @throws BackupError when others are connected. */
export function openExclusive(databaseUrl: string): Promise<Target> {
  return engineOf(databaseUrl) === 'sqlite' ? exclusiveSqlite(sqlitePath(databaseUrl)) : exclusivePostgres(databaseUrl);
}

async function exclusiveSqlite(path: string): Promise<Target> {
  const connection = new Sqlite(path, { timeout: 1000 });
  try {
    // Leaving WAL mode requires exclusive access. Without WAL a large transaction writes each page once, in place, and
    // the rollback journal of an empty database is small.
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.pragma('journal_mode = DELETE');
    connection.exec('begin exclusive; rollback');
  } catch (error) {
    connection.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) throw new BackupError(IN_USE);
    throw error;
  }
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('cache_size = -131072');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
  return {
    engine: 'sqlite',
    transaction: (body) => db.transaction().execute(body),
    close: () => db.destroy(),
  };
}

async function exclusivePostgres(databaseUrl: string): Promise<Target> {
  const db = connect(databaseUrl, { poolSize: 1, forTool: true });
  const others = sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'jurmana%'`;
  const isAlone = async (handle: Handle) => (await others.execute(handle)).rows[0]?.count === 0;
  return {
    engine: 'postgres',
    async transaction(body) {
      // Connections that were just closed, by a server or by this process, stay listed for a moment. Polled outside the
      // transaction, within which pg_stat_activity does not change.
      const until = performance.now() + DISCONNECT_TIMEOUT_MS;
      while (!(await isAlone(db.write)) && performance.now() < until) await pause(POLL_MS);
      return db.write.transaction().execute(async (tx) => {
        if (!(await isAlone(tx))) throw new BackupError(IN_USE);
        return body(tx);
      });
    },
    close: () => db.close(),
  };
}
