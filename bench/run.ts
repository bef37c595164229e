// npm run bench -- --sizes 1000:50000,10000:1000000 --engines sqlite,postgres
//
// Seeds organisations of the given sizes, starts the real server on each, and measures the latency of every read over
// one connection, the throughput of the main operations relative to their floors in the same run, and what the server
// needs (memory, startup time, disk space). Prints figures; never fails.
import { availableParallelism, loadavg } from 'node:os';
import { engineOf } from '../src/server/db/connect.ts';
import type { Engine } from '../src/server/db/types.ts';
import { CONNECTIONS, READ_TARGET, WRITE_TARGET } from './load/compare.ts';
import { measureComparison } from './load/measure.ts';
import { comparedTable } from './load/table.ts';
import { signedInClient } from './measure/client.ts';
import { seededDatabase, type Size } from './measure/databases.ts';
import { figuresOf, grownReads, type Measured, READ_LIMIT_MS, table } from './measure/figures.ts';
import { measureInstallation } from './measure/installation.ts';
import { type Options, readOptions, USAGE } from './measure/options.ts';
import { readCases } from './measure/reads.ts';
import { takeSample } from './measure/sample.ts';
import { ACCOUNT, startServer } from './measure/server-process.ts';
import { measureWrites } from './measure/writes.ts';
import { randomFrom } from '../organisation/random.ts';

/** Requests before timing: they open connections, prepare statements and let code be compiled. */
const WARM_UP = 30;
const SEED = 7;
const STARTS = 3;
const NAMES: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

interface Result {
  engine: string;
  measured: Measured[];
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const inWords = ({ fines }: Size): string => (fines >= 1_000_000 ? `${fines / 1_000_000}M` : `${fines / 1000}k`);

/** Every read over one connection, then the writes. */
async function measureReads(name: string, databaseUrl: string, options: Options): Promise<Measured[]> {
  const server = await startServer(databaseUrl);
  try {
    const client = await signedInClient(server.url, ACCOUNT);
    const sample = await takeSample(client);
    const random = randomFrom(SEED);
    const measured: Measured[] = [];
    for (const { name: read, send } of readCases(sample, random)) {
      if (!read.toLowerCase().includes(options.only.toLowerCase())) continue;
      for (let sent = 0; sent < WARM_UP; sent++) await send(client);
      const times: number[] = [];
      for (let sent = 0; sent < options.requests; sent++) times.push(await send(client));
      measured.push({ name: read, figures: figuresOf(times), read: true });
    }
    // A database that is measured in place keeps its records.
    if (options.only === '' && options.databaseUrl === null) {
      measured.push(...(await measureWrites(client, sample, random, Math.ceil(options.requests / 3))));
    }
    client.close();
    sayMemory(name, 'every read, one after the other', server.memory());
    return measured;
  } finally {
    await server.stop();
  }
}

/** From starting the process until it serves; not the first start, which creates the administrator's account. */
async function measureStart(name: string, databaseUrl: string): Promise<void> {
  await (await startServer(databaseUrl)).stop();
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const server = await startServer(databaseUrl);
    times.push(server.startMs);
    if (start === 0) sayMemory(name, 'the start', server.memory());
    await server.stop();
  }
  say(
    `${name}: ready ${seconds(figuresOf(times).p50)} after its process started, ${seconds(Math.max(...times))} at most`,
  );
}

async function measureEngine(engine: Engine, size: Size, options: Options): Promise<Result> {
  const name = `${NAMES[engine]} ${inWords(size)}`;
  const database = await seededDatabase(engine, size, options.postgresUrl);
  say(`\n${name}: ${database.seedMs === null ? 'seeded by an earlier run' : `filled in ${seconds(database.seedMs)}`}`);
  try {
    sayLoad(name);
    await measureStart(name, database.url);
    const measured = options.parts.has('reads') ? await measureReads(name, database.url, options) : [];
    if (options.parts.has('floors')) {
      const { compared, memory } = await measureComparison(database.url, {
        requests: 10 * options.requests,
        only: options.only,
        uncached: options.uncached,
      });
      sayMemory(name, `reads over ${CONNECTIONS} connections`, memory.afterReads);
      sayMemory(name, `writes over ${CONNECTIONS} connections`, memory.afterWrites);
      say(
        `\n${name} beside its floors: requests a second over ${CONNECTIONS} connections, then milliseconds. "!" marks ratios below ${READ_TARGET} (reads) and ${WRITE_TARGET} (writes).\n\n${comparedTable(compared)}`,
      );
    }
    sayLoad(name);
    return { engine: name, measured };
  } finally {
    await database.remove();
  }
}

/** The reads of a database that was seeded before. */
async function measureInPlace(databaseUrl: string, options: Options): Promise<Result> {
  const name = NAMES[engineOf(databaseUrl) ?? 'sqlite'];
  sayLoad(name);
  await measureStart(name, databaseUrl);
  const measured = await measureReads(name, databaseUrl, options);
  sayLoad(name);
  return { engine: name, measured };
}

function sayMemory(name: string, after: string, memory: { now: number; peak: number } | null): void {
  if (memory !== null) say(`${name}: the server has ${memory.now} MB after ${after}, ${memory.peak} MB at most`);
}

/** Other load on the machine distorts p99 and max; the measurement itself is a load of one or two. */
function sayLoad(name: string): void {
  const [lastMinute = 0] = loadavg();
  say(`${name}: load ${lastMinute.toFixed(1)} on ${availableParallelism()} processors`);
}

function sayInstallation(): void {
  const { packages, runtime, app, largest } = measureInstallation();
  const parts = largest.map(({ name, size }) => `${name} ${size.toFixed(0)}`).join(', ');
  say(
    `\nInstallation for production: ${(packages + app).toFixed(0)} MB (packages ${packages.toFixed(0)}, app ${app.toFixed(0)}), and the Node runtime ${runtime.toFixed(0)} MB. The largest: ${parts}.`,
  );
}

const sayTable = (results: readonly Result[]): void =>
  say(`\nMilliseconds; "!" marks reads over ${READ_LIMIT_MS} ms at p99.\n\n${table(results)}`);

async function measureAll(options: Options): Promise<void> {
  if (options.databaseUrl !== null) {
    sayTable([await measureInPlace(options.databaseUrl, options)]);
    return;
  }
  const results: Result[] = [];
  if (options.parts.has('reads') || options.parts.has('floors')) {
    for (const engine of options.engines) {
      for (const size of options.sizes) results.push(await measureEngine(engine, size, options));
    }
  }
  if (options.parts.has('reads')) {
    sayTable(results);
    for (const line of grownReads(results)) say(line);
  }
  if (options.parts.has('installation')) sayInstallation();
}

const options = readOptions();
if (options === null) {
  process.stderr.write(USAGE);
  process.exitCode = 1;
} else {
  await measureAll(options);
}
