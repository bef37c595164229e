// The fines overview on desktop and phone: layout, accessibility and keyboard.
import { expectAccessibleOnPhoneAndDesk } from './support/axe.ts';
import { expect, test } from './support/overview.ts';

test('the screen and its pages are accessible and fit, on a phone and on a desk', async ({ api, overview, page }) => {
  const long = 'A name with many words that does not end Abdurrahman-bin-Muhammad-al-Karachi';
  await api.rule(false);
  await api.add(long, 'محمد عثمان', 'Bilal Ahmed');
  for (let day = 10; day <= 30; day += 1) {
    await api.fine(long, 999_999_999.99, { fineType: `Reason ${'very '.repeat(10)}long`, date: `2026-01-${day}` });
  }
  await api.fine('محمد عثمان', 100, { fineType: 'دیر سے آمد', paid: true });
  await overview.open();
  await expect(overview.users).toHaveCount(3);
  await overview.pager(long).getByRole('button', { name: 'Page 2' }).click();
  await expect(overview.fines(long).first()).toContainText('25 Jan 2026');
  await expectAccessibleOnPhoneAndDesk(page);
  await overview.search.fill('nobody');
  await expect(page.getByText('No Results Found')).toBeVisible();
  await expectAccessibleOnPhoneAndDesk(page);
});

test('while it loads, and when that fails, it is accessible and fits, on a phone and on a desk [OVERVIEW-11]', async ({
  api,
  overview,
  page,
  faultyProxy,
}) => {
  await api.add('Bilal Ahmed');
  faultyProxy.holdResponses('GET /api/overview?');
  await overview.open();
  await expect(page.getByText('Loading fines data...')).toBeVisible();
  await expectAccessibleOnPhoneAndDesk(page);
  faultyProxy.restore();
  await expect(overview.users).toHaveCount(1);
  faultyProxy.dropResponses('GET /api/overview?');
  await overview.search.fill('bilal');
  await expect(overview.failure).toBeVisible();
  await expectAccessibleOnPhoneAndDesk(page);
  await page.keyboard.press('Escape');
  await expect(overview.failure).toBeHidden();
  await expectAccessibleOnPhoneAndDesk(page);
});

test('the whole screen can be used by keyboard [LOOK-2]', async ({ api, overview, page }) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fineDaily('Ayesha Khan', [11, 17]);
  await overview.open();
  await expect(overview.users).toHaveCount(2);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  for (const name of ['User List', 'Add New Fine']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(overview.search).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(overview.names).toHaveText(['Bilal Ahmed', 'Ayesha Khan']);
  await expect(overview.sort('Name')).toBeFocused();
  await overview.pager('Ayesha Khan').getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await expect(overview.fines('Ayesha Khan')).toHaveText([/Fine 12/, /Fine 11/]);
  // Next is disabled now; the focus must not jump to the top of the page.
  await page.keyboard.press('Shift+Tab');
  await expect(overview.pager('Ayesha Khan').getByRole('button', { name: 'Page 2' })).toBeFocused();
});
