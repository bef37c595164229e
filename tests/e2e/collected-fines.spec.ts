// The collected-fines screen (COLLECTED-1 to COLLECTED-7): navbar, totals, and each user's paid fines.
import { addFines } from '../../src/contract/fines/fines.ts';
import { mark } from '../helpers/ledger.ts';
import { today } from './support/api.ts';
import { expect, test } from './support/collected.ts';

test('from an empty screen to the totals, and what each user was fined, owes and has paid, sorted by each column; the footer leads nowhere and says so; the navbar, by keyboard, to the dashboard, the settings and Logout [SHELL-6, LOOK-2, COLLECTED-1, COLLECTED-2, COLLECTED-3, COLLECTED-4, COLLECTED-7]', async ({
  app,
  collected,
  api,
  page,
}) => {
  await api.rule(false);
  await api.add('Zara Noor', 'ayesha khan', 'Bilal Ahmed', 'Never Fined');
  await collected.open();
  await expect(page).toHaveTitle('Collected Fines · Jurmana');
  await expect(page.getByRole('complementary'), 'a sidebar').toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '#/dashboard');
  await expect(main.getByRole('link', { name: 'Add New Fine' })).toHaveAttribute('href', '#/fines');
  await expect(collected.total).toHaveCount(0);
  await expect(page.getByText('No fines have been recorded yet')).toBeVisible();
  await api.fine('ayesha khan', 1234, { paid: true });
  await api.fine('Bilal Ahmed', 700);
  for (let count = 0; count < 3; count += 1) await api.fine('Zara Noor', 100, { paid: true });
  await api.fine('Zara Noor', 2000);
  await collected.expectFigures('1,534', '4,234', '36');

  await expect(page.getByRole('columnheader')).toHaveText([
    'User',
    'Total Fine',
    'Pending',
    'Collected',
    'Paid Fines',
    'Actions',
  ]);
  await expect(collected.users).toHaveText([
    new RegExp(`^ayesha khan ID: ${api.id('ayesha khan')}Rs\\s1,234Rs\\s0Rs\\s1,2341Paid finesOpen fines$`),
    new RegExp(`^Bilal Ahmed ID: ${api.id('Bilal Ahmed')}Rs\\s700Rs\\s700Rs\\s00Paid finesOpen fines$`),
    new RegExp(`^Zara Noor ID: ${api.id('Zara Noor')}Rs\\s2,300Rs\\s2,000Rs\\s3003Paid finesOpen fines$`),
  ]);

  await collected.expectSorted('User', 'ascending');
  const [ayesha, bilal, zara] = ['ayesha khan', 'Bilal Ahmed', 'Zara Noor'];
  const orders = [
    ['Total Fine', [zara, ayesha, bilal]],
    ['Pending', [zara, bilal, ayesha]],
    ['Collected', [ayesha, zara, bilal]],
    ['Paid Fines', [zara, ayesha, bilal]],
  ] as const;
  for (const [column, names] of orders) {
    await collected.head(column).click();
    await collected.expectSorted(column, 'descending');
    await expect(collected.names).toHaveText([...names]);
  }
  // The way back by keyboard.
  await collected.search.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('search').getByRole('button', { name: /^More/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(collected.head('User')).toBeFocused();
  await page.keyboard.press('Enter');
  await collected.expectSorted('User', 'ascending');
  await page.keyboard.press('Enter');
  await collected.expectSorted('User', 'descending');
  await expect(collected.names).toHaveText([zara, bilal, ayesha]);
  await expect(collected.head('User')).toBeFocused();
  await collected.toggle(ayesha).press('Enter');
  await expect(collected.paidFines(ayesha)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: new RegExp(`^Open fines of ${ayesha}`) })).toBeFocused();
  // The links in the footer do nothing, so they are not tab stops.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('contentinfo').locator(':focus')).toHaveCount(0);
  const links = page.getByRole('contentinfo').getByRole('link');
  await expect(links).toHaveText(['Help', 'Privacy', 'Terms']);
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('aria-disabled', 'true');
    await link.click({ force: true });
  }
  await app.expectPath('/CollectedFinesPage');

  await expect(page.getByRole('link', { name: /^Jurmana/ })).toHaveAttribute('href', '#/dashboard');
  await collected.menuButton.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(collected.menuButton).toBeFocused();
  await expect(collected.menuButton).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Profile' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '#/profile');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Enter');
  await app.expectScreen('App Settings');
  await page.goBack();
  await (await collected.menuItem('Logout')).click();
  await expect(app.toast('Logged out successfully!')).toBeVisible();
  await app.expectPath('/login');
});

