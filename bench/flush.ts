// npm run bench flush -- --flush 0,5,20 --line 2,10,40 --engines sqlite,postgres
//
// What group commit gains: adding, paying and deleting fines over one and over twenty connections, with an extra delay
// per disk flush (--flush, ms) or an extra round-trip time to PostgreSQL (--line, ms). Prints figures; never fails.
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Engine } from '../src/server/db/types.ts';
import { CONNECTIONS } from './load/compare.ts';
import { signIn } from './load/measure.ts';
import { measureOurs } from './load/writes.ts';
import { seededDatabase } from './measure/databases.ts';
import { enginesOf } from './measure/options.ts';
import { columns } from './measure/figures.ts';
import { startServer } from './measure/server-process.ts';
import { startRelay } from '../tests/helpers/relay.ts';

const SIZE = { users: 500, fines: 20_000 };
const SLOW_FLUSH = fileURLToPath(new URL('./load/slow-flush.ts', import.meta.url));

const { values } = parseArgs({
  options: {
    flush: { type: 'string', default: '0,5,20' },
    line: { type: 'string', default: '2,10,40' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    requests: { type: 'string', default: '600' },
  },
});
const engines = enginesOf(values.engines);
const numbers = (list: string): number[] => (list === '' ? [] : list.split(',').map(Number));
const requests = Number(values.requests);

/** Adds a row per kind of write. */
async function measure(databaseUrl: string, engine: Engine, { flush, line }: { flush: number; line: number }) {
  const server = await startServer(databaseUrl, {
    NODE_OPTIONS: `--import ${SLOW_FLUSH}`,
    FLUSH_MS: String(flush),
  });
  try {
    const amount = { requests, withinMs: 60_000 };
    const ours = await measureOurs({ port: server.port, ...(await signIn(server.url)), amount });
    for (const [kind, measured] of Object.entries(ours)) {
      const { perSecond, many, one } = measured.speed();
      const bound = flush === 0 ? '' : (1000 / flush).toFixed(0);
      const times = [one.p50, many.p50, many.p99].map((ms) => ms.toFixed(1));
      rows.push([
        `${engine}, ${kind.toLowerCase()}`,
        String(flush),
        String(line),
        perSecond.toFixed(0),
        bound,
        ...times,
      ]);
    }
  } finally {
    await server.stop();
  }
}

/** Makes each commit of a write on PostgreSQL take this many ms longer, holding its locks as during a real flush. */
async function flushSlowly(databaseUrl: string, flush: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // A deferred trigger runs at commit, and every write changes one row of this table.
  await client.query(`
    create or replace function slow_flush() returns trigger language plpgsql as
      $$ begin perform pg_sleep(${flush / 1000}); return null; end $$;
    drop trigger if exists slow_flush on books_by_day;
    create constraint trigger slow_flush after insert or update on books_by_day
      deferrable initially deferred for each row execute function slow_flush()`);
  if (flush === 0) await client.query('drop trigger slow_flush on books_by_day; drop function slow_flush()');
  await client.end();
}

const rows: string[][] = [];
for (const engine of engines) {
  const database = await seededDatabase(engine, SIZE);
  try {
    for (const flush of numbers(values.flush)) {
      if (engine === 'postgres') await flushSlowly(database.url, flush);
      await measure(database.url, engine, { flush, line: 0 });
    }
    if (engine === 'sqlite') continue;
    await flushSlowly(database.url, 0);
    const relay = await startRelay(database.url);
    try {
      for (const line of numbers(values.line)) {
        relay.delay(line / 2);
        await measure(relay.url, engine, { flush: 0, line });
      }
    } finally {
      await relay.close();
    }
  } finally {
    await database.remove();
  }
}
const header = ['Write', 'flush ms', 'line ms', `/s at ${CONNECTIONS}`, 'one flush each, at most', 'p50 alone'];
process.stdout.write(`${columns([...header, `p50 at ${CONNECTIONS}`, `p99 at ${CONNECTIONS}`], rows)}\n`);
