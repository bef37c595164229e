// npm run drill backup -- [--short] [--engines sqlite,postgres] [--times N] [--seed N]
//
// Takes backups of a server under write load, restores each into an empty database, and checks that every write
// acknowledged before the backup is there. A server on the restored database must also repeat earlier responses. 20
// backups of 100,000 fines per engine (short form: 1 of 3,000), both engines in parallel.
import { randomFrom } from '../organisation/random.ts';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDatabase } from '../organisation/fill.ts';
import { connect } from '../src/server/db/connect.ts';
import type { Engine } from '../src/server/db/types.ts';
import { checkBooks } from '../src/server/tools/books/check-books.ts';
import { runTool } from '../tests/helpers/backups.ts';
import { startServerProcess } from '../tests/helpers/server-process.ts';
import { ACCOUNT, type DrillDatabase, Findings, newDatabase, pause, readOptions, say } from './support/drill.ts';
import { isRepeatable, send, type Sent } from './support/requests.ts';
import { sampleEvenly, nameOf, readState } from './support/verify.ts';
import { addUsers, signIn, startWriters, type Writers } from './support/writers.ts';

const WRITERS = 8;
const USERS = 12;
/** maximum pause before each backup, ms */
const BETWEEN_MS = 400;
/** Acknowledged writes to wait for before each backup, and the timeout. */
const MIN_WRITES = 50;
const MIN_WRITES_TIMEOUT_MS = 10_000;
/** How many acknowledged writes are sent again to each restored server. */
const REPEATED = 50;

const options = readOptions();
const rounds = options.times ?? (options.short ? 1 : 20);
const fines = options.short ? 3_000 : 100_000;
say(`backup drill: ${rounds} backups on each engine over ${fines} fines, seed ${options.seed}`);
await Promise.all(options.engines.map(drill));

async function drill(engine: Engine): Promise<void> {
  const random = randomFrom(options.seed).fraction;
  const database = await newDatabase(engine);
  const folder = mkdtempSync(join(tmpdir(), 'jurmana-drill-backups-'));
  const now = Date.now();
  await fillDatabase(database.url, { users: 100, fines, years: 1, seed: options.seed, now, actor: ACCOUNT.email });
  const server = await startServerProcess({ databaseUrl: database.url, account: ACCOUNT });
  const findings = new Findings();
  try {
    const client = await signIn(server.url);
    const userIds = await addUsers(client, USERS);
    const today = new Date(now).toISOString().slice(0, 10);
    const { cookie } = client;
    const load = startWriters({ urlOf: () => server.url, cookie, userIds, writers: WRITERS, random, today });
    const seen = {
      expected: 0,
      missing: 0,
      twice: 0,
      disagreeing: 0,
      different: 0,
      meanwhile: 0,
      later: 0,
      slowest: 0,
    };
    let bytes = 0;
    for (let round = 0; round < rounds; round++) {
      await moreAcknowledged(load);
      await pause(random() * BETWEEN_MS);
      const before = load.sent.filter(({ answer }) => answer !== null);
      const began = performance.now();
      const { code, stdout, stderr } = await runTool('backup', database.url, join(folder, String(round)));
      if (code !== 0) throw new Error(`The backup failed: ${stderr}`);
      seen.slowest = Math.max(seen.slowest, performance.now() - began);
      seen.meanwhile += load.sent.filter(({ answer }) => answer !== null).length - before.length;
      // No later backup needs the load.
      if (round === rounds - 1) await load.stop();
      const file = stdout.trimEnd().split('\n').at(-1) ?? '';
      bytes = statSync(file).size;
      const target = await database.another();
      try {
        const restored = await runTool('restore', target.url, file);
        if (restored.code !== 0) throw new Error(`The restore failed: ${restored.stderr}`);
        const found = await inspect(target, { before, sent: load.sent });
        seen.expected += before.length;
        seen.missing += found.missing;
        seen.twice += found.twice;
        seen.disagreeing += found.agrees ? 0 : 1;
        seen.different += found.different;
        seen.later += found.later;
      } finally {
        await target.remove();
      }
    }
    findings.add(
      'backups taken while writes went on',
      seen.meanwhile > 0,
      `${rounds}, ${seen.meanwhile} writes acknowledged meanwhile; ${Math.round(seen.slowest)} ms at the most, ${Math.round(bytes / 1024)} kB`,
    );
    findings.add(
      'every write acknowledged before a backup began is in it, once',
      seen.missing === 0 && seen.expected > 0,
      `${seen.expected} looked for, ${seen.later} later ones were in it too`,
    );
    findings.add('no write is in it twice', seen.twice === 0, seen.twice);
    findings.add('check-books agrees on what was restored', seen.disagreeing === 0, `${rounds} restored`);
    findings.add(
      'a server on it knows the password and answers earlier requests as before, adding nothing',
      seen.different === 0,
      `${seen.different} answered otherwise`,
    );
    findings.print(`Backup drill on ${engine}`);
  } finally {
    await server.kill();
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits for acknowledged writes: without any, a backup would prove nothing. */
async function moreAcknowledged(load: Writers): Promise<void> {
  const acknowledged = load.acknowledged();
  const until = performance.now() + MIN_WRITES_TIMEOUT_MS;
  while (load.acknowledged() < acknowledged + MIN_WRITES && performance.now() < until) await pause(5);
}

/** Compares a restored database with the writes acknowledged before its backup. */
async function inspect(target: DrillDatabase, { before, sent }: { before: readonly Sent[]; sent: readonly Sent[] }) {
  const db = connect(target.url, { poolSize: 1 });
  const server = await startServerProcess({ databaseUrl: target.url, account: ACCOUNT });
  try {
    const { cookie } = await signIn(server.url);
    const state = await readState(db);
    const missing = before.filter((request) => state.carriedOut.get(nameOf(request)) !== 1).length;
    // Only the writers' own writes: seeded records have no keys.
    const inIt = [...new Set(sent.map(nameOf))].filter((name) => state.carriedOut.has(name));
    const expected = new Set(before.map(nameOf));
    let different = 0;
    for (const request of sampleEvenly(before.filter(isRepeatable), REPEATED)) {
      const again = { ...request, answer: null };
      await send(server.url, cookie, again);
      if (again.answer !== request.answer) different += 1;
    }
    const after = await readState(db);
    if (after.sequence !== state.sequence) different += 1;
    return {
      missing,
      twice: inIt.filter((name) => state.carriedOut.get(name) !== 1).length,
      different,
      later: inIt.filter((name) => !expected.has(name)).length,
      agrees: (await checkBooks(db)).agrees,
    };
  } finally {
    await server.kill();
    await db.close();
  }
}
