// The command of the archive, run from the project folder.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };

const COMMAND = join(import.meta.dirname, '../../../bin/jurmana.mjs');

let folder: string;
const running: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jurmana-command-'));
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const run = (...words: string[]) =>
  spawnSync(process.execPath, [COMMAND, ...words], { cwd: folder, encoding: 'utf8', env: { HOME: folder } });

/** Waits until the output matches. */
async function told(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    if (pattern.test(output)) return output;
  }
  throw new Error(`It ended:\n${output}`);
}

test('prints its version and its commands, and refuses unknown ones [OPS-14, OPS-17]', () => {
  expect(run('--version').stdout).toBe(`${packageFile.version}\n`);
  expect(run('--help').stdout).toContain('jurmana backup FOLDER');
  expect(run('node').stdout).toBe(`${process.execPath}\n`);
  expect(run('sail', 'away')).toMatchObject({
    status: 1,
    stderr: 'Jurmana has no command "sail away". See jurmana --help.\n',
  });
});

test('a wrong setting is a sentence and an exit code after which the service is not started again [OPS-2, OPS-24]', () => {
  const environment = { HOME: folder, PORT: 'x' };
  const ended = spawnSync(process.execPath, [COMMAND], { cwd: folder, encoding: 'utf8', env: environment });
  expect(ended.stderr).toBe('Jurmana cannot start. PORT must be a whole number from 0 to 65535.\n');
  const unit = readFileSync(join(import.meta.dirname, '../../../docs/operating/jurmana.service'), 'utf8');
  expect(unit).toContain(`\nRestartPreventExitStatus=${ended.status}\n`);
  expect(ended.status).toBe(78);
});

/** The platforms for which a folder has SQLite's program. */
const platformsIn = (modules: string): string[] =>
  readdirSync(join(import.meta.dirname, '../../..', modules, 'better-sqlite3/prebuilds'));

test('is packed without dependencies to install', () => {
  expect(packageFile).not.toHaveProperty('dependencies');
  expect(packageFile).not.toHaveProperty('optionalDependencies');
});

test('the server keeps its data in the working directory and ends in order when its terminal is closed; the tools find that data, and the archive stays one for every platform [OPS-17, OPS-21]', async () => {
  const environment = { HOME: folder, PORT: '0', LOG_LEVEL: 'debug' };
  const server = spawn(process.execPath, [COMMAND], { cwd: folder, env: environment });
  running.push(server);
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const output = await told(server, /Password/);
  expect(output).toContain(`Its data is in ${join(folder, 'data')}\n`);

  // The terminal is closed: nobody reads what it logs, and it is told to end, twice, as under npm.
  server.stdout.destroy();
  server.stderr.destroy();
  const [, port] = /localhost:(\d+)/.exec(output) ?? [];
  for (let times = 0; times < 3; times += 1) {
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  }
  server.kill('SIGHUP');
  server.kill('SIGHUP');
  expect(await ended).toBe(0);
  // It closed cleanly, so nothing is left in the log.
  expect(existsSync(join(folder, 'data/jurmana.db-wal'))).toBe(false);

  const tool = spawn(process.execPath, [COMMAND, 'check-books'], { cwd: folder, env: { HOME: folder } });
  running.push(tool);
  tool.stdout.destroy();
  tool.stderr.destroy();
  expect(await new Promise((resolve) => tool.once('exit', resolve))).toBe(0);
  expect(run('backup')).toMatchObject({ status: 2, stderr: 'Usage: jurmana backup FOLDER\n' });

  expect(platformsIn('dist/server/node_modules')).toEqual(platformsIn('node_modules'));
});

test('ends when npx ends, which passes signals only to the shell in between [OPS-17]', async () => {
  const environment = { PATH: process.env['PATH'], HOME: folder, PORT: '0', LOG_LEVEL: 'silent', npm_command: 'exec' };
  const shell = spawn('sh', ['-c', '"$0" "$1"; true', process.execPath, COMMAND], { cwd: folder, env: environment });
  running.push(shell);
  const [, port] = /localhost:(\d+)/.exec(await told(shell, /Its data is in/)) ?? [];
  const answers = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => true,
      () => false,
    );
  expect(await answers()).toBe(true);
  shell.kill('SIGTERM');
  await expect.poll(answers).toBe(false);
});
