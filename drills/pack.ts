// npm run drill pack
//
// Packs the archive and runs it like a user, with each Node on this machine. Prints how long it takes in an empty
// folder until it is ready, and how much it leaves on the disk. Fails above 30 s or 150 MB, or if a promise about
// signals, data and problems does not hold. Not part of `npm test`, because it takes a minute and fetches Node from the
// registry.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Machine, nodesHere, versionOf } from './pack/npx.ts';
import { Findings, pause, say } from './support/drill.ts';

const MAX_SECONDS = 30;
const MAX_MEGABYTES = 150;
/** How soon a server must have ended after the signal to npx. */
const STOP_MS = 5000;

const root = join(import.meta.dirname, '..');
const findings = new Findings();

/** Everything that may be in the archive. */
const BELONGS =
  /^(package\.json|README\.md|CHANGELOG\.md|bin\/|docs\/(operating|backup)|dist\/web\/|dist\/server\/.*\.js$|dist\/server\/node_modules\/better-sqlite3\/|scripts\/prepare\/(bring-node|node|npm)\.mjs$)/;

function pack(into: string): string {
  const output = execFileSync('npm', ['pack', '--silent', '--pack-destination', into], { cwd: root, encoding: 'utf8' });
  const archive = join(into, output.trim().split('\n').at(-1) ?? '');
  const files = execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' }).trim().split('\n');
  const strange = files.map((path) => path.replace(/^package\//, '')).filter((path) => !BELONGS.test(path));
  findings.add(
    'the archive has what running needs, and nothing else',
    strange.length === 0,
    strange.join(' ') || `${files.length} files`,
  );
  return archive;
}

async function refuses(port: number): Promise<boolean> {
  const until = performance.now() + STOP_MS;
  while (performance.now() < until) {
    const answers = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    );
    if (!answers) return true;
    await pause(50);
  }
  return false;
}

async function freePort(): Promise<{ port: number; release(): Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Whether the output is a sentence without a stack trace. */
const isSentence = (output: string, pattern: RegExp): boolean => pattern.test(output) && !/\n\s+at /.test(output);

async function runWith(archive: string, node: string): Promise<void> {
  const version = versionOf(node);
  const add = (statement: string, seen: string, holds: boolean): void => (
    say(`  ... ${statement}: ${seen}`),
    findings.add(`${version}: ${statement}`, holds, seen)
  );
  const machine = new Machine(archive, node);
  try {
    const { port, release } = await freePort();
    const PORT = String(port);

    const taken = await machine.npx([], { PORT }).ended;
    const password = /Password: (\S+)/.exec(taken.output)?.[1];
    add(
      'a port in use',
      lastLine(taken.output),
      taken.code === 1 && isSentence(taken.output, /port \d+ is already in use/),
    );
    add(
      'the password of the first start is shown all the same',
      password === undefined ? 'no' : 'yes',
      password !== undefined,
    );
    await release();
    machine.remove();

    const fresh = new Machine(archive, node);
    try {
      const first = fresh.npx([], { PORT });
      const seconds = (await first.ready()) / 1000;
      add(`ready in an empty folder within ${MAX_SECONDS} s`, `${seconds.toFixed(1)} s`, seconds < MAX_SECONDS);
      const megabytes = fresh.megabytes();
      add(`less than ${MAX_MEGABYTES} MB in all`, `${megabytes} MB`, megabytes < MAX_MEGABYTES);
      const data = join(fresh.folder, 'data');
      add(
        'the data is where it says',
        first.output.includes(`Its data is in ${data}\n`) ? data : 'elsewhere',
        existsSync(join(data, 'jurmana.db')),
      );

      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        const run = signal === 'SIGTERM' ? first : fresh.npx([], { PORT });
        await run.ready();
        const began = performance.now();
        run.signal(signal);
        await run.ended;
        const gone = await refuses(port);
        add(`${signal} to npx ends the server`, `${Math.round(performance.now() - began)} ms`, gone);
      }
      const left = readdirSync(data).filter((name) => /-(wal|shm)$/.test(name));
      add('it ended in order: nothing of a log is left', left.join(' ') || 'nothing', left.length === 0);

      const backup = await fresh.npx(['backup', 'backups']).ended;
      add(
        'backup',
        lastLine(backup.output),
        backup.code === 0 && readdirSync(join(fresh.folder, 'backups')).length === 1,
      );
      const wrong = await fresh.npx([], { PORT: 'abc' }).ended;
      add('a wrong variable', lastLine(wrong.output), wrong.code === 1 && isSentence(wrong.output, /PORT must be/));
      const unknown = await fresh.npx(['sail']).ended;
      add(
        'an unknown command',
        lastLine(unknown.output),
        unknown.code === 1 && isSentence(unknown.output, /no command "sail"/),
      );

      rmSync(data, { recursive: true });
      writeFileSync(data, 'a file in the way');
      const blocked = await fresh.npx([], { PORT }).ended;
      add(
        'a folder that cannot be made',
        lastLine(blocked.output),
        blocked.code === 1 && isSentence(blocked.output, /cannot be used/),
      );
    } finally {
      fresh.remove();
    }
  } finally {
    machine.remove();
  }
}

const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? '';

const folder = mkdtempSync(join(tmpdir(), 'jurmana-pack-'));
try {
  chmodSync(folder, 0o755);
  const archive = pack(folder);
  for (const node of nodesHere(root)) await runWith(archive, node);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
findings.print('The archive, run by npx');
