// npm run drill:backup -- [--short] [--engines sqlite,postgres] [--times N] [--seed N]
//
// Takes backups of a server under a load of writes, restores each into an empty database, and looks there for every
// write that was acknowledged before the backup began. 20 backups on each engine over 100,000 fines, 1 over 3,000 in the
// short form; the engines side by side. A server then runs on what was restored and answers earlier requests as it did.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDatabase } from '../bench/organisation/fill.ts';
import { connect, type Engine } from '../src/server/db/engine.ts';
import { checkBooks } from '../src/server/tools/books/check-books.ts';
import { runTool } from '../tests/helpers/backups.ts';
import { startServerProcess } from '../tests/helpers/server-process.ts';
import {
  ACCOUNT,
  type DrillDatabase,
  Findings,
  newDatabase,
  pause,
  randomFrom,
  readOptions,
  say,
} from './support/drill.ts';
import { evenly, nameOf, readState } from './support/verify.ts';
import { addUsers, send, type Sent, signIn, startWriters, type Writers } from './support/writers.ts';

const WRITERS = 8;
const USERS = 12;
/** ms of writing before each backup, at the most */
const BETWEEN_MS = 400;
/** So many writes are acknowledged before each backup, or as many as come within this time. */
const AT_LEAST = 50;
const FIRST_ANSWERS_WITHIN_MS = 10_000;
/** Acknowledged writes that are sent again to each restored server. */
const REPEATED = 50;

const options = readOptions();
const rounds = options.times ?? (options.short ? 1 : 20);
const fines = options.short ? 3_000 : 100_000;
say(`backup drill: ${rounds} backups on each engine over ${fines} fines, seed ${options.seed}`);
await Promise.all(options.engines.map(drill));

async function drill(engine: Engine): Promise<void> {
  const random = randomFrom(options.seed);
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
      const { code, out, complaint } = await runTool('backup', database.url, join(folder, String(round)));
      if (code !== 0) throw new Error(`The backup failed: ${complaint}`);
      seen.slowest = Math.max(seen.slowest, performance.now() - began);
      seen.meanwhile += load.sent.filter(({ answer }) => answer !== null).length - before.length;
      const file = out.trimEnd().split('\n').at(-1) ?? '';
      bytes = statSync(file).size;
      const target = await database.another();
      try {
        const restored = await runTool('restore', target.url, file);
        if (restored.code !== 0) throw new Error(`The restore failed: ${restored.complaint}`);
        const found = await look(target, { before, sent: load.sent, cookie });
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
    await load.stop();
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
      'a server on it knows the session and answers earlier requests as before, adding nothing',
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

/** On a busy machine the first answers come late, and a backup before them would show nothing. */
async function moreAcknowledged(load: Writers): Promise<void> {
  const acknowledged = load.acknowledged();
  const until = performance.now() + FIRST_ANSWERS_WITHIN_MS;
  while (load.acknowledged() < acknowledged + AT_LEAST && performance.now() < until) await pause(5);
}

/** What a restored database holds of the writes that were acknowledged before its backup began. */
async function look(
  target: DrillDatabase,
  { before, sent, cookie }: { before: readonly Sent[]; sent: readonly Sent[]; cookie: string },
) {
  const db = connect(target.url, { poolSize: 1 });
  const server = await startServerProcess({ databaseUrl: target.url, account: ACCOUNT });
  try {
    const state = await readState(db);
    const missing = before.filter((request) => state.carriedOut.get(nameOf(request)) !== 1).length;
    // Only of the load: what the database was filled with has no keys.
    const inIt = [...new Set(sent.map(nameOf))].filter((name) => state.carriedOut.has(name));
    const expected = new Set(before.map(nameOf));
    let different = 0;
    for (const request of evenly(before, REPEATED)) {
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
