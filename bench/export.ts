// npm run bench export -- --fines 1000000 --engines sqlite,postgres
//
// All fines as a CSV file: how long that takes, how much more memory the server needs than when idle, and how fast it
// serves others meanwhile: reads, and the time from adding a fine until a live stream announces it. Prints figures;
// never fails.
import { parseArgs } from 'node:util';
import { exportFines } from '../src/contract/exports.ts';
import { addFines, listFines } from '../src/contract/fines/fines.ts';
import { readTotals } from '../src/contract/overview.ts';
import { listUserOptions } from '../src/contract/users.ts';
import { addDays } from '../src/core/calendar.ts';
import type { Engine } from '../src/server/db/types.ts';
import { signInAt } from '../tests/helpers/client.ts';
import { type MeasuringClient, signedInClient } from './measure/client.ts';
import { seededDatabase } from './measure/databases.ts';
import { figuresOf } from './measure/figures.ts';
import { enginesOf } from './measure/options.ts';
import { ACCOUNT, startServer } from './measure/server-process.ts';
import { openCrowd } from './streams/crowd.ts';

const USAGE = `npm run bench export -- [--fines N] [--engines sqlite,postgres]
  --fines    1000000 unless given
`;
const USERS = 10_000;
const WARM_UP_READS = 200;
const SAMPLE_MS = 100;
const BETWEEN_READS_MS = 5;
const BETWEEN_WRITES_MS = 250;
const STREAM_TIMEOUT_MS = 30_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads an uncached page of the list, and then the totals. */
async function readOnce(client: MeasuringClient, n: number): Promise<number[]> {
  const fines = await client.call(listFines, { query: { page: 1 + (n % 5000) } });
  const totals = await client.call(readTotals, {});
  return [fines.ms, totals.ms];
}

/** Adds fines while it runs; returns how long each took until a live stream announced it. */
async function writeWhile(url: string, running: () => boolean): Promise<number[]> {
  const { cookie } = await signInAt(url, ACCOUNT);
  const client = await signedInClient(url, ACCOUNT);
  const stream = await openCrowd(url, [cookie], 1);
  const [user] = (await client.call(listUserOptions, { query: { pageSize: 1 } })).value().items;
  const userId = user?.id ?? '';
  const fine = { fineType: 'Late', amount: 100, userIds: [userId] };
  const confirmed = [{ userId, amount: 100, doubled: false }];
  const times: number[] = [];
  while (running()) {
    const told = stream.nextChange(STREAM_TIMEOUT_MS);
    const sent = performance.now();
    // Each in a different week, so that none is doubled.
    const date = addDays('1990-01-01', 7 * times.length);
    await client.call(addFines, { body: { ...fine, date, confirmed } });
    const [at = NaN] = await told;
    times.push(at - sent);
    await pause(BETWEEN_WRITES_MS);
  }
  stream.close();
  client.close();
  return times;
}

async function measureEngine(engine: Engine, fines: number): Promise<void> {
  const database = await seededDatabase(engine, { users: USERS, fines });
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
    const writes = writeWhile(server.url, () => downloading);
    let [bytes, lines] = [0, 0];
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      for (const byte of chunk) if (byte === 10) lines += 1;
    }
    const seconds = (performance.now() - started) / 1000;
    downloading = false;
    const during = await others;
    const told = await writes;
    clearInterval(sampling);

    say(`${engine}: ${lines} lines, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s`);
    say(`  first byte after ${firstMs.toFixed(0)} ms`);
    say(`  memory at rest ${rest.toFixed(0)} MB, at most ${(peak - rest).toFixed(0)} MB more`);
    for (const [name, times] of [
      ['other reads before', quiet],
      ['other reads meanwhile', during],
      ['until a stream tells of an added fine', told],
    ] as const) {
      const { p50, p99, max } = figuresOf(times);
      const figures = [p50, p99, max].map((ms) => ms.toFixed(1)).join(' / ');
      say(`  ${name}: p50 / p99 / max ${figures} ms (${times.length})`);
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
  },
});
const engines = enginesOf(values.engines);
const fines = Number(values.fines);
if (engines.length === 0 || !Number.isInteger(fines) || fines <= 0) {
  process.stderr.write(USAGE);
  process.exit(1);
}
for (const engine of engines) await measureEngine(engine, fines);
