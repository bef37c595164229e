// PgBouncer in front of a PostgreSQL.
import { writeFileSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import { join } from 'node:path';
import { pause } from '../support/drill.ts';
import { freePorts, type Program, run } from '../support/programs.ts';
import { unprivileged } from './programs.ts';

export async function startPgBouncer(
  program: string,
  options: {
    home: string;
    /** of PostgreSQL */
    port: number;
    mode: 'session' | 'transaction';
    poolSize: number;
    /** an additional line of settings */
    more?: string;
  },
): Promise<{ port: number; stop: Program['kill'] }> {
  const { home, mode, poolSize, more = '' } = options;
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
${more}
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
