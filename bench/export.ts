// npm run bench:export -- --fines 1000000 --engines sqlite,postgres
//
// All fines as a CSV file: how long that takes, how much memory the server needs for it above what it needs at rest, and how
// soon it answers others meanwhile. Prints figures; never fails.
import { parseArgs } from 'node:util';
import { exportFines } from '../src/contract/exports.ts';
import { listFines } from '../src/contract/fines.ts';
import { readTotals } from '../src/contract/overview.ts';
import type { Engine } from '../src/server/db/types.ts';
import { signInAt } from '../tests/helpers/client.ts';
import { type MeasuringClient, signedInClient } from './measure/client.ts';
import { seededDatabase } from './measure/databases.ts';
import { figuresOf } from './measure/figures.ts';
import { enginesOf } from './measure/options.ts';
import { ACCOUNT, startServer } from './measure/server-process.ts';

const USAGE = `npm run bench:export -- [--fines N] [--engines sqlite,postgres] [--keep]
  --fines    1000000 unless given
  --keep     keep the database of SQLite in data/bench and use the one kept
`;
const USERS = 10_000;
const WARM_UP_READS = 200;
const SAMPLE_MS = 100;
const BETWEEN_READS_MS = 5;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads a page of the list that no cache holds, and the totals, one after the other. */
async function readOnce(client: MeasuringClient, n: number): Promise<number[]> {
  const fines = await client.call(listFines, { query: { page: 1 + (n % 5000) } });
  const totals = await client.call(readTotals, {});
  return [fines.ms, totals.ms];
}

async function measureEngine(engine: Engine, fines: number, keep: boolean): Promise<void> {
  const database = await seededDatabase(engine, { users: USERS, fines }, { keep, postgresUrl: null });
  const server = await startServer(database.url);
  try {
    const client = await signedInClient(server.url, ACCOUNT);
    const { cookie } = await signInAt(server.url, ACCOUNT);
    const quiet: number[] = [];
    for (let n = 0; n < WARM_UP_READS; n++) quiet.push(...(await readOnce(client, n)));
    const rest = server.memory()?.now ?? NaN;

    const started = performance.now();
    const answer = await fetch(`${server.url}/api${exportFines.path}`, { headers: { cookie } });
    if (answer.body === null || !answer.ok) throw new Error(`The export answered ${answer.status}.`);
    const firstMs = performance.now() - started;
    let peak = rest;
    const sampling = setInterval(() => (peak = Math.max(peak, server.memory()?.now ?? NaN)), SAMPLE_MS);
    let downloading = true;
    const others = (async () => {
      const times: number[] = [];
      for (let n = 0; downloading; n++) {
        times.push(...(await readOnce(client, WARM_UP_READS + n)));
        await pause(BETWEEN_READS_MS);
      }
      return times;
    })();
    let [bytes, lines] = [0, 0];
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines += 1;
    }
    const seconds = (performance.now() - started) / 1000;
    downloading = false;
    const during = await others;
    clearInterval(sampling);

    say(`${engine}: ${lines} lines, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s`);
    say(`  first byte after ${firstMs.toFixed(0)} ms`);
    say(`  memory at rest ${rest.toFixed(0)} MB, at most ${(peak - rest).toFixed(0)} MB more`);
    for (const [name, times] of [
      ['before', quiet],
      ['meanwhile', during],
    ] as const) {
      const { p50, p99, max } = figuresOf(times);
      const figures = [p50, p99, max].map((ms) => ms.toFixed(1)).join(' / ');
      say(`  other reads ${name}: p50 / p99 / max ${figures} ms (${times.length})`);
    }
    client.close();
  } finally {
    await server.stop();
    await database.remove();
  }
}

const { values } = parseArgs({
  options: {
    fines: { type: 'string', default: '1000000' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    keep: { type: 'boolean', default: false },
  },
});
const engines = enginesOf(values.engines);
const fines = Number(values.fines);
if (engines.length === 0 || !Number.isInteger(fines) || fines <= 0) {
  process.stderr.write(USAGE);
  process.exit(1);
}
for (const engine of engines) await measureEngine(engine, fines, values.keep);
