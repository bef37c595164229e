// The floor of any server on this database: runs the statements of a request on the driver alone, prepared, in a loop.
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { engineOf, sqlitePath } from '../../src/server/db/connect.ts';
import type { Statement } from '../../tests/helpers/sent-statements.ts';
import { type LoopJob, type LoopResult, readJob } from './protocol.ts';

interface Runner {
  run(group: readonly Statement[]): Promise<void>;
  end(): Promise<void>;
}

/** With the server's own settings, so that the comparison shows only what the server adds to the driver. */
function onSqlite(databaseUrl: string): Runner {
  const connection = new Sqlite(sqlitePath(databaseUrl));
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -16384']) {
    connection.pragma(pragma);
  }
  const prepared = new Map<string, Sqlite.Statement>();
  return {
    async run(group) {
      for (const { sql, parameters } of group) {
        let statement = prepared.get(sql);
        if (statement === undefined) prepared.set(sql, (statement = connection.prepare(sql)));
        if (statement.reader) statement.all(...parameters);
        else statement.run(...parameters);
      }
    },
    end: async () => void connection.close(),
  };
}

async function onPostgres(databaseUrl: string): Promise<Runner> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('set random_page_cost = 1.1');
  return {
    async run(group) {
      for (const { sql: text, parameters: values, name } of group) {
        await client.query(name === undefined ? { text, values } : { name, text, values });
      }
    },
    end: () => client.end(),
  };
}

async function run(job: LoopJob): Promise<LoopResult> {
  const sqlite = engineOf(job.databaseUrl) === 'sqlite';
  const runners = sqlite
    ? [onSqlite(job.databaseUrl)]
    : await Promise.all(Array.from({ length: job.connections }, () => onPostgres(job.databaseUrl)));
  const runRange = async (from: number, count: number, times: number[] | null): Promise<void> => {
    const ends = performance.now() + job.withinMs;
    let next = 0;
    await Promise.all(
      runners.map(async (runner) => {
        while (next < count && performance.now() < ends) {
          const place = next++;
          const started = performance.now();
          await runner.run(job.groups[(from + place) % job.groups.length] ?? []);
          times?.push(performance.now() - started);
        }
      }),
    );
  };
  await runRange(0, job.warmUp, null);
  const times: number[] = [];
  const started = performance.now();
  await runRange(job.warmUp, job.repeats, times);
  const wallMs = performance.now() - started;
  for (const runner of runners) await runner.end();
  return { times, wallMs };
}

process.stdout.write(`${JSON.stringify(await run(await readJob<LoopJob>()))}\n`);
