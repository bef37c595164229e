// Bulk inserts on both engines, for seeding only.
import type { Insertable } from 'kysely';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { engineOf, sqlitePath } from '../src/server/db/connect.ts';
import type { Schema } from '../src/server/db/schema.ts';

const TABLES = [
  'groups',
  'users',
  'fines',
  'payments',
  'allocations',
  'journal',
  'events',
  'books_by_day',
  'fine_types',
  'cash_holders',
] as const;
export type BulkTable = (typeof TABLES)[number];

export interface Bulk {
  /** All rows must have the same keys in the same order. */
  insert<T extends BulkTable>(table: T, rows: readonly Insertable<Schema[T]>[]): Promise<void>;
  /** Without it, PostgreSQL loses everything and SQLite the last transaction. */
  commit(): Promise<void>;
  /** Creates the indexes, and checkpoints; on PostgreSQL vacuums and collects statistics as well. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** SQLite: rows per transaction, to keep the WAL small. */
const ROWS_PER_TRANSACTION = 250_000;
const CACHE_KIB = 256 * 1024;
/** PostgreSQL: rows per statement, and memory to sort an index in. */
const ROWS_PER_STATEMENT = 5000;
const INDEX_MEMORY_MB = 512;

/**
 * For a migrated database that nothing else uses meanwhile. Its indexes, other than those of keys, are dropped until
 * `finish`. Each is then sorted once; otherwise millions of unordered rows would each go to a different page of it.
 */
export function openBulk(databaseUrl: string): Promise<Bulk> {
  return engineOf(databaseUrl) === 'postgres' ? openPostgres(databaseUrl) : openSqlite(sqlitePath(databaseUrl));
}

async function openSqlite(path: string): Promise<Bulk> {
  const connection = new Sqlite(path);
  connection.pragma('journal_mode = WAL');
  // A crash may corrupt the database, which is then simply seeded again.
  connection.pragma('synchronous = OFF');
  connection.pragma(`cache_size = -${CACHE_KIB}`);
  const indexes = connection
    .prepare<[], { name: string; sql: string }>(
      `select name, sql from sqlite_schema where type = 'index' and sql is not null
       and tbl_name in (${TABLES.map((table) => `'${table}'`).join(', ')})`,
    )
    .all();
  for (const { name } of indexes) connection.exec(`drop index ${quoted([name])}`);
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
        if (++open >= ROWS_PER_TRANSACTION) commit();
      }
    },
    commit: async () => commit(),
    async finish() {
      for (const { sql } of indexes) connection.exec(sql);
      connection.pragma('wal_checkpoint(TRUNCATE)');
    },
    close: async () => void connection.close(),
  };
}

async function openPostgres(databaseUrl: string): Promise<Bulk> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`set maintenance_work_mem = '${INDEX_MEMORY_MB}MB'`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any(array(select unnest($1::text[])::regclass))
     and not exists (select from pg_constraint where conindid = indexrelid)`,
    [TABLES],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
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
      for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
        const chunk = rows.slice(from, from + ROWS_PER_STATEMENT).map((row) => Object.values<unknown>(row));
        await client.query({
          name: `bulk-${table}`,
          text: `insert into ${table} (${quoted(columns)}) select * from unnest(${arrays.join(', ')})`,
          values: columns.map((_, index) => chunk.map((values) => values[index])),
        });
      }
    },
    commit: async () => void (await client.query('commit')),
    async finish() {
      for (const { definition } of indexes) await client.query(definition);
      await client.query('vacuum analyze');
      await client.query('checkpoint');
    },
    close: () => client.end(),
  };
}

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');
