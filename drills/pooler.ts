// npm run drill pooler -- [NAMES OF TESTS]
//
// Runs the API tests through PgBouncer, in session and in transaction mode. Needs Debian's pgbouncer; not part of
// `npm test`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../tests/helpers/postgres.ts';
import { startPgBouncer } from './support/pgbouncer.ts';
import { findProgram } from './support/programs.ts';
import { endOnSignals, say } from './support/drill.ts';

/**
 * Tests of direct connections: several servers, their settings, names and refusals, which a pooler hides or changes.
 */
const OF_A_CONNECTION = [
  'a server that accepts no writes',
  'a server whose connections are all in use',
  'statements of a tool have no time limit',
  'a table changed by a newer version',
  'a text is named when it is sent a second time',
  'of several servers',
  'who is to be reminded comes from an index',
  'users with the oldest unpaid fines come from an index',
  'streams stay open and go on afterwards',
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
  const poolSize = mode === 'session' ? 60 : 8;
  const pooler = await startPgBouncer(pgbouncer, { home, port: Number(new URL(postgres.url).port), mode, poolSize });
  try {
    const url = `postgres://postgres@127.0.0.1:${pooler.port}/postgres?pooler=yes&direct=127.0.0.1:${new URL(postgres.url).port}`;
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
    await pooler.stop();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
