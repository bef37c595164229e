// A process that runs a temporary PostgreSQL server for tests and drills. Started by startPostgres() in postgres.ts.
//
// It stops the server and deletes the data when its stdin closes, so also when the parent crashes or is killed.
// Commands come as lines on stdin, responses go as lines of JSON to stdout.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, cpSync, globSync, lchownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { END_SIGNALS } from '../../src/server/base/ending.ts';
import { preparePrograms } from './postgres-binaries.ts';

/** The argument of the process, as JSON. */
export type PostgresOptions = {
  durable: boolean;
  /** overrides the settings here */
  settings: Record<string, string>;
  /** data folder of a stopped server, to start with a copy of it */
  copyOf: string | null;
};

/**
 * `halt`: fast shutdown; `kill`: SIGKILL; both wait for the exit. `start` waits until the server accepts connections.
 */
export type Command = 'halt' | 'kill' | 'start';

/** Printed when the server is ready and after each command. */
export type Answer = { url: string; data: string } | { done: Command } | { failed: string };

const wanted = JSON.parse(process.argv[2] ?? '{}') as PostgresOptions;
const home = mkdtempSync(join(tmpdir(), 'jurmana-postgres-'));
const data = join(home, 'data');
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

const { programs, owner } = preparePrograms(home);
const asOwner = { ...owner, cwd: home, env: { ...process.env, LC_ALL: 'C' } };

let server: ChildProcess | undefined = undefined;
let serverEnded: Promise<void> = Promise.resolve();
let ending = false;

/** SIGINT is PostgreSQL's fast shutdown: rolls back open transactions and does not wait for clients. */
function end(): void {
  ending = true;
  server?.kill('SIGINT');
  void serverEnded.then(() => process.exit(0));
}

process.stdin.on('end', end).on('error', end);
for (const signal of END_SIGNALS) process.on(signal, end);

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

function makeData(): void {
  mkdirSync(data, { mode: 0o700 });
  if (owner !== undefined) chownSync(data, owner.uid, owner.gid);
  if (wanted.copyOf !== null) {
    // The other server is stopped, so its files are consistent.
    cpSync(wanted.copyOf, data, { recursive: true, verbatimSymlinks: true });
    if (owner === undefined) return;
    for (const path of globSync('**', { cwd: data })) lchownSync(join(data, path), owner.uid, owner.gid);
    return;
  }
  // A linguistic collation, like most installations, so that a test that relies on byte order fails.
  const collation = ['--encoding', 'UTF8', '--locale-provider', 'icu', '--icu-locale', 'en', '--locale', 'C'];
  const initialise = spawnSync(
    join(programs, 'bin/initdb'),
    ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--no-sync', '--no-instructions', ...collation],
    { ...asOwner, encoding: 'utf8' },
  );
  if (initialise.status !== 0) {
    throw new Error(`PostgreSQL could not make its data folder: ${initialise.error?.message ?? initialise.stderr}`);
  }
}

makeData();
const port = await freePort();
const settings = {
  listen_addresses: '127.0.0.1',
  port: String(port),
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  // Temporary data need not survive a crash.
  ...(wanted.durable
    ? {}
    : {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        wal_level: 'minimal',
        max_wal_senders: '0',
        // Hundreds of small databases: looking after each, and asking another process for each block, costs more.
        autovacuum: 'off',
        io_method: 'sync',
      }),
  ...wanted.settings,
};

/** Resolves once it accepts connections; rejects with PostgreSQL's log if it exits before. */
function start(): Promise<void> {
  const child = spawn(
    join(programs, 'bin/postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...asOwner, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  server = child;
  // 'close' waits until the last PostgreSQL process has closed the pipe.
  serverEnded = new Promise((resolve) => child.on('close', () => resolve()));
  return new Promise((resolve, reject) => {
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-10_000);
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
    child.on('error', reject);
    child.on('close', () => reject(new Error(`PostgreSQL ended: ${log}`)));
  });
}

const run: Record<Command, () => Promise<void>> = {
  start,
  halt: async () => {
    server?.kill('SIGINT');
    await serverEnded;
  },
  kill: async () => {
    server?.kill('SIGKILL');
    await serverEnded;
  },
};

const answer = (value: Answer): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

try {
  await start();
  answer({ url: `postgres://postgres@127.0.0.1:${port}/postgres`, data });
} catch (error) {
  if (ending) process.exit(1);
  throw error;
}
for await (const line of createInterface({ input: process.stdin })) {
  const command = line as Command;
  try {
    await run[command]();
    answer({ done: command });
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) });
  }
}
