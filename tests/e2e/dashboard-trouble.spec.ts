// The dashboard while others change things, and while things go wrong: it follows without disturbing, says what is
// wrong in one banner at a time, and comes back by itself.
import { deleteUser } from '../../src/contract/users.ts';
import { createDatabase, startPostgres } from '../helpers/postgres.ts';
import { carrySession } from './support/app.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { daysAgo, expect, test } from './support/dashboard.ts';
import { startLine } from './support/line.ts';
import { startServer } from './support/server.ts';

const CONNECTION = 'Connection lost. Attempting to reconnect...';
const DATABASE = 'Failed to connect to database';
const PROCESSING = 'Failed to process fines data';

test('what others do appears within a second, and disturbs neither an open card nor its page', async ({
  app,
  dashboard,
  office,
  desk,
}) => {
  await office.rule(false);
  await office.add('Ayesha Khan', 'Bilal Ahmed', 'Aa First');
  await desk.fineDaily('Bilal Ahmed', 25);
  const fine = await office.fine('Ayesha Khan', 100);
  await app.openDashboard();
  await dashboard.expectHead('Ayesha Khan', 'yellow');
  await dashboard.showAll('Bilal Ahmed', '25');
  const bilal = dashboard.user('Bilal Ahmed');
  await bilal.getByRole('button', { name: 'Page 2' }).click();
  await dashboard.expectFines('Bilal Ahmed', 'Fine 21', 'Fine 22', 'Fine 23', 'Fine 24', 'Fine 25');

  await desk.markPaid(fine);
  await dashboard.expectHead('Ayesha Khan', 'blue');
  await expect(dashboard.figure('Collected')).toContainText(/Rs\s100/);

  await office.fine('Aa First', 40);
  await office.fine('Bilal Ahmed', 70, { fineType: 'Newest' });
  await dashboard.expectUsers('Aa First', 'Ayesha Khan', 'Bilal Ahmed');
  await dashboard.expectFines('Bilal Ahmed', 'Fine 20', 'Fine 21', 'Fine 22', 'Fine 23', 'Fine 24', 'Fine 25');
  await expect(bilal.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');

  await desk.delete(fine);
  await dashboard.expectUsers('Aa First', 'Bilal Ahmed');
  await office.api.must(deleteUser, { params: { userId: office.id('Aa First') } });
  await expect(dashboard.user('Unknown User')).toContainText(`ID: ${office.id('Aa First')}`);
});

test('a page that others empty gives way to the last one there is', async ({ app, dashboard, office, desk }) => {
  await office.rule(false);
  await office.add('Ayesha Khan');
  const fines = [];
  for (let day = 0; day < 21; day += 1) fines.push(await office.fine('Ayesha Khan', 100, { date: daysAgo(day) }));
  await app.openDashboard();
  await dashboard.showAll('Ayesha Khan', '21');
  await dashboard.user('Ayesha Khan').getByRole('button', { name: 'Page 2' }).click();
  await expect(dashboard.fines('Ayesha Khan')).toHaveCount(1);
  for (const fine of fines.slice(0, 2)) await desk.delete(fine);
  await expect(dashboard.fines('Ayesha Khan')).toHaveCount(19);
});

test('a lost connection: one banner, a new attempt after 5 s, and nothing missed', async ({
  app,
  dashboard,
  office,
  server,
}) => {
  test.setTimeout(120_000);
  await office.add('Ayesha Khan', 'Bilal Ahmed');
  await office.fine('Ayesha Khan', 100);
  await app.openDashboard();
  await dashboard.expectUsers('Ayesha Khan');
  const attempts: number[] = [];
  dashboard.page.on('request', (request) => {
    if (request.url().endsWith('/api/live')) attempts.push(Date.now());
  });
  await server.stop();
  await expect(dashboard.banners).toHaveText([CONNECTION]);
  await expect(dashboard.page.getByText('Not up to date at the moment')).toBeVisible();
  await dashboard.refresh();
  await expect(dashboard.banners).toHaveText([CONNECTION]);
  await expectNoAxeViolations(dashboard.page);
  await dashboard.expectUsers('Ayesha Khan');
  await dashboard.page.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect(dashboard.banners).toHaveCount(0);

  await expect.poll(() => attempts.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
  expect((attempts[1] ?? 0) - (attempts[0] ?? 0)).toBeGreaterThan(4500);
  await server.start();
  await office.fine('Bilal Ahmed', 300);
  await dashboard.expectUsers('Ayesha Khan', 'Bilal Ahmed');
  await expect(dashboard.figure('Total Fines')).toContainText(/Rs\s400/);
  await expect(dashboard.page.getByText('Live', { exact: true })).toBeVisible();
  await expect(dashboard.banners).toHaveCount(0);
});

test('answers that do not come although the feed stands are asked for again', async ({
  app,
  dashboard,
  office,
  line,
}) => {
  await office.add('Ayesha Khan');
  await app.openDashboard();
  await expect(dashboard.page.getByText('No users with fines found in the system.')).toBeVisible();
  line.loseAnswers('GET /api/overview');
  await dashboard.refresh();
  await expect(dashboard.banners).toHaveText([CONNECTION]);
  await office.fine('Ayesha Khan', 100);
  line.restore();
  await dashboard.expectUsers('Ayesha Khan');
  await expect(dashboard.banners).toHaveCount(0);
});

test('a user whose data cannot be read has a red card; everybody else is there', async ({
  app,
  dashboard,
  office,
  desk,
}) => {
  await office.rule(false);
  await office.add('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  await office.fine('Ayesha Khan', 100);
  const broken = await office.fine('Bilal Ahmed', 200);
  await office.fine('Hassan Ali', 300);
  const mend = await desk.damage(broken);
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
  await mend();
  await dashboard.user('Error Loading User').getByRole('button', { name: 'Try again' }).click();
  await dashboard.expectUsers('Ayesha Khan', 'Bilal Ahmed', 'Hassan Ali');
  await dashboard.refresh();
  await expect(dashboard.banners).toHaveCount(0);
  await dashboard.expectHead('Bilal Ahmed', 'yellow');
});

test('a card whose older fines cannot be read turns red and keeps what it has', async ({
  app,
  dashboard,
  office,
  desk,
}) => {
  await office.rule(false);
  await office.add('Ayesha Khan');
  const oldest = await office.fine('Ayesha Khan', 100, { date: daysAgo(20) });
  await desk.fineDaily('Ayesha Khan', 3);
  const mend = await desk.damage(oldest);
  await app.openDashboard();
  await dashboard.expectHead('Ayesha Khan', 'yellow');
  await dashboard.showAll('Ayesha Khan', '4');
  await dashboard.expectHead('Ayesha Khan', 'red');
  const card = dashboard.user('Ayesha Khan');
  await expect(card).toContainText('Error loading');
  await expect(card.getByRole('alert')).toContainText('Error Loading User');
  await dashboard.expectFines('Ayesha Khan', 'Fine 1', 'Fine 2', 'Fine 3');
  await expectNoAxeViolations(dashboard.page);

  await mend();
  await card.getByRole('button', { name: 'Try again' }).click();
  await dashboard.expectFines('Ayesha Khan', 'Fine 1', 'Fine 2', 'Fine 3', 'Late arrival');
  await dashboard.expectHead('Ayesha Khan', 'yellow');
  await expect(dashboard.banners).toHaveCount(0);
});

test('a Logout that fails says so, and can be tried again', async ({ app, dashboard, server }) => {
  await app.openDashboard();
  await dashboard.logout.click();
  const confirm = dashboard.logoutQuestion.getByRole('button', { name: 'Logout' });
  await server.stop();
  await confirm.click();
  await expect(app.toast('Logout Failed')).toContainText('Please try again');
  await expectNoAxeViolations(dashboard.page);
  await server.start();
  await confirm.click();
  await app.expectPath('/login');
});

test('a database that is away is named, and the screen comes back with it', async ({ page, browserName }) => {
  test.setTimeout(180_000);
  const postgres = await startPostgres();
  const toDatabase = await startLine(postgres.url);
  const databaseUrl = new URL(await createDatabase(postgres.url));
  databaseUrl.port = new URL(toDatabase.url).port;
  const server = await startServer({ name: `away-${browserName}`, environment: { DATABASE_URL: databaseUrl.href } });
  const toServer = await startLine(server.url);
  try {
    const banners = page.getByText(/^(Failed to connect to database|Connection lost.*)$/);
    const here = { ...server, url: toServer.url };
    await carrySession(page.context(), here, await server.newSession());
    await page.goto(`${toServer.url}/#/dashboard`);
    await expect(page.getByText('No users with fines found in the system.')).toBeVisible();

    toDatabase.cut();
    await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
    await expect(banners).toHaveText([DATABASE], { timeout: 30_000 });
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Dismiss this message' }).click();
    await expect(banners).toHaveCount(0);

    // The feed breaks off as well, and is refused: still one banner, with the same reason.
    toServer.cut();
    await expect(banners).toHaveText(['Connection lost. Attempting to reconnect...']);
    toServer.restore();
    await expect(banners).toHaveText([DATABASE], { timeout: 30_000 });

    toDatabase.restore();
    await expect(banners).toHaveCount(0, { timeout: 30_000 });
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
  } finally {
    await toServer.close();
    await server.remove();
    await toDatabase.close();
    await postgres.stop();
  }
});

test('a screen is shown also where the place for toasts cannot be fetched', async ({
  app,
  dashboard,
  line,
  office,
}) => {
  await office.add('Ayesha Khan');
  await office.fine('Ayesha Khan', 100);
  line.loseAnswers('GET /assets/Toasts');
  await app.openDashboard();
  await expect.poll(() => line.lost).toBeGreaterThan(0);
  await dashboard.expectUsers('Ayesha Khan');
});
