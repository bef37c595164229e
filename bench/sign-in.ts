// npm run bench sign-in -- --engines sqlite,postgres
//
// Measures sign-in on the real server: whether response times tell a wrong e-mail from a wrong password, how much
// password hashing slows down reads, and what the session check adds to a request. Prints figures; never fails.
import { parseArgs } from 'node:util';
import type { Engine } from '../src/server/db/types.ts';
import { signedInClient } from './measure/client.ts';
import { seededDatabase } from './measure/databases.ts';
import { figuresOf } from './measure/figures.ts';
import { enginesOf } from './measure/options.ts';
import { ACCOUNT, startServer } from './measure/server-process.ts';
import { measureSessionCheck } from './measure/session-check.ts';
import { addMembers, measureDuring, measureFailures, measureQuiet, READERS, shareLonger } from './measure/sign-ins.ts';

const SIZE = { users: 500, fines: 20_000 };
const CONCURRENT_SIGN_INS = 50;
/** Failures of each kind, spread over the members so that each stays below the limit. */
const FAILURES = 250;
const QUIET_READS = 1000;
const ROUNDS = 6;
const CHECKS = 5000;

const say = (line = ''): void => void process.stdout.write(`${line}\n`);

/** p50, p99 and max, ms, in columns. */
function figures(times: readonly number[], digits = 1): string {
  const { p50, p99, max } = figuresOf(times);
  return [p50, p99, max].map((ms) => ms.toFixed(digits).padStart(9)).join('');
}
const row = (name: string, times: readonly number[], digits?: number): void =>
  say(`  ${name.padEnd(48)}${figures(times, digits)}   (${times.length})`);
const heading = (name: string): void =>
  say(`  ${name.padEnd(48)}${['p50', 'p99', 'max'].map((p) => p.padStart(9)).join('')}   ms`);

async function measureEngine(engine: Engine): Promise<void> {
  say(`\n${engine}`);
  const database = await seededDatabase(engine, SIZE);
  try {
    const server = await startServer(database.url, { TRUST_PROXY: 'true' });
    try {
      const members = await addMembers(database.url, CONCURRENT_SIGN_INS);
      const client = await signedInClient(server.url, ACCOUNT);
      await sayFailures(server.url, members);
      heading(`Reading while ${CONCURRENT_SIGN_INS} members sign in at once`);
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
        say(`    ${CONCURRENT_SIGN_INS} sign-ins took ${signInMs.toFixed(0)} ms`);
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
  const { unknownEmail, wrongPassword } = await measureFailures(url, members, FAILURES);
  heading('Sign-in that fails');
  row('Wrong e-mail', unknownEmail);
  row('Wrong password', wrongPassword);
  const share = 100 * shareLonger(wrongPassword, unknownEmail);
  say(`    a wrong password takes longer than a wrong e-mail in ${share.toFixed(1)} % of all pairs`);
}

const { values } = parseArgs({ options: { engines: { type: 'string', default: 'sqlite,postgres' } } });
const engines = enginesOf(values.engines);
if (engines.length === 0) {
  process.stderr.write('npm run bench sign-in -- [--engines sqlite,postgres]\n');
  process.exitCode = 1;
}
for (const engine of engines) await measureEngine(engine);
