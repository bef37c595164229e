// npm run bench import -- --fines 1000000 --engines sqlite,postgres
//
// 10,000 rows of a file: how long reading, checking and importing them takes, and how fast the server answers others
// meanwhile. Prints figures; never fails.
import { parseArgs } from 'node:util';
import { checkFineImport, checkUserImport, importFines, importUsers } from '../src/contract/fines/imports.ts';
import type { CallInput, Operation, Output } from '../src/contract/operation.ts';
import { readTotals } from '../src/contract/overview.ts';
import { listUserOptions } from '../src/contract/users.ts';
import { addDays } from '../src/core/calendar.ts';
import { placesOf } from '../src/core/files/import-heads.ts';
import { MAX_IMPORT_ROWS } from '../src/core/limits.ts';
import type { Engine } from '../src/server/db/types.ts';
import { readFile } from '../src/web/features/imports/file/read-file.ts';
import { fineRows, userRows } from '../src/web/features/imports/rows/rows.ts';
import { type MeasuringClient, signedInClient } from './measure/client.ts';
import { seededDatabase } from './measure/databases.ts';
import { figuresOf } from './measure/figures.ts';
import { enginesOf } from './measure/options.ts';
import { ACCOUNT, startServer } from './measure/server-process.ts';

const USAGE = `npm run bench import -- [--fines N] [--engines sqlite,postgres]
  --fines    there before, 1000000 unless given
`;
const USERS = 10_000;
const ROUNDS = 5;
const BETWEEN_READS_MS = 5;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

async function rowsOf<R>(
  kind: 'users' | 'fines',
  text: string,
  toRows: typeof fineRows | typeof userRows,
): Promise<R[]> {
  const started = performance.now();
  const file = await readFile(kind, new File([text], `${kind}.csv`));
  const table = 'problem' in file ? file : file.sheets[0]?.table;
  if (table === undefined || 'problem' in table)
    throw new Error(`The file of ${kind} cannot be read: ${table?.problem}`);
  const rows = toRows({ table, places: placesOf(kind, table.heads) }) as R[];
  say(`  ${kind}: ${(text.length / 1e6).toFixed(1)} MB read in ${(performance.now() - started).toFixed(0)} ms`);
  return rows;
}

/** Calls the operation while others read; returns how long it and the reads took. */
async function timed<O extends Operation>(
  client: MeasuringClient,
  other: MeasuringClient,
  operation: O,
  input: CallInput<O>,
  rounds: number,
) {
  let running = true;
  const others = (async () => {
    const times: number[] = [];
    while (running) {
      times.push((await other.call(readTotals, {})).ms);
      await pause(BETWEEN_READS_MS);
    }
    return times;
  })();
  const times: number[] = [];
  let value: Output<O> | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const answer = await client.call(operation, input);
    times.push(answer.ms);
    value = answer.value();
  }
  running = false;
  const { p99, max } = figuresOf(await others);
  const own = times.map((ms) => ms.toFixed(0)).join(', ');
  say(`  ${operation.id}: ${own} ms; other reads meanwhile p99 / max ${p99.toFixed(1)} / ${max.toFixed(1)} ms`);
  if (value === undefined) throw new Error(`${operation.id} has no answer.`);
  return value;
}

async function measureEngine(engine: Engine, fines: number): Promise<void> {
  const database = await seededDatabase(engine, { users: USERS, fines });
  const server = await startServer(database.url);
  try {
    const client = await signedInClient(server.url, ACCOUNT);
    const other = await signedInClient(server.url, ACCOUNT);
    const emails: string[] = [];
    for (let page = 1; emails.length < USERS && page <= USERS / 100; page += 1) {
      const { items } = (await client.call(listUserOptions, { query: { page, pageSize: 100 } })).value();
      emails.push(...items.flatMap(({ userEmail }) => userEmail ?? []));
    }
    say(`${engine}, ${fines} fines, ${MAX_IMPORT_ROWS} rows:`);
    const day = (n: number): string => addDays('2026-09-01', n % 60);
    const fineText = range(MAX_IMPORT_ROWS).map(
      (n) => `${emails[(n * 7) % emails.length] ?? ''},Late,500,${day(n)},At the gate`,
    );
    const ofFines = await rowsOf<ReturnType<typeof fineRows>[number]>(
      'fines',
      ['Email,Fine type,Amount,Date,Description', ...fineText].join('\n'),
      fineRows,
    );
    const unique = crypto.randomUUID();
    const userText = range(MAX_IMPORT_ROWS).map(
      (n) => `Member ${n},${n}.${unique}@example.pk,Clerk,0300 1234567,Active`,
    );
    const ofUsers = await rowsOf<ReturnType<typeof userRows>[number]>(
      'users',
      ['Name,Email,Role,Phone,Status', ...userText].join('\n'),
      userRows,
    );
    await timed(client, other, checkUserImport, { body: { rows: ofUsers } }, ROUNDS);
    const { checked, problems } = await timed(client, other, checkFineImport, { body: { rows: ofFines } }, ROUNDS);
    if (problems.length > 0) throw new Error(`${problems.length} rows have problems.`);
    await timed(client, other, importFines, { body: { rows: ofFines, checked } }, 1);
    await timed(client, other, importUsers, { body: { rows: ofUsers } }, 1);
    client.close();
    other.close();
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
