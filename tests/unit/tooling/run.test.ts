// How the steps of `npm test` run: their processor time, and that nothing is left of what was stopped or killed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTimes, runNode, stopRunning } from '../../../scripts/testing/run.ts';
import { newTestFolder, removeLeftFolders } from '../../helpers/test-folder.ts';

const cwd = process.cwd();

test.each([
  ['0m0.00s 0m0.00s\n1m2.30s 0m0.45s\n', 62.75],
  ['0m0,000s 0m0,001s\n0m0,500s 0m0,250s\n', 0.75],
  ['', 0],
])('the times of a shell are read: %j', (text, seconds) => expect(readTimes(text)).toBeCloseTo(seconds));

test('the processor time of a command includes what it waited for', async () => {
  const busy = 'const until = performance.now() + 300; while (performance.now() < until);';
  const script = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`;
  const { ok, processor } = await runNode(['-e', script], { cwd });
  expect(ok).toBe(true);
  if (process.platform !== 'win32') expect(processor).toBeGreaterThan(0.05);
});

test('the exit code of a command decides', async () => {
  expect((await runNode(['-e', 'process.exit(3)'], { cwd })).ok).toBe(false);
});

test('a command is stopped only once it has ended, also one that does not want to', async () => {
  let begun = (): void => {};
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const script = "process.on('SIGTERM', () => console.log('no')); setInterval(() => {}, 1000); console.log('begun')";
  const ended = runNode(['-e', script], { cwd, onOutput: () => begun() });
  await running;
  await stopRunning();
  expect(await ended).toMatchObject({ ok: false });
});

test('the folder of a killed process is removed by the next run, and none of one that runs', () => {
  const own = newTestFolder();
  const { pid } = spawnSync('true');
  const left = join(tmpdir(), `jurmana-test-${pid}-left`);
  mkdirSync(left);
  removeLeftFolders();
  expect([existsSync(own), existsSync(left)]).toEqual([true, false]);
  rmSync(own, { recursive: true });
});
