// npm run drill crash -- [--short] [--engines sqlite,postgres] [--times N] [--seed N]
//
// Kills a server (SIGKILL) at random moments: while it starts on an empty database, while it restarts, and under write
// load. Restarts it each time, and finally checks that every acknowledged write is there. 200 kills per engine (short
// form: 6), both engines in parallel.
import { randomFrom } from '../organisation/random.ts';
import { connect } from '../src/server/db/connect.ts';
import type { Engine } from '../src/server/db/types.ts';
import { checkBooks } from '../src/server/tools/books/check-books.ts';
import { launchServer, type ServerProcess, startServerProcess } from '../tests/helpers/server-process.ts';
import { ACCOUNT, Findings, newDatabase, pause, readOptions, say } from './support/drill.ts';
import { verifyWrites } from './support/verify.ts';
import { addUsers, signIn, startWriters, type Writers } from './support/writers.ts';

const WRITERS = 8;
const USERS = 12;
/** maximum time from the server being ready, or from its first acknowledged write, to the kill, ms */
const MAX_LIFE_MS = 250;
/** The share of kills timed from the first acknowledged write, which comes late on a busy machine. */
const AFTER_WRITE_SHARE = 0.75;
const FIRST_WRITE_TIMEOUT_MS = 15_000;
/** The share of kills during the first start on an empty database, and how many hit the same database. */
const EMPTY_SHARE = 0.15;
const KILLS_PER_EMPTY = 3;
/** The probability that a restart is killed as well. */
const RESTART_SHARE = 0.15;
/** The assumed startup time until one was measured, ms. */
const INITIAL_STARTUP_MS = 700;

const options = readOptions();
const kills = options.times ?? (options.short ? 6 : 200);
say(`crash drill: ${kills} kills on each engine, seed ${options.seed}`);
// If one fails, let the other clean up.
const ended = await Promise.allSettled(options.engines.map(drill));
for (const end of ended) if (end.status === 'rejected') throw end.reason;

async function drill(engine: Engine): Promise<void> {
  const random = randomFrom(options.seed).fraction;
  const database = await newDatabase(engine);
  const findings = new Findings();
  let slowest = 0;
  let startupMs = INITIAL_STARTUP_MS;
  const start = async (databaseUrl: string, port = 0): Promise<ServerProcess> => {
    const server = await startServerProcess({ databaseUrl, account: ACCOUNT, port });
    slowest = Math.max(slowest, server.startMs);
    startupMs = server.startMs;
    return server;
  };
  /** Kills a server while it starts, or just after. Returns whether it was ready. */
  const killStarting = async (databaseUrl: string, port = 0): Promise<boolean> => {
    const launched = launchServer({ databaseUrl, account: ACCOUNT, port });
    const ready = launched.ready.then(
      () => true,
      () => false,
    );
    await pause(random() * startupMs);
    await launched.kill();
    return ready;
  };

  // Two at least: the second meets a database that the first left unfinished.
  const early = Math.max(2, Math.ceil(kills * EMPTY_SHARE));
  let wereReady = 0;
  let disagreeing = 0;
  let server: ServerProcess | null = null;
  try {
    // The load later runs on the last of these databases.
    for (let done = 0; done < early;) {
      const place = done + KILLS_PER_EMPTY >= early ? database : await database.another();
      for (let time = 0; time < KILLS_PER_EMPTY && done < early; time++, done++) {
        if (await killStarting(place.url)) wereReady += 1;
      }
      server = await start(place.url);
      await signIn(server.url);
      if (!(await booksAgree(place.url))) disagreeing += 1;
      if (place === database) break;
      await server.kill();
      await place.remove();
    }
    server ??= await start(database.url);
    findings.add(
      'killed while starting on an empty database: it started, the administrator signed in, the books agreed',
      disagreeing === 0,
      `${early} kills, ${early - wereReady} before it was ready`,
    );

    const client = await signIn(server.url);
    const userIds = await addUsers(client, USERS);
    const today = new Date().toISOString().slice(0, 10);
    const { url, port } = server;
    const load = startWriters({ urlOf: () => url, cookie: client.cookie, userIds, writers: WRITERS, random, today });
    let restarts = 0;
    for (let done = early; done < kills; done++) {
      if (random() < AFTER_WRITE_SHARE) await nextAcknowledged(load);
      await pause(random() * MAX_LIFE_MS);
      await server.kill();
      // One at least, however few there are.
      for (; (restarts === 0 || random() < RESTART_SHARE) && done + 1 < kills; done++) {
        await killStarting(database.url, port);
        restarts += 1;
      }
      server = await start(database.url, port);
      if (!options.short && Math.floor((done + 1) / 20) > Math.floor(done / 20)) say(`  ${engine}: ${done + 1} kills`);
    }
    await load.stop();
    findings.add(
      'the server came back after every kill',
      server.running(),
      `${kills} kills, ${restarts} of them while it started again; ready after ${Math.round(slowest)} ms at the most`,
    );
    findings.add('writes were acknowledged between the kills', load.acknowledged() > 0, load.acknowledged());
    findings.add('writers met a server that was down', true, `${load.refusals()} times, and waited`);
    await verifyWrites(findings, { url, databaseUrl: database.url, cookie: client.cookie, sent: load.sent });
    findings.print(`Crash drill on ${engine}`);
  } finally {
    await server?.kill();
    await database.remove();
  }
}

/** Waits until another write is acknowledged, or for the timeout. */
async function nextAcknowledged(load: Writers): Promise<void> {
  const before = load.acknowledged();
  const until = performance.now() + FIRST_WRITE_TIMEOUT_MS;
  while (load.acknowledged() === before && performance.now() < until) await pause(2);
}

async function booksAgree(databaseUrl: string): Promise<boolean> {
  const db = connect(databaseUrl, { poolSize: 1 });
  try {
    return (await checkBooks(db)).agrees;
  } finally {
    await db.close();
  }
}
