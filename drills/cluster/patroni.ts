// PostgreSQL servers under Patroni with synchronous mode. A node is reached, and reaches etcd, through relays, so that
// its network can be cut.
import { chownSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Relay, startRelay } from '../../tests/helpers/relay.ts';
import { pause } from '../support/drill.ts';
import type { Etcd } from './etcd.ts';
import { freePorts, type Program, run } from '../support/programs.ts';
import { type Programs, unprivileged } from './programs.ts';

export interface Patroni {
  /** names all nodes */
  databaseUrl: string;
  /** the address of each node for others: `host:port` */
  nodes: { postgres: string; rest: string }[];
  /** The node that accepts writes; null while there is none, or if two claim to. */
  leader(): Promise<number | null>;
  /** Waits until there is a leader and the other nodes keep up with it, one of them synchronously. */
  untilHealthy(): Promise<void>;
  /** Kills Patroni and all processes of PostgreSQL, like a power cut. */
  kill(node: number): Promise<void>;
  start(node: number): void;
  /** Blocks all traffic, as if a cable were pulled. */
  cut(node: number): void;
  mend(node: number): void;
  stop(): Promise<void>;
}

/**
 * In seconds. A leader that cannot renew its lock for this long is replaced. Must be at least `loop_wait` plus twice
 * `retry_timeout`.
 */
export const TTL = 10;
const HEALTHY_TIMEOUT_MS = 120_000;
/** A node keeps up if it is fewer bytes than this behind the leader. */
const KEEPS_UP_WITHIN = 1_000_000;

interface Node {
  /** ports of PostgreSQL and of Patroni's REST interface */
  ports: { postgres: number; rest: number };
  relays: { postgres: Relay; rest: Relay; etcd: Relay[] };
  data: string;
  settings: string;
  patroni: Program | null;
}

