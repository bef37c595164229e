// npm run drill:cluster -- [--short] [--times N] [--seed N]
//
// A cluster that heals itself: three PostgreSQL under Patroni with synchronous mode and three members of etcd, two servers behind
// HAProxy, all on this machine. Under write load it kills the primary, a member of etcd, a server, and cuts the primary's network, five
// times each (short form: once). Nothing acknowledged may be lost or done twice, no receipt's number given twice, no message sent
// twice, and streams must come back. How long writes were refused is printed. No part of `npm test`: it needs programs of the system.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { switchRule } from '../src/contract/settings/rules.ts';
import { RULE_ID } from '../src/core/fines/rules.ts';
import { randomFrom } from '../organisation/random.ts';
import { connect } from '../src/server/db/connect.ts';
import { addUser } from '../tests/helpers/ledger.ts';
import { type ServerProcess, startServerProcess } from '../tests/helpers/server-process.ts';
import { type MailServer, startMailServer } from '../tests/helpers/smtp.ts';
import { startBalancer } from './cluster/balancer.ts';
import { startEtcd } from './cluster/etcd.ts';
import { type Follower, follow } from './cluster/follower.ts';
import { startPatroni } from './cluster/patroni.ts';
import { findPrograms, type Programs } from './cluster/programs.ts';
import { ACCOUNT, Findings, pause, readOptions, say } from './support/drill.ts';
import { type Probe, startProbe } from './support/probe.ts';
import type { Sent } from './support/requests.ts';
import { verifyWrites } from './support/verify.ts';
import { addUsers, signIn, startWriters } from './support/writers.ts';

const NODES = 3;
const SERVERS = 2;
const WRITERS = 6;
const USERS = 12;
const RECOVERY_MS = 90_000;
/** News go out a minute after what they tell. */
const MAILS_MS = 150_000;

const options = readOptions(['postgres']);
const times = options.times ?? (options.short ? 1 : 5);
const programs = findPrograms();
if (typeof programs === 'string') say(programs);
else await drill(programs);

async function drill(all: Programs): Promise<void> {
  say(`cluster drill: ${times} of each fault, seed ${options.seed}`);
  const home = mkdtempSync(join(tmpdir(), 'jurmana-cluster-'));
  chmodSync(home, 0o755);
  const random = randomFrom(options.seed).fraction;
  const mailServer = await startMailServer();
  const etcd = await startEtcd(all.etcd, home, NODES);
  const patroni = await startPatroni(all, etcd, home, NODES);
  const servers: ServerProcess[] = [];
  const closing: (() => Promise<void> | void)[] = [];
  try {
    await patroni.untilHealthy();
    const start = (port = 0): Promise<ServerProcess> =>
      startServerProcess({
        databaseUrl: patroni.databaseUrl,
        account: ACCOUNT,
        port,
        environment: { SMTP_URL: mailServer.url, MAIL_FROM: 'fines@club.test' },
      });
    for (let server = 0; server < SERVERS; server++) servers.push(await start());
    const balancer = await startBalancer(
      all.haproxy,
      home,
      servers.map(({ port }) => port),
    );
    closing.push(balancer.stop);
    const { url } = balancer;
    await untilAnswers(url);

    const client = await signIn(url);
    const { cookie } = client;
    const userIds = await addUsers(client, USERS);
    await client.must(switchRule, { params: { ruleId: RULE_ID['tell-members'] }, body: { allowDisallow: true } });
    const told = await addUser(client, { userEmail: 'told@club.test' });
    const today = new Date().toISOString().slice(0, 10);
    const streams = [follow(url, cookie), follow(url, cookie)];
    closing.push(() => streams.forEach(({ stop }) => stop()));
    const load = startWriters({ urlOf: () => url, cookie, userIds, writers: WRITERS, random, today, restMs: 1000 });
    const probe = startProbe({ urlOf: () => url, cookie, userId: told.id, today });

    const leader = async (): Promise<number> => (await patroni.leader()) ?? 0;
    /** Does it, and returns what makes the cluster whole again. */
    const faults: Record<string, () => Promise<() => Promise<void> | void>> = {
      'the primary is killed': async () => {
        const node = await leader();
        await patroni.kill(node);
        return () => patroni.start(node);
      },
      'a member of etcd is killed': async () => {
        const member = Math.floor(random() * NODES);
        await etcd.kill(member);
        return () => etcd.start(member);
      },
      'a server is killed': async () => {
        const index = Math.floor(random() * SERVERS);
        const { port } = servers[index] ?? { port: 0 };
        await servers[index]?.kill();
        return async () => void (servers[index] = await start(port));
      },
      'the primary’s network is cut': async () => {
        const node = await leader();
        patroni.cut(node);
        return () => patroni.mend(node);
      },
    };
    const findings = new Findings();
    for (const [name, strike] of Object.entries(faults)) {
      const refused: number[] = [];
      for (let time = 0; time < times; time++) {
        await patroni.untilHealthy();
        await pause(1000 + random() * 3000);
        const struck = performance.now();
        const mend = await strike();
        // Longer than a failover takes.
        await pause(name.startsWith('the primary') ? 15_000 : 4000);
        const recovered = await probe.untilWritten(RECOVERY_MS);
        await mend();
        if (recovered === null) throw new Error(`After ${name} nothing was written any more. Logs: ${home}`);
        refused.push(longestGap(probe, struck));
        if (!options.short) say(`  ${name}: writes were refused for ${(refused.at(-1) ?? 0) / 1000} s`);
      }
      const sorted = refused.toSorted((a, b) => a - b).map((ms) => `${(ms / 1000).toFixed(1)} s`);
      findings.add(`${name}, ${times} times: writes go on by themselves`, true, `refused for ${sorted.join(', ')}`);
    }
    await patroni.untilHealthy();
    await load.stop();
    await probe.stop();

    const { databaseUrl } = patroni;
    const sent = [...load.sent, ...probe.sent];
    await judgeStreams(findings, { streams, databaseUrl });
    await judgeMails(findings, { mailServer, databaseUrl });
    judgeReceipts(findings, sent);
    await verifyWrites(findings, { url, databaseUrl, cookie, sent });
    findings.print(`Cluster drill: ${NODES} PostgreSQL under Patroni, ${SERVERS} servers behind HAProxy`);
    if (findings.failed().length > 0) for (const server of servers) say(server.output().slice(-2000));
  } finally {
    for (const close of closing) await close();
    for (const server of servers) await server.kill();
    await patroni.stop();
    await etcd.stop();
    await mailServer.stop();
    if (process.exitCode !== 1) rmSync(home, { recursive: true, force: true });
  }
}

