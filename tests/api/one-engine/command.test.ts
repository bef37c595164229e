// The command of the archive, run where it lies in the project.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
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

/** Waits until its output says so. */
async function told(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    if (pattern.test(output)) return output;
  }
  throw new Error(`It ended:\n${output}`);
}

test('says its version and its commands, and has no others [OPS-14, OPS-17]', () => {
  expect(run('--version').stdout).toBe(`${packageFile.version}\n`);
  expect(run('--help').stdout).toContain('jurmana backup FOLDER');
  expect(run('node').stdout).toBe(`${process.execPath}\n`);
  expect(run('sail', 'away')).toMatchObject({
    status: 1,
    stderr: 'Jurmana has no command "sail away". See jurmana --help.\n',
  });
});

test('is packed with nothing to install', () => {
  expect(packageFile).not.toHaveProperty('dependencies');
  expect(packageFile).not.toHaveProperty('optionalDependencies');
});

test('the server keeps its data where it was called from, and ends with its signal; a tool finds that data [OPS-17]', async () => {
  const environment = { HOME: folder, PORT: '0', LOG_LEVEL: 'silent' };
  const server = spawn(process.execPath, [COMMAND], { cwd: folder, env: environment });
  running.push(server);
  const ended = new Promise((resolve) => server.once('exit', resolve));
  expect(await told(server, /Password/)).toContain(`Its data is in ${join(folder, 'data')}\n`);
  server.kill('SIGTERM');
  expect(await ended).toBe(0);
  // In order, so nothing of its log is left.
  expect(existsSync(join(folder, 'data/jurmana.db-wal'))).toBe(false);
  expect(run('check-books')).toMatchObject({ status: 0 });
  expect(run('backup')).toMatchObject({ status: 2, stderr: 'Usage: jurmana backup FOLDER\n' });
});

test('ends where npx has ended, which passes a signal only to the shell between them [OPS-17]', async () => {
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
