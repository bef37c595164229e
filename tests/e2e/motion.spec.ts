// The animation of dialogs; most other tests use reduced motion.
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'no-preference' }));

/**
 * Records the durations of the transitions of dialogs and their overlays, ms. Each change of a style is looked at when it is
 * made: a busy page may end a transition before it renders a frame, and then no event tells of it.
 */
function watch(page: Page) {
  return page.evaluateHandle(() => {
    const durations = new Set<number>();
    const parts = '.mantine-Modal-content, .mantine-Modal-overlay';
    const note = (): void => {
      for (const part of document.querySelectorAll(parts)) {
        const milliseconds = 1000 * Number.parseFloat(getComputedStyle(part).transitionDuration);
        if (milliseconds > 0) durations.add(milliseconds);
      }
    };
    const options = { subtree: true, childList: true, attributes: true, attributeFilter: ['style'] };
    new MutationObserver(note).observe(document.body, options);
    return durations;
  });
}

test('dialogs take 300 ms, the darkening behind them 150 ms [SCREEN-12]', async ({ app, page }) => {
  for (const [path, button, title] of [
    ['/user', 'Add New User', 'Add New User'],
    ['/events', 'Add Event', 'Add Event'],
    ['/fines', 'Add New Fine', 'Add New Fine'],
    ['/dashboard', 'Logout', 'Confirm Logout'],
  ] as const) {
    await app.openAsAdministrator(path);
    const opener = page.getByRole('main').getByRole('button', { name: button }).first();
    await opener.waitFor();
    const seen = await watch(page);
    await opener.click();
    await expect(app.dialog(title)).toBeVisible();
    await expect
      .poll(() => seen.evaluate((durations) => [...durations].toSorted((a, b) => a - b)), path)
      .toEqual([150, 300]);
  }
});

test('with less motion asked for it is there at once [SCREEN-12]', async ({ app, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await app.openUsers();
  await page.getByRole('button', { name: 'Add New User' }).click();
  await expect(app.dialog('Add New User')).toBeVisible();
  const longest = await page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration))),
  );
  expect(longest).toBeLessThanOrEqual(1);
});
