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
  await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
  expect((await reading).ok()).toBe(true);
  await expect(app.toast('Data refreshed')).toBeVisible();
  // It appears where the button is, and stays as long as the pointer is on it.
  await page.mouse.move(0, 0);
  await expect(app.toast('Data refreshed')).toBeHidden({ timeout: 3000 });
});
