// npm run demo
//
// Runs the app on a temporary database filled with a made-up organisation, which is deleted on exit.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '../src/server/clock.ts';
import { ConfigError, readConfig } from '../src/server/config.ts';
import { connect } from '../src/server/db/connect.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { writeImport } from '../src/server/tools/import/import-writer.ts';
import { madeUpOrganisation } from '../organisation/demo.ts';

const EMAIL = 'admin@jurmana.local';
const PASSWORD = 'jurmana-demo';
const SEED = 1947;

/** PORT if set; else 3000 if free, else any free port. */
function demoPort(): Promise<string> {
  const wished = process.env['PORT'];
  if (wished !== undefined && wished !== '') return Promise.resolve(wished);
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve('0'));
    probe.listen(3000, '127.0.0.1', () => probe.close(() => resolve('3000')));
  });
}

async function fill(databaseUrl: string): Promise<void> {
  const { timeZone } = readConfig({ ...process.env, DATABASE_URL: databaseUrl });
  const db = connect(databaseUrl);
  try {
    await migrate(db);
    const data = madeUpOrganisation({ now: systemClock.now(), timeZone, seed: SEED });
    await writeImport({ db, clock: systemClock, timeZone, onCommit: () => {} }, data, 'demo');
  } finally {
    await db.close();
  }
}

async function run(folder: string): Promise<number> {
  const databaseUrl = `file:${join(folder, 'demo.db')}`;
  await fill(databaseUrl);
  const server = spawn(process.execPath, [join(import.meta.dirname, '../dist/server/main.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      ADMIN_EMAIL: EMAIL,
      ADMIN_PASSWORD: PASSWORD,
      PORT: await demoPort(),
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    },
  });
  // Ctrl-C also signals the server directly, a signal sent to this process alone does not. A second SIGTERM is
  // harmless.
  stop = () => server.kill('SIGTERM');
  createInterface({ input: server.stdout }).on('line', (line) => {
    process.stdout.write(`${line}\n`);
    if (line.startsWith('Jurmana is ready')) process.stdout.write(welcome());
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('close', (code) => resolve(code ?? 0));
  });
}

function welcome(): string {
  return `
A made-up organisation on a temporary database; nobody in it exists.
Sign in as the administrator:
  E-mail:   ${EMAIL}
  Password: ${PASSWORD}
Ctrl-C ends the demonstration and removes its data.
`;
}

const folder = mkdtempSync(join(tmpdir(), 'jurmana-demo-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let stop: () => void = () => process.exit(0);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop());
try {
  process.exitCode = await run(folder);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
