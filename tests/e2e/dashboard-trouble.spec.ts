// The dashboard during failures: it shows one banner at a time and recovers by itself.
import { type ErrorAnswer, ERRORS } from '../../src/contract/errors.ts';
import { tryAgain } from './support/app.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { daysAgo, expect, test } from './support/dashboard.ts';

const CONNECTION = 'Connection lost. Attempting to reconnect...';
const DATABASE = 'Failed to connect to database';
const PROCESSING = 'Failed to process fines data';
/** The server's answer when it has no database. */
const DATABASE_AWAY: ErrorAnswer = { error: { code: 'unavailable', message: ERRORS.unavailable.message } };

test('a lost connection shows one banner and a new attempt after 5 s, and misses nothing; an unavailable database is named [SHELL-7, LOOK-5, LIVE-4, LIVE-10]', async ({
  app,
  dashboard,
  api,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  await api.fine('Ayesha Khan', 100);
  const { page } = dashboard;
  // Measured in the page, because its messages may arrive here late; so in a browser without shared workers.
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SharedWorker');
    const { fetch } = globalThis;
    const attempts: number[] = [];
    globalThis.fetch = (input, init) => {
      if ((input instanceof Request ? input.url : String(input)).endsWith('/api/live'))
        attempts.push(performance.now());
      return fetch(input, init);
    };
    Object.assign(globalThis, { attempts });
  });
  const attempts = (): Promise<number[]> =>
    page.evaluate(() => (globalThis as unknown as { attempts: number[] }).attempts.slice(1));
  await app.openDashboard();
  await dashboard.expectUsers('Ayesha Khan');
  // Fetches the menu.
  await dashboard.refresh();
  faultyProxy.cut();
  await expect(dashboard.banners).toHaveText([CONNECTION]);
  await expect(page.getByText('Not up to date at the moment')).toBeVisible();
  await dashboard.refresh();
  await expect(dashboard.banners).toHaveText([CONNECTION]);
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectNoAxeViolations(page);
  await dashboard.expectUsers('Ayesha Khan');
  await page.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect(dashboard.banners).toHaveCount(0);

  await expect.poll(async () => (await attempts()).length).toBeGreaterThanOrEqual(2);
  const [first = 0, second = 0] = await attempts();
  expect(second - first).toBeGreaterThan(4500);
  await api.fine('Bilal Ahmed', 300);
  faultyProxy.restore();
  await dashboard.expectUsers('Ayesha Khan', 'Bilal Ahmed');
  await expect(dashboard.card('Total Fines')).toContainText(/Rs\s400/);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(dashboard.banners).toHaveCount(0);

  // Answers that do not arrive although the feed is open are requested again.
  faultyProxy.dropResponses('GET /api/overview');
  await dashboard.refresh();
  await expect(dashboard.banners).toHaveText([CONNECTION]);
  await api.fine('Hassan Ali', 200);
  faultyProxy.restore();
  await dashboard.expectUsers('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  await expect(dashboard.banners).toHaveCount(0);

  // tests/api/live-ends.test.ts shows the server's answers and the feed in this case.
  await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: DATABASE_AWAY }));
  await dashboard.refresh();
  await expect(dashboard.banners).toHaveText([DATABASE]);
  await page.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect(dashboard.banners).toHaveCount(0);
  faultyProxy.cut();
  await expect(dashboard.banners).toHaveText([DATABASE]);
  faultyProxy.restore();
  await page.unroute('**/api/**');
  await expect(dashboard.banners).toHaveCount(0);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
});

test('a user whose data cannot be read has a red card, one whose older fines cannot keeps the newest, and all others are shown [DASH-9, DASH-10]', async ({
  app,
  dashboard,
  api,
  records,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  const oldest = await api.fine('Ayesha Khan', 100, { date: daysAgo(20) });
  await records.fineDaily('Ayesha Khan', 3);
  const broken = await api.fine('Bilal Ahmed', 200);
  await api.fine('Hassan Ali', 300);
  const restore = await records.damage(broken);
  const restoreOldest = await records.damage(oldest);
  await app.openDashboard();
  await dashboard.expectUsers('Ayesha Khan', 'Error Loading User', 'Hassan Ali');
  await dashboard.expectHead('Error Loading User', 'red');
  await expect(dashboard.user('Error Loading User')).toContainText('Error loading');
  await expect(dashboard.banners).toHaveText([PROCESSING]);
  await expect(dashboard.card('Total Fines')).toContainText(/Rs\s900/);
  await dashboard.page.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect(dashboard.banners).toHaveCount(0);
  await dashboard.refresh();
  await expect(dashboard.banners).toHaveText([PROCESSING]);

  const ayesha = dashboard.user('Ayesha Khan');
  await dashboard.expectHead('Ayesha Khan', 'yellow');
  await dashboard.showAll('Ayesha Khan', '4');
  await dashboard.expectHead('Ayesha Khan', 'red');
  await expect(ayesha).toContainText('Error loading');
  await expect(ayesha.getByRole('alert')).toContainText('Error Loading User');
  await dashboard.expectFines('Ayesha Khan', 'Fine 1', 'Fine 2', 'Fine 3');
  await expectNoAxeViolations(dashboard.page);

  await tryAgain(ayesha, restoreOldest);
  await dashboard.expectFines('Ayesha Khan', 'Fine 1', 'Fine 2', 'Fine 3', 'Late arrival');
  await dashboard.expectHead('Ayesha Khan', 'yellow');
  await tryAgain(dashboard.user('Error Loading User'), restore);
  await dashboard.expectUsers('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  await dashboard.refresh();
  await expect(dashboard.banners).toHaveCount(0);
  await dashboard.expectHead('Bilal Ahmed', 'yellow');
});
