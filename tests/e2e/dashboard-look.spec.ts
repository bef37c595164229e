// The dashboard on desktop and phone, light and dark: layout, accessibility and keyboard; and with thousands of
// users it fetches only what is near the viewport.
import { seedFines, seedUsers } from '../helpers/seed.ts';
import { connect } from '../../src/server/db/connect.ts';
import { expectAccessibleOnPhoneAndDesk, expectNoAxeViolations, expectTouchTargets } from './support/axe.ts';
import { daysAgo, expect, type Records, test } from './support/dashboard.ts';
import type { Api } from './support/api.ts';
import { recordRequests } from './support/requests.ts';
import { chooseMore } from './support/screen.ts';

const LONG = 'A name with many words that does not end Abdurrahman';
const UNBROKEN = 'Anamewithoutanyplacetobreakitthatgoesonandonandon';

async function fill(api: Api, records: Records): Promise<void> {
  await api.rule(false);
  await api.add(LONG, UNBROKEN, 'آمنہ بٹ', 'Bilal Ahmed');
  await api.fine(LONG, 999_999_999.99, { fineType: 'Something that needs a long explanation, given in full here' });
  await api.fine(UNBROKEN, 1, { fineType: UNBROKEN });
  await api.fine('آمنہ بٹ', 500, { fineType: 'دیر سے آمد', paid: true });
  await records.fineDaily('Bilal Ahmed', 21);
}

test('shows placeholders for cards first; is accessible and fits, on a phone and on a desktop', async ({
  app,
  page,
  dashboard,
  api,
  records,
  faultyProxy,
}) => {
  await fill(api, records);
  faultyProxy.holdResponses('GET /api/overview');
  await app.openDashboard();
  await expect(dashboard.card('Collected')).toContainText(/Rs\s500/);
  await expect(page.getByText('Loading users...')).toBeVisible();
  await expect(page.locator('[data-skeleton]')).toHaveCount(10);
  await expect(page.getByText('No users with fines found in the system.')).toHaveCount(0);
  faultyProxy.restore();
  await dashboard.expectUsers(LONG, UNBROKEN, 'Bilal Ahmed', 'آمنہ بٹ');
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);

  // Each card is as high as its content.
  const height = async (name: string): Promise<number> => (await dashboard.user(name).boundingBox())?.height ?? 0;
  await dashboard.showAll('Bilal Ahmed', '21');
  await expect(dashboard.fines('Bilal Ahmed')).toHaveCount(20);
  expect(await height('آمنہ بٹ')).toBeLessThan((await height('Bilal Ahmed')) / 2);
  await expectAccessibleOnPhoneAndDesk(page);
  await dashboard.search.fill('nobody');
  await expect(page.getByText('No users found matching your current filters.')).toBeVisible();
  await chooseMore(page, 'Logout');
  await expect(dashboard.logoutQuestion).toBeVisible();
  await expectNoAxeViolations(page);
});

test('on a phone the first person is visible without scrolling, and all figures, orders and filters are one press away [DASH-15]', async ({
  app,
  page,
  dashboard,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Ayesha Khan', 1_234_500, { paid: true });
  await api.fine('Bilal Ahmed', 250);
  await app.onPhone();
  await app.openDashboard();
  await dashboard.expectUsers('Ayesha Khan', 'Bilal Ahmed');
  const top = async (name: string): Promise<number> => (await dashboard.user(name).boundingBox())?.y ?? Infinity;
  // Below two lines: the cash that was taken, and what was entered.
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('listitem')).toHaveCount(2);
  expect(await top('Ayesha Khan')).toBeLessThanOrEqual(470);

  const lead = await dashboard.card('Pending Fines').boundingBox();
  expect((await dashboard.card('Collected').boundingBox())?.y).toBe(lead?.y);
  await expect(dashboard.card('Total Fines')).toBeHidden();
  const all = page.getByRole('button', { name: 'All figures' });
  await expectTouchTargets(all);
  await all.click();
  await expect(dashboard.card('Total Fines')).toContainText(/Rs\s617,375 per user on average/);
  await expect(dashboard.card('Active Users')).toBeVisible();
  expect((await dashboard.card('Pending Fines').boundingBox())?.y).toBe(lead?.y);
  await all.press('Enter');
  await expect(dashboard.card('Active Users')).toBeHidden();

  await expect(dashboard.status).toBeHidden();
  await page.getByRole('button', { name: 'Sort and filters' }).click();
  await dashboard.sortButton('Total').click();
  await dashboard.sortButton('Total').click();
  await dashboard.expectUsers('Bilal Ahmed', 'Ayesha Khan');
  await dashboard.status.selectOption('Has Pending');
  await dashboard.expectUsers('Bilal Ahmed');
  await page.getByRole('button', { name: 'Filters: 1' }).click();
  await expect(dashboard.status).toBeHidden();
  const main = page.getByRole('main');
  await expectTouchTargets(main.getByRole('button').or(main.getByRole('link')).or(main.getByRole('combobox')));
  await dashboard.search.fill('nobody');
  await expect(page.getByText('No users found matching your current filters.')).toBeInViewport();
});

