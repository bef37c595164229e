// The Refresh button: refetches, and shows a toast for 1.5 s (SCREEN-11).
import { expectToastFor, installClock } from './support/clock.ts';
import { recordRequests } from './support/requests.ts';
import { expect, test } from './support/test.ts';

test.describe('the refresh toast', () => {
  test.use({ freshContext: true });
  test.beforeEach(({ page }) => installClock(page));

  test('the refresh toast stays for 1.5 s [SCREEN-11]', async ({ app, page }) => {
    await app.openFines();
    await expect(page.getByText('No fines found')).toBeVisible();
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await expectToastFor(1500, app.toast('Data refreshed'), () => refresh.click());
  });

  test('Refresh on the dashboard reads again, and says so for a moment [SCREEN-11]', async ({ app, page }) => {
    await app.openDashboard();
    await expect(page.getByText('No users with fines found in the system.')).toBeVisible();
    const asked = recordRequests(page, 'GET /api/overview?');
    // A toast that appeared under the pointer would not disappear.
    const refresh = page.getByRole('main').getByRole('button', { name: 'Refresh' });
    await expectToastFor(1500, app.toast('Data refreshed'), () => refresh.click());
    expect(asked).toHaveLength(1);
  });
});

for (const width of [360, 1280]) {
  test(`a toast lies over no button of a screen's head, at ${width}px`, async ({ app, page }) => {
    await page.setViewportSize({ width, height: 800 });
    await app.openDashboard();
    await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
    // A trial waits until it has come to rest.
    await app.toast('Data refreshed').hover({ trial: true });
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
      const covered = await buttons.filter({ visible: true }).evaluateAll((all, { x, y, ...size }) => {
        const lie = all.map((button) => ({ name: button.textContent, box: button.getBoundingClientRect() }));
        return lie.filter(
          ({ box }) => box.left < x + size.width && box.right > x && box.top < y + size.height && box.bottom > y,
        );
      }, toast);
      expect(covered, path).toEqual([]);
    }
  });
}