export async function startPatroni(programs: Programs, etcd: Etcd, home: string, count: number): Promise<Patroni> {
  const owner = unprivileged();
  const nodes: Node[] = [];
  async function prepare(index: number): Promise<Node> {
    const [postgres = 0, rest = 0] = await freePorts(2);
    const relayTo = (port: number): Promise<Relay> => startRelay(`http://127.0.0.1:${port}`);
    const relays = {
      postgres: await relayTo(postgres),
      rest: await relayTo(rest),
      etcd: await Promise.all(etcd.ports.map(relayTo)),
    };
    const folder = join(home, `node${index}`);
    mkdirSync(folder, { mode: 0o700 });
    if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
    const node = { ports: { postgres, rest }, relays, data: join(folder, 'data'), settings: '', patroni: null };
    node.settings = join(home, `node${index}.json`);
    writeFileSync(node.settings, JSON.stringify(settingsOf(index, node, folder), null, 2));
    return node;
  }

  /** Patroni reads YAML, which includes JSON. */
  const settingsOf = (index: number, { ports, relays, data }: Node, folder: string) => ({
    scope: 'drill',
    name: `node${index}`,
    restapi: { listen: `127.0.0.1:${ports.rest}`, connect_address: hostOf(relays.rest) },
    // Otherwise Patroni would learn the members' own addresses from etcd and bypass the relays.
    etcd3: { hosts: relays.etcd.map(hostOf), use_proxies: true },
    bootstrap: {
      dcs: {
        ttl: TTL,
        loop_wait: 2,
        // etcd's election-timeout is 1 s, and an election takes two to four times that. A primary that cannot reach
        // etcd for longer than retry_timeout gives up.
        retry_timeout: 4,
        synchronous_mode: true,
        primary_start_timeout: 0,
        // Without it, a primary that is cut off waits for its unreachable standbys before it stops. Meanwhile Patroni
        // demotes it a second time, and then starts it twice: github.com/patroni/patroni/issues/3649.
        primary_stop_timeout: 2,
        postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on', max_connections: 60 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${ports.postgres}`,
      connect_address: hostOf(relays.postgres),
      data_dir: data,
      bin_dir: programs.postgres,
      pgpass: join(folder, 'pgpass'),
      authentication: Object.fromEntries(
        ['superuser', 'replication', 'rewind'].map((name) => [name, { username: 'postgres', password: 'postgres' }]),
      ),
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      parameters: { unix_socket_directories: folder, shared_buffers: '64MB' },
      // Otherwise a node that is rebuilt waits minutes for the next checkpoint.
      basebackup: [{ checkpoint: 'fast' }],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  });

  const start = (index: number): void => {
    const node = nodes[index];
    if (node === undefined) return;
    node.patroni = run(programs.patroni, [node.settings], { log: join(home, `node${index}.log`), ...owner });
  };
  const kill = async (node: Node): Promise<void> => {
    await node.patroni?.kill();
    killPostgres(node.data);
  };
  // PostgreSQL outlives its Patroni. Exit handlers cannot wait, so it is killed here synchronously.
  process.on('exit', () => nodes.forEach(({ data }) => killPostgres(data)));
  const relaysOf = ({ relays: { postgres, rest, etcd: members } }: Node): Relay[] => [postgres, rest, ...members];

  const membersOf = async (): Promise<Member[]> => {
    for (const { ports } of nodes) {
      try {
        const answer = await fetch(`http://127.0.0.1:${ports.rest}/cluster`, { signal: AbortSignal.timeout(2000) });
        return ((await answer.json()) as { members: Member[] }).members;
      } catch {
        // The next node may answer.
      }
    }
    return [];
  };

  for (let index = 0; index < count; index++) {
    nodes.push(await prepare(index));
    start(index);
  }
  return {
    nodes: nodes.map(({ relays }) => ({ postgres: hostOf(relays.postgres), rest: hostOf(relays.rest) })),
    databaseUrl: `postgres://postgres:postgres@${nodes.map(({ relays }) => hostOf(relays.postgres)).join(',')}/postgres?target_session_attrs=read-write`,
    async leader() {
      const asked = await Promise.all(
        nodes.map(async ({ ports }) => {
          const signal = AbortSignal.timeout(2000);
          const answer = await fetch(`http://127.0.0.1:${ports.rest}/primary`, { signal }).catch(() => null);
          return answer?.status === 200;
        }),
      );
      const leaders = asked.flatMap((isLeader, index) => (isLeader ? [index] : []));
      return leaders.length === 1 ? (leaders[0] ?? null) : null;
    },
    async untilHealthy() {
      const until = performance.now() + HEALTHY_TIMEOUT_MS;
      let members: Member[] = [];
      while (performance.now() < until) {
        members = await membersOf();
        const leader = members.find(({ role }) => role === 'leader');
        // A stuck standby also reports that it is running.
        const keepsUp = ({ role, lag, timeline }: Member): boolean =>
          role !== 'leader' && timeline === leader?.timeline && typeof lag === 'number' && lag < KEEPS_UP_WITHIN;
        const isSafe = members.some(({ role }) => role === 'sync_standby');
        if (isSafe && members.filter(keepsUp).length === count - 1) return;
        await pause(250);
      }
      throw new Error(`The cluster does not heal: ${JSON.stringify(members)}. Its logs: ${home}`);
    },
    kill: async (index) => {
      const node = nodes[index];
      if (node !== undefined) await kill(node);
    },
    start,
    cut: (index) =>
      nodes
        .slice(index, index + 1)
        .flatMap(relaysOf)
        .forEach((relay) => relay.freeze()),
    mend: (index) =>
      nodes
        .slice(index, index + 1)
        .flatMap(relaysOf)
        .forEach((relay) => relay.release()),
    async stop() {
      await Promise.all(nodes.map(kill));
      await Promise.all(nodes.flatMap(relaysOf).map((relay) => relay.close()));
    },
  };
}

/** Kills all processes of a PostgreSQL server, recognised by their folder; those left alive would finish their work. */
function killPostgres(data: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === data) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // The process has ended meanwhile, or belongs to another user.
    }
  }
}

/** As Patroni reports it; the leader has no `lag`. */
interface Member {
  name: string;
  role: string;
  timeline?: number;
  /** bytes behind the leader, or `unknown` */
  lag?: number | string;
}

const hostOf = ({ url }: Relay): string => new URL(url).host;
