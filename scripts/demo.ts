// npm run demo
//
// Runs the app on a temporary database with a made-up organisation of the last two years, which is deleted on exit. The
// people in it do not exist, and the passwords are public, so it listens only on this machine unless HOST says
// otherwise.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Cast } from '../organisation/demo/cast.ts';
import { answersTo } from '../organisation/demo/mail/post.ts';
import { openPostbox } from '../organisation/demo/mail/postbox.ts';
import { makeDemo } from '../organisation/demo/make.ts';
import { PASSWORD } from '../organisation/demo/office.ts';
import { ConfigError } from '../src/server/config/config.ts';
import { dropUnreadOutput, endInOrder } from '../src/server/base/ending.ts';

const ADMINISTRATOR = 'admin@jurmana.local';

/** PORT if set, otherwise 3000 if free, otherwise any free port. */
function demoPort(): Promise<string> {
  const wished = process.env['PORT'];
  if (wished !== undefined && wished !== '') return Promise.resolve(wished);
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve('0'));
    probe.listen(3000, '127.0.0.1', () => probe.close(() => resolve('3000')));
  });
}

async function run(folder: string): Promise<number> {
  const environment = {
    ...process.env,
    DATABASE_URL: `file:${join(folder, 'demo.db')}`,
    ADMIN_EMAIL: ADMINISTRATOR,
    PORT: await demoPort(),
  };
  process.stdout.write('Making two years of records for a made-up organisation …\n');
  const cast = await makeDemo({ environment, now: Date.now() });
  const postbox = await openPostbox(answersTo(cast));
  const server = spawn(process.execPath, [join(import.meta.dirname, '../dist/server/main.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environment, ...postbox.environment, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' },
  });
  // Ctrl-C also signals the server directly, a signal sent to this process alone does not. A second SIGTERM is
  // harmless.
  stop = () => server.kill('SIGTERM');
  createInterface({ input: server.stdout }).on('line', (line) => {
    process.stdout.write(`${line}\n`);
    if (line.startsWith('Jurmana is ready')) process.stdout.write(welcome(cast));
  });
  try {
    return await new Promise((resolve, reject) => {
      server.on('error', reject);
      server.on('close', (code) => resolve(code ?? 0));
    });
  } finally {
    await postbox.close();
  }
}

function welcome({ manager, collectors, viewer, member, reader }: Cast): string {
  const ways = [
    ['Administrator', ADMINISTRATOR, 'does everything'],
    ['Manager', manager.email, 'everything but access, rules and the card of the organisation'],
    ['Collector', collectors[0].email, 'adds fines and takes payments'],
    ['Viewer', viewer.email, 'reads every screen'],
    ['Member', member.email, 'sees what is their own'],
    ['Member', reader.email, 'the same, in Urdu'],
  ] as const;
  const width = (column: 0 | 1) => Math.max(...ways.map((way) => way[column].length)) + 2;
  const lines = ways.map(([level, email, may]) => `  ${level.padEnd(width(0))}${email.padEnd(width(1))}${may}`);
  return `
A made-up organisation on a temporary database; nobody in it exists.
Sign in with the password ${PASSWORD} as

${lines.join('\n')}

Its e-mail goes to a mail server of its own, which takes it and forgets it: nothing leaves this machine.
Ctrl-C ends the demonstration and removes its data.
`;
}

const folder = mkdtempSync(join(tmpdir(), 'jurmana-demo-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
let stop: () => void = () => process.exit(0);
dropUnreadOutput();
endInOrder(() => stop());
try {
  process.exitCode = await run(folder);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
