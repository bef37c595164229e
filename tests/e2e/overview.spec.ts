// The fines overview (OVERVIEW-1 to OVERVIEW-10): totals, a card for every user, search, sorting and pages.
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { formatDay } from '../../src/core/calendar.ts';
import { tryAgain } from './support/app.ts';
import { skipPauses } from './support/clock.ts';
import { today } from './support/fines.ts';
import { expect, test } from './support/overview.ts';

const A_USERS_FINES = 'GET /api/overview/';

test('four cards show the fined, pending and collected amounts and the rate, in whole rupees; each user’s has initials, name, ID, badge and fines; those of a deleted user stay, under "Unknown User" with the id; links lead to the fines, the users and the dashboard [MONEY-4, NAME-1, OVERVIEW-1, OVERVIEW-3, OVERVIEW-4, OVERVIEW-5, OVERVIEW-10, SCREEN-41, SHELL-6]', async ({
  app,
  api,
  overview,
  page,
}) => {
  await api.rule(false);
  await api.add('Ayesha Bano Khan', 'Bilal', 'Chand Nobody', 'Danish Half', 'Erum Waived');
  await api.fine('Ayesha Bano Khan', 1500.4, { fineType: 'Late arrival', date: '2026-02-03', paid: true });
  await api.fine('Bilal', 300, { fineType: 'دیر سے آمد', date: today() });
  await api.fine('Danish Half', 100, { paid: true });
  await api.fine('Danish Half', 100);
  const { id: fineId } = await api.fine('Erum Waived', 250);
  const body = { outstanding: 250, amount: 250, reason: 'was ill' };
  await api.must(waiveFine, { params: { fineId }, body });
  await overview.open();
  await expect(page).toHaveTitle('User Fines Overview · Jurmana');
  await expect(page.getByRole('complementary'), 'a sidebar').toHaveCount(0);
  await overview.expectFigures('2,000', '400', '1,600', '80');
  await expect(overview.card('Total Fines')).toContainText('All fines issued');
  await expect(overview.card('Pending Fines')).toContainText('Yet to be collected');
  await expect(overview.card('Collected Fines')).toContainText('Total paid (collected)');
  await expect(overview.card('Collection Rate')).toContainText('Fines collected');
  await expect(page.getByRole('main')).not.toContainText('.40');
  await expect(overview.names).toHaveText(['Ayesha Bano Khan', 'Bilal', 'Chand Nobody', 'Danish Half', 'Erum Waived']);

  const ayesha = overview.user('Ayesha Bano Khan');
  await expect(ayesha).toContainText('AK');
  await expect(ayesha).toContainText(`ID: ${api.id('Ayesha Bano Khan')}`);
  await expect(ayesha.getByRole('columnheader')).toHaveText(['Fine Reason', 'Amount', 'Date', 'Status']);
  const ofAyesha = overview.fines('Ayesha Bano Khan');
  await expect(ofAyesha.getByRole('rowheader')).toHaveText('Late arrival');
  await expect(ofAyesha.getByRole('cell')).toHaveText([/^Rs\s1,500$/, '3 Feb 2026', 'Paid']);
  const ofBilal = overview.fines('Bilal');
  await expect(ofBilal.getByRole('rowheader')).toHaveText('دیر سے آمد');
  await expect(ofBilal.getByRole('cell')).toHaveText([/^Rs\s300$/, formatDay(today()), 'Pending']);

  // Paid: the user has fines, none of them pending, even if all were waived (OVERVIEW-5).
  await expect(overview.badge('Ayesha Bano Khan')).toHaveText('Paid');
  await expect(overview.badge('Danish Half')).toHaveText('Pending');
  await expect(overview.badge('Chand Nobody')).toHaveText('Pending');
  await expect(overview.badge('Erum Waived')).toHaveText('Paid');
  await expect(overview.user('Chand Nobody')).toContainText('No fines recorded for this user');
  await expect(overview.user('Chand Nobody').getByRole('table')).toHaveCount(0);

  const id = api.id('Bilal');
  await api.remove('Bilal');
  await expect(overview.user('Unknown User')).toContainText('?');
  await expect(overview.user('Unknown User')).toContainText(`ID: ${id}`);
  await expect(overview.fines('Unknown User')).toHaveCount(1);
  await overview.expectFigures('2,000', '400', '1,600', '80');

  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(link('Add New Fine')).toHaveAttribute('href', '#/fines');
  await expect(link('Dashboard')).toHaveAttribute('href', '#/dashboard');
  await expect(link('User List')).toHaveAttribute('href', '#/user');
  await page.getByRole('link', { name: /Jurmana/ }).click();
  await app.expectPath('/dashboard');
});

