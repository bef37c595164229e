// npm run drill cluster -- [--short] [--times N] [--seed N]
//
// A self-healing cluster: three PostgreSQL servers under Patroni with synchronous mode and three members of etcd, and
// two servers behind HAProxy, all on this machine. One server names all three PostgreSQL servers, the other a
// PgBouncer, which HAProxy connects to the primary. Under write load the drill kills the primary, a member of etcd and
// a server, and cuts the primary's network, five times each (short form: once). Nothing acknowledged may be lost or
// done twice, no receipt number used twice, no message sent twice; each server must write again, and streams must
// reconnect, while the fault lasts. Prints how long writes were refused. Not part of `npm test`, because it needs
// programs installed on the system.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { switchRule } from '../src/contract/settings/rules.ts';
import { RULE_ID } from '../src/core/fines/rules.ts';
import { randomFrom } from '../organisation/random.ts';
import { connect } from '../src/server/db/connect.ts';
import { addUser } from '../tests/helpers/ledger.ts';
import { type ServerProcess, startServerProcess } from '../tests/helpers/server-process.ts';
import { startMailServer } from '../tests/helpers/smtp.ts';
import { startBalancer } from './cluster/balancer.ts';
import { startEtcd } from './cluster/etcd.ts';
import { follow } from './cluster/follower.ts';
import { judgeMessages, judgeReceipts, readMessages, readPayments } from './cluster/judge.ts';
import { startPatroni, TTL } from './cluster/patroni.ts';
import { startPgBouncer } from './cluster/pgbouncer.ts';
import { findPrograms, type Programs } from './cluster/programs.ts';
import { ACCOUNT, Findings, pause, readOptions, say } from './support/drill.ts';
import { longestGap, startProbe } from './support/probe.ts';
import { verifyWrites } from './support/verify.ts';
import { freePorts } from './support/programs.ts';
import { addUsers, signIn, startWriters } from './support/writers.ts';

const NODES = 3;
const SERVERS = 2;
const WRITERS = 6;
const STREAMS = 4;
const USERS = 12;
const RECOVERY_MS = 90_000;
/** Longer than a failover takes, and longer than a primary keeps a lock that it cannot renew. */
const FAULT_MS = TTL * 1000 + 5000;
/** If no message goes out for this long, the waiting ones count as stuck: news go out a minute after the event. */
const STUCK_MS = 150_000;