test('everything works by keyboard [LOOK-2]', async ({ app, page, dashboard, api, records }) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await records.fineDaily('Ayesha Khan', 4);
  await api.fine('Bilal Ahmed', 9000, { date: daysAgo(40), paid: true });
  await app.openDashboard();
  await dashboard.expectUsers('Ayesha Khan', 'Bilal Ahmed');
  await dashboard.search.focus();
  await page.keyboard.type('a');
  // The button that empties the field.
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Tab');
  await expect(dashboard.tools).toBeFocused();
  await page.keyboard.press('Enter');
  // "Owes", "Oldest Unpaid" and "⋯".
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
  await expect(dashboard.status).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dashboard.period).toBeFocused();
  for (const by of ['Name', 'Total'] as const) {
    await page.keyboard.press('Tab');
    await expect(dashboard.sortButton(by)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await dashboard.expectUsers('Bilal Ahmed', 'Ayesha Khan');
  await page.keyboard.press('Space');
  await dashboard.expectUsers('Ayesha Khan', 'Bilal Ahmed');
  // The other orders, the form of the cards, Clear, and the name.
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Tab');
  const toggle = dashboard.user('Ayesha Khan').getByRole('button', { name: /^Show/ });
  await expect(toggle).toBeFocused();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(dashboard.fines('Ayesha Khan')).toHaveCount(4);
  await expect(toggle).toBeFocused();
});

test.describe('with all that is fetched ahead', () => {
  test.use({ savesData: false });

  // Nothing depends on how many thousands there are, and each takes its time to prepare.
  test('with thousands of users the whole list scrolls, and only a screenful or two is fetched [SCREEN-15, DASH-3]', async ({
    app,
    page,
    dashboard,
    process,
  }) => {
    const db = connect(process.databaseUrl);
    const ids = await seedUsers(db, 2000);
    await seedFines(
      db,
      ids.flatMap((userId, index) =>
        // As many fines as a card shows and one more, where cards are drawn.
        (index < 100 || index >= 1900 ? [0, 1, 2, 3] : [0]).map((day) => ({
          userId,
          date: daysAgo(400 - day - (index % 300)),
          amount: 10_000,
          status: day % 2 === 0 ? ('Paid' as const) : ('Pending' as const),
        })),
      ),
    );
    await db.close();

    const asked = recordRequests(page, 'GET /api/overview?');
    await app.openDashboard();
    await expect(page.getByText('2,000 users with fines')).toBeVisible();
    await expect(dashboard.user('Seed 0000')).toBeVisible();
    await app.expectPrefetched();
    expect(asked.reduce((sum, { url }) => sum + Number(url.searchParams.get('pageSize')), 0)).toBeLessThanOrEqual(30);

    // Until all are asked for, the page is not higher than twenty of them.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(9000);
    await page.getByRole('button', { name: 'Show All 2,000 Users' }).click();
    await page.evaluate(() => window.scrollTo(0, 0));
    // Only when the list has its full height can the end be scrolled to.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(100_000);
    const last = dashboard.user('Seed 0001').locator('a, button').last();
    await last.focus();
    await expect(last).toBeFocused();
    await page.keyboard.press('End');
    await expect(dashboard.user('Seed 1999')).toBeInViewport();
    // The focus stays, however far away it is scrolled.
    await expect(last).toBeFocused();
    await expect(dashboard.user('Seed 1999')).toHaveAttribute('aria-posinset', '2000');
    await expect(dashboard.user('Seed 1999')).toHaveAttribute('aria-setsize', '2000');
    await expect(dashboard.user('Seed 0500')).toHaveCount(0);
    await expect.poll(() => dashboard.users.getByRole('heading').count()).toBeLessThanOrEqual(60);

    await page.keyboard.press('Tab');
    await expect(dashboard.user('Seed 0002').getByRole('link', { name: 'Seed 0002', exact: true })).toBeFocused();
    await expect(dashboard.user('Seed 0002')).toBeInViewport();

    await page.evaluate(() => window.scrollTo(0, 0));
    await dashboard.search.fill('seed 0777');
    await dashboard.expectUsers('Seed 0777');
    await dashboard.tools.click();
    await dashboard.clear.click();
    await dashboard.sortButton('Recent').click();
    await dashboard.sortButton('Name').click();
    await dashboard.sortButton('Name').click();
    await expect(dashboard.user('Seed 1999')).toBeInViewport();
  });
});
