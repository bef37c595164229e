// The collected-fines screen (COLLECTED-1 to COLLECTED-7): navbar, totals, and each user's paid fines.
import { expect, test } from './support/collected.ts';

test('the navbar: the brand leads to the dashboard, the menu to profile, settings and out [SHELL-6, COLLECTED-1]', async ({
  app,
  collected,
  page,
}) => {
  await collected.open();
  await expect(page).toHaveTitle('Collected Fines · Jurmana');
  await expect(page.getByRole('complementary'), 'a sidebar').toHaveCount(0);
  const brand = page.getByRole('link', { name: /^Jurmana/ });
  await expect(brand).toHaveAttribute('href', '#/dashboard');
  await brand.click();
  await app.expectScreen('Fines Management Dashboard');

  await app.open('/CollectedFinesPage');
  const profile = await collected.menuItem('Profile');
  await expect(profile).toHaveAttribute('href', '#/profile');
  await profile.click();
  await app.expectPath('/profile');

  await app.open('/CollectedFinesPage');
  const settings = await collected.menuItem('Settings');
  await expect(settings).toHaveAttribute('href', '#/settings');
  await settings.click();
  await app.expectScreen('App Settings');

  await app.open('/CollectedFinesPage');
  await (await collected.menuItem('Logout')).click();
  await expect(app.toast('Logged out successfully!')).toBeVisible();
  await app.expectPath('/login');
});

test('buttons lead back to the dashboard and to the fines [COLLECTED-2]', async ({ app, collected, page }) => {
  await collected.open();
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '#/dashboard');
  await expect(main.getByRole('link', { name: 'Add New Fine' })).toHaveAttribute('href', '#/fines');
  await main.getByRole('link', { name: 'Back to Dashboard' }).click();
  await app.expectScreen('Fines Management Dashboard');
  await app.open('/CollectedFinesPage');
  await main.getByRole('link', { name: 'Add New Fine' }).click();
  await app.expectScreen('Fine Management');
});

test('the footer names Help, Privacy and Terms, which lead nowhere and say so [COLLECTED-7]', async ({
  app,
  collected,
  page,
}) => {
  await collected.open();
  const links = page.getByRole('contentinfo').getByRole('link');
  await expect(links).toHaveText(['Help', 'Privacy', 'Terms']);
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('aria-disabled', 'true');
    await link.click({ force: true });
    await app.expectPath('/CollectedFinesPage');
    await app.expectScreen('Collected Fines');
  }
});

