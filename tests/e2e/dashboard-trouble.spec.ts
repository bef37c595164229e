// The dashboard during changes by others and failures: it updates in place, shows one banner at a time, and recovers by
// itself.
import { deleteUser } from '../../src/contract/users.ts';
import { createDatabase, startPostgres } from '../helpers/postgres.ts';
import { addSessionCookies } from './support/app.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { daysAgo, expect, test } from './support/dashboard.ts';
import { startFaultyProxy } from './support/faulty-proxy.ts';
import { startServer } from './support/server.ts';

const CONNECTION = 'Connection lost. Attempting to reconnect...';
const DATABASE = 'Failed to connect to database';
const PROCESSING = 'Failed to process fines data';

test('what others do appears within a second, and disturbs neither an open card nor its page [DASH-2]', async ({
  app,
  dashboard,
  api,
  records,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Aa First');
  await records.fineDaily('Bilal Ahmed', 25);
  const fine = await api.fine('Ayesha Khan', 100);
  await app.openDashboard();
  await dashboard.expectHead('Ayesha Khan', 'yellow');
  await dashboard.showAll('Bilal Ahmed', '25');
  const bilal = dashboard.user('Bilal Ahmed');
  await bilal.getByRole('button', { name: 'Page 2' }).click();
  await dashboard.expectFines('Bilal Ahmed', 'Fine 21', 'Fine 22', 'Fine 23', 'Fine 24', 'Fine 25');

  await records.markPaid(fine);
  await dashboard.expectHead('Ayesha Khan', 'blue');
  await expect(dashboard.figure('Collected')).toContainText(/Rs\s100/);

  await api.fine('Aa First', 40);
  await api.fine('Bilal Ahmed', 70, { fineType: 'Newest' });
  await dashboard.expectUsers('Aa First', 'Ayesha Khan', 'Bilal Ahmed');
  await dashboard.expectFines('Bilal Ahmed', 'Fine 20', 'Fine 21', 'Fine 22', 'Fine 23', 'Fine 24', 'Fine 25');
  await expect(bilal.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');

  await records.delete(fine);
  await dashboard.expectUsers('Aa First', 'Bilal Ahmed');
  await api.must(deleteUser, { params: { userId: api.id('Aa First') } });
  await expect(dashboard.user('Unknown User')).toContainText(`ID: ${api.id('Aa First')}`);
});

test('a lost connection: one banner, a new attempt after 5 s, and nothing missed [SHELL-7, LIVE-4, LIVE-10]', async ({
  app,
  dashboard,
  api,
  server,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Ayesha Khan', 100);
  // Measured in the page, because its messages may arrive here late; so in a browser without shared workers.
  await dashboard.page.addInitScript(() => {
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
    dashboard.page.evaluate(() => (globalThis as unknown as { attempts: number[] }).attempts.slice(1));
  await app.openDashboard();
  await dashboard.expectUsers('Ayesha Khan');
  await server.stop();
  await expect(dashboard.banners).toHaveText([CONNECTION]);
  await expect(dashboard.page.getByText('Not up to date at the moment')).toBeVisible();
  await dashboard.refresh();
  await expect(dashboard.banners).toHaveText([CONNECTION]);
  await expectNoAxeViolations(dashboard.page);
  await dashboard.expectUsers('Ayesha Khan');
  await dashboard.page.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect(dashboard.banners).toHaveCount(0);

  await expect.poll(async () => (await attempts()).length).toBeGreaterThanOrEqual(2);
  const [first = 0, second = 0] = await attempts();
  expect(second - first).toBeGreaterThan(4500);
  await server.start();
  await api.fine('Bilal Ahmed', 300);
  await dashboard.expectUsers('Ayesha Khan', 'Bilal Ahmed');
  await expect(dashboard.figure('Total Fines')).toContainText(/Rs\s400/);
  await expect(dashboard.page.getByText('Live', { exact: true })).toBeVisible();
  await expect(dashboard.banners).toHaveCount(0);
});

test('answers that do not come although the feed stands are asked for again', async ({
  app,
  dashboard,
  api,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan');
  await app.openDashboard();
  await expect(dashboard.page.getByText('No users with fines found in the system.')).toBeVisible();
  faultyProxy.dropResponses('GET /api/overview');
  await dashboard.refresh();
  await expect(dashboard.banners).toHaveText([CONNECTION]);
  await api.fine('Ayesha Khan', 100);
  faultyProxy.restore();
  await dashboard.expectUsers('Ayesha Khan');
  await expect(dashboard.banners).toHaveCount(0);
});

test('a user whose data cannot be read has a red card; everybody else is there [DASH-9, DASH-10]', async ({
  app,
  dashboard,
  api,
  records,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  await api.fine('Ayesha Khan', 100);
  const broken = await api.fine('Bilal Ahmed', 200);
  await api.fine('Hassan Ali', 300);
  const restore = await records.damage(broken);
  await app.openDashboard();
  await dashboard.expectUsers('Ayesha Khan', 'Error Loading User', 'Hassan Ali');
  await dashboard.expectHead('Error Loading User', 'red');
  await expect(dashboard.user('Error Loading User')).toContainText('Error loading');
  await expect(dashboard.banners).toHaveText([PROCESSING]);
  await expect(dashboard.figure('Total Fines')).toContainText(/Rs\s600/);
  await expectNoAxeViolations(dashboard.page);

  await dashboard.page.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect(dashboard.banners).toHaveCount(0);
  await dashboard.refresh();
  await expect(dashboard.banners).toHaveText([PROCESSING]);
  await restore();
  await dashboard.user('Error Loading User').getByRole('button', { name: 'Try again' }).click();
  await dashboard.expectUsers('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  await dashboard.refresh();
  await expect(dashboard.banners).toHaveCount(0);
  await dashboard.expectHead('Bilal Ahmed', 'yellow');
});

test('a card whose older fines cannot be read turns red and keeps what it has [DASH-10]', async ({
  app,
  dashboard,
  api,
  records,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan');
  const oldest = await api.fine('Ayesha Khan', 100, { date: daysAgo(20) });
  await records.fineDaily('Ayesha Khan', 3);
  const restore = await records.damage(oldest);
  await app.openDashboard();
  await dashboard.expectHead('Ayesha Khan', 'yellow');
  await dashboard.showAll('Ayesha Khan', '4');
  await dashboard.expectHead('Ayesha Khan', 'red');
  const card = dashboard.user('Ayesha Khan');
  await expect(card).toContainText('Error loading');
  await expect(card.getByRole('alert')).toContainText('Error Loading User');
  await dashboard.expectFines('Ayesha Khan', 'Fine 1', 'Fine 2', 'Fine 3');
  await expectNoAxeViolations(dashboard.page);

  await restore();
  await card.getByRole('button', { name: 'Try again' }).click();
  await dashboard.expectFines('Ayesha Khan', 'Fine 1', 'Fine 2', 'Fine 3', 'Late arrival');
  await dashboard.expectHead('Ayesha Khan', 'yellow');
  await expect(dashboard.banners).toHaveCount(0);
});

test('a database that is away is named, and the screen comes back with it [SHELL-7, OPS-8]', async ({
  page,
  browserName,
}) => {
  const postgres = await startPostgres();
  const toDatabase = await startFaultyProxy(postgres.url);
  const databaseUrl = new URL(await createDatabase(postgres.url));
  databaseUrl.port = new URL(toDatabase.url).port;
  const server = await startServer({ name: `away-${browserName}`, environment: { DATABASE_URL: databaseUrl.href } });
  const toServer = await startFaultyProxy(server.url);
  try {
    const banners = page.getByText(/^(Failed to connect to database|Connection lost.*)$/);
    const here = { ...server, url: toServer.url };
    await addSessionCookies(page.context(), here, await server.newSession());
    await page.goto(`${toServer.url}/#/dashboard`);
    await expect(page.getByText('No users with fines found in the system.')).toBeVisible();

    toDatabase.cut();
    await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
    await expect(banners).toHaveText([DATABASE]);
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Dismiss this message' }).click();
    await expect(banners).toHaveCount(0);

    // The live feed is cut and refused as well: still one banner.
    toServer.cut();
    await expect(banners).toHaveText(['Connection lost. Attempting to reconnect...']);
    toServer.restore();
    await expect(banners).toHaveText([DATABASE]);

    toDatabase.restore();
    await expect(banners).toHaveCount(0);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
  } finally {
    await toServer.close();
    await server.remove();
    await toDatabase.close();
    await postgres.stop();
  }
});
