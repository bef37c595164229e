// How dialogs come for people who did not ask for less motion; all other tests have it reduced.
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'no-preference' }));

/** Listens until half a second after a dialog came; how long it and what darkens the page behind it take, ms. */
function watch(page: Page) {
  return page.evaluateHandle(() => {
    const durations = new Map<Animation, number>();
    const all = new Promise<number[]>((resolve) => {
      let end = Infinity;
      const look = (now: number): void => {
        const content = document.querySelector('.mantine-Modal-content');
        if (content !== null && end === Infinity) end = now + 500;
        for (const animation of document.getAnimations()) {
          const { target } = (animation.effect as KeyframeEffect | null) ?? {};
          const ofDialog = target?.matches('.mantine-Modal-content, .mantine-Modal-overlay') ?? false;
          if (ofDialog) durations.set(animation, Number(animation.effect?.getTiming().duration));
        }
        if (now < end) requestAnimationFrame(look);
        else resolve([...new Set(durations.values())].toSorted((a, b) => a - b));
      };
      requestAnimationFrame(look);
    });
    return { all };
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
    expect(await seen.evaluate(({ all }) => all), path).toEqual([150, 300]);
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
