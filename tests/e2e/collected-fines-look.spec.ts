// The collected-fines screen on desktop and phone: layout, accessibility and keyboard.
import { expectAccessibleOnPhoneAndDesk, expectTouchTargets } from './support/axe.ts';
import { expect, test } from './support/collected.ts';

test('the screen, its lists and its menu are accessible and fit, on a phone and on a desk', async ({
  collected,
  api,
  page,
}) => {
  const long = 'A name with many words that does not end Abdurrahman-bin-Muhammad-al-Karachi';
  await api.rule(false);
  await api.add(long, 'محمد عثمان');
  for (let day = 10; day <= 16; day += 1) {
    const fineType = `Reason ${'very '.repeat(10)}long`;
    await api.fine(long, 999_999_999.99, { fineType, date: `2026-01-${day}`, paid: true });
  }
  await api.fine('محمد عثمان', 100);
  await collected.open();
  await expect(collected.users).toHaveCount(2);
  await collected.toggle(long).click();
  await expect(collected.paidFines(long)).toContainText('16 Jan 2026');
  await collected.toggle('محمد عثمان').click();
  await expect(page.getByText('No fine has been paid yet')).toBeVisible();
  await expectAccessibleOnPhoneAndDesk(page);
  await expect(await collected.menuItem('Profile')).toBeVisible();
  await expectAccessibleOnPhoneAndDesk(page);
  await page.keyboard.press('Escape');
  await expect(collected.menuButton).toBeFocused();
  await expect(collected.menuButton).toHaveAttribute('aria-expanded', 'false');
});

test('when nothing is found, and when loading fails, it is accessible and fits, on a phone and on a desk', async ({
  collected,
  faultyProxy,
  page,
}) => {
  await collected.open();
  await expect(page.getByText('No fines have been recorded yet')).toBeVisible();
  await expectAccessibleOnPhoneAndDesk(page);
  await collected.search.fill('nobody');
  await expect(page.getByText('No users match your search')).toBeVisible();
  await expectAccessibleOnPhoneAndDesk(page);
  faultyProxy.dropResponses('GET /api/overview?');
  await collected.search.fill('somebody');
  await expect(collected.failure).toBeVisible();
  await expectAccessibleOnPhoneAndDesk(page);
  await page.keyboard.press('Escape');
  await expect(collected.failure).toBeHidden();
  await expectAccessibleOnPhoneAndDesk(page);
});

test('on a phone: cards, sorted by buttons, with targets for a thumb', async ({ app, collected, api, page }) => {
  await app.onPhone();
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Ayesha Khan', 500, { fineType: 'Late arrival', date: '2026-01-20', paid: true });
  await api.fine('Bilal Ahmed', 900, { paid: true });
  await collected.open();
  await expect(collected.user('Ayesha Khan')).toHaveCSS('display', 'grid');
  await expect(collected.user('Ayesha Khan')).toContainText(/Rs\s500Rs\s0Rs\s5001/);
  const targets = page.getByRole('button').or(page.locator('a[href]')).filter({ hasNotText: 'Skip' });
  await expectTouchTargets(targets);
  await page.getByRole('group', { name: 'Sort by' }).getByRole('button', { name: 'Collected' }).click();
  await expect(collected.names).toHaveText(['Bilal Ahmed', 'Ayesha Khan']);
  await collected.toggle('Ayesha Khan').click();
  await expect(collected.paidFines('Ayesha Khan').locator('tbody tr')).toHaveText([
    /Late arrival.*Rs\s500.*20 Jan 2026.*Paid/,
  ]);
});

test('by keyboard: sort, open, page, and the menu', async ({ app, collected, api, page }) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Ayesha Khan', 500, { paid: true });
  await api.fine('Bilal Ahmed', 900, { paid: true });
  await collected.open();
  await expect(collected.users).toHaveCount(2);
  await collected.search.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(collected.head('User')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(collected.names).toHaveText(['Bilal Ahmed', 'Ayesha Khan']);
  await expect(collected.head('User')).toBeFocused();
  await collected.toggle('Bilal Ahmed').focus();
  await page.keyboard.press('Enter');
  await expect(collected.paidFines('Bilal Ahmed')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /^Open fines of Bilal Ahmed/ })).toBeFocused();
  // The links in the footer do nothing, so they are not tab stops.
  await page.getByRole('link', { name: /^Open fines of Ayesha Khan/ }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('contentinfo').locator(':focus')).toHaveCount(0);

  await collected.menuButton.focus();
  await page.keyboard.press('Enter');
  for (const name of ['Profile', 'Settings']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await app.expectScreen('App Settings');
});