test('users are found by name or id and open to their paid fines, five at a time, live; search and page are kept while visiting another screen [SCREEN-18, COLLECTED-4, COLLECTED-5, COLLECTED-6]', async ({
  app,
  collected,
  api,
  page,
}) => {
  await api.rule(false);
  const names = Array.from({ length: 11 }, (_, index) => `Person ${index + 10}`);
  await api.add('Ayesha Khan', ...names);
  const userIds = names.map((name) => api.id(name));
  await api.must(addFines, { body: { fineType: 'Late', amount: 10, date: today(), userIds } });
  await api.fineDaily('Ayesha Khan', [11, 17], { fineType: 'Paid', amount: 1017, paid: true });
  const pending = await api.fine('Ayesha Khan', 500, { fineType: 'Paid at last', date: '2026-01-20' });
  await collected.open();
  await expect(collected.users).toHaveCount(10);
  await expect(collected.toggle('Ayesha Khan')).toHaveAttribute('aria-expanded', 'false');
  await collected.toggle('Ayesha Khan').click();
  await expect(collected.toggle('Ayesha Khan')).toHaveAttribute('aria-expanded', 'true');
  const paid = collected.paidFines('Ayesha Khan');
  const rows = paid.locator('tbody tr');
  await expect(paid.getByRole('columnheader')).toHaveText(['Reason', 'Amount', 'Date', 'Status']);
  await expect(rows).toHaveCount(5);
  await expect(rows.first().getByRole('rowheader')).toHaveText('Paid 17');
  await expect(rows.first().getByRole('cell')).toHaveText([/^Rs\s1,017$/, '17 Jan 2026', 'Paid']);
  await expect(page.getByText('Paid at last')).toHaveCount(0);
  await collected.toggle('Person 10').click();
  await expect(page.getByText('No fine has been paid yet')).toBeVisible();
  await expect(paid, 'the other list stays open').toBeVisible();
  await collected.toggle('Person 10').click();
  await expect(page.getByText('No fine has been paid yet')).toHaveCount(0);
  await collected.toggle('Ayesha Khan').click();
  await expect(paid).toHaveCount(0);

  // A collection in another window disturbs neither the open list nor the search.
  // Ids are searched too, but contain no spaces.
  await collected.search.fill('A KHAN');
  await expect(collected.names).toHaveText(['Ayesha Khan']);
  await collected.toggle('Ayesha Khan').click();
  const pager = page.getByRole('navigation', { name: /^Pages of the paid fines of Ayesha Khan/ });
  await expect(pager.getByRole('button')).toHaveText(['Prev', '1', '2', 'Next']);
  await pager.getByRole('button', { name: 'Next' }).click();
  await expect(rows).toHaveText([/Paid 12/, /Paid 11/]);
  await collected.search.focus();
  await mark(api, pending.id, 'Paid');
  await expect(collected.total).toContainText(/Rs\s7,619/);
  await expect(rows).toHaveText([/Paid 13/, /Paid 12/, /Paid 11/]);
  await expect(pager.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(collected.search).toBeFocused();
  await expect(collected.search).toHaveValue('A KHAN');

  await collected.search.fill(api.id('Person 12').toLowerCase());
  await expect(collected.names).toHaveText(['Person 12']);
  await collected.search.fill('person');
  await page.getByRole('navigation', { name: 'Pages of users' }).getByRole('button', { name: 'Page 2' }).click();
  await expect(collected.names).toHaveText(['Person 20']);
  await page.getByRole('link', { name: /^Open fines of Person 20/ }).click();
  await app.expectPath(`/fines/${api.id('Person 20')}`);
  await expect(page.getByRole('region', { name: 'Fines of Person 20' })).toBeVisible();
  await page.goBack();
  await expect(collected.names).toHaveText(['Person 20']);
  await expect(collected.search).toHaveValue('person');
  await collected.search.fill('nobody');
  await expect(page.getByText('No users match your search')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(collected.users).toHaveCount(10);
});
