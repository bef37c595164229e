// npm run bench:flush -- --flush 0,5,20 --engines sqlite,postgres
//
// What it is worth that writes which wait at the same moment share one flush: adding, paying and deleting fines over one
// and over twenty connections, on a disk that takes so many ms more for each flush. It only prints figures.
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../src/server/db/engine.ts';
import { CONNECTIONS } from './load/compare.ts';
import { signIn } from './load/measure.ts';
import { measureOurs } from './load/writes.ts';
import { seededDatabase } from './measure/databases.ts';
import { columns } from './measure/figures.ts';
import { startServer } from './measure/server-process.ts';

const SIZE = { users: 500, fines: 20_000 };
const SLOW_FLUSH = fileURLToPath(new URL('./load/slow-flush.ts', import.meta.url));

const { values } = parseArgs({
  options: {
    flush: { type: 'string', default: '0,5,20' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    requests: { type: 'string', default: '600' },
  },
});
const engines = values.engines.split(',').filter((name): name is Engine => name === 'sqlite' || name === 'postgres');
const flushes = values.flush.split(',').map(Number);
const requests = Number(values.requests);

const rows: string[][] = [];
for (const engine of engines) {
  const database = await seededDatabase(engine, SIZE, { keep: false, postgresUrl: null });
  try {
    for (const flush of flushes) {
      const server = await startServer(database.url, {
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
          rows.push([`${engine}, ${kind.toLowerCase()}`, String(flush), perSecond.toFixed(0), bound, ...times]);
        }
      } finally {
        await server.stop();
      }
    }
  } finally {
    await database.remove();
  }
}
const header = ['Write', 'flush ms', `/s at ${CONNECTIONS}`, 'one flush each, at most', 'p50 alone'];
process.stdout.write(`${columns([...header, `p50 at ${CONNECTIONS}`, `p99 at ${CONNECTIONS}`], rows)}\n`);
