// `npm test`: every check and every test, two at a time. `npm test -- unit api` runs the steps whose names begin so.
//
// Its last line is "N passed, M failed"; it exits with 0 only if nothing failed and something ran.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { ensureChromium } from '../tests/helpers/chromium.ts';
import { startPostgres, type RunningPostgres } from '../tests/helpers/postgres.ts';
import { stopRunning } from './testing/run.ts';
import { steps, type Resources, type Result, type Step } from './testing/steps.ts';

const started = performance.now();
let interrupted = false;
const wanted = process.argv.slice(2);
const chosen = steps.filter((step) => wanted.length === 0 || wanted.some((name) => step.name.startsWith(name)));
// A chosen step brings along what it builds upon.
const selection = steps.filter(
  (step) => chosen.includes(step) || chosen.some((other) => other.after?.includes(step.name)),
);
const needs = new Set(selection.flatMap((step) => step.needs ?? []));

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}

/** A promise whose failure is reported by the steps that await it, not as an unhandled one. */
function shared<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

const notNeeded = 'not started for the chosen steps';
const postgres: Promise<RunningPostgres> = needs.has('postgres')
  ? startPostgres()
  : Promise.reject(new Error(notNeeded));
const resources: Resources = {
  root: join(import.meta.dirname, '..'),
  reports: mkdtempSync(join(tmpdir(), 'jurmana-test-')),
  postgres: shared(postgres),
  chromium: shared(
    needs.has('chromium') ? ensureChromium((line) => console.log(line)) : Promise.reject(new Error(notNeeded)),
  ),
};

/** Steps nobody has taken up yet. */
const waiting = [...selection];

async function runStep(step: Step): Promise<Result> {
  const from = performance.now();
  let result: Result;
  try {
    result = await step.run(resources);
  } catch (error) {
    result = { passed: 0, failed: 1, notes: [], output: error instanceof Error ? error.message : String(error) };
  }
  if (interrupted) return result;
  const { passed, failed, notes, output } = result;
  const figures = [`${passed} passed`, ...(failed > 0 ? [`${failed} failed`] : []), ...notes].join(', ');
  console.log(`${failed > 0 ? 'FAIL' : 'ok  '}  ${step.name.padEnd(14)} ${seconds(from).padStart(8)}   ${figures}`);
  if (failed > 0) console.log(`${withoutPassed(output).trimEnd()}\n`);
  return result;
}

/** Of hundreds of lines the few that matter: what passed is in the count. */
function withoutPassed(output: string): string {
  const lines = stripVTControlCharacters(output).split('\n');
  return lines.filter((line) => !/^\s*✓/.test(line)).join('\n');
}

/** Takes up each step as soon as a place is free and what it builds upon is done. */
async function runAll(places: number): Promise<Result[]> {
  const results = new Map<string, Promise<Result>>();
  async function work(): Promise<void> {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const { after = [] } = step;
      await Promise.all(after.flatMap((name) => results.get(name) ?? []));
      const result = runStep(step);
      results.set(step.name, result);
      await result;
    }
  }
  await Promise.all(Array.from({ length: places }, work));
  return Promise.all(results.values());
}

async function cleanUp(): Promise<void> {
  rmSync(resources.reports, { recursive: true, force: true });
  if (needs.has('postgres')) await postgres.then((server) => server.stop()).catch(() => undefined);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    interrupted = true;
    waiting.length = 0;
    stopRunning();
    void cleanUp().then(() => process.exit(130));
  });
}

const results = await runAll(2);
await cleanUp();
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
if (selection.length === 0)
  console.log(`No step is called so; there are: ${steps.map((step) => step.name).join(', ')}.`);
console.log(`\n${selection.length} steps in ${seconds(started)}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
