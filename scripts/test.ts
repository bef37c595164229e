// `npm test`: runs all checks and tests, several steps at a time. `npm test -- --help` says how to run some of them.
//
// The last line is "N passed, M failed"; the exit code is 0 only if nothing failed and something ran.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { endInOrder } from '../src/server/base/ending.ts';
import { ensureChromium } from '../tests/helpers/chromium.ts';
import { startPostgres, type RunningPostgres } from '../tests/helpers/postgres.ts';
import { describeTests, readRequirements } from './requirements.ts';
import { HELP, readArguments, type Wanted } from './testing/arguments.ts';
import { startBusyLoops } from './testing/busy.ts';
import { plan, type Planned } from './testing/plan.ts';
import { startProgress } from './testing/progress.ts';
import { stopRunning } from './testing/run.ts';
import { runAll } from './testing/schedule.ts';
import { PLACES, steps, type Resources, type Result } from './testing/steps.ts';

const started = performance.now();
let interrupted = false;
const root = join(import.meta.dirname, '..');
const { repeat, busy, ...wanted } = readWanted();
const planned = planOrExit(wanted);
const needs = new Set(planned.flatMap(({ step }) => step.needs ?? []));

function readWanted(): Wanted {
  const read = readArguments(
    process.argv.slice(2),
    steps.map(({ name }) => name),
  );
  if (read.kind === 'run') return read.wanted;
  if (read.kind === 'wrong') return exitWith(read.message);
  console.log(read.kind === 'help' ? HELP : testsOf(read.ids));
  return process.exit(0);
}

function exitWith(message: unknown): never {
  console.error(message);
  return process.exit(1);
}

function testsOf(ids: readonly string[]): string {
  try {
    return describeTests(readRequirements(root), ids);
  } catch (error) {
    return exitWith(error instanceof Error ? error.message : error);
  }
}

function planOrExit(what: Omit<Wanted, 'repeat' | 'busy'>): Planned[] {
  try {
    return plan({ ...what, repeat, busy }, steps, root);
  } catch (error) {
    return exitWith(error instanceof Error ? error.message : error);
  }
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/** Marks a rejection as handled: the steps that await the promise report it. */
function shared<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

const notNeeded = 'not started for the chosen steps';
const postgres: Promise<RunningPostgres> = needs.has('postgres')
  ? startPostgres()
  : Promise.reject(new Error(notNeeded));
const resources: Resources = {
  root,
  reports: mkdtempSync(join(tmpdir(), 'jurmana-test-')),
  postgres: shared(postgres),
  chromium: shared(
    needs.has('chromium') ? ensureChromium((line) => console.log(line)) : Promise.reject(new Error(notNeeded)),
  ),
};

const waiting: Planned[] = [];

async function runStep({ step, selection }: Planned): Promise<Result> {
  const from = performance.now();
  let result: Result;
  const progress = startProgress(step.name, (line) => console.log(line));
  try {
    result = await step.run(resources, selection, progress.read);
  } catch (error) {
    result = { passed: 0, failed: 1, notes: [], output: error instanceof Error ? error.message : String(error) };
  }
  progress.end();
  if (interrupted) return result;
  const { passed, failed, notes, output } = result;
  const figures = [`${passed} passed`, ...(failed > 0 ? [`${failed} failed`] : []), ...notes].join(', ');
  console.log(`${failed > 0 ? 'FAIL' : 'ok  '}  ${step.name.padEnd(14)} ${seconds(from).padStart(8)}   ${figures}`);
  if (failed > 0) console.log(`${withoutPassed(output).trimEnd()}\n`);
  return result;
}

/** Without the lines of passed tests. */
function withoutPassed(output: string): string {
  const lines = stripVTControlCharacters(output).split('\n');
  return lines.filter((line) => !/^\s*✓/.test(line)).join('\n');
}

const endBusyLoops = startBusyLoops(busy);

async function cleanUp(): Promise<void> {
  endBusyLoops();
  rmSync(resources.reports, { recursive: true, force: true });
  if (needs.has('postgres')) await postgres.then((server) => server.stop()).catch(() => undefined);
}

endInOrder(() => {
  interrupted = true;
  waiting.length = 0;
  stopRunning();
  void cleanUp().then(() => process.exit(130));
});

const results: Result[] = [];
for (let round = 1; round <= repeat && !interrupted; round += 1) {
  if (repeat > 1) console.log(`Round ${round} of ${repeat}`);
  waiting.push(...planned);
  results.push(...(await runAll(waiting, PLACES, runStep)));
}
await cleanUp();
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log(`\n${results.length} steps in ${seconds(started)}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
