// The other programs of the cluster drill: where they are on this system, and how they run as child processes that end
// with the drill.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, globSync, openSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';

const DEBIAN = ['patroni', 'etcd-server', 'haproxy', 'pgbouncer', 'postgresql', 'python3-psycopg2', 'python3-etcd'];
/**
 * What Patroni needs to reach PostgreSQL and etcd; Debian's package may bring a module for another store instead of
 * etcd.
 */
const MODULES = ['psycopg2', 'etcd'];
/** the interpreter of Debian's Patroni */
const PYTHON = '/usr/bin/python3';

export interface Programs {
  patroni: string;
  etcd: string;
  haproxy: string;
  pgbouncer: string;
  /** the folder with `postgres`, `initdb`, `pg_rewind` and similar programs */
  postgres: string;
}

/** The path of a program; '' if there is none. */
export const findProgram = (name: string): string =>
  globSync([`/usr/local/bin/${name}`, `/usr/bin/${name}`, `/usr/sbin/${name}`])[0] ?? '';

/** The programs, or a sentence saying what to install. */
export function findPrograms(): Programs | string {
  const postgres = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ?? '';
  const programs = {
    patroni: findProgram('patroni'),
    etcd: findProgram('etcd'),
    haproxy: findProgram('haproxy'),
    pgbouncer: findProgram('pgbouncer'),
    postgres,
  };
  const missing = Object.entries(programs).flatMap(([name, path]) => (path === '' ? [name] : []));
  if (programs.patroni !== '') {
    const without = MODULES.filter((module) => spawnSync(PYTHON, ['-c', `import ${module}`]).status !== 0);
    missing.push(...without.map((module) => `the Python module ${module}`));
  }
  if (missing.length === 0) return programs;
  return `The cluster drill needs ${missing.join(', ')}. On Debian: apt install ${DEBIAN.join(' ')}`;
}

/** Patroni and PostgreSQL refuse to run as root. */
export function unprivileged(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

export interface Program {
  pid: number;
  running(): boolean;
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** `log`: the file that gets what it prints. */
export function run(
  command: string,
  args: readonly string[],
  { log, env, ...owner }: { log: string; env?: Record<string, string>; uid?: number; gid?: number },
): Program {
  const output = openSync(log, 'a');
  const child = spawn(command, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, LC_ALL: 'C', ...env },
    cwd: '/',
    ...owner,
  });
  closeSync(output);
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  return {
    pid: child.pid ?? 0,
    running: () => running.has(child),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Distinct ports on which nothing listens at the moment. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(
    servers.map((server) => {
      server.close();
      return once(server, 'close');
    }),
  );
  return ports;
}
