// Fast ways of putting many rows into either engine; the server itself never needs them.
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { engineOf, sqlitePath } from '../../src/server/db/engine.ts';
import type { Schema } from '../../src/server/db/schema.ts';

/** The tables that are filled in bulk. */
export type BulkTable = 'users' | 'fines' | 'journal' | 'events' | 'books_by_day' | 'fine_days' | 'fine_types';

export interface Bulk {
  /** Inserts rows, all with the same keys in the same order. */
  insert<T extends BulkTable>(table: T, rows: readonly Schema[T][]): Promise<void>;
  /** Without it what was inserted last is gone: on PostgreSQL everything, on SQLite the last transaction. */
  commit(): Promise<void>;
  /** Tidies up and collects the statistics that the planner uses. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** Rows of one transaction on SQLite, so that its log stays small. */
const ROWS_A_TRANSACTION = 250_000;
const CACHE_KIB = 256 * 1024;
/** Rows of one statement on PostgreSQL. */
const ROWS_A_STATEMENT = 5000;

/** For a migrated database. Nobody else should use it meanwhile. */
export function openBulk(databaseUrl: string): Promise<Bulk> {
  return engineOf(databaseUrl) === 'postgres' ? openPostgres(databaseUrl) : openSqlite(sqlitePath(databaseUrl));
}

async function openSqlite(path: string): Promise<Bulk> {
  const connection = new Sqlite(path);
  connection.pragma('journal_mode = WAL');
  // A power cut may cost the whole database, which is then simply made again.
  connection.pragma('synchronous = OFF');
  connection.pragma('foreign_keys = ON');
  connection.pragma(`cache_size = -${CACHE_KIB}`);
  const statements = new Map<string, Sqlite.Statement>();
  let open = 0;
  const commit = (): void => {
    if (connection.inTransaction) connection.exec('commit');
    open = 0;
  };
  return {
    async insert(table, rows) {
      if (rows.length === 0) return;
      const columns = Object.keys(rows[0] ?? {});
      let statement = statements.get(table);
      if (statement === undefined) {
        statement = connection.prepare(
          `insert into ${table} (${quoted(columns)}) values (${columns.map(() => '?').join(', ')})`,
        );
        statements.set(table, statement);
      }
      for (const row of rows) {
        if (open === 0) connection.exec('begin immediate');
        statement.run(...Object.values(row));
        if (++open >= ROWS_A_TRANSACTION) commit();
      }
    },
    commit: async () => commit(),
    async tidy() {
      connection.exec('analyze');
      connection.pragma('wal_checkpoint(TRUNCATE)');
    },
    close: async () => void connection.close(),
  };
}

async function openPostgres(databaseUrl: string): Promise<Bulk> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  const types = new Map<string, Map<string, string>>();
  const typesOf = async (table: string): Promise<Map<string, string>> => {
    const known = types.get(table);
    if (known !== undefined) return known;
    const { rows } = await client.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_schema = current_schema() and table_name = $1`,
      [table],
    );
    const read = new Map(rows.map(({ name, type }) => [name, type]));
    types.set(table, read);
    return read;
  };
  return {
    async insert(table, rows) {
      if (rows.length === 0) return;
      const columns = Object.keys(rows[0] ?? {});
      const ofTable = await typesOf(table);
      const arrays = columns.map((column, index) => `$${index + 1}::${ofTable.get(column) ?? 'text'}[]`);
      for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
        const chunk = rows.slice(from, from + ROWS_A_STATEMENT).map((row) => Object.values(row) as unknown[]);
        await client.query({
          name: `bulk-${table}`,
          text: `insert into ${table} (${quoted(columns)}) select * from unnest(${arrays.join(', ')})`,
          values: columns.map((_, index) => chunk.map((values) => values[index])),
        });
      }
    },
    commit: async () => void (await client.query('commit')),
    async tidy() {
      await client.query('vacuum analyze');
      await client.query('checkpoint');
    },
    close: () => client.end(),
  };
}

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');
