// npm run drill:pooler -- [NAMES OF TESTS]
//
// Runs the tests of the API through PgBouncer, by session and by transaction. It needs Debian's pgbouncer; no part of `npm test`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../tests/helpers/postgres.ts';
import { findProgram, freePorts, run, unprivileged } from './cluster/programs.ts';
import { endOnSignals, pause, say } from './support/drill.ts';

/** Tests of a connection of one's own: several servers, their settings, names, and refusals, which a pooler hides or changes. */
const OF_A_CONNECTION = [
  'a server that accepts no writes',
  'a server whose connections are all in use',
  'a statement of a tool takes as long',
  'a table changed by a newer version',
  'a text is named when it is sent a second time',
  'of several servers',
  'users with the oldest unpaid fines come from an index',
  'streams stay open and go on once it is back',
];
const MODES = ['transaction', 'session'] as const;
const ROOT = join(import.meta.dirname, '..');

endOnSignals();
const program = findProgram('pgbouncer');
if (program === '') say('The pooler drill needs pgbouncer. On Debian: apt install pgbouncer');
else for (const mode of MODES) await drill(program, mode);

async function drill(pgbouncer: string, mode: (typeof MODES)[number]): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'jurmana-pooler-'));
  chmodSync(home, 0o755);
  const postgres = await startPostgres({ settings: { max_connections: '200' } });
  const [port = 0] = await freePorts(1);
  const settings = join(home, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${new URL(postgres.url).port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
max_client_conn = 2000
default_pool_size = ${mode === 'session' ? 60 : 8}
server_idle_timeout = 2
`,
  );
  const pooler = run(pgbouncer, [settings], { log: join(home, 'pgbouncer.log'), ...unprivileged() });
  try {
    await untilListening(port);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres?pooler=yes&direct=127.0.0.1:${new URL(postgres.url).port}`;
    const others = `^(?!.*(${OF_A_CONNECTION.join('|')}))`;
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'api-postgres',
      '-t',
      others,
      ...process.argv.slice(2),
    ];
    say(`\nThe tests of the API through PgBouncer, by ${mode}`);
    const tests = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, TEST_POSTGRES_URL: url },
      stdio: 'inherit',
    });
    process.once('exit', () => tests.kill());
    const [code] = (await once(tests, 'exit')) as [number | null];
    if (code !== 0) process.exitCode = 1;
  } finally {
    await pooler.kill();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  }
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
  throw new Error('PgBouncer does not begin.');
}
