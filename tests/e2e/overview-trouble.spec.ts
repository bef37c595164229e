// The fines overview: failures, and concurrent changes in other windows.
import { expect, test } from './support/overview.ts';
import { recordErrors } from './support/requests.ts';

const LIST = 'GET /api/overview?';
const A_USERS_FINES = 'GET /api/overview/';

test('a load that fails is told in a dialog; it can be tried again, there and on the screen [OVERVIEW-11]', async ({
  api,
  overview,
  page,
  faultyProxy,
}) => {
  await api.add('Ayesha Khan');
  faultyProxy.dropResponses(LIST);
  await overview.open();
  await expect(overview.failure).toContainText('Failed to load fines data');
  await expect(overview.failure.getByRole('button', { name: 'Try again' })).toBeFocused();
  const lost = faultyProxy.dropped;
  await overview.failure.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => faultyProxy.dropped).toBeGreaterThan(lost);
  await expect(overview.failure).toBeVisible();

  await overview.failure.getByRole('button', { name: 'Close' }).last().click();
  await expect(overview.failure).toBeHidden();
  await expect(page.getByRole('main')).toContainText('Failed to load fines data');
  await expect(page.getByText('No Results Found')).toHaveCount(0);
  // The dialog's retry is still running; its failure must not open the dialog again.
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeEnabled();
  await expect(overview.failure).toBeHidden();
  faultyProxy.restore();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(overview.user('Ayesha Khan')).toBeVisible();
});

test('a server that stops and comes back: the screen says so, and goes on by itself [SCREEN-13]', async ({
  app,
  api,
  overview,
  server,
}) => {
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Ayesha Khan', 500);
  await overview.open();
  await expect(overview.user('Ayesha Khan')).toBeVisible();
  await server.stop();
  await expect(app.connectionLost).toBeVisible();
  // Loaded data stays visible; only new data is missing.
  await expect(overview.user('Ayesha Khan')).toBeVisible();
  await overview.search.fill('bilal');
  await expect(overview.failure).toContainText('Failed to load fines data');
  await overview.expectFigures('500', '500', '0', '0');
  await server.start();
  await expect(overview.names).toHaveText(['Bilal Ahmed']);
  await expect(overview.failure).toBeHidden();
  await expect(app.connectionLost).toBeHidden();
});

test("a page of a user's fines that cannot be loaded is told in the card, and the other cards stay [OVERVIEW-12]", async ({
  api,
  overview,
  faultyProxy,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fineDaily('Ayesha Khan', [11, 17]);
  await overview.open();
  faultyProxy.dropResponses(A_USERS_FINES);
  await overview.pager('Ayesha Khan').getByRole('button', { name: 'Next' }).click();
  const alert = overview.user('Ayesha Khan').getByRole('alert');
  await expect(alert).toContainText('Failed to load fines data');
  await expect(overview.user('Bilal Ahmed')).toBeVisible();
  await expect(overview.failure).toBeHidden();
  faultyProxy.restore();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(overview.fines('Ayesha Khan')).toHaveText([/Fine 12/, /Fine 11/]);
});

test('Logout leads to the login screen without a message; a failure is only logged [SHELL-5, OVERVIEW-2]', async ({
  app,
  overview,
  page,
  server,
}) => {
  const logged = recordErrors(page);
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
  api,
  overview,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Ayesha Zafar', 'Bilal Ahmed');
  await api.fineDaily('Ayesha Khan', [11, 22]);
  await overview.open();
  await overview.search.fill('ayesha');
  await overview.sort('Name').click();
  await expect(overview.names).toHaveText(['Ayesha Zafar', 'Ayesha Khan']);
  await overview.pager('Ayesha Khan').getByRole('button', { name: 'Page 2' }).click();
  await expect(overview.fines('Ayesha Khan').first()).toContainText('Fine 17');
  await overview.search.focus();

  await api.fine('Ayesha Khan', 500, { fineType: 'Newest', date: '2026-02-01', paid: true });
  await expect(overview.card('Collected Fines')).toContainText(/Rs\s500/);
  await expect(overview.fines('Ayesha Khan').first()).toContainText('Fine 18');
  await expect(overview.pager('Ayesha Khan').getByRole('button', { name: 'Page 2' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await api.add('Ayesha Aslam');
  await expect(overview.names).toHaveText(['Ayesha Zafar', 'Ayesha Khan', 'Ayesha Aslam']);
  await expect(overview.search).toBeFocused();
  await expect(overview.search).toHaveValue('ayesha');
  await expect(overview.fines('Ayesha Khan').first()).toContainText('Fine 18');
});
