// Three members of etcd, where Patroni records which node is the primary.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../support/drill.ts';
import { freePorts, type Program, run } from '../support/programs.ts';

export interface Etcd {
  /** the ports for clients, one per member */
  ports: number[];
  kill(member: number): Promise<void>;
  /** The member that the others follow. */
  leader(): Promise<number>;
  /** How many members can serve. */
  healthy(): Promise<number>;
  /** Restarts it on its data. */
  start(member: number): void;
  stop(): Promise<void>;
}

export async function startEtcd(program: string, home: string, members: number): Promise<Etcd> {
  const ports = await freePorts(2 * members);
  const [clients, peers] = [ports.slice(0, members), ports.slice(members)];
  const at = (port: number | undefined): string => `http://127.0.0.1:${port}`;
  const cluster = peers.map((port, member) => `e${member}=${at(port)}`).join(',');
  const running: Program[] = [];
  const start = (member: number): void => {
    const data = join(home, `etcd${member}`);
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const options = {
      name: `e${member}`,
      'data-dir': data,
      'listen-client-urls': at(clients[member]),
      'advertise-client-urls': at(clients[member]),
      'listen-peer-urls': at(peers[member]),
      'initial-advertise-peer-urls': at(peers[member]),
      'initial-cluster': cluster,
    };
    running[member] = run(
      program,
      Object.entries(options).map(([name, value]) => `--${name}=${value}`),
      { log: join(home, `etcd${member}.log`) },
    );
  };
  for (let member = 0; member < members; member++) start(member);
  await Promise.all(clients.map((port) => untilReady(at(port))));
  const isHealthy = async (port: number): Promise<boolean> => {
    const answer = await fetch(`${at(port)}/health`, { signal: AbortSignal.timeout(3000) }).catch(() => null);
    return answer?.ok === true;
  };
  /** Asks the member itself, because its id does not reveal its port. */
  const isLeader = async (port: number): Promise<boolean> => {
    const asked = { method: 'POST', body: '{}', signal: AbortSignal.timeout(3000) };
    const answer = await fetch(`${at(port)}/v3/maintenance/status`, asked).catch(() => null);
    const { header, leader } = ((await answer?.json().catch(() => ({}))) ?? {}) as Status;
    return leader !== undefined && leader === header?.member_id;
  };
  return {
    ports: clients,
    start,
    async leader() {
      for (let attempt = 0; attempt < 100; attempt++) {
        const index = (await Promise.all(clients.map(isLeader))).indexOf(true);
        if (index !== -1) return index;
        await pause(100);
      }
      throw new Error('The members of etcd have no leader.');
    },
    healthy: async () => (await Promise.all(clients.map(isHealthy))).filter(Boolean).length,
    kill: async (member) => running[member]?.kill(),
    stop: async () => void (await Promise.all(running.map((member) => member.kill()))),
  };
}

interface Status {
  header?: { member_id?: string };
  leader?: string;
}

/** Earlier, the member does not know which version all have agreed on. */
async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`${url}/version`).catch(() => null);
    const { etcdcluster } = ((await answer?.json().catch(() => ({}))) ?? {}) as { etcdcluster?: string };
    if (etcdcluster !== undefined && etcdcluster !== 'not_decided') return;
    await pause(100);
  }
  throw new Error('etcd does not start.');
}
