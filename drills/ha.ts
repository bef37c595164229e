// npm run drill ha -- [--short] [--times N] [--seed N]
//
// High availability: two servers whose DATABASE_URL names a PostgreSQL primary and its synchronous standby. Under write
// load, the primary is killed (SIGKILL) and the standby promoted. Every acknowledged write must survive; how long
// writes were refused is printed. Five new clusters (short form: one). The long form first stops the standby for a
// while: then nothing can be acknowledged, and nothing may hang.
import { randomFrom } from '../organisation/random.ts';
import { type ServerProcess, startServerProcess } from '../tests/helpers/server-process.ts';
import { type Cluster, startCluster } from './support/cluster.ts';
import { ACCOUNT, Findings, pause, readOptions, say } from './support/drill.ts';
import { longestGap, type Probe, startProbe, summary } from './support/probe.ts';
import { verifyWrites } from './support/verify.ts';
import { addUsers, signIn, startWriters } from './support/writers.ts';

const WRITERS = 8;
const USERS = 12;
/** How long a failover manager takes to notice that the primary is gone, ms. */
const DETECTION_MS = 1000;
/** The longest any request may take, ms. */
const BOUND_MS = 30_000;
/** How long the standby is down, and the longest a request may take then: a commit times out after 17 s. */
const STANDBY_AWAY_MS = 30_000;
const COMMIT_BOUND_MS = 25_000;

const options = readOptions(['postgres']);
const rounds = options.times ?? (options.short ? 1 : 5);
say(`high availability drill: ${rounds} times, seed ${options.seed}`);
const random = randomFrom(options.seed).fraction;

for (let round = 1; round <= rounds; round++) {
  const cluster = await startCluster();
  const servers: ServerProcess[] = [];
  try {
    const { databaseUrl } = cluster;
    const start = () => startServerProcess({ databaseUrl, account: ACCOUNT });
    servers.push(...(await Promise.all([start(), start()])));
    const urlOf = (writer: number): string => servers[writer % servers.length]?.url ?? '';
    const client = await signIn(urlOf(0));
    const userIds = await addUsers(client, USERS);
    const today = new Date().toISOString().slice(0, 10);
    const { cookie } = client;
    const load = startWriters({ urlOf, cookie, userIds, writers: WRITERS, random, today });
    // One probe for each server: with a single probe, one server that keeps refusing would go unnoticed.
    const probes = servers.map(({ url }) =>
      startProbe({ urlOf: () => url, cookie, userId: userIds[0] ?? '', today, intervalMs: 100 * servers.length }),
    );

    const findings = new Findings();
    if (!options.short && round === 1) await withoutStandby(cluster, probes, findings);
    await pause(options.short ? 1000 : 1000 + random() * 4000);
    const killed = performance.now();
    await cluster.primary.kill();
    await pause(DETECTION_MS);
    await cluster.promote();
    const promoted = performance.now();
    const recovered = await untilAllWrite(probes);
    await pause(options.short ? 1000 : 3000);
    await load.stop();
    await Promise.all(probes.map((probe) => probe.stop()));

    const during = probes
      .flatMap(({ replies }) => replies)
      .filter(({ at, ms }) => at + ms >= killed && at <= promoted + (recovered ?? 0));
    const { text, clear, slowestMs } = summary(during);
    const refusedFor = Math.max(...probes.map((probe) => longestGap(probe, killed)));
    findings.add('answers meanwhile: 200 or a clear 503, none hangs', clear && slowestMs <= BOUND_MS, text);
    findings.add(
      'each server accepts writes again by itself',
      recovered !== null && servers.every((server) => server.running()),
      `${Math.round(recovered ?? Number.NaN)} ms after the promotion`,
    );
    findings.add(
      'writes were refused',
      Number.isFinite(refusedFor),
      `for ${refusedFor} ms, of which ${Math.round(promoted - killed)} until the standby was promoted`,
    );
    await verifyWrites(findings, {
      url: urlOf(1),
      databaseUrl,
      cookie,
      sent: [...load.sent, ...probes.flatMap(({ sent }) => sent)],
    });
    for (const server of servers) if (!server.running()) say(server.output());
    findings.print(`High availability drill, round ${round}`);
  } finally {
    for (const server of servers) await server.kill();
    await cluster.stop();
  }
}

/** How long until every probe has written, ms; null if one did not within 30 s. */
async function untilAllWrite(probes: readonly Probe[]): Promise<number | null> {
  const waits = await Promise.all(probes.map((probe) => probe.untilWritten(30_000)));
  return waits.reduce((most, ms) => (most === null || ms === null ? null : Math.max(most, ms)), 0);
}

/** Without the standby no commit completes: reads work, writes get a 503, and work again once it is back. */
async function withoutStandby(cluster: Cluster, probes: readonly Probe[], findings: Findings): Promise<void> {
  await cluster.standby.halt();
  const begun = performance.now();
  await pause(STANDBY_AWAY_MS);
  const ended = performance.now();
  await cluster.standby.start();
  const recovered = await untilAllWrite(probes);
  await Promise.all(probes.map((probe) => probe.settled()));
  const during = probes.flatMap(({ replies }) => replies).filter(({ at }) => at >= begun && at < ended);
  for (const kind of ['read', 'write'] as const) {
    const { text, clear, slowestMs } = summary(during.filter((reply) => reply.kind === kind));
    findings.add(`without the standby: ${kind}s, 200 or a clear 503`, clear && slowestMs <= COMMIT_BOUND_MS, text);
  }
  // In this period nothing can have been written on both servers.
  const acknowledged = during.filter(
    ({ kind, at, ms, status }) => kind === 'write' && status === 200 && at >= begun && at + ms < ended,
  );
  findings.add('without the standby: nothing is acknowledged', acknowledged.length === 0, acknowledged.length);
  findings.add(
    'with the standby again: writes are accepted again',
    recovered !== null,
    `${Math.round(recovered ?? Number.NaN)} ms after`,
  );
}
