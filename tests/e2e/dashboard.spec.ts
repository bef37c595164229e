// The dashboard: figures, users and their fines, search and sorting, and changes from other windows.
import { formatDay } from '../../src/core/calendar.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { promise } from '../../src/contract/money/reminders.ts';
import { sendClaim } from '../../src/contract/money/requests.ts';
import { deleteUser, updateUser } from '../../src/contract/users.ts';
import { daysAgo, expect, test } from './support/dashboard.ts';
import { today } from './support/fines.ts';
import { addMember } from './support/member.ts';
import { chooseMore } from './support/screen.ts';

test('says that nobody was fined yet, then shows totals and everyone with a fine; leaving it asks first [MONEY-4, DASH-1, DASH-2, DASH-9, DASH-11, DASH-12]', async ({
  app,
  dashboard,
  api,
  records,
}) => {
  await api.rule(false);
  await api.add('Zainab Iqbal', 'Bilal Ahmed', 'Nobody Fined', 'ayesha khan');
  const inactive = { userName: 'Nobody Fined', userEmail: 'n@office.pk', userRole: 'Staff', phone: '1' };
  await api.must(updateUser, {
    params: { userId: api.id('Nobody Fined') },
    body: { ...inactive, status: 'Inactive' },
  });
  await app.openDashboard();
  const none = dashboard.page.getByText('No users with fines found in the system.');
  await expect(none).toBeVisible();
  await expect(dashboard.card('Collected')).toHaveCount(0);
  await expect(dashboard.search).toHaveCount(0);

  await records.fineDaily('Bilal Ahmed', 4);
  await api.fine('Zainab Iqbal', 250, { paid: true, date: daysAgo(8) });
  await api.fine('ayesha khan', 1500.4);
  await dashboard.expectUsers('ayesha khan', 'Bilal Ahmed', 'Zainab Iqbal');
  await expect(none).toHaveCount(0);
  await expect(dashboard.page.getByText('3 users with fines')).toBeVisible();
  await expect(dashboard.card('Total Fines')).toContainText(/Rs\s2,150/);
  await expect(dashboard.card('Total Fines')).toContainText(/Rs\s538 per user on average/);
  await expect(dashboard.card('Pending Fines')).toContainText(/Rs\s1,900/);
  await expect(dashboard.card('Pending Fines')).toContainText('5 fines yet to be paid');
  await expect(dashboard.card('Collected')).toContainText(/Rs\s250/);
  await expect(dashboard.card('Collected')).toContainText('12% collected');
  await expect(dashboard.card('Active Users')).toContainText('3');
  await expect(dashboard.card('Active Users')).toContainText('2 with a fine in the last 7 days');

  const bilal = dashboard.user('Bilal Ahmed');
  await expect(bilal).toContainText('BA');
  await expect(bilal).toContainText(`ID: ${api.id('Bilal Ahmed')}`);
  await expect(bilal).toContainText(/Total\s*Rs\s400\s*Pending\s*Rs\s400\s*Paid\s*Rs\s0\s*Fines\s*4/);
  await dashboard.expectFines('Bilal Ahmed', 'Fine 1', 'Fine 2', 'Fine 3');
  await dashboard.expectHead('Bilal Ahmed', 'yellow');
  await dashboard.expectHead('Zainab Iqbal', 'blue');
  await expect(dashboard.user('Zainab Iqbal')).toContainText(/Paid\s*Rs\s250/);
  await expect(dashboard.user('Zainab Iqbal').getByRole('button', { name: /Show All/ })).toHaveCount(0);
  await chooseMore(dashboard.page, 'Open fines', 'Bilal Ahmed');
  await app.expectPath(`/fines/${api.id('Bilal Ahmed')}`);
  await dashboard.page.goBack();

  await dashboard.search.fill('nobody');
  await expect(dashboard.page.getByText('No users found matching your current filters.')).toBeVisible();
  await dashboard.page.getByRole('button', { name: 'Clear All Filters' }).click();
  await dashboard.expectUsers('ayesha khan', 'Bilal Ahmed', 'Zainab Iqbal');
  await expect(dashboard.search).toHaveValue('');

  await chooseMore(dashboard.page, 'Logout');
  await expect(dashboard.logoutQuestion).toContainText('Are you sure you want to logout?');
  await dashboard.logoutQuestion.getByRole('button', { name: 'Cancel' }).click();
  await expect(dashboard.logoutQuestion).toBeHidden();
  await expect(dashboard.more).toBeFocused();
  await app.expectScreen('Fines Management Dashboard');
  await chooseMore(dashboard.page, 'Logout');
  await dashboard.logoutQuestion.getByRole('button', { name: 'Logout' }).click();
  await expect(app.toast('Logged out successfully!')).toBeVisible();
  await app.expectPath('/login');
});

