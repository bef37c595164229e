// npm run bench -- --users 10000 --fines 1000000 --engines sqlite,postgres --keep
//
// Seeds a large organisation, starts the real server on it, and prints how long each operation takes over one
// connection, one request after the other. It only prints figures; it never passes or fails.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Engine } from '../src/server/db/engine.ts';
import { type MeasuringClient, signedInClient } from './measure/client.ts';
import { seededDatabase, type Size } from './measure/databases.ts';
import { figuresOf, type Measured, READ_LIMIT_MS, table } from './measure/figures.ts';
import { type Case, readCases, type Sample, takeSample } from './measure/reads.ts';
import { ACCOUNT, startServer } from './measure/server-process.ts';
import { measureWrites } from './measure/writes.ts';
import { randomFrom } from './organisation/random.ts';

const USAGE = `npm run bench -- [--users N] [--fines N] [--engines sqlite,postgres] [--requests N] [--only TEXT] [--keep]
  --users, --fines  size of the made-up organisation, 10000 and 1000000 unless given
  --engines         sqlite, postgres or both, separated by a comma
  --requests        how often each read is sent, 300 unless given
  --only            only reads whose name contains this text, and no writes
  --postgres        a PostgreSQL server to use, postgres://…; without it one from npm is started
  --keep            keep the databases and use those kept (on PostgreSQL only together with --postgres)
`;

/** Sent before timing begins: connections, statements and compiled code are then ready. */
const WARM_UP = 30;
const SEED = 7;
const NAMES: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

interface Options {
  size: Size;
  engines: Engine[];
  requests: number;
  only: string;
  postgresUrl: string | null;
  keep: boolean;
}

interface Result {
  engine: string;
  measured: Measured[];
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      users: { type: 'string', default: '10000' },
      fines: { type: 'string', default: '1000000' },
      engines: { type: 'string', default: 'sqlite,postgres' },
      requests: { type: 'string', default: '300' },
      only: { type: 'string', default: '' },
      postgres: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const engines = values.engines.split(',').filter((name): name is Engine => name === 'sqlite' || name === 'postgres');
  const [users, fines, requests] = [values.users, values.fines, values.requests].map(Number);
  const whole = (value: number | undefined): value is number => Number.isInteger(value) && (value ?? 0) > 0;
  if (engines.length === 0 || !whole(users) || !whole(fines) || !whole(requests)) return null;
  const { only, keep, postgres: postgresUrl = null } = values;
  return { size: { users, fines }, engines, requests, only, postgresUrl, keep };
}

async function measureReads(client: MeasuringClient, cases: readonly Case[], requests: number): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { name, send } of cases) {
    for (let sent = 0; sent < WARM_UP; sent++) await send(client);
    const times: number[] = [];
    for (let sent = 0; sent < requests; sent++) times.push(await send(client));
    measured.push({ name, figures: figuresOf(times), read: true });
  }
  return measured;
}

async function measureEngine(engine: Engine, options: Options): Promise<Result> {
  const database = await seededDatabase(engine, options.size, options);
  say(
    `${NAMES[engine]}: ${database.seedMs === null ? 'database kept from an earlier run' : `seeded in ${seconds(database.seedMs)}`}`,
  );
  try {
    // The first start makes the administrator's account; later ones are what people wait for.
    await (await startServer(database.url)).stop();
    const server = await startServer(database.url);
    const before = server.memory();
    sayLoad(engine, 'before');
    try {
      const client = await signedInClient(server.url, ACCOUNT);
      const sample = await takeSample(client);
      const measured = await measureWith(client, sample, options);
      client.close();
      sayLoad(engine, 'after');
      const after = server.memory();
      say(`${NAMES[engine]}: ready ${seconds(server.startMs)} after its process started`);
      if (before !== null && after !== null) {
        say(
          `${NAMES[engine]}: server process ${before.now} MB at the start, ${after.now} MB afterwards, ${after.peak} MB at most`,
        );
      }
      return { engine: NAMES[engine], measured };
    } finally {
      await server.stop();
    }
  } finally {
    await database.remove();
  }
}

async function measureWith(client: MeasuringClient, sample: Sample, options: Options): Promise<Measured[]> {
  const random = randomFrom(SEED);
  const cases = readCases(sample, random).filter(({ name }) => name.toLowerCase().includes(options.only.toLowerCase()));
  const reads = await measureReads(client, cases, options.requests);
  if (options.only !== '') return reads;
  return [...reads, ...(await measureWrites(client, sample, random, Math.ceil(options.requests / 3)))];
}

/** Other work on the machine shows first in p99 and max; the measurement itself is a load of about 1. */
function sayLoad(engine: Engine, when: 'before' | 'after'): void {
  const [lastMinute = 0] = loadavg();
  say(`${NAMES[engine]}: load ${lastMinute.toFixed(1)} on ${availableParallelism()} processors ${when} measuring`);
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const options = readOptions();
if (options === null) {
  process.stderr.write(USAGE);
  process.exitCode = 1;
} else {
  const { size, requests } = options;
  say(
    `${size.users.toLocaleString('en')} users, ${size.fines.toLocaleString('en')} fines; one connection, ${requests} requests of each read`,
  );
  const results: Result[] = [];
  for (const engine of options.engines) results.push(await measureEngine(engine, options));
  say(`\nMilliseconds; "!" marks reads over ${READ_LIMIT_MS} ms at p99.\n\n${table(results)}`);
}