test('a user’s fines are shown five at a time, newest first; a page that cannot be loaded says so in the card, and changes in another window move nothing [OVERVIEW-6, OVERVIEW-12]', async ({
  api,
  overview,
  faultyProxy,
  page,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Ayesha Zafar', 'Bilal Ahmed');
  await api.fineDaily('Ayesha Khan', [11, 22]);
  await api.fineDaily('Bilal Ahmed', [11, 15], { fineType: 'Other' });
  await skipPauses(page);
  await overview.open();
  await expect(overview.fines('Bilal Ahmed')).toHaveCount(5);
  await expect(overview.pager('Bilal Ahmed'), 'a pager with a single page').toHaveCount(0);

  const pager = overview.pager('Ayesha Khan');
  const next = pager.getByRole('button', { name: 'Next' });
  await expect(pager.getByRole('button')).toHaveText(['Prev', '1', '2', '3', 'Next']);
  await expect(overview.fines('Ayesha Khan')).toHaveCount(5);
  await expect(overview.fines('Ayesha Khan').first()).toContainText('Fine 22');
  await expect(pager.getByRole('button', { name: 'Prev' })).toBeDisabled();
  await next.click();
  await expect(overview.fines('Ayesha Khan').first()).toContainText('Fine 17');
  await expect(pager.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');

  faultyProxy.dropResponses(A_USERS_FINES);
  await next.focus();
  await page.keyboard.press('Enter');
  const alert = overview.user('Ayesha Khan').getByRole('alert');
  await expect(alert).toContainText('Failed to load fines data');
  await expect(overview.user('Bilal Ahmed')).toBeVisible();
  await expect(overview.failure).toBeHidden();
  await tryAgain(alert, () => faultyProxy.restore());
  await expect(overview.fines('Ayesha Khan')).toHaveText([/Fine 12/, /Fine 11/]);
  await expect(next).toBeDisabled();
  await pager.getByRole('button', { name: 'Prev' }).click();
  await expect(overview.fines('Ayesha Khan').last()).toContainText('Fine 13');
  await expect(overview.fines('Bilal Ahmed').first(), "another user's page").toContainText('Other 15');

  await overview.search.fill('ayesha');
  await overview.tools.click();
  await overview.sort('Name').click();
  await expect(overview.names).toHaveText(['Ayesha Zafar', 'Ayesha Khan']);
  await pager.getByRole('button', { name: 'Page 2' }).click();
  await expect(overview.fines('Ayesha Khan').first()).toContainText('Fine 17');
  await overview.search.focus();
  await api.fine('Ayesha Khan', 500, { fineType: 'Newest', date: '2026-02-01', paid: true });
  await expect(overview.card('Collected Fines')).toContainText(/Rs\s500/);
  await expect(overview.fines('Ayesha Khan').first()).toContainText('Fine 18');
  await expect(pager.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await api.add('Ayesha Aslam');
  await expect(overview.names).toHaveText(['Ayesha Zafar', 'Ayesha Khan', 'Ayesha Aslam']);
  await expect(overview.search).toBeFocused();
  await expect(overview.search).toHaveValue('ayesha');
  await expect(overview.fines('Ayesha Khan').first()).toContainText('Fine 18');
});

test('sorts by name by default, the other way round by keyboard, by total and pending, and by the oldest unpaid fine, showing its day [LOOK-2, OVERVIEW-8, OVERVIEW-18]', async ({
  api,
  overview,
  page,
}) => {
  await api.rule(false);
  await api.add('Zara', 'ayesha', 'Bilal');
  await api.fine('ayesha', 9000, { date: '2026-01-05', paid: true });
  await api.fine('Bilal', 500, { date: '2026-03-02' });
  await api.fine('Zara', 400, { date: '2026-02-03' });
  await api.fine('Zara', 600, { date: '2026-04-01' });
  await api.fine('Zara', 100, { date: '2026-05-04', paid: true });
  await overview.open();
  await expect(overview.names).toHaveText(['ayesha', 'Bilal', 'Zara']);
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
  await expect(overview.tools).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(overview.sort('Name')).toHaveAttribute('aria-pressed', 'true');
  // "⋯" is in between.
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(overview.names).toHaveText(['Zara', 'Bilal', 'ayesha']);
  await expect(overview.sort('Name')).toBeFocused();

  await overview.sort('Total').click();
  await expect(overview.sort('Total')).toHaveAccessibleName('Total descending');
  await expect(overview.names).toHaveText(['ayesha', 'Zara', 'Bilal']);
  await overview.sort('Pending').click();
  await expect(overview.names).toHaveText(['Zara', 'Bilal', 'ayesha']);
  await expect(overview.user('Zara').getByRole('row').nth(1)).toContainText('4 May 2026');

  await overview.sort('Oldest Unpaid').click();
  await expect(overview.names).toHaveText(['Zara', 'Bilal', 'ayesha']);
  await expect(overview.user('Zara')).toContainText('Unpaid since3 Feb 2026');
  await expect(overview.user('ayesha')).not.toContainText('Unpaid since');
  await expect(overview.user('Zara').getByRole('row')).toHaveCount(3);
  await expect(overview.user('Zara').getByRole('row').nth(1)).toContainText('3 Feb 2026');
  await expect(overview.user('ayesha').getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/sort=oldest-unpaid/);
});

test('users are found by part of the name or id, and paged; search and order start at the first page, and a reload keeps all three [SCREEN-4, SCREEN-18, OVERVIEW-7, OVERVIEW-9]', async ({
  app,
  api,
  overview,
  page,
}) => {
  await overview.open();
  const nobody = page.getByText('No users found matching your search criteria.', { exact: true });
  await expect(page.getByText('No Results Found', { exact: true })).toBeVisible();
  await expect(nobody).toBeVisible();
  await expect(page.getByRole('button', { name: 'Clear Search' }), 'without a search').toHaveCount(0);
  const names = Array.from({ length: 23 }, (_, index) => `Person ${String(index + 1).padStart(2, '0')}`);
  await api.add(...names, '100% Zara');
  await expect(overview.users).toHaveCount(10);

  await expect(overview.search).toHaveAttribute('placeholder', 'Search users or ID...');
  await overview.search.fill('% ZAR');
  await expect(overview.names).toHaveText(['100% Zara']);
  await overview.search.fill(api.id('Person 07').toLowerCase());
  await expect(overview.names).toHaveText(['Person 07']);
  await overview.search.fill('%');
  await expect(overview.names).toHaveText(['100% Zara']);
  await expect(page.getByRole('status').filter({ hasText: '1 user' })).toBeVisible();
  await overview.search.fill('nobody');
  await expect(nobody).toBeVisible();
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await expect(overview.search).toHaveValue('');
  await expect(overview.users).toHaveCount(10);

  const pager = page.getByRole('navigation', { name: 'Pages of users' });
  await pager.getByRole('button', { name: 'Page 3' }).click();
  await expect(overview.users).toHaveCount(4);
  await overview.search.fill('person');
  await expect(overview.users).toHaveCount(10);
  await overview.tools.click();
  await overview.sort('Name').click();
  await pager.getByRole('button', { name: 'Page 2' }).click();
  await expect(overview.names.first()).toHaveText('Person 13');
  await page.reload();
  await expect(overview.names.first()).toHaveText('Person 13');
  await expect(overview.search).toHaveValue('person');
  await overview.tools.click();
  await expect(overview.sort('Name')).toHaveAccessibleName('Name descending');
  await page.getByRole('link', { name: 'User List' }).click();
  await app.expectScreen('Users Management');
  await page.goBack();
  await expect(overview.names.first()).toHaveText('Person 13');
});