test('the card of totals, and what each user was fined, owes and paid [COLLECTED-3, COLLECTED-4]', async ({
  collected,
  api,
  page,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Never Fined');
  await collected.open();
  await collected.expectFigures('0', '0', '100');
  await expect(page.getByText('No fines have been recorded yet')).toBeVisible();
  await api.fine('Ayesha Khan', 1234, { paid: true });
  await api.fine('Ayesha Khan', 66, { paid: true });
  await api.fine('Ayesha Khan', 2000);
  await api.fine('Bilal Ahmed', 700);
  await collected.expectFigures('1,300', '4,000', '32');

  await expect(page.getByRole('columnheader')).toHaveText([
    'User',
    'Total Fine',
    'Pending',
    'Collected',
    'Paid Fines',
    'Actions',
  ]);
  await expect(collected.users).toHaveText([
    new RegExp(`^AKAyesha KhanID: ${api.id('Ayesha Khan')}Rs\\s3,300Rs\\s2,000Rs\\s1,3002Paid finesOpen fines$`),
    new RegExp(`^BABilal AhmedID: ${api.id('Bilal Ahmed')}Rs\\s700Rs\\s700Rs\\s00Paid finesOpen fines$`),
  ]);
});

test('sorts by each column, either way round [COLLECTED-4]', async ({ collected, api }) => {
  await api.rule(false);
  await api.add('Zara', 'ayesha', 'Bilal');
  await api.fine('ayesha', 900, { paid: true });
  await api.fine('Bilal', 500);
  for (let count = 0; count < 3; count += 1) await api.fine('Zara', 100, { paid: true });
  await api.fine('Zara', 800);
  await collected.open();
  await collected.expectSorted('User', 'ascending');
  await expect(collected.names).toHaveText(['ayesha', 'Bilal', 'Zara']);
  const orders = [
    ['Total Fine', ['Zara', 'ayesha', 'Bilal']],
    ['Pending', ['Zara', 'Bilal', 'ayesha']],
    ['Collected', ['ayesha', 'Zara', 'Bilal']],
    ['Paid Fines', ['Zara', 'ayesha', 'Bilal']],
  ] as const;
  for (const [column, names] of orders) {
    await collected.head(column).click();
    await collected.expectSorted(column, 'descending');
    await expect(collected.names).toHaveText([...names]);
    await collected.head(column).click();
    await collected.expectSorted(column, 'ascending');
    await expect(collected.names).toHaveText(names.toReversed());
  }
  await collected.head('User').click();
  await collected.head('User').click();
  await collected.expectSorted('User', 'descending');
  await expect(collected.names).toHaveText(['Zara', 'Bilal', 'ayesha']);
});

test('a list of the paid fines opens below a user, five at a time, and leads to all fines [COLLECTED-6]', async ({
  app,
  collected,
  api,
  page,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  for (let day = 11; day <= 17; day += 1) {
    await api.fine('Ayesha Khan', 1000 + day, { fineType: `Paid ${day}`, date: `2026-01-${day}`, paid: true });
  }
  await api.fine('Ayesha Khan', 50, { fineType: 'Still pending', date: '2026-01-30' });
  await api.fine('Bilal Ahmed', 50);
  await collected.open();
  await expect(collected.toggle('Ayesha Khan')).toHaveAttribute('aria-expanded', 'false');
  await collected.toggle('Ayesha Khan').click();
  await expect(collected.toggle('Ayesha Khan')).toHaveAttribute('aria-expanded', 'true');
  const paid = collected.paidFines('Ayesha Khan');
  await expect(paid.getByRole('columnheader')).toHaveText(['Reason', 'Amount', 'Date', 'Status']);
  await expect(paid.locator('tbody tr')).toHaveCount(5);
  await expect(paid.locator('tbody tr').first().getByRole('cell')).toHaveText([
    'Paid 17',
    /^Rs\s1,017$/,
    '17 Jan 2026',
    'Paid',
  ]);
  await expect(page.getByText('Still pending')).toHaveCount(0);
  const pager = page.getByRole('navigation', { name: /^Pages of the paid fines of Ayesha Khan/ });
  await expect(pager.getByRole('button')).toHaveText(['Prev', '1', '2', 'Next']);
  await pager.getByRole('button', { name: 'Next' }).click();
  await expect(paid.locator('tbody tr')).toHaveText([/Paid 12/, /Paid 11/]);

  await collected.toggle('Bilal Ahmed').click();
  await expect(page.getByText('No fine has been paid yet')).toBeVisible();
  await expect(paid, 'the other list stays open').toBeVisible();
  await collected.toggle('Bilal Ahmed').click();
  await expect(page.getByText('No fine has been paid yet')).toHaveCount(0);
  await collected.toggle('Ayesha Khan').click();
  await expect(paid).toHaveCount(0);

  await page.getByRole('link', { name: /^Open fines of Ayesha Khan/ }).click();
  await app.expectPath(`/fines/${api.id('Ayesha Khan')}`);
  await expect(page.getByRole('region', { name: 'Fines of Ayesha Khan' })).toBeVisible();
});

test('finds users by a part of the name or of the id, keeps the search over a visit elsewhere, and clears it [SCREEN-18, COLLECTED-4, COLLECTED-5]', async ({
  collected,
  api,
  page,
}) => {
  await api.rule(false);
  const names = Array.from({ length: 11 }, (_, index) => `Person ${index + 10}`);
  await api.add('Ayesha Khan', ...names);
  for (const name of ['Ayesha Khan', ...names]) await api.fine(name, 10);
  await collected.open();
  await expect(collected.users).toHaveCount(10);
  await collected.search.fill('KHAN');
  await expect(collected.names).toHaveText(['Ayesha Khan']);
  await collected.search.fill(api.id('Person 12').toLowerCase());
  await expect(collected.names).toHaveText(['Person 12']);

  await collected.search.fill('person');
  await page.getByRole('navigation', { name: 'Pages of users' }).getByRole('button', { name: 'Page 2' }).click();
  await expect(collected.names).toHaveText(['Person 20']);
  await page.getByRole('link', { name: /^Open fines of Person 20/ }).click();
  await expect(page.getByRole('region', { name: 'Fines of Person 20' })).toBeVisible();
  await page.goBack();
  await expect(collected.names).toHaveText(['Person 20']);
  await expect(collected.search).toHaveValue('person');

  await collected.search.fill('nobody');
  await expect(page.getByText('No users match your search')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(collected.users).toHaveCount(10);
});