async function untilAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await fetch(`${url}/healthz`).catch(() => null))?.ok === true) return;
    await pause(100);
  }
  throw new Error('HAProxy reaches no server.');
}

/** Between two writes of the probe that were done, from a moment on; ms. */
function longestGap({ replies }: Probe, from: number): number {
  const done = replies
    .filter(({ kind, status }) => kind === 'write' && status === 200)
    .map(({ at, ms }) => at + ms)
    .toSorted((a, b) => a - b);
  const since = done.filter((at) => at >= from);
  const before = done.findLast((at) => at < from) ?? from;
  return Math.round(Math.max(...since.map((at, index) => at - (since[index - 1] ?? before))));
}

async function judgeStreams(
  findings: Findings,
  { streams, databaseUrl }: { streams: readonly Follower[]; databaseUrl: string },
): Promise<void> {
  const db = connect(databaseUrl, { poolSize: 1 });
  try {
    const { last_sequence: newest } = await db.read
      .selectFrom('books')
      .select('last_sequence')
      .executeTakeFirstOrThrow();
    const reached = await Promise.all(streams.map((stream) => stream.hasReached(newest, 30_000)));
    const breaks = streams.map((stream) => stream.breaks()).join(' and ');
    findings.add('streams come back, and are told of the newest entry', reached.every(Boolean), `${breaks} breaks`);
  } finally {
    await db.close();
  }
}

/** No message arrives twice; what nobody can know is unknown. */
async function judgeMails(
  findings: Findings,
  { mailServer: { received }, databaseUrl }: { mailServer: MailServer; databaseUrl: string },
): Promise<void> {
  const db = connect(databaseUrl, { poolSize: 1 });
  try {
    const inState = async (): Promise<Record<string, number>> => {
      const rows = await db.read.selectFrom('mails').select('state').execute();
      return Object.fromEntries([...Map.groupBy(rows, ({ state }) => state)].map(([state, of]) => [state, of.length]));
    };
    const until = performance.now() + MAILS_MS;
    let states = await inState();
    while (['waiting', 'sending', 'failed'].some((state) => state in states) && performance.now() < until) {
      await pause(1000);
      states = await inState();
    }
    const twice = received.length - new Set(received.map(({ messageId }) => messageId)).size;
    const figures = Object.entries(states).map(([state, count]) => `${count} ${state}`);
    findings.add('no message was sent twice', twice === 0, `${received.length} arrived; ${figures.join(', ')}`);
    findings.add(
      'every message was sent, or is unknown',
      Object.keys(states).every((state) => ['sent', 'unknown'].includes(state)) && received.length > 0,
      figures.join(', '),
    );
  } finally {
    await db.close();
  }
}

function judgeReceipts(findings: Findings, sent: readonly Sent[]): void {
  const payments = new Map<string, Set<string>>();
  for (const { kind, answer, id } of sent) {
    const number = kind === 'collect' ? /R-\d{4}-\d{6}/.exec(answer ?? '')?.[0] : undefined;
    if (number === undefined || id === null) continue;
    payments.set(number, (payments.get(number) ?? new Set()).add(id));
  }
  const doubled = [...payments].filter(([, ids]) => ids.size > 1).map(([number]) => number);
  findings.add('no receipt’s number was given twice', doubled.length === 0, `${payments.size} receipts`);
}
