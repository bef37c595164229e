// The toast of the Refresh button, the buttons in the head of a screen, and the menu of a list.
import type { Locator } from '@playwright/test';
import { addUser } from '../../src/contract/users.ts';
import { userForm } from '../helpers/ledger.ts';
import { recordRequests } from './support/requests.ts';
import { chooseMore } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const WIDTHS = [360, 1280];

/** The position of the toast that `show` brings up, once settled; waits from before, because it soon disappears. */
async function placeOf(
  toast: Locator,
  show: () => Promise<void>,
): Promise<Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>> {
  const place = toast.evaluate(async (element) => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.all(element.getAnimations().map(({ finished }) => finished));
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  });
  await show();
  return place;
}

test('a toast never covers a button of the top bar, nor one in the head of a screen, nor on a phone one of the bar at the bottom', async ({
  app,
  page,
}) => {
  await app.openDashboard();
  const toasts = app.toast('Data refreshed');
  const places = new Map<number, Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>>();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect(toasts).toHaveCount(0);
    places.set(width, await placeOf(toasts, () => chooseMore(page, 'Refresh')));
    // It would stay under the pointer.
    await page.mouse.move(0, 799);
  }
  for (const path of [
    '/dashboard',
    '/fineUserOverView',
    '/CollectedFinesPage',
    '/user',
    '/fines',
    '/events',
  ] as const) {
    await app.goTo(path);
    for (const [width, toast] of places) {
      await page.setViewportSize({ width, height: 800 });
      const bar = page.getByRole('navigation', { name: 'Shortcuts' });
      await expect(bar).toBeVisible({ visible: width === 360 });
      const buttons = page
        .locator('section[aria-label="Top bar"], main header, nav[aria-label="Shortcuts"]')
        .locator('a, button');
      const covered = () =>
        buttons.filter({ visible: true }).evaluateAll(async (all, { x, y, ...size }) => {
          // The app reacts to a change of width one task after the event.
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          const lie = all.map((button) => ({ name: button.textContent, box: button.getBoundingClientRect() }));
          return lie.filter(
            ({ box }) => box.left < x + size.width && box.right > x && box.top < y + size.height && box.bottom > y,
          );
        }, toast);
      await expect.poll(covered, `${path} at ${width}px`).toEqual([]);
    }
  }
});

test('"Refresh" in the menu of a list refuses presses while it is under way, and the focus stays at the menu [SCREEN-52]', async ({
  app,
  page,
  api,
}) => {
  await api.must(addUser, { body: userForm() });
  await app.openUsers();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/users?*', async (route) => {
    await answered.promise;
    await route.continue();
  });
  const asked = recordRequests(page, 'GET /api/users?');
  const more = page.getByRole('search').getByRole('button', { name: /^More/ });
  await more.focus();
  await page.keyboard.press('Enter');
  const refresh = page.getByRole('menuitem', { name: 'Refresh' });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await refresh.focus();
  await page.keyboard.press('Enter');
  await expect(more).toBeFocused();
  // For a moment the button takes a press for the second one of the entry.
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(refresh).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(refresh).toHaveAttribute('aria-disabled', 'true');
  await refresh.click({ force: true });
  answered.resolve();
  await expect(refresh).not.toHaveAttribute('aria-disabled', 'true');
  expect(asked).toHaveLength(1);
});
