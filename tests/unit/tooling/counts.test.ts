// Counting tests: the last line of `npm test` counts everything that did not pass.
import { expect, test } from 'vitest';

import { countPlaywright, countReport, countVitest } from '../../../scripts/testing/counts.ts';

const vitestReport = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] }],
};
const playwrightReport = { stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 }, errors: [] };

test('passed tests count as passed', () => {
  expect(countVitest(vitestReport, true)).toEqual({ passed: 3, failed: 0, notes: [] });
  expect(countPlaywright(playwrightReport, true)).toEqual({ passed: 2, failed: 0, notes: [] });
});

test('a file that does not load counts as one failure, and a file with failed tests only by those tests', () => {
  const broken = { name: 'b.test.ts', status: 'failed', assertionResults: [] };
  const failing = { name: 'c.test.ts', status: 'failed', assertionResults: [{ status: 'failed' }] };
  const report = { ...vitestReport, numFailedTests: 1, testResults: [broken, failing] };
  expect(countVitest(report, false)).toEqual({ passed: 3, failed: 2, notes: ['b.test.ts did not load'] });
});

test('skipped, unfinished and flaky tests count as failed', () => {
  expect(countVitest({ ...vitestReport, numPendingTests: 1, numTodoTests: 1 }, true).failed).toBe(2);
  const stats = { expected: 2, unexpected: 1, flaky: 1, skipped: 1 };
  expect(countPlaywright({ stats, errors: [{ message: 'no browser' }] }, false)).toEqual({
    passed: 2,
    failed: 4,
    notes: ['no browser', '1 skipped'],
  });
});

test('a run without tests, with a failure outside its tests, or without a report has failed', () => {
  expect(countVitest({ ...vitestReport, numPassedTests: 0, testResults: [] }, true)).toMatchObject({ failed: 1 });
  expect(countVitest(vitestReport, false)).toMatchObject({ passed: 3, failed: 1 });
  expect(countReport('playwright', '/nowhere/report.json', true)).toMatchObject({ passed: 0, failed: 1 });
});
