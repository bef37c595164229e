// Seeded databases for measurements, created for the run or kept from an earlier one.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Engine } from '../../src/server/db/types.ts';
import { startPostgres } from '../../tests/helpers/postgres.ts';
import { fillDatabase } from '../../organisation/fill.ts';
import { ACCOUNT } from './server-process.ts';

export interface SeededDatabase {
  url: string;
  /** how long seeding took, null if the database was kept from an earlier run */
  seedMs: number | null;
  remove(): Promise<void>;
}

export interface Size {
  users: number;
  fines: number;
}

const KEPT = fileURLToPath(new URL('../../data/bench', import.meta.url));
const YEARS = 4;
const SEED = 1;

/**
 * @param options.keep SQLite: keeps the file in data/bench. PostgreSQL: keeps the database if `postgresUrl` is given.
 */
export function seededDatabase(
  engine: Engine,
  size: Size,
  options: { keep: boolean; postgresUrl: string | null },
): Promise<SeededDatabase> {
  return engine === 'sqlite' ? onSqlite(size, options.keep) : onPostgres(size, options);
}

async function onSqlite(size: Size, keep: boolean): Promise<SeededDatabase> {
  if (keep) mkdirSync(KEPT, { recursive: true });
  const folder = keep ? KEPT : mkdtempSync(join(tmpdir(), 'jurmana-bench-'));
  const path = join(folder, `${size.users}-${size.fines}.db`);
  const url = `file:${path}`;
  return {
    url,
    seedMs: existsSync(path) ? null : await fill(url, size),
    remove: async () => (keep ? undefined : rmSync(folder, { recursive: true, force: true })),
  };
}

async function onPostgres(size: Size, options: { keep: boolean; postgresUrl: string | null }): Promise<SeededDatabase> {
  const own = options.postgresUrl === null ? await startPostgres({ durable: true }) : null;
  const serverUrl = own?.url ?? options.postgresUrl ?? '';
  const name = `jurmana_bench_${size.users}_${size.fines}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const drop = () =>
    onServer(serverUrl, async (client) => void (await client.query(`drop database if exists ${name}`)));
  const exists = await onServer(serverUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    return rowCount === 1;
  });
  if (!exists) await onServer(serverUrl, async (client) => void (await client.query(`create database ${name}`)));
  return {
    url: url.href,
    seedMs: exists ? null : await fill(url.href, size),
    async remove() {
      if (own !== null) await own.stop();
      else if (!options.keep) await drop();
    },
  };
}

async function onServer<T>(serverUrl: string, body: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await body(client);
  } finally {
    await client.end();
  }
}

async function fill(url: string, size: Size): Promise<number> {
  const started = performance.now();
  await fillDatabase(url, { ...size, years: YEARS, seed: SEED, now: Date.now(), actor: ACCOUNT.email });
  return performance.now() - started;
}
