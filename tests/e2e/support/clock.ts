// Durations in the page, independent of the speed of the machine: a fake clock, and pauses that are left out. The clock
// affects the whole browser context, so tests with one use a fresh one (`freshContext: true`).
import { expect, type Locator, type Page } from '@playwright/test';

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

/** The longer pauses before what had no answer is sent again (`backOff` in src/web/api/sending/sending.ts), ms. */
const PAUSES_MS = [1500, 4500];

/**
 * Leaves out these pauses, during which nothing on the screen changes. Call it before the page is opened. A message that
 * the screen was refreshed, which stays as long as the first of them, disappears at once.
 */
export async function skipPauses(page: Page, pauses = PAUSES_MS): Promise<void> {
  await page.addInitScript((skipped) => {
    const setTimer = setTimeout;
    globalThis.setTimeout = ((handler: () => void, ms = 0) =>
      setTimer(handler, skipped.includes(ms) ? 0 : ms)) as typeof setTimeout;
  }, pauses);
}
