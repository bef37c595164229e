// npm run drill:crash -- [--short] [--engines sqlite,postgres] [--times N] [--seed N]
//
// Kills a server under a load of writes (SIGKILL) at random moments, starts it again, and in the end looks for every
// write it ever acknowledged. 200 kills on each engine, 20 in the short form.
import { type ServerProcess, startServerProcess } from '../tests/helpers/server-process.ts';
import { ACCOUNT, Findings, newDatabase, pause, randomFrom, readOptions, say } from './support/drill.ts';
import { verifyWrites } from './support/verify.ts';
import { addUsers, signIn, startWriters } from './support/writers.ts';

const WRITERS = 8;
const USERS = 12;
/** ms from the server being ready to its end, at the most */
const LIFE_MS = 250;

const options = readOptions();
const kills = options.times ?? (options.short ? 20 : 200);
say(`crash drill: ${kills} kills on each engine, seed ${options.seed}`);

for (const engine of options.engines) {
  const random = randomFrom(options.seed);
  const database = await newDatabase(engine);
  const start = (port: number): Promise<ServerProcess> =>
    startServerProcess({ databaseUrl: database.url, account: ACCOUNT, port });
  let server = await start(0);
  try {
    const client = await signIn(server.url);
    const userIds = await addUsers(client, USERS);
    const today = new Date().toISOString().slice(0, 10);
    const { url, port } = server;
    const load = startWriters({ urlOf: () => url, cookie: client.cookie, userIds, writers: WRITERS, random, today });
    let slowest = 0;
    for (let kill = 0; kill < kills; kill++) {
      await pause(20 + random() * LIFE_MS);
      await server.kill();
      server = await start(port);
      slowest = Math.max(slowest, server.startMs);
    }
    await load.stop();
    const findings = new Findings();
    findings.add(
      'the server came back after every kill',
      true,
      `${kills} kills, ${Math.round(slowest)} ms at the most`,
    );
    await verifyWrites(findings, { url, databaseUrl: database.url, cookie: client.cookie, sent: load.sent });
    findings.print(`Crash drill on ${engine}`);
  } finally {
    await server.kill();
    await database.remove();
  }
}
