// The fines overview with long names and large figures, and when it cannot be loaded.
import { expectAccessibleOnPhoneAndDesk } from './support/axe.ts';
import { expect, test } from './support/overview.ts';
import { recordErrors } from './support/requests.ts';

const LIST = 'GET /api/overview?';

test('a failed load is reported in a dialog, and can be retried there and on the screen, which is accessible and fits, on a phone and on a desktop [OVERVIEW-11, SCREEN-29]', async ({
  app,
  api,
  overview,
  page,
  faultyProxy,
}) => {
  const long = 'A name with many words that does not end Abdurrahman-bin-Muhammad-al-Karachi';
  await api.rule(false);
  await api.add(long, 'محمد عثمان', 'Bilal Ahmed');
  await api.fineDaily(long, [10, 20], { fineType: `Reason ${'very '.repeat(10)}long`, amount: 999_999_999.99 });
  await api.fine('محمد عثمان', 100, { fineType: 'دیر سے آمد', paid: true });
  faultyProxy.dropResponses(LIST);
  await overview.open();
  await expect(overview.failure).toContainText('Failed to load fines data');
  await expect(page.getByText('—', { exact: true })).toHaveCount(4);
  await expect(overview.failure.getByRole('button', { name: 'Try again' })).toBeFocused();
  const lost = faultyProxy.dropped;
  // Buttons accept no presses until the dialog has been shown for a moment.
  const read = page.locator('[role="dialog"]:not([data-fresh])');
  await expect(read).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(() => faultyProxy.dropped).toBeGreaterThan(lost);
  await expect(overview.failure).toBeVisible();
  // The button is busy during the retry, and then has the focus again.
  await expect(overview.failure.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(overview.failure).toBeHidden();

  // After leaving and coming back it loads again before it reports a failure.
  await app.open('/app-settings');
  await app.expectScreen('App Settings');
  await app.open('/fineUserOverView');
  await expect(page.getByText('Loading fines data...')).toBeVisible();
  await expect(overview.failure).toBeHidden();
  await expect(overview.failure).toBeVisible();
  await expect(overview.failure.getByRole('button', { name: 'Try again' })).toBeFocused();
  await expect(read).toBeVisible();
  await page.keyboard.press('Enter');

  await overview.failure.getByRole('button', { name: 'Close' }).last().click();
  await expect(overview.failure).toBeHidden();
  await expect(page.getByRole('main')).toContainText('Failed to load fines data');
  await expect(page.getByText('No Results Found')).toHaveCount(0);
  // The dialog's retry is still running; its failure must not open the dialog again.
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeEnabled();
  await expect(overview.failure).toBeHidden();
  faultyProxy.restore();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).focus();
  await page.keyboard.press('Enter');
  await expect(overview.user('Bilal Ahmed')).toBeVisible();
  // The button no longer exists.
  await expect(page.getByRole('heading', { name: 'User Fines Overview' })).toBeFocused();

  await expect(overview.users).toHaveCount(3);
  await overview.pager(long).getByRole('button', { name: 'Page 2' }).click();
  await expect(overview.fines(long).first()).toContainText('15 Jan 2026');
  await expectAccessibleOnPhoneAndDesk(page);
});

test('when the server is away and comes back, the screen says so and recovers; Logout shows no message, its failure is only logged [SCREEN-13, SHELL-5, OVERVIEW-2]', async ({
  app,
  api,
  overview,
  page,
  faultyProxy,
}) => {
  const logged = recordErrors(page);
  await api.add('Ayesha Khan', 'Bilal Ahmed');
  await api.fine('Ayesha Khan', 500);
  await overview.open();
  await expect(overview.user('Ayesha Khan')).toBeVisible();
  faultyProxy.cut();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => logged.join('\n')).toContain('No answer came from the server');
  await app.expectScreen('User Fines Overview');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(app.toast(/./)).toHaveCount(0);

  await expect(app.connectionLost).toBeVisible();
  // Loaded data stays visible; only new data is missing.
  await expect(overview.user('Ayesha Khan')).toBeVisible();
  await overview.search.fill('bilal');
  await expect(overview.failure).toContainText('Failed to load fines data');
  await overview.expectFigures('500', '500', '0', '0');
  faultyProxy.restore();
  await expect(overview.names).toHaveText(['Bilal Ahmed']);
  await expect(overview.failure).toBeHidden();
  await expect(app.connectionLost).toBeHidden();

  await page.getByRole('button', { name: 'Logout' }).click();
  await app.expectPath('/login');
  await app.expectScreen('Welcome Back');
  await expect(app.toast(/./)).toHaveCount(0);
});
