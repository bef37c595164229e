// The routing rules (ROUTE-1 to ROUTE-10) for all three kinds of principal, with a path of each kind: which path leads where is
// in tests/unit/web/routing.test.ts.
import { addSessionCookies, SCREENS } from './support/app.ts';
import { addMember } from './support/member.ts';
import { expect, test } from './support/proxied.ts';

/** The last one cannot be decoded. */
const UNKNOWN_PATHS = ['/', '/nothing-here', '/fines/%E0%A4%A'];

const OTHER_PATHS = ['/fines', '/settings', '/fines/some-user', ...UNKNOWN_PATHS];

test.describe('while the sign-in state is unknown', () => {
  test('shows a full-screen spinner and nothing else [ROUTE-1]', async ({ proxiedApp: app, faultyProxy, page }) => {
    faultyProxy.holdResponses('GET /api/auth/session');
    await app.open('/fines');
    const spinner = page.getByRole('status');
    await expect(spinner).toBeVisible();
    await expect(page.getByRole('heading')).toHaveCount(0);
    const box = await page.locator('main').boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(page.viewportSize()?.height ?? 0);

    faultyProxy.restore();
    await app.expectPath('/login');
    await app.expectScreen('Welcome Back');
  });

  test('keeps the spinner while the server does not answer, says why, and goes on by itself [ROUTE-1]', async ({
    proxiedApp: app,
    faultyProxy,
    page,
  }) => {
    faultyProxy.dropResponses('GET /api/auth/session');
    await app.open('/dashboard');
    await expect(app.connectionLost).toBeVisible();
    await expect(page.getByRole('heading')).toHaveCount(0);
    faultyProxy.restore();
    await app.expectScreen('Welcome Back');
  });
});

test('signed out, every path leads to the login screen [ROUTE-2]', async ({ app }) => {
  for (const path of OTHER_PATHS) {
    await app.open(path);
    await app.expectPath('/login');
    await app.expectScreen('Welcome Back');
  }
});

test.describe('the administrator', () => {
  test('reaches every screen, each with its title and a name for the browser tab [ROUTE-3]', async ({ app, page }) => {
    await app.openDashboard();
    for (const [path, title] of SCREENS) {
      await app.open(path);
      await app.expectScreen(title);
      await app.expectPath(path);
      await expect(page).toHaveTitle(`${title} · Jurmana`);
    }
  });

  test('is led from the login screen and from unknown paths to the dashboard [ROUTE-4]', async ({ app }) => {
    await app.openDashboard();
    for (const path of ['/login', '/login?invite=abc', ...UNKNOWN_PATHS]) {
      await app.open('/user');
      await app.expectScreen('Users Management');
      await app.open(path);
      await app.expectPath('/dashboard');
      await app.expectScreen('Fines Management Dashboard');
    }
  });

  test('goes back with the browser without being caught in a redirect [ROUTE-9]', async ({ app, page }) => {
    await app.openDashboard();
    await app.open('/user');
    await app.expectScreen('Users Management');
    await app.open('/settings');
    await app.expectScreen('App Settings');
    await page.goBack();
    await app.expectScreen('Users Management');
  });

  test('begins another screen at its top, and goes back to where it was [ROUTE-11]', async ({ app, page, api }) => {
    await api.add(...Array.from({ length: 25 }, (_, number) => `Person ${number + 10}`));
    await app.openDashboard();
    await app.open('/user');
    await expect(page.getByText('Person 34')).toBeVisible();
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    await page.evaluate(() => scrollTo(0, 400));
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
    await app.expectScreen('App Settings');
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await app.expectScreen('Users Management');
    await expect.poll(scrolled).toBe(400);
  });

  test.describe('a screen whose script fails', () => {
    test.use({ scriptFails: true });

    for (const [path, operation] of [
      ['/fineUserOverView', '**/api/overview?*'],
      ['/user', '**/api/users?*'],
    ] as const) {
      test(`can leave ${path} when it fails [ROUTE-12]`, async ({ app, page }) => {
        await app.openAsAdministrator('/app-settings');
        await app.expectScreen('App Settings');
        // Nothing that the contract allows.
        await page.route(operation, (route) => route.fulfill({ json: { items: [null] } }));
        await app.open(path);
        await expect(page.getByRole('heading', { name: 'This screen could not be shown' })).toBeVisible();
        await page.goBack();
        await app.expectScreen('App Settings');
      });
    }
  });

  test('can go by links from the screens to those they speak of', async ({ app, page }) => {
    await app.openDashboard();
    const next: [string, string, string][] = [
      ['/dashboard', 'Add New Fine', 'Fine Management'],
      ['/CollectedFinesPage', 'Add New Fine', 'Fine Management'],
      ['/CollectedFinesPage', 'Back to Dashboard', 'Fines Management Dashboard'],
      ['/fineUserOverView', 'Add New Fine', 'Fine Management'],
      ['/fineUserOverView', 'User List', 'Users Management'],
    ];
    for (const [path, link, title] of next) {
      await app.open(path);
      await page.getByRole('main').getByRole('link', { name: link, exact: true }).click();
      await app.expectScreen(title);
    }
  });
});

test.describe('a member', () => {
  test('reaches only the overview, from wherever [ROUTE-5]', async ({ app, page, server, api }) => {
    const member = await addMember(server, api);
    await addSessionCookies(page.context(), server, await server.enter(member.email));
    for (const path of ['/fineUserOverView', '/login', ...OTHER_PATHS]) {
      await app.open(path);
      await app.expectPath('/fineUserOverView');
      await app.expectScreen('User Fines Overview');
    }
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Add New Fine' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'User List' })).toHaveCount(0);
  });
});
