// npm run bench:profile -- --operation fines --engine sqlite
//
// Where the server's time goes under one kind of request over twenty connections: V8's own sampling, added up by module and
// by function. Waiting is left out. It only prints figures; docs/profiles.md tells what was found.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CONNECTIONS } from './load/compare.ts';
import { signIn } from './load/measure.ts';
import { sendLoad } from './load/protocol.ts';
import { madeAnew, readKinds } from './load/shots.ts';
import { measureOurs } from './load/writes.ts';
import { seededDatabase } from './measure/databases.ts';
import { startServer } from './measure/server-process.ts';
import { randomFrom } from './organisation/random.ts';

const USAGE = `npm run bench:profile -- [--operation TEXT] [--engine sqlite|postgres] [--requests N] [--anew]
  --operation  a read whose name contains this text (fines, dashboard, search, …), or writes; fines unless given
  --anew       have every answer made anew, none given again that was kept
`;
const SIZE = { users: 1000, fines: 50_000 };
const SHOWN = 20;

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

const { values } = parseArgs({
  options: {
    operation: { type: 'string', default: 'fines' },
    engine: { type: 'string', default: 'sqlite' },
    requests: { type: 'string', default: '5000' },
    anew: { type: 'boolean', default: false },
  },
});

async function sendAll(url: string, port: number, requests: number): Promise<void> {
  const session = await signIn(url);
  if (values.operation === 'writes') {
    await measureOurs({ port, ...session, amount: { requests, withinMs: 60_000 } });
    return;
  }
  const reads = readKinds(session.common, session.sample, randomFrom(1));
  const read = reads.find(({ name }) => name.toLowerCase().includes(values.operation.toLowerCase()));
  if (read === undefined) throw new Error(`There is no such operation.\n${USAGE}`);
  const load = { connections: CONNECTIONS, warmUp: 100, requests, withinMs: 60_000, keepAnswers: false };
  const { shots } = values.anew ? madeAnew(read) : read;
  const { wallMs, times } = await sendLoad({ port, shots, ...load });
  process.stdout.write(`${read.name}: ${((1000 * times.length) / wallMs).toFixed(0)} requests a second\n`);
}

/** Shares of all time that was spent, largest first. */
function shares(
  { nodes, samples, timeDeltas }: Profile,
  keyOf: (frame: Profile['nodes'][number]['callFrame']) => string,
) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const spent = new Map<string, number>();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    const time = timeDeltas[index] ?? 0;
    if (frame === undefined || frame.functionName === '(idle)') continue;
    total += time;
    const key = keyOf(frame);
    spent.set(key, (spent.get(key) ?? 0) + time);
  }
  const largest = [...spent].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
  return largest.map(([key, time]) => `  ${((100 * time) / total).toFixed(1).padStart(5)}%  ${key}`).join('\n');
}

const fileOf = (url: string): string => url.replace(/^.*\/(?:node_modules|src)\//, '');
const moduleOf = (url: string): string =>
  url.includes('/node_modules/')
    ? fileOf(url)
        .split('/')
        .slice(0, fileOf(url).startsWith('@') ? 2 : 1)
        .join('/')
    : fileOf(url);

const folder = mkdtempSync(join(tmpdir(), 'jurmana-profile-'));
const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite';
const database = await seededDatabase(engine, SIZE, { keep: false, postgresUrl: null });
try {
  const server = await startServer(database.url, { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` });
  try {
    await sendAll(server.url, server.port, Number(values.requests));
  } finally {
    await server.stop();
  }
  const [name = ''] = readdirSync(folder);
  const profile = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile;
  const byModule = shares(profile, ({ url, functionName }) => moduleOf(url) || functionName);
  const byFunction = shares(profile, ({ functionName, url }) => `${functionName} ${fileOf(url)}`);
  process.stdout.write(`\nBy module:\n${byModule}\n\nBy function:\n${byFunction}\n`);
} finally {
  await database.remove();
  rmSync(folder, { recursive: true, force: true });
}
