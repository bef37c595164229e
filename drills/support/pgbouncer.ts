// PgBouncer in front of a PostgreSQL.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import { join } from 'node:path';
import { pause } from './drill.ts';
import { freePorts, type Program, run } from './programs.ts';

export async function startPgBouncer(
  program: string,
  options: {
    home: string;
    /** of PostgreSQL */
    port: number;
    mode: 'session' | 'transaction';
    poolSize: number;
  },
): Promise<{ port: number; stop: Program['kill'] }> {
  const { home, mode, poolSize } = options;
  const [port = 0] = await freePorts(1);
  const settings = join(home, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${options.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
max_client_conn = 2000
default_pool_size = ${poolSize}
server_idle_timeout = 2
`,
  );
  const { kill } = run(program, [settings], { log: join(home, 'pgbouncer.log'), ...unprivileged() });
  await untilListening(port);
  return { port, stop: kill };
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const socket = connectTo(port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
    await pause(50);
  }
  throw new Error('PgBouncer does not start.');
}

/** PgBouncer refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
}
