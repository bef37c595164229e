// The order in which `npm test` runs its steps.
import { expect, test } from 'vitest';
import type { Planned } from '../../../scripts/testing/plan.ts';
import { runAll } from '../../../scripts/testing/schedule.ts';
import type { Result } from '../../../scripts/testing/steps.ts';

const NOTHING: Result = { passed: 0, failed: 0, notes: [], output: '', processor: 0 };
const planned = (name: string, ...after: string[]): Planned => ({
  step: { name, after, run: async () => NOTHING },
  selection: {},
});

test('a step waits for its dependencies, even if both are started at once', async () => {
  const log: string[] = [];
  let running = 0;
  const run = async ({ step: { name } }: Planned): Promise<Result> => {
    log.push(`begin ${name}`);
    running += 1;
    expect(running).toBeLessThanOrEqual(2);
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    running -= 1;
    log.push(`end ${name}`);
    return { ...NOTHING, passed: 1 };
  };
  const results = await runAll(
    [planned('build'), planned('e2e', 'build'), planned('unit'), planned('api', 'build')],
    2,
    run,
  );
  expect(results).toHaveLength(4);
  for (const name of ['e2e', 'api']) expect(log.indexOf('end build')).toBeLessThan(log.indexOf(`begin ${name}`));
  expect(log).toContain('end unit');
});

test('a step that takes several places runs beside as many others as there are places left', async () => {
  const log: string[] = [];
  let free = 3;
  const large = planned('large');
  large.step.places = 2;
  await runAll([planned('one'), planned('two'), large, planned('three'), planned('four')], 3, async ({ step }) => {
    free -= step.places ?? 1;
    expect(free).toBeGreaterThanOrEqual(0);
    log.push(`${step.name}, ${free} left`);
    for (let turn = 0; turn < (step === large.step ? 300 : 100); turn += 1) await Promise.resolve();
    free += step.places ?? 1;
    return NOTHING;
  });
  expect(log).toEqual(['one, 2 left', 'two, 1 left', 'large, 1 left', 'three, 0 left', 'four, 0 left']);
});

test('remaining steps are not started once nobody waits for them', async () => {
  const waiting = [planned('one'), planned('two'), planned('three')];
  const begun: string[] = [];
  await runAll(waiting, 1, async ({ step: { name } }) => {
    begun.push(name);
    waiting.length = 0;
    return NOTHING;
  });
  expect(begun).toEqual(['one']);
});
