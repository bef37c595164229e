// The dashboard on desks and phones, light and dark: it fits, axe finds nothing, the keyboard is enough; and with 10,000
// users only what is near the screen is fetched.
import { seedFines, seedUsers } from '../helpers/seed.ts';
import { connect } from '../../src/server/db/engine.ts';
import { expectGoodLook, expectTargetsForAThumb } from './support/axe.ts';
import type { Desk } from './support/dashboard.ts';
import { daysAgo, expect, test } from './support/dashboard.ts';
import type { Office } from './support/fines.ts';

const LONG = 'A name with many words that does not end Abdurrahman';
const UNBROKEN = 'Anamewithoutanyplacetobreakitthatgoesonandonandon';

async function fill(office: Office, desk: Desk): Promise<void> {
  await office.rule(false);
  await office.add(LONG, UNBROKEN, 'آمنہ بٹ', 'Bilal Ahmed');
  await office.fine(LONG, 999_999_999.99, { fineType: 'Something that needs a long explanation, given in full here' });
  await office.fine(UNBROKEN, 1, { fineType: UNBROKEN });
  await office.fine('آمنہ بٹ', 500, { fineType: 'دیر سے آمد', paid: true });
  await desk.fineDaily('Bilal Ahmed', 21);
}

for (const [width, scheme] of [
  [360, 'dark'],
  // a screen of 1280px at 200%
  [640, 'light'],
  [768, 'light'],
  [1280, 'light'],
] as const) {
  test(`is accessible and fits ${width}px, ${scheme}`, async ({ app, page, dashboard, office, desk }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: width === 640 ? 400 : 740 });
    await fill(office, desk);
    await app.openDashboard();
    await dashboard.showAll('Bilal Ahmed', '21');
    await expect(dashboard.fines('Bilal Ahmed')).toHaveCount(20);
    await expectGoodLook(page);
    await dashboard.search.fill('nobody');
    await expect(page.getByText('No users found matching your current filters.')).toBeVisible();
    await expectGoodLook(page);
    await dashboard.logout.click();
    await expect(dashboard.logoutQuestion).toBeVisible();
    await expectGoodLook(page);
  });
}

test('phones have targets for a thumb', async ({ app, page, dashboard, office, desk }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await fill(office, desk);
  await app.openDashboard();
  await expect(dashboard.user('Bilal Ahmed')).toBeVisible();
  const main = page.getByRole('main');
  const targets = main.getByRole('button').or(main.getByRole('link')).or(main.getByRole('combobox'));
  await expectTargetsForAThumb(targets);
});

test('shows the shapes of cards while the users are on their way', async ({ app, page, dashboard, office, line }) => {
  await office.add('Ayesha Khan');
  await office.fine('Ayesha Khan', 100);
  line.holdAnswers('GET /api/overview');
  await app.openDashboard();
  await expect(dashboard.figure('Total Fines')).toContainText(/Rs\s100/);
  await expect(page.getByText('Loading users...')).toBeVisible();
  await expect(page.locator('[data-skeleton]')).toHaveCount(10);
  await expect(page.getByText('No users with fines found in the system.')).toHaveCount(0);
  line.restore();
  await dashboard.expectUsers('Ayesha Khan');
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
});

test('the keyboard is enough', async ({ app, page, dashboard, office, desk }) => {
  await office.rule(false);
  await office.add('Ayesha Khan', 'Bilal Ahmed');
  await desk.fineDaily('Ayesha Khan', 4);
  await office.fine('Bilal Ahmed', 9000, { date: daysAgo(40), paid: true });
  await app.openDashboard();
  await dashboard.expectUsers('Ayesha Khan', 'Bilal Ahmed');
  await dashboard.search.focus();
  await page.keyboard.type('a');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
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
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
  const toggle = dashboard.user('Ayesha Khan').getByRole('button');
  await expect(toggle).toBeFocused();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(dashboard.fines('Ayesha Khan')).toHaveCount(4);
  await expect(toggle).toBeFocused();
});

test('10,000 users: the whole list scrolls, and a screenful or two is fetched', async ({
  app,
  page,
  dashboard,
  process,
}) => {
  test.setTimeout(120_000);
  const db = connect(process.databaseUrl);
  const ids = await seedUsers(db, 10_000);
  await seedFines(
    db,
    ids.flatMap((userId, index) =>
      [0, 1, 2, 3].map((day) => ({
        userId,
        date: daysAgo(400 - day - (index % 300)),
        amount: 10_000,
        status: day % 2 === 0 ? ('Paid' as const) : ('Pending' as const),
      })),
    ),
  );
  await db.close();

  const fetched: number[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/overview?')) return;
    void response.json().then((body: { items: unknown[] }) => fetched.push(body.items.length));
  });
  await app.openDashboard();
  await expect(page.getByText('10,000 users with fines')).toBeVisible();
  await expect(dashboard.user('Seed 0000')).toBeVisible();
  await page.waitForTimeout(500);
  expect(fetched.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(30);

  const link = dashboard.user('Seed 0001').getByRole('link');
  await link.focus();
  await page.keyboard.press('End');
  await expect(dashboard.user('Seed 9999')).toBeInViewport();
  // The keyboard goes on from where it was, however far away that is.
  await expect(link).toBeFocused();
  await expect(dashboard.user('Seed 9999')).toHaveAttribute('aria-posinset', '10000');
  await expect(dashboard.user('Seed 9999')).toHaveAttribute('aria-setsize', '10000');
  await expect(dashboard.user('Seed 0500')).toHaveCount(0);
  expect(await dashboard.users.getByRole('heading').count()).toBeLessThanOrEqual(60);

  await page.keyboard.press('Tab');
  await expect(dashboard.user('Seed 0002').getByRole('button')).toBeFocused();
  await expect(dashboard.user('Seed 0002')).toBeInViewport();

  await page.evaluate(() => window.scrollTo(0, 0));
  await dashboard.search.fill('seed 0777');
  await dashboard.expectUsers('Seed 0777');
  await dashboard.clear.click();
  await dashboard.sortButton('Recent').click();
  await dashboard.sortButton('Name').click();
  await dashboard.sortButton('Name').click();
  await expect(dashboard.user('Seed 9999')).toBeInViewport();
});