test('searches, filters and sorts; a reload keeps them and Clear resets them; the sort button reverses the order and says so [DASH-4, DASH-5, DASH-6, DASH-8]', async ({
  app,
  dashboard,
  api,
}) => {
  await api.rule(false);
  const [ayesha, bilal, hassan, zainab] = ['Ayesha Khan', 'Bilal 100%', 'Hassan Ali', 'Zainab Iqbal'];
  await api.add(ayesha, bilal, hassan, zainab);
  for (const [name, amount, days] of [
    [ayesha, 300, 8],
    [bilal, 50, 2],
    [bilal, 50, 20],
    [hassan, 60, 31],
    [hassan, 60, 31],
    [hassan, 80, 31],
  ] as const) {
    await api.addFine(name, amount, { fineType: 'Late', date: daysAgo(days) });
  }
  for (let count = 0; count < 4; count += 1) await api.fine(zainab, 100, { date: daysAgo(365), paid: true });
  await app.openDashboard();
  await dashboard.expectUsers(ayesha, bilal, hassan, zainab);
  await expect(dashboard.search).toHaveAccessibleName('Search users or ID');
  await dashboard.tools.click();
  await expect(dashboard.clear).toBeDisabled();
  // Ids are searched too, but contain no spaces.
  await dashboard.search.fill('A KHAN');
  await dashboard.expectUsers(ayesha);
  await expect(dashboard.page.getByText('1 user found')).toBeVisible();

  await dashboard.search.fill('a');
  await expect(dashboard.status.getByRole('option')).toHaveText(['All Status', 'Has Pending', 'Has Paid']);
  await dashboard.status.selectOption('Has Pending');
  await dashboard.expectUsers(ayesha, bilal, hassan);
  await expect(dashboard.period.getByRole('option')).toHaveText([
    'All Time',
    'Last Week',
    'Last Month',
    'Last 3 Months',
  ]);
  await dashboard.period.selectOption('Last Month');
  await dashboard.expectUsers(ayesha, bilal);
  await dashboard.status.selectOption('All Status');
  await dashboard.sortButton('Recent').click();
  await dashboard.expectUsers(bilal, ayesha);
  await expect(dashboard.page).toHaveURL(/search=a&period=month&sort=recent$/);
  await dashboard.page.reload();
  await dashboard.expectUsers(bilal, ayesha);
  await expect(dashboard.search).toHaveValue('a');
  await dashboard.tools.click();
  await dashboard.clear.click();
  await dashboard.expectUsers(bilal, ayesha, hassan, zainab);
  await expect(dashboard.search).toHaveValue('');
  await expect(dashboard.period).toHaveValue('all');
  await expect(dashboard.clear).toBeFocused();

  for (const [by, first, names] of [
    ['Count', 'descending', [zainab, hassan, bilal, ayesha]],
    ['Name', 'ascending', [ayesha, bilal, hassan, zainab]],
    ['Total', 'descending', [zainab, ayesha, hassan, bilal]],
  ] as const) {
    await dashboard.sortButton(by).click();
    await dashboard.expectUsers(...names);
    const sorts = dashboard.page.getByRole('group', { name: 'Sort by' });
    await expect(sorts.getByRole('button', { pressed: true })).toHaveAccessibleName(`${by} ${first}`);
  }
  await dashboard.sortButton('Total').click();
  await dashboard.expectUsers(bilal, hassan, ayesha, zainab);
  await expect(dashboard.page.getByRole('status').filter({ hasText: 'Sorted by' })).toContainText(
    'Sorted by Total, ascending.',
  );
  await expect(dashboard.sortButton('Total')).toBeFocused();
  await dashboard.sortButton('Oldest Unpaid').click();
  await dashboard.expectUsers(hassan, bilal, ayesha, zainab);
  await expect(dashboard.user(bilal)).toContainText(`Unpaid since${formatDay(daysAgo(20))}`);
  await expect(dashboard.user(bilal).getByRole('listitem').first()).toContainText(formatDay(daysAgo(20)));
  await chooseMore(dashboard.page, 'Open fines', bilal);
  await expect(dashboard.page).toHaveURL(/#\/fines\/[^?]+\?status=Pending$/);
});

test('all fines of a user open page by page, do not move while others make changes, and close again [DASH-2, SCREEN-31]', async ({
  app,
  dashboard,
  api,
  records,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Aa First');
  await records.fineDaily('Bilal Ahmed', 22);
  const fine = await api.fine('Ayesha Khan', 100);
  await app.openDashboard();
  await dashboard.expectHead('Ayesha Khan', 'yellow');
  await dashboard.showAll('Bilal Ahmed', '22');
  const bilal = dashboard.user('Bilal Ahmed');
  await expect(dashboard.fines('Bilal Ahmed')).toHaveCount(20);
  await bilal.getByRole('button', { name: 'Page 2' }).click();
  await dashboard.expectFines('Bilal Ahmed', 'Fine 21', 'Fine 22');

  await records.markPaid(fine);
  await dashboard.expectHead('Ayesha Khan', 'blue');
  await expect(dashboard.card('Collected')).toContainText(/Rs\s100/);
  await api.fine('Aa First', 40);
  await api.fine('Bilal Ahmed', 70, { fineType: 'Newest' });
  await dashboard.expectUsers('Aa First', 'Ayesha Khan', 'Bilal Ahmed');
  await dashboard.expectFines('Bilal Ahmed', 'Fine 20', 'Fine 21', 'Fine 22');
  await expect(bilal.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await records.delete(fine);
  await dashboard.expectUsers('Aa First', 'Bilal Ahmed');
  await api.must(deleteUser, { params: { userId: api.id('Aa First') } });
  await expect(dashboard.user('Unknown User')).toContainText(`ID: ${api.id('Aa First')}`);

  await bilal.getByRole('button', { name: 'Show Less' }).click();
  await dashboard.expectFines('Bilal Ahmed', 'Newest', 'Fine 1', 'Fine 2');
  await expect(bilal.getByRole('heading', { name: 'Bilal Ahmed' })).toBeInViewport();
  // Each card has such a button.
  const again = bilal.getByRole('button', { name: 'Show All 23 Fines of Bilal Ahmed', exact: true });
  await expect(again).toHaveText('Show All 23 Fines');
  await expect(again).toBeFocused();
});

test('Today says what waits, a line each, which leads to its list and back; what was entered last is undone after a question; the compact form and the quick presses are one line and one press [DASH-7, DASH-8, DASH-16, DASH-17]', async ({
  app,
  dashboard,
  api,
  server,
}) => {
  const { page } = dashboard;
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  const { id, name, email } = await addMember(server, api);
  api.ids.set(name, id);
  await api.fine('Bilal Ahmed', 90, { paid: true });
  await api.fine(name, 250);
  const member = await server.enter(email);
  const claim = { amount: 250, method: 'Raast', reference: '', receivedOn: today() } as const;
  await member.must(sendClaim, { body: claim });
  const money = { userId: api.id('Ayesha Khan'), fines: [], amount: 700, receivedOn: today() };
  await api.must(takePayment, { body: money });
  await api.must(promise, { body: { userId: id, until: today() } });
  await app.openDashboard();
  const lines = page.getByRole('region', { name: 'Today' }).getByRole('listitem');
  await expect(lines).toHaveText([
    '1 request to decide',
    /^Promised for today: 1 person, Rs\s250$/,
    /^You hold Rs\s790 in cashHand Over$/,
    /^You entered: 2 fines · 2 payments/,
  ]);
  for (const [line, path, heading] of [
    ['1 request to decide', '/requests', 'Requests'],
    ['Promised for today', '/reminders', 'Reminders'],
    ['You entered', '/history', 'History'],
  ] as const) {
    await lines.getByRole('link', { name: line }).click();
    await app.expectPath(path);
    await app.expectScreen(heading);
    await page.goBack();
    await expect(lines).toHaveCount(4);
  }
  await lines.getByRole('link', { name: /Hand Over/ }).click();
  await expect(app.dialog('Hand Over')).toContainText(/Rs\.?\s790/);
  await page.keyboard.press('Escape');
  await app.goTo('/dashboard');

  await dashboard.page.getByRole('button', { name: 'Owes', exact: true }).click();
  await dashboard.expectUsers(name);
  await dashboard.tools.click();
  await page.getByRole('button', { name: 'Compact' }).click();
  await expect(dashboard.user(name)).toHaveText(new RegExp(`^${name}Rs\\s250since .*Pending.*Collect Payment$`));
  await page.reload();
  await expect(dashboard.user(name).getByRole('list')).toHaveCount(0);
  await dashboard.page.getByRole('button', { name: 'Owes', exact: true }).click();
  await dashboard.expectUsers('Bilal Ahmed', name);

  // Payments that were taken for no fine are not undone.
  await expect(lines.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await api.fine('Ayesha Khan', 40);
  await lines.getByRole('button', { name: 'Undo' }).click();
  const question = app.dialog('Undo what you entered last?');
  await expect(question).toContainText('This takes back: 1 fine.');
  await question.getByRole('button', { name: 'Undo' }).click();
  await expect(app.toast('Undone: the fine has been deleted.')).toBeVisible();
  await expect(lines.last()).toHaveText(/^You entered: 2 fines · 2 payments$/);
});
