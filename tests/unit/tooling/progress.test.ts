// What `npm test` prints while a step runs.
import { afterEach, expect, test, vi } from 'vitest';
import { readLine, startProgress } from '../../../scripts/testing/progress.ts';

afterEach(() => vi.useRealTimers());

test.each([
  ['  ✓   12 tests/e2e/a.spec.ts:1:1 › a title (5.7s)', 1, false],
  ['  ✘   13 tests/e2e/a.spec.ts:9:1 › another (30.1s)', 1, true],
  [' ✓  unit  tests/unit/core/money.test.ts (119 tests) 34ms', 119, false],
  [' ❯ tests/unit/core/money.test.ts (119 tests | 1 failed) 34ms', 119, false],
  ['   × money is a whole number 3ms', 0, true],
  ['Running 395 tests using 3 workers', 0, false],
])('%s', (line, ended, failed) => expect(readLine(line)).toEqual({ ended, failed }));

test('a failure is printed as it arrives, even in pieces, and progress every half minute', () => {
  vi.useFakeTimers();
  const said: string[] = [];
  const progress = startProgress('e2e', (line) => said.push(line.replaceAll(/ +/g, ' ')));
  progress.read('  ✓  1 a.spec.ts:1:1 › one (1s)\n  ✘  2 a.spec.');
  expect(said).toEqual([]);
  progress.read('ts:9:1 › two (2s)\n');
  expect(said).toEqual(['FAIL e2e ✘ 2 a.spec.ts:9:1 › two (2s)']);
  vi.advanceTimersByTime(30_000);
  expect(said.slice(1)).toEqual(['... e2e 30 s 2 tests so far']);
  progress.end();
  vi.advanceTimersByTime(60_000);
  expect(said).toHaveLength(2);
});
