// Playwright settings: browser tests in tests/e2e/*.spec.ts, in the machine's own Chromium.
import { defineConfig } from '@playwright/test';

import { chromiumFlags, findChromium } from './tests/helpers/chromium.ts';
import { patience } from './tests/helpers/patience.ts';

const executablePath = findChromium();
// The workers load this file as well, and need not search again.
if (executablePath !== undefined) process.env['CHROMIUM_PATH'] = executablePath;

// Pages of tests are gone before optimizing their code would pay: without it they take a tenth less of the processors' time.
const shortLived = '--js-flags=--no-opt --no-maglev --always-sparkplug';

/** Where `npm test` wants the results. */
const report = process.env['E2E_REPORT'];

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  // Tests often wait for the page, so two cores are busy with three.
  workers: process.env['E2E_DEV'] === undefined ? 3 : 1,
  // Long enough for a slow machine that does other things as well, short enough to end a test that hangs.
  timeout: patience(180_000),
  expect: { timeout: patience(30_000) },
  // A page that does not start fails every test, after all its timeouts.
  maxFailures: 20,
  forbidOnly: true,
  reporter: [
    ['list'],
    ...(report === undefined ? [] : [['json', { outputFile: report }] as const]),
    ['./tests/e2e/support/script-failures.ts'],
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-PK',
    timezoneId: 'Asia/Karachi',
    screenshot: 'only-on-failure',
    // As long as `expect` waits: what cannot be pressed is told with its reason, and not only that the test took too long.
    actionTimeout: patience(30_000),
    // Only its own tests have one: it keeps files, and answers for the server.
    serviceWorkers: 'block',
    launchOptions: {
      args: [...chromiumFlags, shortLived],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
});
