// npm run bench streams -- --streams 1000 --engines sqlite,postgres
//
// A thousand live streams on one server process: how soon a change reaches all of them, how much memory each takes, and
// how fast reads are meanwhile, compared with reads without the streams. Prints figures; never fails.
import { parseArgs } from 'node:util';
import { listFines, setFineStatus } from '../src/contract/fines/fines.ts';
import type { Engine } from '../src/server/db/types.ts';
import { signInAt } from '../tests/helpers/client.ts';
import type { ServerProcess } from '../tests/helpers/server-process.ts';
import { type MeasuringClient, signedInClient } from './measure/client.ts';
import { seededDatabase } from './measure/databases.ts';
import { enginesOf } from './measure/options.ts';
import { figuresOf } from './measure/figures.ts';
import { ACCOUNT, startServer } from './measure/server-process.ts';
import { type Crowd, openCrowd } from './streams/crowd.ts';

const USAGE = `npm run bench streams -- [--streams N] [--engines sqlite,postgres] [--changes N]
  --streams  open at once, 1000 unless given
  --changes  made one after the other while they are open, 40 unless given
`;
const SIZE = { users: 500, fines: 20_000 };
/** The server allows 30. */
const STREAMS_PER_SESSION = 25;
const WARM_UP_STREAMS = 100;
const WARM_UP_CHANGES = 5;
const BETWEEN_CHANGES_MS = 250;
/** A change that takes longer counts as lost. */
const CHANGE_TIMEOUT_MS = 10_000;
/** Longer than two heartbeats: by then a stream has allocated everything it needs. */
const STREAM_AGE_MS = 32_000;
const SETTLE_MS = 2000;
const COLLECT = new URL('streams/collect.ts', import.meta.url).href;

const say = (line = ''): void => void process.stdout.write(`${line}\n`);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function row(name: string, times: readonly number[]): void {
  const { p50, p99, max } = figuresOf(times);
  say(`  ${name.padEnd(52)}${[p50, p99, max].map((ms) => ms.toFixed(1).padStart(9)).join('')}   (${times.length})`);
}

async function signInOften(url: string, times: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let n = 0; n < times; n++) cookies.push((await signInAt(url, ACCOUNT)).cookie);
  return cookies;
}

const read = async (client: MeasuringClient): Promise<number> => (await client.call(listFines, { query: {} })).ms;

/** Reads sequentially until the returned function is called, which returns the times. */
function keepReading(client: MeasuringClient): () => Promise<number[]> {
  let stopping = false;
  const times: number[] = [];
  const done = (async () => {
    while (!stopping) times.push(await read(client));
  })();
  return async () => {
    stopping = true;
    await done;
    return times;
  };
}

/** ms from sending each change until each stream has received it, and until it is acknowledged. */
async function makeChanges(client: MeasuringClient, crowd: Crowd, changes: number) {
  const { items } = (await client.call(listFines, { query: {} })).value();
  const [fine] = items;
  if (fine === undefined) throw new Error('The seeded organisation has no fines.');
  const reached: number[] = [];
  const acknowledged: number[] = [];
  let { status } = fine;
  for (let n = 0; n < changes; n++) {
    status = status === 'Paid' ? 'Pending' : 'Paid';
    const paidAmount = status === 'Paid' ? 0 : fine.amount - fine.waivedAmount;
    const shown = { amount: fine.amount, paidAmount, waivedAmount: fine.waivedAmount };
    const started = performance.now();
    const arrivals = crowd.nextChange(CHANGE_TIMEOUT_MS);
    const [{ ms }, times] = await Promise.all([
      client.call(setFineStatus, { params: { fineId: fine.id }, body: { status, shown } }),
      arrivals,
    ]);
    acknowledged.push(ms);
    reached.push(...times.map((time) => time - started));
    await pause(BETWEEN_CHANGES_MS);
  }
  return { reached, acknowledged };
}

/** kB, right after garbage collection: held on the heap and in buffers, and resident. */
async function memoryOf(server: ServerProcess): Promise<{ held: number; resident: number }> {
  // Sockets are freed shortly after they are closed.
  await pause(SETTLE_MS);
  const before = server.output().length;
  process.kill(server.pid, 'SIGUSR2');
  await pause(SETTLE_MS);
  const seen = /memory held (\d+) resident (\d+)/.exec(server.output().slice(before));
  if (seen === null) throw new Error('The server did not say how much memory it holds.');
  return { held: Number(seen[1]) / 1024, resident: Number(seen[2]) / 1024 };
}

async function measureEngine(engine: Engine, { streams, changes }: { streams: number; changes: number }) {
  const database = await seededDatabase(engine, SIZE);
  const server = await startServer(database.url, { NODE_OPTIONS: `--import=${COLLECT}` });
  try {
    say(`\n${engine}: ${streams} streams on one process (ms)`);
    say(`  ${''.padEnd(52)}${['p50', 'p99', 'max'].map((head) => head.padStart(9)).join('')}`);
    const cookies = await signInOften(server.url, Math.ceil(streams / STREAMS_PER_SESSION));
    const reader = await signedInClient(server.url, ACCOUNT);
    const writer = await signedInClient(server.url, ACCOUNT);
    // Allocates what is needed once for any number of streams.
    const few = await openCrowd(server.url, cookies, WARM_UP_STREAMS);
    await makeChanges(writer, few, WARM_UP_CHANGES);
    few.close();
    const before = await memoryOf(server);
    const opened = performance.now();
    const crowd = await openCrowd(server.url, cookies, streams);
    const openMs = performance.now() - opened;
    const after = await memoryOf(server);
    const stopReading = keepReading(reader);
    const { reached, acknowledged } = await makeChanges(writer, crowd, changes);
    const during = await stopReading();
    await pause(Math.max(0, STREAM_AGE_MS - (performance.now() - opened)));
    const lived = await memoryOf(server);
    const lost = crowd.lost();
    crowd.close();
    await pause(SETTLE_MS);
    const quiet: number[] = [];
    for (let n = 0; n < during.length; n++) quiet.push(await read(reader));

    row('a change is acknowledged', acknowledged);
    row('a change reaches a stream', reached);
    row('reading a fines page, without the streams', quiet);
    row('reading a fines page, with them, changes being made', during);
    say(`  opened in ${(openMs / 1000).toFixed(1)} s; ${lost} streams lost`);
    const each = (now: number, then: number): string => `${((now - then) / streams).toFixed(1)} kB`;
    say(`  memory: ${(before.resident / 1024).toFixed(0)} MB without streams; each stream adds`);
    say(
      `    once open:         ${each(after.held, before.held)} held, ${each(after.resident, before.resident)} resident`,
    );
    say(`    after the changes: ${each(lived.held, before.held)} held`);
    reader.close();
    writer.close();
  } finally {
    await server.stop();
    await database.remove();
  }
}

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    changes: { type: 'string', default: '40' },
    engines: { type: 'string', default: 'sqlite,postgres' },
  },
});
const engines = enginesOf(values.engines);
const [streams, changes] = [Number(values.streams), Number(values.changes)];
if (engines.length === 0 || ![streams, changes].every((value) => Number.isInteger(value) && value > 0)) {
  process.stderr.write(USAGE);
  process.exit(1);
}
for (const engine of engines) await measureEngine(engine, { streams, changes });
