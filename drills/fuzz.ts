// npm run drill fuzz -- [--short] [--engines sqlite,postgres] [--times N] [--seed N]
//
// Sends requests generated from the server's OpenAPI document (valid, almost valid and absurd; as administrator, member
// and nobody) and raw bytes. No request may get a 5xx or hang, and check-books must agree after each thousand. 100,000
// requests per engine (`--times`; short form: 400). Then bodies of the largest allowed size, in every shape and from
// every caller (sizes.ts): the heap must stay small, and nobody else may wait.
import fc from 'fast-check';
import { connect } from '../src/server/db/connect.ts';
import type { Engine } from '../src/server/db/types.ts';
import { checkBooks } from '../src/server/tools/books/check-books.ts';
import { startServerProcess } from '../tests/helpers/server-process.ts';
import { learn } from './fuzz/learn.ts';
import { readDocument } from './fuzz/openapi.ts';
import { rawBytes, sendRaw } from './fuzz/raw.ts';
import { anyRequest, type FuzzRequest } from './fuzz/requests.ts';
import { createSender, type Sender } from './fuzz/send.ts';
import { Tally } from './fuzz/tally.ts';
import { Known } from './fuzz/values.ts';
import { drillSizes } from './fuzz/sizes.ts';
import { startVisitors } from './fuzz/visitors.ts';
import { ACCOUNT, Findings, newDatabase, readOptions, say } from './support/drill.ts';

const CONCURRENCY = 12;
const CHECK_EVERY = 1000;
/** How many of a thousand requests are raw bytes. */
const RAW_PER_THOUSAND = 30;
const BATCH = 100;

const options = readOptions();
const times = options.times ?? (options.short ? 400 : 100_000);
say(`fuzz drill: ${times} requests on each engine, seed ${options.seed}`);
for (const engine of options.engines) await drill(engine);
// Checks before the database are the same on both engines.
for (const engine of options.short ? options.engines.slice(0, 1) : options.engines) {
  await drillSizes(engine, options.short);
}

async function drill(engine: Engine): Promise<void> {
  const database = await newDatabase(engine);
  const server = await startServerProcess({
    databaseUrl: database.url,
    account: ACCOUNT,
    // Forwarded addresses are trusted, so that the limit on failed sign-ins does not block the drill itself.
    environment: { TRUST_PROXY: 'true', LOG_LEVEL: 'error' },
  });
  const db = connect(database.url, { poolSize: 1 });
  try {
    const operations = await readDocument(server.url);
    const known = new Known();
    const visitors = await startVisitors(server.url, db, known);
    const sender = createSender(server.url, visitors, CONCURRENCY);
    const tally = new Tally();
    const requests = anyRequest(operations, known);
    let disagreed = 0;
    let checks = 0;
    for (let sent = 0; sent < times; sent += CHECK_EVERY) {
      const many = Math.min(CHECK_EVERY, times - sent);
      const raw = Math.ceil((many * RAW_PER_THOUSAND) / 1000);
      for (let done = 0; done < many - raw; done += BATCH) {
        const numRuns = Math.min(BATCH, many - raw - done);
        const made = fc.sample(requests, { numRuns, seed: options.seed + sent + done });
        await inParallel(made, (request) => sendOne(request, { sender, known, tally }));
      }
      await inParallel(fc.sample(rawBytes, { numRuns: raw, seed: options.seed + sent }), async (bytes) => {
        const { statuses, fault } = await sendRaw(server.url, bytes);
        tally.countRaw(bytes, statuses, fault);
      });
      const books = await checkBooks(db);
      checks += 1;
      if (!books.agrees) disagreed += 1;
      if (!options.short && (sent / CHECK_EVERY) % 10 === 9) say(`  ${engine}: ${sent + many} sent`);
    }
    sender.close();

    const findings = new Findings();
    const { sequence } = await newestEntry();
    findings.add(
      'never a 5xx, never a hang, each refusal as it should be',
      tally.faults.length === 0,
      tally.faultsSeen(),
    );
    findings.add(
      'the totals were the sums after each thousand',
      disagreed === 0,
      `${checks} checks, ${sequence} entries`,
    );
    findings.add('the server still runs', server.running(), `${server.memory()?.now ?? '?'} MB`);
    for (const [kind, seen] of tally.kinds()) findings.add(`${kind} requests`, true, seen);
    const never = operations.map(({ id }) => id).filter((id) => !tally.succeeded.has(id));
    findings.add(
      'operations that were carried out at least once',
      tally.succeeded.size > 0,
      `${operations.length - never.length} of ${operations.length}${never.length === 0 ? '' : `, not ${never.join(', ')}`}`,
    );
    findings.add('sessions that were ended and replaced', true, visitors.replaced());
    findings.print(`Fuzz drill on ${engine}`);
  } finally {
    await db.close();
    await server.kill();
    await database.remove();
  }

  async function newestEntry() {
    const { last_sequence: sequence } = await db.read
      .selectFrom('books')
      .select('last_sequence')
      .executeTakeFirstOrThrow();
    return { sequence };
  }
}

async function sendOne(
  request: FuzzRequest,
  { sender, known, tally }: { sender: Sender; known: Known; tally: Tally },
): Promise<void> {
  const answer = await sender.send(request);
  tally.count(request, answer);
  const next = learn(request, answer, known);
  if (next !== null) tally.count(next, await sender.send(next));
}

async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const worker = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
