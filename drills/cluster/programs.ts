// The other programs of the cluster drill, and where they are on this system.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { findProgram } from '../support/programs.ts';

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
