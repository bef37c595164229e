// The animation of dialogs; most other tests use reduced motion.
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'no-preference' }));

/**
 * Records the durations of the transitions of dialogs and their overlays, in ms. It inspects each style change when it
 * is made, because a busy page may end a transition before it renders a frame, and then no event is fired.
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

test('dialogs take 300 ms and their overlays 150 ms; with reduced motion they appear at once [SCREEN-12]', async ({
  app,
  api,
  page,
}) => {
  await api.add('Ayesha Khan');
  await app.openUsers();
  const seen = await watch(page);
  const durations = (): Promise<number[]> => seen.evaluate((all) => [...all].toSorted((a, b) => a - b));
  // A form, and a question.
  for (const [button, title] of [
    ['Add New User', 'Add New User'],
    ['Delete Ayesha Khan', 'Confirm Delete'],
  ] as const) {
    await seen.evaluate((all) => all.clear());
    await page.getByRole('button', { name: button }).first().click();
    await expect(app.dialog(title)).toBeVisible();
    await expect.poll(durations, title).toEqual([150, 300]);
    await page.keyboard.press('Escape');
    await expect(app.dialog(title)).toBeHidden();
  }

  await page.emulateMedia({ reducedMotion: 'reduce' });
  // Not even short ones: if each element had them, a change of the window's width would start hundreds.
  const transitions = await page.evaluateHandle(() => {
    const properties: string[] = [];
    document.addEventListener('transitionrun', ({ propertyName }) => properties.push(propertyName));
    return properties;
  });
  await page.getByRole('button', { name: 'Add New User' }).click();
  await expect(app.dialog('Add New User')).toBeVisible();
  const longest = await page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getTiming().duration))),
  );
  expect(longest).toBeLessThanOrEqual(1);
  await app.onPhone();
  await expect(app.dialog('Add New User')).toBeVisible();
  expect(await transitions.jsonValue()).toEqual([]);
});
