// Refresh, where a screen has it: it reads again, and its toast stays as long as specification section 9 says.
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** How long the first toast with this text is on the page, in milliseconds; ask before it comes. */
function timeOf(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let shown = 0;
        const look = (now: number): void => {
          const there = [...document.querySelectorAll('[class*="Notification-root"]')].some(
            (toast) => toast.textContent.includes(wanted) && !toast.closest('[data-hiding]'),
          );
          if (there && shown === 0) shown = now;
          if (!there && shown > 0) resolve(now - shown);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    text,
  );
}

test('the refresh toast stays for 1.5 s', async ({ app, page }) => {
  await app.openFines();
  await expect(page.getByText('No fines found')).toBeVisible();
  const time = timeOf(page, 'Data refreshed');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(app.toast('Data refreshed')).toBeVisible();
  const shown = await time;
  expect(shown).toBeGreaterThan(1400);
  // Its way out, on a machine that does other things as well.
  expect(shown).toBeLessThan(2500);
});

test('Refresh on the dashboard reads again, and says so for a moment', async ({ app, page }) => {
  await app.openDashboard();
  await expect(page.getByText('No users with fines found in the system.')).toBeVisible();
  const reading = page.waitForResponse((response) => response.url().includes('/api/overview?'));
  const time = timeOf(page, 'Data refreshed');
  await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
  expect((await reading).ok()).toBe(true);
  await expect(app.toast('Data refreshed')).toBeVisible();
  // The pointer still lies on the button; a toast that appeared under it would stay.
  expect(await time).toBeLessThan(2500);
});

for (const width of [360, 1280]) {
  test(`a toast lies over no button of a screen's head, at ${width}px`, async ({ app, page }) => {
    await page.setViewportSize({ width, height: 800 });
    await app.openDashboard();
    await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
    const toast = await app.toast('Data refreshed').boundingBox();
    if (toast === null) throw new Error('There is no toast.');
    for (const path of [
      '/dashboard',
      '/fineUserOverView',
      '/CollectedFinesPage',
      '/user',
      '/fines',
      '/events',
    ] as const) {
      await app.goTo(path);
      const buttons = page.locator('section[aria-label="Top bar"], main header').locator('a, button');
      const covered: string[] = [];
      for (const button of await buttons.filter({ visible: true }).all()) {
        const box = await button.boundingBox();
        if (box === null || box.x >= toast.x + toast.width || box.x + box.width <= toast.x) continue;
        if (box.y >= toast.y + toast.height || box.y + box.height <= toast.y) continue;
        covered.push(`${(await button.textContent()) ?? ''} at ${box.x}, ${box.y}`);
      }
      expect(covered, path).toEqual([]);
    }
  });
}
