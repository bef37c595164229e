// A real PostgreSQL for tests and measurements: a throw-away server from npm, and new databases in it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import pg from 'pg';

import type { Started } from './postgres-process.ts';

export type RunningPostgres = {
  /** Connection string of the server's own database, for createDatabase(). */
  url: string;
  /** Ends the server, whoever is still connected, and removes its data. */
  stop(): Promise<void>;
};

/**
 * Starts a PostgreSQL server of its own on a free port of this machine, with its data in a temporary folder. It ends
 * with stop(), or with the calling process, however that ends.
 * @param options.durable true makes it write to the disk as a real installation does; only measurements need that.
 * @throws with PostgreSQL's own words when it does not start.
 */
export function startPostgres(options: { durable?: boolean } = {}): Promise<RunningPostgres> {
  const script = join(import.meta.dirname, 'postgres-process.ts');
  const child = spawn(process.execPath, [script, ...(options.durable === true ? ['--durable'] : [])], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return new Promise((resolve, reject) => {
    let output = '';
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk.toString();
    });
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes('\n')) return;
      const { url } = JSON.parse(output) as Started;
      resolve({
        url,
        stop: async () => {
          child.stdin.end();
          await closed;
        },
      });
    });
    child.on('error', reject);
    child.on('close', () => reject(new Error(complaint.trim() || 'PostgreSQL ended before it was ready.')));
  });
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
