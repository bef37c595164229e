// npm run drill:crash -- [--short] [--engines sqlite,postgres] [--times N] [--seed N]
//
// Kills a server (SIGKILL) at random moments, while it starts on an empty database, while it starts again and under a
// load of writes, starts it again each time, and in the end looks for every write it ever acknowledged. 200 kills on
// each engine, 20 in the short form; the engines side by side.
import { connect, type Engine } from '../src/server/db/engine.ts';
import { checkBooks } from '../src/server/tools/books/check-books.ts';
import { launchServer, type ServerProcess, startServerProcess } from '../tests/helpers/server-process.ts';
import { ACCOUNT, Findings, newDatabase, pause, randomFrom, readOptions, say } from './support/drill.ts';
import { verifyWrites } from './support/verify.ts';
import { addUsers, signIn, startWriters, type Writers } from './support/writers.ts';

const WRITERS = 8;
const USERS = 12;
/** ms from the server being ready, or from its first answer, to its end, at the most */
const LIFE_MS = 250;
/** This share of the lives counts from the first answer: on a busy machine it comes late. */
const UNDER_LOAD = 0.75;
const FIRST_ANSWER_WITHIN_MS = 15_000;
/** Of the kills, this share falls on a start with an empty database; so many of them on the same one. */
const ON_EMPTY = 0.15;
const ON_SAME_EMPTY = 3;
/** Of the kills under load, this share falls on a server that is only starting again. */
const ON_RESTART = 0.15;
/** ms: until a start was measured */
const FIRST_GUESS_MS = 700;

const options = readOptions();
const kills = options.times ?? (options.short ? 20 : 200);
say(`crash drill: ${kills} kills on each engine, seed ${options.seed}`);
// One that fails waits for the other to clean up.
const ended = await Promise.allSettled(options.engines.map(drill));
for (const end of ended) if (end.status === 'rejected') throw end.reason;

async function drill(engine: Engine): Promise<void> {
  const random = randomFrom(options.seed);
  const database = await newDatabase(engine);
  const findings = new Findings();
  let slowest = 0;
  let usual = FIRST_GUESS_MS;
  const start = async (databaseUrl: string, port = 0): Promise<ServerProcess> => {
    const server = await startServerProcess({ databaseUrl, account: ACCOUNT, port });
    slowest = Math.max(slowest, server.startMs);
    usual = server.startMs;
    return server;
  };
  /** Kills a server while it starts, or just after; whether it was ready. */
  const killStarting = async (databaseUrl: string, port = 0): Promise<boolean> => {
    const launched = launchServer({ databaseUrl, account: ACCOUNT, port });
    const ready = launched.ready.then(
      () => true,
      () => false,
    );
    await pause(random() * usual);
    await launched.kill();
    return ready;
  };

  const early = Math.ceil(kills * ON_EMPTY);
  let wereReady = 0;
  let disagreeing = 0;
  let server: ServerProcess | null = null;
  try {
    // The last of the databases is the one the load runs on.
    for (let done = 0; done < early;) {
      const place = done + ON_SAME_EMPTY >= early ? database : await database.another();
      for (let time = 0; time < ON_SAME_EMPTY && done < early; time++, done++) {
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
      if (random() < UNDER_LOAD) await nextAcknowledged(load);
      await pause(random() * LIFE_MS);
      await server.kill();
      for (; random() < ON_RESTART && done + 1 < kills; done++) {
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
    findings.add('writers met a server that was away', true, `${load.refusals()} times, and waited`);
    await verifyWrites(findings, { url, databaseUrl: database.url, cookie: client.cookie, sent: load.sent });
    findings.print(`Crash drill on ${engine}`);
  } finally {
    await server?.kill();
    await database.remove();
  }
}

/** Waits until one more write is acknowledged; gives up after a while. */
async function nextAcknowledged(load: Writers): Promise<void> {
  const before = load.acknowledged();
  const until = performance.now() + FIRST_ANSWER_WITHIN_MS;
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
