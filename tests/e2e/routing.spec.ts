// The routing rules (ROUTE-1 to ROUTE-10) for all three kinds of principal, with a path of each kind.
// tests/unit/web/routing.test.ts shows which path leads where.
import { addMember } from './support/member.ts';
import { expect, test } from './support/proxied.ts';

/** The last path cannot be decoded. */
const UNKNOWN_PATHS = ['/nothing-here', '/fines/%E0%A4%A'];

test('until the sign-in state is known there is only a full-screen spinner, which says why if no answer comes; signed out, every path leads to the login screen [ROUTE-1, ROUTE-2]', async ({
  proxiedApp: app,
  faultyProxy,
  page,
}) => {
  faultyProxy.holdResponses('GET /api/auth/session');
  await app.open('/fines');
  await expect(page.getByRole('status')).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  const box = await page.locator('main').boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(page.viewportSize()?.height ?? 0);
  faultyProxy.restore();
  await app.expectPath('/login');
  await app.expectScreen('Welcome Back');

  for (const path of ['/settings', ...UNKNOWN_PATHS]) {
    await app.open(path);
    await app.expectPath('/login');
  }
  await app.expectScreen('Welcome Back');

  faultyProxy.dropResponses('GET /api/auth/session');
  await page.reload();
  await expect(app.connectionLost).toBeVisible();
  await expect(page.getByRole('heading')).toHaveCount(0);
  faultyProxy.restore();
  await app.expectScreen('Welcome Back');
});

test('the administrator is led from the login screen and unknown paths to the dashboard; Back skips those, and restores a screen’s position [ROUTE-4, ROUTE-9, ROUTE-11]', async ({
  app,
  page,
  api,
}) => {
  await api.add(...Array.from({ length: 25 }, (_, number) => `Person ${number + 10}`));
  await app.openDashboard();
  for (const path of ['/login?invite=abc', ...UNKNOWN_PATHS]) {
    await app.open('/user');
    await app.expectScreen('Users Management');
    await app.open(path);
    await app.expectPath('/dashboard');
    await app.expectScreen('Fines Management Dashboard');
  }

  await app.open('/user');
  await expect(page.getByText('Person 34')).toBeVisible();
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  await page.evaluate(() => scrollTo(0, 400));
  await app.open('/settings');
  await app.expectScreen('App Settings');
  await app.expectPath('/app-settings');
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await app.expectScreen('Users Management');
  await expect.poll(scrolled).toBe(400);

  // Links from screens to the screens they mention.
  for (const [path, link, title] of [
    ['/dashboard', 'Add New Fine', 'Fine Management'],
    ['/CollectedFinesPage', 'Add New Fine', 'Fine Management'],
    ['/CollectedFinesPage', 'Back to Dashboard', 'Fines Management Dashboard'],
    ['/fineUserOverView', 'Add New Fine', 'Fine Management'],
    ['/fineUserOverView', 'User List', 'Users Management'],
  ] as const) {
    await app.open(path);
    await page.getByRole('main').getByRole('link', { name: link, exact: true }).click();
    await app.expectScreen(title);
  }
});

test.describe('a screen whose script fails', () => {
  test.use({ scriptFails: true });

  test('says so, and can be left by Back and by the menu [ROUTE-12]', async ({ app, page }) => {
    await app.openAsAdministrator('/app-settings');
    await app.expectScreen('App Settings');
    const failed = page.getByRole('heading', { name: 'This screen could not be shown' });
    // An answer that violates the contract.
    await page.route(/\/api\/(overview|users)\?/, (route) => route.fulfill({ json: { items: [null] } }));
    await app.open('/fineUserOverView');
    await expect(failed).toBeVisible();
    await page.goBack();
    await app.expectScreen('App Settings');
    await app.open('/user');
    await expect(failed).toBeVisible();
    await app.menuLink('Settings').click();
    await app.expectScreen('App Settings');
  });
});

test('a member reaches only the overview, from any path, and has neither bar nor menu [ROUTE-5, ROUTE-6, SHELL-9]', async ({
  app,
  page,
  server,
  api,
}) => {
  await app.signIn(await addMember(server, api));
  await app.expectScreen('User Fines Overview');
  for (const path of ['/login', '/fines', '/settings', ...UNKNOWN_PATHS]) {
    await app.open(path);
    await app.expectPath('/fineUserOverView');
    await app.expectScreen('User Fines Overview');
  }
  await expect(page.getByRole('link', { name: 'Add New Fine' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'User List' })).toHaveCount(0);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Open the menu' })).toHaveCount(0);
  }
});
