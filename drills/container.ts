// npm run drill container
//
// Builds the image of the Containerfile on a base made from Debian's packages, and runs it like a user: it must be
// small, work without rights, keep its data in the volume, be healthy when it says so, and end at once on SIGTERM. Not
// part of `npm test`, because it takes minutes and needs root and Debian's `buildah` and `debootstrap`.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, freePorts } from './support/programs.ts';
import { endOnSignals, Findings, pause, say } from './support/drill.ts';

const MAX_MEGABYTES = 160;
const STOP_MS = 2000;
const READY_MS = 60_000;
/** Marks the container's processes among all of this machine. */
const MARK = `JURMANA_DRILL=${process.pid}`;

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'jurmana-container-'));
const findings = new Findings();
/** Of its own, so that the drill leaves nothing behind. */
const STORE = ['--storage-driver', 'vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')];

const missing = ['buildah', 'debootstrap'].filter((name) => findProgram(name) === '');
if (missing.length > 0 || process.getuid?.() !== 0) {
  say('This drill needs root, and Debian’s buildah and debootstrap.');
  process.exit(1);
}
endOnSignals();

function buildah(...words: string[]): string {
  return execFileSync('buildah', [...STORE, ...words], { cwd: folder, encoding: 'utf8' }).trim();
}

function megabytes(image: string): number {
  const files = buildah('mount', buildah('from', '--quiet', image));
  return Number(execFileSync('du', ['-s', '--block-size=1MB', files], { encoding: 'utf8' }).split('\t')[0]);
}

/** Debian's smallest system and the Node of this process. */
function makeBase(): void {
  const system = join(folder, 'base');
  const packages = '--include=libstdc++6,ca-certificates';
  execFileSync('debootstrap', ['--variant=minbase', packages, 'stable', system], { stdio: 'ignore' });
  rmSync(join(system, 'var/cache/apt/archives'), { recursive: true });
  copyFileSync(realpathSync(process.execPath), join(system, 'usr/local/bin/node'));
  const container = buildah('from', 'scratch');
  buildah('copy', '--quiet', container, system, '/');
  buildah('commit', '--quiet', '--rm', container, 'jurmana-base');
}

function build(): void {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
  copyFileSync(join(root, 'Containerfile'), join(folder, 'Containerfile'));
  copyFileSync(join(root, '.dockerignore'), join(folder, '.dockerignore'));
  const isolation = ['--isolation', 'chroot', '--format', 'docker'];
  buildah('build', '--quiet', ...isolation, '--build-arg', 'BASE=localhost/jurmana-base', '--tag', 'jurmana', '.');
}

interface ImageConfig {
  User: string;
  Entrypoint: string[];
  Volumes: Record<string, unknown>;
  Healthcheck: { Test: string[] };
}

/** Processes of the container, the first one first. */
function processes(): { pid: number; uid: number }[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const ofContainer =
        /^\d+$/.test(name) &&
        readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(MARK) &&
        /^\S*node\0/.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'));
      return ofContainer ? [{ pid: Number(name), uid: statSync(`/proc/${name}`).uid }] : [];
    } catch {
      return [];
    }
  });
}

async function until(what: () => boolean | Promise<boolean>, within: number): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < within) {
    if (await what()) return Math.round(performance.now() - begun);
    await pause(50);
  }
  return null;
}

async function start(config: ImageConfig, port: string) {
  const container = buildah('from', '--quiet', 'localhost/jurmana');
  const inIt = (...words: string[]): string[] =>
    STORE.concat('run', '--isolation', 'chroot', '--env', `PORT=${port}`, words);
  const server = spawn('buildah', inIt('--env', MARK, container, '--', ...config.Entrypoint), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  server.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  process.on('exit', () => server.kill('SIGKILL'));
  const healthy = (): boolean =>
    spawnSync('buildah', inIt(container, '--', ...config.Healthcheck.Test.slice(1)), { stdio: 'ignore' }).status === 0;
  const ready = await until(() => output.includes('Jurmana is ready'), READY_MS);
  return { output, ready, healthy, server };
}

async function drill(): Promise<void> {
  say('Making a base of Debian’s packages …');
  makeBase();
  say('Building …');
  build();
  const added = megabytes('localhost/jurmana') - megabytes('localhost/jurmana-base');
  findings.add(`at most ${MAX_MEGABYTES} MB beyond its base`, added <= MAX_MEGABYTES, `${added} MB`);
  const { config } = (
    JSON.parse(buildah('inspect', '--type', 'image', 'localhost/jurmana')) as { Docker: { config: ImageConfig } }
  ).Docker;
  findings.add('one volume', Object.keys(config.Volumes).join() === '/data', Object.keys(config.Volumes).join());

  const [port = 0] = await freePorts(1);
  const { output, ready, healthy, server } = await start(config, String(port));
  findings.add('it starts', ready !== null, ready === null ? output : `${ready} ms`);
  const uids = processes().map(({ uid }) => uid);
  findings.add('runs without rights', uids.length > 0 && uids.every((uid) => uid === 1000), `users ${uids.join()}`);
  findings.add('HEALTHCHECK is content with it', healthy(), '');
  const answer = await fetch(`http://127.0.0.1:${port}/`).then(({ status }) => status, String);
  findings.add('it answers', answer === 200, answer);
  const [kept = 'nowhere'] = globSync(join(folder, 'store/**/buildah-volumes/*/jurmana.db'));
  findings.add('its data is in the volume', kept !== 'nowhere', kept === 'nowhere' ? kept : 'jurmana.db');
  const [first] = processes();
  if (first !== undefined) process.kill(first.pid, 'SIGTERM');
  const ended = once(server, 'exit');
  const stopped = await until(() => processes().length === 0, STOP_MS);
  findings.add(`ends on SIGTERM within ${STOP_MS} ms`, stopped !== null, `${stopped} ms`);
  for (const { pid } of processes()) process.kill(pid, 'SIGKILL');
  await ended;
  findings.add('HEALTHCHECK tells that it is gone', !healthy(), '');
}

try {
  await drill();
  findings.print('Container');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
