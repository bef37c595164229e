// Faults of a PostgreSQL server: stopped, refusing connections, out of connections, a row locked, high latency, a
// frozen network.
import { sql } from 'kysely';
import pg from 'pg';
import { connect } from '../../src/server/db/connect.ts';
import { createDatabase, startPostgres } from '../../tests/helpers/postgres.ts';
import { startRelay } from '../../tests/helpers/relay.ts';
import type { TroubledDatabase } from './troubles.ts';

/** The server's timeouts: 5 s for a connection or a lock, 10 s in the write queue; the rest is for a busy machine. */
const BOUND_MS = 18_000;
/** A silent connection times out after 17 s, and a request may run into this twice. */
const SILENCE_BOUND_MS = 32_000;
/** The time of a write that only just meets the limits for its connection, its wait in the queue and its statements. */
const SLOW_BOUND_MS = 28_000;
const MAX_CONNECTIONS = 40;
const TERMINATE_CONNECTIONS = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';

export async function troubledPostgres({ short }: { short: boolean }): Promise<TroubledDatabase> {
  const postgres = await startPostgres({ durable: true, settings: { max_connections: String(MAX_CONNECTIONS) } });
  const direct = await createDatabase(postgres.url);
  const relay = await startRelay(direct);
  const name = new URL(direct).pathname.slice(1);
  const held: pg.Client[] = [];

  const open = async (url: string): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    held.push(client);
    return client;
  };
  const opens = (url: string): Promise<boolean> =>
    open(url).then(
      () => true,
      () => false,
    );
  const closeHeld = async (): Promise<void> => void (await Promise.all(held.splice(0).map((client) => client.end())));

  return {
    url: relay.url,
    troubles: () => [
      {
        name: 'PostgreSQL is stopped',
        lasts: { long: 30_000, short: 3000 },
        reads: 'refused',
        writes: 'refused',
        boundMs: BOUND_MS,
        begin: () => postgres.halt(),
        end: () => postgres.start(),
      },
      {
        name: 'the database accepts no connections',
        lasts: { long: 10_000, short: 1500 },
        reads: 'refused',
        writes: 'refused',
        boundMs: BOUND_MS,
        begin: async () => {
          await query(postgres.url, `alter database ${name} allow_connections false`);
          await (await open(postgres.url)).query(TERMINATE_CONNECTIONS, [name]);
          await closeHeld();
        },
        end: async () => void (await query(postgres.url, `alter database ${name} allow_connections true`)),
      },
      {
        name: 'somebody else has all connections',
        lasts: { long: 10_000, short: 1500 },
        reads: 'refused',
        writes: 'refused',
        boundMs: BOUND_MS,
        begin: async () => {
          const first = await open(postgres.url);
          // The server reconnects meanwhile, so repeat until it has no connection left.
          for (let left = 1; left > 0;) {
            await first.query(TERMINATE_CONNECTIONS, [name]);
            while (await opens(postgres.url));
            left = (await first.query('select 1 from pg_stat_activity where datname = $1', [name])).rows.length;
          }
        },
        end: closeHeld,
      },
      {
        name: 'somebody else has the books locked',
        lasts: { long: 30_000, short: 6500 },
        reads: 'served',
        writes: 'refused',
        boundMs: BOUND_MS,
        begin: async () => {
          const client = await open(direct);
          await client.query('begin');
          await client.query('select 1 from books where id = 1 for update');
        },
        end: closeHeld,
      },
      {
        name: 'each byte is 150 ms late',
        lasts: { long: 20_000, short: 2000 },
        reads: 'slow',
        writes: 'slow',
        boundMs: SLOW_BOUND_MS,
        begin: async () => relay.delay(150),
        end: async () => relay.release(),
      },
      ...(short
        ? []
        : [
            {
              name: 'PostgreSQL is silent',
              lasts: { long: 45_000, short: 0 },
              reads: 'refused' as const,
              writes: 'refused' as const,
              boundMs: SILENCE_BOUND_MS,
              begin: async () => relay.freeze(),
              end: async () => relay.release(),
            },
          ]),
    ],
    remove: async () => {
      await closeHeld();
      await relay.close();
      await postgres.stop();
    },
  };
}

/** Runs one statement over a new connection. */
async function query(url: string, text: string): Promise<unknown[]> {
  const db = connect(url, { poolSize: 1 });
  try {
    return (await sql.raw(text).execute(db.write)).rows;
  } finally {
    await db.close();
  }
}
