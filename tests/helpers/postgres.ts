// Starts a temporary PostgreSQL server from npm for tests and measurements, and creates databases in it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import pg from 'pg';

import type { Answer, Command, PostgresOptions } from './postgres-process.ts';

export type RunningPostgres = {
  /** connection string of the default database, for createDatabase() */
  url: string;
  /** data folder */
  data: string;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
  /** Fast shutdown; keeps the data. */
  halt(): Promise<void>;
  /** SIGKILL; keeps the data. */
  kill(): Promise<void>;
  /** Restarts it on its data, on the same port. */
  start(): Promise<void>;
};

/**
 * Starts a PostgreSQL server on a free port, with its data in a temporary folder. It ends with stop(), or with the
 * calling process, however that ends.
 * @param options.durable fsync as in a real installation, for measurements and drills
 * @param options.settings PostgreSQL settings
 * @param options.copyOf data folder of a stopped server, to start with a copy of it
 * @throws with PostgreSQL's log if it does not start
 */
export function startPostgres(options: Partial<PostgresOptions> = {}): Promise<RunningPostgres> {
  const wanted: PostgresOptions = { durable: false, settings: {}, copyOf: null, ...options };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'postgres-process.ts'), JSON.stringify(wanted)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<Answer> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(stderr.trim() || 'PostgreSQL ended before it was ready.');
    return JSON.parse(value) as Answer;
  };
  const order = async (command: Command): Promise<void> => {
    child.stdin.write(`${command}\n`);
    const said = await answer();
    if ('failed' in said) throw new Error(said.failed);
  };
  return (async () => {
    const ready = await answer();
    if (!('url' in ready)) throw new Error('PostgreSQL did not say where it is.');
    return {
      ...ready,
      stop: async () => {
        child.stdin.end();
        await closed;
      },
      halt: () => order('halt'),
      kill: () => order('kill'),
      start: () => order('start'),
    };
  })();
}

/**
 * Creates a database with a random name; returns its connection string.
 * @param template connection string of the database to copy, to which nobody may be connected; empty without one
 */
export async function createDatabase(serverUrl: string, template?: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    // Copying files costs a checkpoint, which is cheap here because nothing has to survive.
    const original = template === undefined ? null : new URL(template).pathname.slice(1);
    const from = original === null ? '' : ` template ${original}`;
    // A pooler keeps its connections open.
    if (original !== null) await endConnections(client, original);
    await client.query(`create database ${name}${from} strategy file_copy`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function endConnections(client: pg.Client, database: string): Promise<void> {
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
}

export async function dropDatabase(databaseUrl: string): Promise<void> {
  const server = new URL(databaseUrl);
  const name = server.pathname.slice(1);
  server.pathname = '/postgres';
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  try {
    await endConnections(client, name);
    await client.query(`drop database ${name}`);
  } finally {
    await client.end();
  }
}
