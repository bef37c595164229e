// A real PostgreSQL for tests and measurements: a throw-away server from npm, and new databases in it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import pg from 'pg';

import type { Answer, Command, Wanted } from './postgres-process.ts';

export type RunningPostgres = {
  /** Connection string of the server's own database, for createDatabase(). */
  url: string;
  /** its data folder */
  data: string;
  /** Ends the server, whoever is still connected, and removes its data. */
  stop(): Promise<void>;
  /** Ends it and keeps its data, as an operator would, or at once as a power cut would. */
  halt(): Promise<void>;
  kill(): Promise<void>;
  /** Starts it again on its data, at the same address. */
  start(): Promise<void>;
};

/**
 * Starts a PostgreSQL server of its own on a free port of this machine, with its data in a temporary folder. It ends
 * with stop(), or with the calling process, however that ends.
 * @param options.durable true makes it write to the disk as a real installation does; only measurements and drills need that.
 * @param options.settings PostgreSQL settings
 * @param options.standbyOf the data folder of a halted server, of which it becomes a standby
 * @throws with PostgreSQL's own words when it does not start.
 */
export function startPostgres(options: Partial<Wanted> = {}): Promise<RunningPostgres> {
  const wanted: Wanted = { durable: false, settings: {}, standbyOf: null, ...options };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'postgres-process.ts'), JSON.stringify(wanted)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<Answer> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(complaint.trim() || 'PostgreSQL ended before it was ready.');
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

/** Makes a new, empty database with a random name on that server; answers its connection string. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
