// The animation of dialogs; most other tests use reduced motion.
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'no-preference' }));

/** Records the animation durations of dialogs and their overlays, ms. */
function watch(page: Page) {
  return page.evaluateHandle(() => {
    const durations = new Set<number>();
    const note = ({ target }: Event): void => {
      if (!(target instanceof Element) || !target.matches('.mantine-Modal-content, .mantine-Modal-overlay')) return;
      for (const { effect } of target.getAnimations()) durations.add(Number(effect?.getTiming().duration));
    };
    // These events fire even if the page is too busy to render a frame.
    for (const type of ['transitionrun', 'animationstart']) document.addEventListener(type, note);
    return durations;
  });
}

test('dialogs take 300 ms, the darkening behind them 150 ms', async ({ app, page }) => {
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

test('with less motion asked for it is there at once', async ({ app, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await app.openUsers();
  await page.getByRole('button', { name: 'Add New User' }).click();
  await expect(app.dialog('Add New User')).toBeVisible();
  const longest = await page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration))),
  );
  expect(longest).toBeLessThanOrEqual(1);
});
