// `npm test`: runs all checks and tests, several steps at a time. `npm test -- --help` says how to run some of them.
//
// The last line is "N passed, M failed"; the exit code is 0 only if nothing failed and something ran.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { endInOrder } from '../src/server/base/ending.ts';
import { ensureChromium } from '../tests/helpers/chromium.ts';
import { startPostgres, type RunningPostgres } from '../tests/helpers/postgres.ts';
import { newTestFolder, removeLeftFolders } from '../tests/helpers/test-folder.ts';
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

removeLeftFolders();
const notNeeded = 'not started for the chosen steps';
const postgres: Promise<RunningPostgres> = needs.has('postgres')
  ? startPostgres()
  : Promise.reject(new Error(notNeeded));
const resources: Resources = {
  root,
  reports: newTestFolder(),
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
    const output = error instanceof Error ? error.message : String(error);
    result = { passed: 0, failed: 1, notes: [], output, processor: 0 };
  }
  progress.end();
  if (interrupted) return result;
  const { passed, failed, notes, output, processor } = result;
  const figures = [`${passed} passed`, ...(failed > 0 ? [`${failed} failed`] : []), ...notes].join(', ');
  const spent = `${seconds(from).padStart(8)} ${`(${processor.toFixed(1)} s)`.padStart(10)}`;
  console.log(`${failed > 0 ? 'FAIL' : 'ok  '}  ${step.name.padEnd(14)} ${spent}   ${figures}`);
  if (failed > 0) console.log(`${withoutPassed(output).trimEnd()}\n`);
  return result;
}

/** Without the lines of passed tests. */
function withoutPassed(output: string): string {
  const lines = stripVTControlCharacters(output).split('\n');
  return lines.filter((line) => !/^\s*✓/.test(line)).join('\n');
}

/** Of everything that was started here, the shared PostgreSQL too. */
function processorTime(): string {
  try {
    // Behind the name, which is in brackets: the 14th and 15th value are those of children, in hundredths of a second.
    const [, ...values] = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\)/s, '').split(' ');
    return `${((Number(values[13]) + Number(values[14])) / 100).toFixed(1)} s`;
  } catch {
    return 'unknown on this system';
  }
}

const endBusyLoops = startBusyLoops(busy);

async function cleanUp(): Promise<void> {
  endBusyLoops();
  rmSync(resources.reports, { recursive: true, force: true });
  if (needs.has('postgres')) await postgres.then((server) => server.stop()).catch(() => undefined);
  removeLeftFolders();
}

endInOrder(() => {
  interrupted = true;
  waiting.length = 0;
  void stopRunning()
    .then(cleanUp)
    .then(() => process.exit(130));
});

const results: Result[] = [];
for (let round = 1; round <= repeat && !interrupted; round += 1) {
  if (repeat > 1) console.log(`Round ${round} of ${repeat}`);
  waiting.push(...planned);
  results.push(...(await runAll(waiting, PLACES, runStep)));
}
// Then the handler above ends this process.
if (interrupted) await new Promise<never>(() => {});
await cleanUp();
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log(
  `\n${results.length} steps in ${seconds(started)}; processor time ${processorTime()} (in brackets that of each step)`,
);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
