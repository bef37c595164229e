// Tests durations with a fake clock in the page, independent of the speed of the machine. The clock affects the whole
// browser context, so these tests use a fresh one (`freshContext: true`).
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Call it before the page is opened. */
export const installClock = (page: Page): Promise<void> => page.clock.install();

const STEP_MS = 20;

/** Pauses until `clock.resume()` or `clock.runFor()`, so that temporary elements stay while they are checked. */
export const pauseClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);

/**
 * Lets the paused clock run until the element is visible, because timers also run between an answer and its display.
 */
export async function runUntilVisible(what: Locator): Promise<void> {
  const isVisible = async (): Promise<boolean> => {
    await what.page().clock.runFor(STEP_MS);
    return what.isVisible();
  };
  await expect.poll(isVisible, { intervals: [STEP_MS] }).toBe(true);
}

/** Checks that the action shows the toast for this duration. */
export async function expectToastFor(milliseconds: number, toast: Locator, action: () => Promise<void>): Promise<void> {
  const page = toast.page();
  await pauseClock(page);
  await action();
  await runUntilVisible(toast);
  await page.clock.runFor(milliseconds - 5 * STEP_MS);
  await expect(toast).toBeVisible();
  await page.clock.runFor(10 * STEP_MS);
  await expect(toast).toHaveCount(0);
  await page.clock.resume();
}
