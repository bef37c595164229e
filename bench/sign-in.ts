// npm run bench:sign-in -- --engines sqlite,postgres
//
// Three questions about signing in, answered with figures on the real server: can a wrong e-mail be told from a wrong
// password by the time it takes; does hashing passwords hold up a reader; what does the session check add to a request.
// It only prints; it never passes or fails.
import { parseArgs } from 'node:util';
import type { Engine } from '../src/server/db/engine.ts';
import { signedInClient } from './measure/client.ts';
import { seededDatabase } from './measure/databases.ts';
import { ACCOUNT, startServer } from './measure/server-process.ts';
import { measureSessionCheck } from './measure/session-check.ts';
import { addMembers, measureDuring, measureFailures, measureQuiet, READERS, shareLonger } from './measure/sign-ins.ts';

const SIZE = { users: 500, fines: 20_000 };
const AT_ONCE = 50;
/** Failures of each kind; each member's few stay below the limit. */
const FAILURES = 250;
const QUIET_READS = 1000;
const ROUNDS = 6;
const CHECKS = 5000;

const say = (line = ''): void => void process.stdout.write(`${line}\n`);

/** p50, p90, p99 in ms, in columns. */
function figures(times: readonly number[], digits = 1): string {
  const ascending = times.toSorted((a, b) => a - b);
  const at = (share: number) => ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? Number.NaN;
  return [0.5, 0.9, 0.99].map((share) => at(share).toFixed(digits).padStart(9)).join('');
}
const row = (name: string, times: readonly number[], digits?: number): void =>
  say(`  ${name.padEnd(48)}${figures(times, digits)}   (${times.length})`);
const heading = (name: string): void =>
  say(`  ${name.padEnd(48)}${['p50', 'p90', 'p99'].map((p) => p.padStart(9)).join('')}   ms`);

async function measureEngine(engine: Engine): Promise<void> {
  say(`\n${engine}`);
  const database = await seededDatabase(engine, SIZE, { keep: false, postgresUrl: null });
  try {
    const server = await startServer(database.url, { TRUST_PROXY: 'true' });
    try {
      const members = await addMembers(database.url, AT_ONCE);
      const client = await signedInClient(server.url, ACCOUNT);
      await sayFailures(server.url, members);
      heading(`Reading while ${AT_ONCE} members sign in at once`);
      for (const reader of READERS) {
        await measureQuiet(client, reader, 100);
        const before = await measureQuiet(client, reader, QUIET_READS);
        const during: number[] = [];
        let signInMs = 0;
        for (let round = 0; round < ROUNDS; round += 1) {
          const { reads, signInMs: ms } = await measureDuring(server.url, client, reader, members);
          during.push(...reads);
          signInMs += ms / ROUNDS;
        }
        row(`${reader.name}, before`, before);
        row(`${reader.name}, during`, during);
        say(`    ${AT_ONCE} sign-ins took ${signInMs.toFixed(0)} ms`);
      }
      client.close();
    } finally {
      await server.stop();
    }
    const check = await measureSessionCheck(database.url, CHECKS);
    heading('Session check');
    row('A read without it', check.without, 3);
    row('The same read with it', check.with, 3);
    row('The check alone', check.alone, 3);
    const mean = (times: number[]) => times.reduce((sum, ms) => sum + ms, 0) / times.length;
    say(`    it adds ${(mean(check.with) - mean(check.without)).toFixed(3)} ms on average`);
  } finally {
    await database.remove();
  }
}

async function sayFailures(url: string, members: readonly string[]): Promise<void> {
  const { unknownEmail, wrongPassword } = await measureFailures(url, members.slice(0, AT_ONCE), FAILURES);
  heading('Sign-in that fails');
  row('Wrong e-mail', unknownEmail);
  row('Wrong password', wrongPassword);
  const share = 100 * shareLonger(wrongPassword, unknownEmail);
  say(`    a wrong password takes longer than a wrong e-mail in ${share.toFixed(1)} % of all pairs`);
}

const { values } = parseArgs({ options: { engines: { type: 'string', default: 'sqlite,postgres' } } });
const engines = values.engines.split(',').filter((name): name is Engine => name === 'sqlite' || name === 'postgres');
if (engines.length === 0) {
  process.stderr.write('npm run bench:sign-in -- [--engines sqlite,postgres]\n');
  process.exitCode = 1;
}
for (const engine of engines) await measureEngine(engine);
