// The fines overview when things go wrong, and when other windows work at the same time.
import { expect, test } from './support/overview.ts';

const LIST = 'GET /api/overview?';
const A_USERS_FINES = 'GET /api/overview/';

test('says that the fines are on their way', async ({ office, overview, page, line }) => {
  await office.add('Ayesha Khan');
  line.holdAnswers(LIST);
  await overview.open();
  await expect(page.getByRole('status').filter({ hasText: 'Loading fines data...' })).toBeVisible();
  await expect(page.getByText('No Results Found')).toHaveCount(0);
  line.restore();
  await expect(overview.user('Ayesha Khan')).toBeVisible();
  await expect(page.getByText('Loading fines data...')).toHaveCount(0);
});

test('a load that fails is told in a dialog; it can be tried again, there and on the screen', async ({
  office,
  overview,
  page,
  line,
}) => {
  await office.add('Ayesha Khan');
  line.loseAnswers(LIST);
  await overview.open();
  await expect(overview.failure).toContainText('Failed to load fines data');
  await expect(overview.failure.getByRole('button', { name: 'Try again' })).toBeFocused();
  const lost = line.lost;
  await overview.failure.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => line.lost).toBeGreaterThan(lost);
  await expect(overview.failure).toBeVisible();

  await overview.failure.getByRole('button', { name: 'Close' }).last().click();
  await expect(overview.failure).toBeHidden();
  await expect(page.getByRole('main')).toContainText('Failed to load fines data');
  await expect(page.getByText('No Results Found')).toHaveCount(0);
  // The attempts of the dialog's button are still going on; what comes of them does not open it again.
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeEnabled();
  await expect(overview.failure).toBeHidden();
  line.restore();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(overview.user('Ayesha Khan')).toBeVisible();
});

test('a server that stops and comes back: the screen says so, and goes on by itself', async ({
  office,
  overview,
  page,
  server,
}) => {
  await office.add('Ayesha Khan', 'Bilal Ahmed');
  await office.fine('Ayesha Khan', 500);
  await overview.open();
  await expect(overview.user('Ayesha Khan')).toBeVisible();
  await server.stop();
  await expect(page.getByText('Connection lost. Attempting to reconnect...')).toBeVisible();
  // What is on the screen stays; only what is not there yet is missed.
  await expect(overview.user('Ayesha Khan')).toBeVisible();
  await overview.search.fill('bilal');
  await expect(overview.failure).toContainText('Failed to load fines data');
  await overview.expectFigures('500', '500', '0', '0');
  await server.start();
  await expect(overview.names).toHaveText(['Bilal Ahmed'], { timeout: 15_000 });
  await expect(overview.failure).toBeHidden();
  await expect(page.getByText('Connection lost. Attempting to reconnect...')).toBeHidden();
});

test("a page of a user's fines that cannot be loaded is told in the card, and the other cards stay", async ({
  office,
  overview,
  line,
}) => {
  await office.rule(false);
  await office.add('Ayesha Khan', 'Bilal Ahmed');
  for (let day = 11; day <= 17; day += 1) {
    await office.fine('Ayesha Khan', 100, { fineType: `Fine ${day}`, date: `2026-01-${day}` });
  }
  await overview.open();
  line.loseAnswers(A_USERS_FINES);
  await overview.pager('Ayesha Khan').getByRole('button', { name: 'Next' }).click();
  const alert = overview.user('Ayesha Khan').getByRole('alert');
  await expect(alert).toContainText('Failed to load fines data');
  await expect(overview.user('Bilal Ahmed')).toBeVisible();
  await expect(overview.failure).toBeHidden();
  line.restore();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(overview.fines('Ayesha Khan')).toHaveText([/Fine 12/, /Fine 11/]);
});

test('Logout leads to the login screen without a message; a failure is only logged', async ({
  app,
  overview,
  page,
  server,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  await overview.open();
  await expect(overview.card('Collection Rate')).toContainText('100%');
  await server.stop();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => logged.join('\n')).toContain('No answer came from the server');
  await app.expectScreen('User Fines Overview');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(app.toast(/./)).toHaveCount(0);

  await server.start();
  await page.getByRole('button', { name: 'Logout' }).click();
  await app.expectPath('/login');
  await app.expectScreen('Welcome Back');
  await expect(app.toast(/./)).toHaveCount(0);
});

test('what another window changes appears within a second, and disturbs neither page, search nor order', async ({
  office,
  overview,
}) => {
  await office.rule(false);
  await office.add('Ayesha Khan', 'Ayesha Zafar', 'Bilal Ahmed');
  for (let day = 11; day <= 22; day += 1) {
    await office.fine('Ayesha Khan', 100, { fineType: `Fine ${day}`, date: `2026-01-${day}` });
  }
  await overview.open();
  await overview.search.fill('ayesha');
  await overview.sort('Name').click();
  await expect(overview.names).toHaveText(['Ayesha Zafar', 'Ayesha Khan']);
  await overview.pager('Ayesha Khan').getByRole('button', { name: 'Page 2' }).click();
  await expect(overview.fines('Ayesha Khan').first()).toContainText('Fine 17');
  await overview.search.focus();

  await office.fine('Ayesha Khan', 500, { fineType: 'Newest', date: '2026-02-01', paid: true });
  await expect(overview.card('Collected Fines')).toContainText(/Rs\s500/);
  await expect(overview.fines('Ayesha Khan').first()).toContainText('Fine 18');
  await expect(overview.pager('Ayesha Khan').getByRole('button', { name: 'Page 2' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await office.add('Ayesha Aslam');
  await expect(overview.names).toHaveText(['Ayesha Zafar', 'Ayesha Khan', 'Ayesha Aslam']);
  await expect(overview.search).toBeFocused();
  await expect(overview.search).toHaveValue('ayesha');
  await expect(overview.fines('Ayesha Khan').first()).toContainText('Fine 18');
});

test('a page that others emptied gives way to the last one', async ({ office, overview, page }) => {
  await office.add(...Array.from({ length: 11 }, (_, index) => `Person ${index + 10}`));
  await overview.open();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(overview.names).toHaveText(['Person 20']);
  await office.remove('Person 20');
  await expect(overview.users).toHaveCount(10);
  await expect(page.getByRole('navigation', { name: 'Pages of users' })).toHaveCount(0);
});
