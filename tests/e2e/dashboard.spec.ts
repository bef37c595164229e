// The dashboard: figures, users and their fines, search and sort, and live updates.
import { formatDay } from '../../src/core/calendar.ts';
import { updateUser } from '../../src/contract/users.ts';
import { daysAgo, expect, test } from './support/dashboard.ts';

test('shows what was fined, what is pending, what came in, and who takes part [MONEY-4, DASH-1]', async ({
  app,
  dashboard,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  await api.fine('Ayesha Khan', 1500.4);
  await api.fine('Ayesha Khan', 2000, { paid: true, date: daysAgo(8) });
  await api.fine('Bilal Ahmed', 500, { date: daysAgo(8) });
  const inactive = { userName: 'Hassan Ali', userEmail: 'h@office.pk', userRole: 'Staff', phone: '1' };
  await api.must(updateUser, {
    params: { userId: api.id('Hassan Ali') },
    body: { ...inactive, status: 'Inactive' },
  });
  await app.openDashboard();
  await expect(dashboard.figure('Total Fines')).toContainText(/Rs\s4,000/);
  await expect(dashboard.figure('Total Fines')).toContainText(/Rs\s1,333 per user on average/);
  await expect(dashboard.figure('Pending Fines')).toContainText(/Rs\s2,000/);
  await expect(dashboard.figure('Pending Fines')).toContainText('2 fines yet to be paid');
  await expect(dashboard.figure('Collected')).toContainText(/Rs\s2,000/);
  await expect(dashboard.figure('Collected')).toContainText('50% collected');
  await expect(dashboard.figure('Active Users')).toContainText('2');
  await expect(dashboard.figure('Active Users')).toContainText('1 with a fine in the last 7 days');
});

test('lists everyone with a fine by name, with totals and the newest three fines [DASH-2, DASH-9]', async ({
  app,
  dashboard,
  api,
  records,
}) => {
  await api.rule(false);
  await api.add('Zainab Iqbal', 'Bilal Ahmed', 'Nobody Fined', 'ayesha khan');
  await records.fineDaily('Bilal Ahmed', 4);
  await api.fine('Zainab Iqbal', 250, { paid: true });
  await api.fine('ayesha khan', 0);
  await app.openDashboard();
  await dashboard.expectUsers('ayesha khan', 'Bilal Ahmed', 'Zainab Iqbal');
  await expect(dashboard.page.getByText('3 users with fines')).toBeVisible();

  const bilal = dashboard.user('Bilal Ahmed');
  await expect(bilal).toContainText('BA');
  await expect(bilal).toContainText(`ID: ${api.id('Bilal Ahmed')}`);
  await expect(bilal).toContainText(/Total\s*Rs\s400\s*Pending\s*Rs\s400\s*Paid\s*Rs\s0\s*Fines\s*4/);
  await dashboard.expectFines('Bilal Ahmed', 'Fine 1', 'Fine 2', 'Fine 3');
  await dashboard.expectHead('Bilal Ahmed', 'yellow');
  await dashboard.expectHead('Zainab Iqbal', 'blue');
  await expect(dashboard.user('Zainab Iqbal')).toContainText(/Paid\s*Rs\s250/);
  await expect(dashboard.user('Zainab Iqbal').getByRole('button', { name: /Show All/ })).toHaveCount(0);

  await bilal.getByRole('link', { name: 'Open fines of Bilal Ahmed' }).click();
  await app.expectPath(`/fines/${api.id('Bilal Ahmed')}`);
});

test('searches names and ids, whatever the case, and takes % and _ as themselves [DASH-4]', async ({
  app,
  dashboard,
  api,
}) => {
  await api.add('Ayesha Khan', 'Bilal 100%', 'علی رضا');
  for (const name of ['Ayesha Khan', 'Bilal 100%', 'علی رضا']) await api.fine(name, 100);
  await app.openDashboard();
  await expect(dashboard.search).toHaveAccessibleName('Search users or ID');
  await dashboard.search.fill('KHAN');
  await dashboard.expectUsers('Ayesha Khan');
  await expect(dashboard.page.getByText('1 user found')).toBeVisible();
  await dashboard.search.fill('%');
  await dashboard.expectUsers('Bilal 100%');
  await dashboard.search.fill('رضا');
  await dashboard.expectUsers('علی رضا');
  await dashboard.search.fill(api.id('Ayesha Khan').toLowerCase());
  await dashboard.expectUsers('Ayesha Khan');
  await dashboard.search.fill('_');
  await dashboard.expectUsers();
});

test('filters by status and by the period of the newest fine; a reload keeps it, Clear ends it [DASH-5, DASH-6]', async ({
  app,
  dashboard,
  api,
}) => {
  await api.add('Eight Days', 'Quarter Ago', 'Seven Days', 'Thirty Days', 'Year Ago');
  await api.fine('Seven Days', 100, { date: daysAgo(7) });
  await api.fine('Eight Days', 100, { date: daysAgo(8), paid: true });
  await api.fine('Thirty Days', 100, { date: daysAgo(30) });
  await api.fine('Quarter Ago', 100, { date: daysAgo(90), paid: true });
  await api.fine('Year Ago', 100, { date: daysAgo(365) });
  await app.openDashboard();
  await expect(dashboard.status.getByRole('option')).toHaveText(['All Status', 'Has Pending', 'Has Paid']);
  await expect(dashboard.period.getByRole('option')).toHaveText([
    'All Time',
    'Last Week',
    'Last Month',
    'Last 3 Months',
  ]);
  await expect(dashboard.clear).toBeDisabled();

  await dashboard.status.selectOption('Has Paid');
  await dashboard.expectUsers('Eight Days', 'Quarter Ago');
  await dashboard.status.selectOption('Has Pending');
  await dashboard.expectUsers('Seven Days', 'Thirty Days', 'Year Ago');
  await dashboard.period.selectOption('Last Week');
  await dashboard.expectUsers('Seven Days');
  await dashboard.period.selectOption('Last Month');
  await dashboard.expectUsers('Seven Days', 'Thirty Days');
  await dashboard.status.selectOption('All Status');
  await dashboard.expectUsers('Eight Days', 'Seven Days', 'Thirty Days');
  await dashboard.period.selectOption('Last 3 Months');
  await dashboard.expectUsers('Eight Days', 'Quarter Ago', 'Seven Days', 'Thirty Days');

  await dashboard.search.fill('days');
  await dashboard.sortButton('Recent').click();
  await dashboard.expectUsers('Seven Days', 'Eight Days', 'Thirty Days');
  await expect(dashboard.page).toHaveURL(/search=days&period=quarter&sort=recent$/);
  await dashboard.page.reload();
  await dashboard.expectUsers('Seven Days', 'Eight Days', 'Thirty Days');
  await expect(dashboard.search).toHaveValue('days');

  await dashboard.clear.click();
  await dashboard.expectUsers('Seven Days', 'Eight Days', 'Thirty Days', 'Quarter Ago', 'Year Ago');
  await expect(dashboard.search).toHaveValue('');
  await expect(dashboard.period).toHaveValue('all');
  await expect(dashboard.clear).toBeFocused();
});

test('sorts by its buttons; the active one turns round, and says so [DASH-8]', async ({ app, dashboard, api }) => {
  await api.rule(false);
  await api.add('Ayesha', 'Bilal', 'Hassan');
  await api.fine('Ayesha', 300, { date: daysAgo(3) });
  await api.fine('Bilal', 50, { date: daysAgo(2) });
  await api.fine('Bilal', 50, { date: daysAgo(5) });
  await api.fine('Hassan', 60, { date: daysAgo(9) });
  await api.fine('Hassan', 60, { date: daysAgo(9) });
  await api.fine('Hassan', 80, { date: daysAgo(9) });
  await app.openDashboard();
  await dashboard.expectUsers('Ayesha', 'Bilal', 'Hassan');
  const orders = [
    ['Total', ['Ayesha', 'Hassan', 'Bilal']],
    ['Count', ['Hassan', 'Bilal', 'Ayesha']],
    ['Recent', ['Bilal', 'Ayesha', 'Hassan']],
    ['Oldest Unpaid', ['Hassan', 'Bilal', 'Ayesha']],
    ['Name', ['Ayesha', 'Bilal', 'Hassan']],
  ] as const;
  for (const [by, names] of orders) {
    const upwards = by === 'Name' || by === 'Oldest Unpaid';
    const first = upwards ? 'ascending' : 'descending';
    const second = upwards ? 'descending' : 'ascending';
    await dashboard.sortButton(by).click();
    await dashboard.expectUsers(...names);
    await expect(dashboard.page.getByRole('button', { pressed: true })).toHaveAccessibleName(`${by} ${first}`);
    await dashboard.sortButton(by).click();
    await dashboard.expectUsers(...names.toReversed());
    await expect(dashboard.page.getByRole('status').filter({ hasText: 'Sorted by' })).toContainText(
      `Sorted by ${by}, ${second}.`,
    );
    await expect(dashboard.sortButton(by)).toBeFocused();
  }
  await expect(dashboard.user('Hassan')).toContainText(`Unpaid since${formatDay(daysAgo(9))}`);
  await dashboard.sortButton('Oldest Unpaid').click();
  await expect(dashboard.user('Hassan').getByRole('listitem').first()).toContainText(formatDay(daysAgo(9)));
  await expect(dashboard.user('Hassan').getByRole('listitem').filter({ hasText: 'Paid' })).toHaveCount(0);
  await dashboard.user('Hassan').getByRole('link', { name: 'Open fines of Hassan' }).click();
  await expect(dashboard.page).toHaveURL(/#\/fines\/[^?]+\?status=Pending$/);
});

test('shows all fines of a user, a page at a time, and fewer again [DASH-2]', async ({
  app,
  dashboard,
  api,
  records,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await records.fineDaily('Ayesha Khan', 45);
  await records.fineDaily('Bilal Ahmed', 4);
  await app.openDashboard();
  await dashboard.showAll('Bilal Ahmed', '4');
  await dashboard.expectFines('Bilal Ahmed', 'Fine 1', 'Fine 2', 'Fine 3', 'Fine 4');
  await expect(dashboard.user('Bilal Ahmed').getByRole('navigation')).toHaveCount(0);

  await dashboard.showAll('Ayesha Khan', '45');
  const ayesha = dashboard.user('Ayesha Khan');
  await expect(dashboard.fines('Ayesha Khan')).toHaveCount(20);
  await ayesha.getByRole('button', { name: 'Page 3' }).click();
  await dashboard.expectFines('Ayesha Khan', 'Fine 41', 'Fine 42', 'Fine 43', 'Fine 44', 'Fine 45');

  await ayesha.getByRole('button', { name: 'Show Less' }).click();
  await dashboard.expectFines('Ayesha Khan', 'Fine 1', 'Fine 2', 'Fine 3');
  await expect(ayesha.getByRole('heading', { name: 'Ayesha Khan' })).toBeInViewport();
  await expect(ayesha.getByRole('button', { name: 'Show All 45 Fines' })).toBeFocused();
});

test('says when nobody was fined, and when the filters find nobody [DASH-11]', async ({ app, dashboard, api }) => {
  await api.add('Ayesha Khan');
  await app.openDashboard();
  const none = dashboard.page.getByText('No users with fines found in the system.');
  await expect(none).toBeVisible();
  await expect(dashboard.figure('Collected')).toContainText('100% collected');

  await api.fine('Ayesha Khan', 100);
  await dashboard.expectUsers('Ayesha Khan');
  await expect(none).toHaveCount(0);
  await dashboard.status.selectOption('Has Paid');
  await expect(dashboard.page.getByText('No users found matching your current filters.')).toBeVisible();
  await dashboard.page.getByRole('button', { name: 'Clear All Filters' }).click();
  await dashboard.expectUsers('Ayesha Khan');
  await expect(dashboard.status).toHaveValue('all');
});

test('Logout asks first [DASH-12]', async ({ app, dashboard }) => {
  await app.openDashboard();
  await dashboard.logout.click();
  await expect(dashboard.logoutQuestion).toContainText('Are you sure you want to logout?');
  await dashboard.logoutQuestion.getByRole('button', { name: 'Cancel' }).click();
  await expect(dashboard.logoutQuestion).toBeHidden();
  await expect(dashboard.logout).toBeFocused();
  await app.expectScreen('Fines Management Dashboard');

  await dashboard.logout.click();
  await dashboard.logoutQuestion.getByRole('button', { name: 'Logout' }).click();
  await expect(app.toast('Logged out successfully!')).toBeVisible();
  await app.expectPath('/login');
});

test('a fine for three people is two clicks away [LIST-17]', async ({ app, dashboard, api, fines }) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  await api.rule(false);
  await app.openDashboard();
  await dashboard.page.getByRole('main').getByRole('link', { name: 'Add New Fine' }).click();
  await fines.fill('Late arrival', '100', 'Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  await fines.submit.click();
  await fines.expectAdded();
  await dashboard.page.goBack();
  await dashboard.expectUsers('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
});