/** A fault of the cluster. */
interface Fault {
  name: string;
  lastsMs: number;
  /** Causes the fault. The result can tell, after a while, whether it took effect, and repairs the cluster. */
  strike(time: number): Promise<{ tookEffect(): Promise<boolean>; mend(): Promise<void> | void; without?: number }>;
}

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
    const ports = await freePorts(SERVERS);
    const balancer = await startBalancer(all.haproxy, home, { servers: ports, nodes: patroni.nodes });
    closing.push(balancer.stop);
    const pooler = await startPgBouncer(all.pgbouncer, {
      home,
      port: balancer.primary,
      mode: 'transaction',
      poolSize: 12,
      // Otherwise PgBouncer refuses for another 15 s after it has found no primary.
      more: 'server_login_retry = 1',
    });
    closing.push(pooler.stop);
    const pooled = `postgres://postgres@127.0.0.1:${pooler.port}/postgres?pooler=yes&direct=127.0.0.1:${balancer.primary}`;
    const start = (server: number): Promise<ServerProcess> =>
      startServerProcess({
        databaseUrl: server === 0 ? patroni.databaseUrl : pooled,
        account: ACCOUNT,
        port: ports[server] ?? 0,
        environment: { SMTP_URL: mailServer.url, MAIL_FROM: 'fines@club.test' },
      });
    for (let server = 0; server < SERVERS; server++) servers.push(await start(server));
    await balancer.untilAnswers();
    const { url } = balancer;

    const client = await signIn(url);
    const { cookie } = client;
    const userIds = await addUsers(client, USERS);
    await client.must(switchRule, { params: { ruleId: RULE_ID['tell-members'] }, body: { allowDisallow: true } });
    const told = await addUser(client, { userEmail: 'told@club.test' });
    const today = new Date().toISOString().slice(0, 10);
    const streams = Array.from({ length: STREAMS }, () => follow(url, cookie));
    closing.push(() => streams.forEach(({ stop }) => stop()));
    const load = startWriters({ urlOf: () => url, cookie, userIds, writers: WRITERS, random, today, restMs: 1000 });
    const probe = startProbe({ urlOf: () => url, cookie, userId: told.id, today });
    // The balancer chooses any server that answers, so a server that keeps refusing would go unnoticed behind it.
    const direct = ports.map((port) =>
      startProbe({ urlOf: () => `http://127.0.0.1:${port}`, cookie, userId: told.id, today, intervalMs: 500 }),
    );

    const primary = async (): Promise<number> => {
      const node = await patroni.leader();
      if (node === null) throw new Error(`There is no primary. Logs: ${home}`);
      return node;
    };
    const anotherThan = (node: number) => async (): Promise<boolean> => {
      const now = await patroni.leader();
      return now !== null && now !== node;
    };
    const faults: Fault[] = [
      {
        name: 'the primary is killed',
        lastsMs: FAULT_MS,
        async strike() {
          const node = await primary();
          await patroni.kill(node);
          return { tookEffect: anotherThan(node), mend: () => patroni.start(node) };
        },
      },
      {
        name: 'a member of etcd is killed',
        lastsMs: FAULT_MS,
        async strike(time) {
          const leader = await etcd.leader();
          // The leader and one of the others, in turn.
          const member = time % 2 === 0 ? leader : (leader + 1 + Math.floor(random() * (NODES - 1))) % NODES;
          await etcd.kill(member);
          return { tookEffect: async () => (await etcd.healthy()) === NODES - 1, mend: () => etcd.start(member) };
        },
      },
      {
        name: 'a server is killed',
        lastsMs: 4000,
        async strike(time) {
          const server = time % SERVERS;
          await servers[server]?.kill();
          return {
            tookEffect: async () => servers[server]?.running() === false,
            mend: async () => void (servers[server] = await start(server)),
            without: server,
          };
        },
      },
      {
        name: 'the primary’s network is cut',
        lastsMs: FAULT_MS,
        async strike() {
          const node = await primary();
          patroni.cut(node);
          return { tookEffect: anotherThan(node), mend: () => patroni.mend(node) };
        },
      },
    ];
    const untilHealthy = async (): Promise<void> => {
      await patroni.untilHealthy();
      for (let attempt = 0; (await etcd.healthy()) < NODES; attempt++) {
        if (attempt === 60) throw new Error(`A member of etcd does not come back. Logs: ${home}`);
        await pause(1000);
      }
      for (const one of direct)
        if ((await one.untilWritten(RECOVERY_MS)) === null) throw new Error(`A server does not write. Logs: ${home}`);
    };
    const findings = new Findings();
    for (const { name, lastsMs, strike } of faults) {
      const refused: { behind: number; each: number; streams: number }[] = [];
      let strikes = 0;
      let followed = true;
      for (let time = 0; time < times; time++) {
        await untilHealthy();
        await pause(1000 + random() * 3000);
        const struck = performance.now();
        const { tookEffect, mend, without } = await strike(time);
        await pause(lastsMs);
        const up = direct.filter((_, server) => server !== without);
        const written = await Promise.all([probe, ...up].map((one) => one.untilWritten(RECOVERY_MS)));
        if (written.includes(null)) throw new Error(`After ${name} a server writes no more. Logs: ${home}`);
        if (await tookEffect()) strikes++;
        const newest = await newestEntry(patroni.databaseUrl);
        const before = performance.now();
        const reached = await Promise.all(streams.map((stream) => stream.hasReached(newest, 30_000)));
        followed &&= reached.every(Boolean);
        const gap = {
          behind: longestGap(probe, struck),
          each: Math.max(...up.map((one) => longestGap(one, struck))),
          streams: performance.now() - before,
        };
        await mend();
        refused.push(gap);
        if (!options.short) {
          const { behind, each, streams: later } = gap;
          say(
            `  ${name}: writes were refused for ${seconds(behind)}, by one of the servers for ${seconds(each)}; streams ${seconds(later)}`,
          );
        }
      }
      const list = (of: (gap: (typeof refused)[number]) => number): string =>
        refused
          .map(of)
          .toSorted((a, b) => a - b)
          .map(seconds)
          .join(', ');
      findings.add(
        `${name}, ${times} times: writes go on by themselves`,
        strikes === times,
        `refused for ${list(({ behind }) => behind)}; by one of the servers for ${list(({ each }) => each)}${strikes === times ? '' : `; took effect only ${strikes} times`}`,
      );
      findings.add(
        `${name}: streams come back meanwhile`,
        followed,
        `${seconds(Math.max(...refused.map((one) => one.streams)))} at most`,
      );
    }
    await untilHealthy();
    await load.stop();
    await Promise.all([probe, ...direct].map((one) => one.stop()));

    const { databaseUrl } = patroni;
    const probed = [probe, ...direct].flatMap((one) => one.sent);
    const sent = [...load.sent, ...probed];
    const breaks = streams.map((stream) => stream.breaks());
    const newest = await newestEntry(databaseUrl);
    const reached = await Promise.all(streams.map((stream) => stream.hasReached(newest, 30_000)));
    findings.add(
      'streams broke, and receive the newest entry',
      reached.every(Boolean) && breaks.some((count) => count > 0),
      `${breaks.join(', ')} breaks`,
    );
    const messages = await readMessages(databaseUrl, STUCK_MS);
    // Each fault leaves at most one unknown message, the one being sent.
    judgeMessages(findings, { received: mailServer.received, messages, told: probed, most: faults.length * times });
    judgeReceipts(findings, sent, await readPayments(databaseUrl));
    await verifyWrites(findings, { url, databaseUrl, cookie, sent });
    findings.print(
      `Cluster drill: ${NODES} PostgreSQL under Patroni, ${SERVERS} servers behind HAProxy, one of them through PgBouncer`,
    );
    if (findings.failed().length > 0) {
      for (const server of servers) say(server.output().slice(-2000));
      say(`Logs: ${home}`);
    }
  } catch (error) {
    process.exitCode = 1;
    throw error;
  } finally {
    for (const close of closing) await close();
    for (const server of servers) await server.kill();
    await patroni.stop();
    await etcd.stop();
    await mailServer.stop();
    if (process.exitCode !== 1) rmSync(home, { recursive: true, force: true });
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Uses a new connection, because an old one may lead to a node that is down. */
async function newestEntry(databaseUrl: string): Promise<number> {
  const db = connect(databaseUrl, { poolSize: 1 });
  try {
    const { last_sequence: newest } = await db.read
      .selectFrom('books')
      .select('last_sequence')
      .executeTakeFirstOrThrow();
    return newest;
  } finally {
    await db.close();
  }
}
