// npm run drill processes -- [--short] [--times N] [--seed N]
//
// Four server processes on one PostgreSQL database. For a minute (`--times`: seconds; short form: 3), fifty clients
// write concurrently to the same few users and fines through all of them, with live streams open on each process.
// Finally the whole journal is compared with what the clients and streams received.
import { randomFrom } from '../organisation/random.ts';
import { dayOf } from '../src/core/calendar.ts';
import { connect } from '../src/server/db/connect.ts';
import { checkBooks } from '../src/server/tools/books/check-books.ts';
import { createClient } from '../tests/helpers/client.ts';
import { type ServerProcess, startServerProcess } from '../tests/helpers/server-process.ts';
import { gapsOf, impossibleFigures, lostUpdates, notOnce, readJournal, wrongCharges } from './processes/history.ts';
import { followLive } from './processes/listeners.ts';
import { emptyRaceLog, runPairs, runRacer } from './processes/racers.ts';
import { ACCOUNT, Findings, newDatabase, readOptions, say } from './support/drill.ts';
import { addUsers, signIn } from './support/writers.ts';

const PROCESSES = 4;
const CLIENTS = 50;
/** Clients that submit in pairs; each counts as two. */
const PAIRS = 2;
const USERS = 6;
/** the servers' default */
const TIME_ZONE = 'Asia/Karachi';

const options = readOptions(['postgres']);
const seconds = options.times ?? (options.short ? 3 : 60);
say(`processes drill: ${PROCESSES} processes, ${CLIENTS} clients, ${seconds} s, seed ${options.seed}`);

const database = await newDatabase('postgres');
const servers: ServerProcess[] = [];
try {
  // Concurrently, on an empty database.
  const starts = await Promise.allSettled(
    Array.from({ length: PROCESSES }, () => startServerProcess({ databaseUrl: database.url, account: ACCOUNT })),
  );
  servers.push(...starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : [])));
  for (const start of starts) if (start.status === 'rejected') throw start.reason;
  await drill();
} finally {
  await Promise.all(servers.map((server) => server.kill()));
  await database.remove();
}

async function drill(): Promise<void> {
  const urls = servers.map(({ url }) => url);
  const { cookie } = await signIn(urls[0] ?? '');
  const clients = urls.map((url) => createClient(url, cookie));
  const [client] = clients;
  if (client === undefined) throw new Error('No process is running.');
  const userIds = await addUsers(client, USERS, { ruleOn: true });
  const listeners = await followLive(urls, cookie);

  const log = emptyRaceLog();
  const race = {
    clients,
    userIds,
    fineIds: [],
    payments: [],
    today: dayOf(Date.now(), TIME_ZONE),
    random: randomFrom(options.seed).fraction,
    log,
  };
  const until = performance.now() + seconds * 1000;
  const stopping = (): boolean => performance.now() > until;
  await Promise.all([
    ...Array.from({ length: CLIENTS - 2 * PAIRS }, () => runRacer(race, stopping)),
    ...Array.from({ length: PAIRS }, (_, pair) => runPairs(race, pair, stopping)),
  ]);

  const db = connect(database.url, { poolSize: 1 });
  try {
    const journal = await readJournal(db);
    const report = await listeners.compare(journal);
    const books = await checkBooks(db);
    const lost = lostUpdates(journal);
    const { checked, wrong } = wrongCharges(journal, log);
    const unequal = notOnce(journal, log);
    const impossible = impossibleFigures(journal);
    const { added, marked, deleted, money, edited, refused, faults, twice, pairs, reads } = log;
    const races = [...refused].map(([code, times]) => `${times} ${code}`).join(', ');
    const sum = (counts: Iterable<number>): number => [...counts].reduce((total, one) => total + one, 0);

    const findings = new Findings();
    findings.add('four processes started at once on an empty database', servers.length === PROCESSES, servers.length);
    findings.add('only answers that a lost race explains', faults.length === 0, seen(faults, `refused: ${races}`));
    findings.add(
      'every acknowledged write is in the journal once, and nothing else',
      unequal.length === 0,
      seen(
        unequal,
        `${added.size} submissions, ${sum(marked.values())} marked, ${deleted.size} deleted, ${money.size} payments, reversals and waivers, ${edited.size} users edited`,
      ),
    );
    findings.add('no update was lost: each started from the one before', lost.length === 0, seen(lost, journal.length));
    findings.add('no gaps in the journal', gapsOf(journal) === 0, `${journal.length} entries`);
    findings.add(
      'one key at once on two processes: one write, one answer',
      twice.answered > 0 && twice.different.length === 0,
      seen(twice.different, `${twice.answered} of ${twice.sent}`),
    );
    findings.add(
      'each fine is charged by the rule',
      checked > 0 && wrong.length === 0,
      seen(wrong, `${checked} fines`),
    );
    findings.add(
      'two submissions for one user at once: one normal, one double',
      pairs.sent > 0 && pairs.right === pairs.sent,
      `${pairs.right} of ${pairs.sent} pairs`,
    );
    findings.add('no amount below 0 at any moment', impossible.length === 0, seen(impossible, `${reads} reads beside`));
    findings.add(
      'every live stream got every change once, in order',
      report.wrong.length === 0,
      seen(report.wrong, report.seen),
    );
    findings.add(
      'a stream that moved between the processes missed nothing',
      report.movedWrong.length === 0,
      seen(report.movedWrong, report.movedSeen),
    );
    findings.add('check-books agrees', books.agrees, books.problems.join('; ') || 'yes');
    findings.print(`Many processes on one PostgreSQL, ${seconds} s`);
  } finally {
    listeners.close();
    await db.close();
  }
}

/** The first errors, or the figure if there are none. */
function seen(wrong: readonly string[], figure: string | number): string {
  return wrong.length === 0 ? String(figure) : `${wrong.length} wrong: ${wrong.slice(0, 3).join(' | ')}`;
}
