// Playwright settings: browser tests in tests/e2e/*.spec.ts, in the machine's own Chromium.
import { defineConfig } from '@playwright/test';

import { chromiumFlags, findChromium } from './tests/helpers/chromium.ts';

const executablePath = findChromium();
// The workers load this file as well, and need not search again.
if (executablePath !== undefined) process.env['CHROMIUM_PATH'] = executablePath;

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  // Tests often wait for the page, so two cores are busy with three.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-PK',
    timezoneId: 'Asia/Karachi',
    screenshot: 'only-on-failure',
    launchOptions: { args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) },
  },
});
