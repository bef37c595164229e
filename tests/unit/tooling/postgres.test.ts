// The temporary PostgreSQL server: databases are separate, and neither server nor data outlive the process that started
// it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';
import { expect, test } from 'vitest';

import { createDatabase, startPostgres } from '../../helpers/postgres.ts';

async function query(url: string, sql: string): Promise<pg.QueryResult<Record<string, string>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Record<string, string>>(sql);
  } finally {
    await client.end();
  }
}

test('two databases of one server are independent, and stop() ends everything', async () => {
  const server = await startPostgres();
  const [first, second] = await Promise.all([createDatabase(server.url), createDatabase(server.url)]);
  expect(first).not.toBe(second);
  await query(first, 'create table only_here (id int)');
  await expect(query(second, 'select * from only_here')).rejects.toThrow('does not exist');
  const folder = (await query(first, 'show data_directory')).rows[0]?.['data_directory'] ?? '';
  expect(existsSync(folder)).toBe(true);
  await server.stop();
  expect(existsSync(folder)).toBe(false);
  await expect(query(first, 'select 1')).rejects.toThrow();
});

test('if the tests are killed, the server and its data disappear too', async () => {
  const helper = join(import.meta.dirname, '../../helpers/postgres.ts');
  const program = `const { startPostgres } = await import(${JSON.stringify(helper)});
    const server = await startPostgres(); console.log(server.url); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  const folder = (await query(url, 'show data_directory')).rows[0]?.['data_directory'] ?? '';
  expect(existsSync(folder)).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(() => existsSync(folder)).toBe(false);
  await expect(query(url, 'select 1')).rejects.toThrow();
});
