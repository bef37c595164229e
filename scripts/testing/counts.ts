// Counts the tests in the reports of Vitest and Playwright. Everything that did not pass counts as failed: a file that
// does not load, an error outside any test, a skipped test, a run without tests.
import { existsSync, readFileSync } from 'node:fs';

export type Counts = { passed: number; failed: number; notes: string[] };

type VitestReport = {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
};

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
};

/** @param ok whether the run exited with 0 */
export function countVitest(report: VitestReport, ok: boolean): Counts {
  const skipped = report.numPendingTests + report.numTodoTests;
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const notes = broken.map((file) => `${file.name} did not load`);
  return settle({ passed: report.numPassedTests, failed: report.numFailedTests + broken.length, notes }, skipped, ok);
}

/** @param ok whether the run exited with 0 */
export function countPlaywright(report: PlaywrightReport, ok: boolean): Counts {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const notes = report.errors.map((error) => error.message ?? 'an error outside any test');
  return settle({ passed: expected, failed: unexpected + flaky + notes.length, notes }, skipped, ok);
}

function settle(counts: Counts, skipped: number, ok: boolean): Counts {
  const notes = [...counts.notes];
  let failed = counts.failed;
  if (skipped > 0) {
    failed += skipped;
    notes.push(`${skipped} skipped`);
  }
  if (counts.passed + failed === 0) {
    failed = 1;
    notes.push('no test ran');
  } else if (!ok && failed === 0) {
    failed = 1;
    notes.push('the run failed outside its tests');
  }
  return { passed: counts.passed, failed, notes };
}

/** A run without a report counts as one failure. */
export function countReport(kind: 'vitest' | 'playwright', path: string, ok: boolean): Counts {
  if (!existsSync(path)) return { passed: 0, failed: 1, notes: ['no report'] };
  const text = readFileSync(path, 'utf8');
  return kind === 'vitest'
    ? countVitest(JSON.parse(text) as VitestReport, ok)
    : countPlaywright(JSON.parse(text) as PlaywrightReport, ok);
}
