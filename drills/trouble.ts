// npm run drill trouble -- [--short] [--engines sqlite,postgres] [--seed N]
//
// Disk and database faults: a server under write load loses its disk or its database in various ways, one after the
// other. Requests must get a 503 in bounded time, the process must stay up and recover by itself, and no acknowledged
// write may be lost. Both engines in parallel, because it mostly waits.
import { randomFrom } from '../organisation/random.ts';
import type { Engine } from '../src/server/db/types.ts';
import { type ServerProcess, startServerProcess } from '../tests/helpers/server-process.ts';
import { ACCOUNT, Findings, pause, readOptions, say } from './support/drill.ts';
import { startProbe } from './support/probe.ts';
import { runTrouble } from './support/troubles.ts';
import { troubledPostgres } from './support/troubles-postgres.ts';
import { troubledSqlite } from './support/troubles-sqlite.ts';
import { verifyWrites } from './support/verify.ts';
import { addUsers, signIn, startWriters } from './support/writers.ts';

const WRITERS = 4;
const USERS = 6;

const options = readOptions();
const { short } = options;
say(`trouble drill${short ? ', short form' : ''}, seed ${options.seed}`);

async function drill(engine: Engine): Promise<void> {
  const database = engine === 'sqlite' ? troubledSqlite() : await troubledPostgres({ short });
  const start = (port: number): Promise<ServerProcess> =>
    startServerProcess({ databaseUrl: database.url, account: ACCOUNT, port });
  let server: ServerProcess | null = null;
  try {
    server = await start(0);
    let running = server;
    const now = () => running;
    const { url, port } = server;
    const restart = async () => void (server = running = await start(port));
    const client = await signIn(url);
    const userIds = await addUsers(client, USERS);
    const today = new Date().toISOString().slice(0, 10);
    const { cookie } = client;
    const random = randomFrom(options.seed).fraction;
    const load = startWriters({ urlOf: () => url, cookie, userIds, writers: WRITERS, random, today });
    const probe = startProbe({ urlOf: () => url, cookie, userId: userIds[0] ?? '', today });
    const findings = new Findings();
    for (const trouble of database.troubles({ now, restart })) {
      await pause(300);
      await runTrouble(trouble, { probe, server: now, short, findings });
    }
    await load.stop();
    await probe.stop();
    await verifyWrites(findings, { url, databaseUrl: database.url, cookie, sent: [...load.sent, ...probe.sent] });
    if (!running.running()) say(running.output());
    findings.print(`Trouble drill on ${engine}`);
  } finally {
    await server?.kill();
    await database.remove();
  }
}

await Promise.all(options.engines.map(drill));
