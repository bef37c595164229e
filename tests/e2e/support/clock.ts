// Tests durations with a fake clock in the page, independent of the speed of the machine. The clock affects the whole
// browser context, so these tests use a fresh one (`freshContext: true`).
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Call it before the page is opened. */
export const installClock = (page: Page): Promise<void> => page.clock.install();

const STEP_MS = 20;

/** Checks that the action shows the toast for this duration. */
export async function expectToastFor(milliseconds: number, toast: Locator, action: () => Promise<void>): Promise<void> {
  const page = toast.page();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await action();
  // Timers also run between the response and the toast.
  const comes = async (): Promise<boolean> => {
    await page.clock.runFor(STEP_MS);
    return toast.isVisible();
  };
  await expect.poll(comes, { intervals: [STEP_MS] }).toBe(true);
  await page.clock.runFor(milliseconds - 5 * STEP_MS);
  await expect(toast).toBeVisible();
  await page.clock.runFor(10 * STEP_MS);
  await expect(toast).toHaveCount(0);
  await page.clock.resume();
}
