// Navigation on a phone: the bar at the bottom and the menu (SHELL-3, SHELL-9 to SHELL-11).
import type { Locator, Page } from '@playwright/test';
import { expectTouchTargets } from './support/axe.ts';
import { skipPauses } from './support/clock.ts';
import { expect, test } from './support/fines.ts';

test.beforeEach(({ app }) => app.onPhone());

const bar = (page: Page): Locator => page.getByRole('navigation', { name: 'Shortcuts' });

/** Whether a press on its centre reaches it. */
const isReached = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

test('More opens the menu, as does a button above where the bar is not always in sight; + opens the form from any screen, and keeps the filter of the fines [SHELL-9, SHELL-10]', async ({
  app,
  page,
  api,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await app.openDashboard();
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeHidden();
  for (const [name, height] of [
    ['Open the menu', 479],
    ['More', 740],
  ] as const) {
    await page.setViewportSize({ width: 360, height });
    const button = (height < 480 ? page : bar(page)).getByRole('button', { name, exact: true });
    await button.click();
    const menu = page.getByRole('dialog');
    await expect(menu.getByRole('link', { name: 'Settings' })).toBeVisible();
    await expectTouchTargets(menu.getByRole('link'));
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  }
  // urdu.spec.ts checks that every screen has the bar.
  await expect(bar(page).getByRole('listitem')).toHaveText(['Dashboard', 'Fines', '', 'Payments', 'More']);
  await bar(page).getByRole('link', { name: 'Fines' }).click();
  await app.expectScreen('Fine Management');
  await expect(bar(page).locator('[aria-current]')).toHaveText('Fines');
  await page.setViewportSize({ width: 768, height: 740 });
  await expect(bar(page)).toBeHidden();
  await app.onPhone();

  const add = bar(page).getByRole('link', { name: 'Add New Fine' });
  await app.open('/fineUserOverView');
  await app.expectScreen('User Fines Overview');
  await add.click();
  await expect(app.dialog('Add New Fine')).toBeVisible();
  await page.keyboard.press('Escape');
  await app.expectScreen('Fine Management');

  await app.open(`/fines/${api.id('Bilal Ahmed')}`);
  await expect(page.getByText('No fines found')).toBeVisible();
  await add.click();
  const dialog = app.dialog('Add New Fine');
  await expect(dialog.getByRole('checkbox', { name: /Bilal Ahmed/ })).not.toBeChecked();
  await dialog.getByRole('searchbox').fill('Bilal');
  await expectTouchTargets(dialog.getByRole('button', { name: 'Clear the search' }));
  await dialog.getByRole('searchbox').fill('');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();
  await app.expectPath(`/fines/${api.id('Bilal Ahmed')}`);
  // The buttons of wider screens are not there.
  await expect(page.getByRole('button', { name: 'Add New Fine' })).toHaveCount(0);
});

test('the first fine is visible, and nothing covers the last one’s actions, "Try again" or why a form was refused [SCREEN-39, SHELL-11]', async ({
  app,
  fines,
  page,
  api,
  faultyProxy,
}) => {
  await api.rule(false);
  await api.add('Khadija-tul-Kubra Siddiqui');
  for (const fineType of ['Late arrival', 'No uniform', 'Phone', 'Noise', 'Chewing gum']) {
    await api.fine('Khadija-tul-Kubra Siddiqui', 1500, { fineType });
  }
  await skipPauses(page);
  await app.openFines();
  const below = await bar(page).boundingBox();
  const end = async (): Promise<number> => {
    const first = await fines.row('Chewing gum').boundingBox();
    return (first?.y ?? 0) + (first?.height ?? 0);
  };
  await expect.poll(end, 'the end of the first fine').toBeLessThanOrEqual(below?.y ?? 0);
  // A card of two lines leaves no room for a third.
  const total = await page.getByRole('heading', { name: 'Total Fines' }).locator('..').boundingBox();
  expect(total?.height).toBeLessThan(68);

  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  for (const button of await fines.row('Late arrival').getByRole('button').all()) {
    await expect.poll(() => isReached(button)).toBe(true);
  }
  await (await app.menuEntry('Select several')).click();
  await fines.row('Late arrival').getByRole('checkbox').check();
  const pay = page.getByRole('button', { name: 'Mark as Paid', exact: true });
  await expect.poll(() => isReached(pay)).toBe(true);
  await page.evaluate(() => scrollTo(0, 300));
  await expect.poll(() => isReached(pay)).toBe(true);

  faultyProxy.dropResponses('GET /api/fines');
  await (await app.menuEntry('Refresh')).click();
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  // What the bar of ticked fines covers can be scrolled into view.
  await again.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expect.poll(() => isReached(again)).toBe(true);

  await app.open('/profile?part=password');
  const form = page.locator('form', { has: page.getByLabel('New password', { exact: true }) });
  for (const field of ['Current password', 'New password']) await form.getByLabel(field).fill('long-enough-1');
  const change = form.getByRole('button', { name: 'Change password' });
  // Directly above the bar, so that a refusal moves it below.
  await change.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - (innerHeight - 62)));
  await page.route('**/api/account/password', (route) => route.abort());
  await change.click();
  const refusal = form.getByRole('alert');
  await expect(refusal).not.toBeEmpty();
  await expect
    .poll(async () => {
      const shown = await refusal.boundingBox();
      return (shown?.y ?? 0) + (shown?.height ?? Infinity);
    })
    .toBeLessThanOrEqual((await bar(page).boundingBox())?.y ?? 0);
});
