// The frame of the administrator's screens: sidebar, drawer, Logout, connection banner.
import type { Page } from '@playwright/test';
import { addUser } from '../../src/contract/users.ts';
import { ADMINISTRATOR } from './support/server.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { recordRequests } from './support/requests.ts';
import { expect, test } from './support/proxied.ts';
import { readDatabases } from './support/offline.ts';

/** The groups with their entries. */
const GROUPS = {
  Work: ['Dashboard', 'Fines', 'Payments', 'Requests'],
  People: ['Users', 'Overview', 'Reminders'],
  Money: ['Collected Fines', 'Events', 'Reports'],
  Organisation: ['History', 'Settings'],
};

// side-by-side.spec.ts shows which title each of them has.
const ENTRIES = [
  ['Dashboard', '#/'],
  ['Fines', '#/fines'],
  ['Payments', '#/payments'],
  ['Requests', '#/requests'],
  ['Users', '#/user'],
  ['Overview', '#/fineUserOverView'],
  ['Reminders', '#/reminders'],
  ['Collected Fines', '#/CollectedFinesPage'],
  ['Events', '#/events'],
  ['Reports', '#/reports'],
  ['History', '#/history'],
  ['Settings', '#/app-settings'],
] as const;

test('has its twelve entries in groups, visible without scrolling; the chosen screen gets the focus, and is marked; the keyboard can skip them [ROUTE-3, SHELL-1, SHELL-8, SHELL-12]', async ({
  app,
  page,
}) => {
  await app.openDashboard();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'Events', exact: true }).focus();
  await page.keyboard.press('Enter');
  await app.expectScreen('Events');
  await expect(page.getByRole('main')).toBeFocused();

  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link')).toHaveText(ENTRIES.map(([name]) => name));
  const rows = page.getByRole('complementary').locator('a, nav + div button');
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(heights).toEqual(Array.from({ length: 14 }, () => 44));
  const room = (): Promise<number> => navigation.evaluate((nav) => nav.scrollHeight - nav.clientHeight);
  expect(await room(), 'pixels out of sight').toBe(0);
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
  expect(await room(), 'pixels out of sight').toBe(0);
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();

  for (const [group, names] of Object.entries(GROUPS)) {
    await expect(navigation.getByRole('list', { name: group }).getByRole('link')).toHaveText(names);
  }
  const addresses = await navigation
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual(ENTRIES.map(([, address]) => address));
  const marked = navigation.locator('[aria-current=page]');
  await expect(marked).toHaveText(['Events']);
  await navigation.getByRole('link', { name: 'Requests', exact: true }).click();
  await app.expectScreen('Requests');
  await expect(page).toHaveTitle('Requests · Jurmana');
  await expect(marked).toHaveText(['Requests']);
  await page
    .getByRole('complementary')
    .getByRole('link', { name: /^Account/ })
    .click();
  await app.expectScreen('Profile');
  await expect(page).toHaveTitle('Profile · Jurmana');
});

test('is 250px wide, collapses to 80px with tooltips, by default below 1100px; the choice is kept separately for narrow and wide windows, and below 768px it is a drawer [SHELL-2, SHELL-3]', async ({
  app,
  page,
}) => {
  const sidebar = page.getByRole('complementary');
  const toWidth = (width: number): Promise<void> => page.setViewportSize({ width, height: 800 });
  await toWidth(1099);
  await app.openDashboard();
  await expect(sidebar).toHaveCSS('width', '80px');
  await toWidth(1100);
  await expect(sidebar).toHaveCSS('width', '250px');
  await expect(sidebar).toContainText('Jurmana');
  await expect(sidebar.getByRole('img', { name: 'جرمانہ' })).toBeVisible();

  await sidebar.getByRole('button', { name: 'Collapse the sidebar' }).click();
  await expect(sidebar).toHaveCSS('width', '80px');
  const users = sidebar.getByRole('link', { name: 'Users', exact: true });
  await users.hover();
  await expect(page.getByRole('tooltip', { name: 'Users' })).toBeVisible();
  await users.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip', { name: 'Overview' })).toBeVisible();
  await expectNoAxeViolations(page);

  await toWidth(768);
  await sidebar.getByRole('button', { name: 'Expand the sidebar' }).click();
  await page.reload();
  await app.expectScreen('Fines Management Dashboard');
  await expect(sidebar).toHaveCSS('width', '250px');
  await toWidth(1280);
  await expect(sidebar).toHaveCSS('width', '80px');

  await toWidth(768);
  const menu = page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('button', { name: 'More' });
  await expect(sidebar).toBeVisible();
  await expect(menu).toBeHidden();
  await toWidth(767);
  await expect(sidebar).toBeHidden();
  await menu.click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('link', { name: 'Settings' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await drawer.getByRole('link', { name: 'Settings' }).click();
  await app.expectScreen('App Settings');
  await expect(drawer).toBeHidden();
});

/** Everything the browser stores for the app that scripts can read. */
const stored = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    others: [document.cookie, ...(await caches.keys())],
  }));

test('Logout signs out, leads to the login screen, and leaves nothing behind [SHELL-4, SHELL-14, V7.4.1, V14.3.1, V14.3.3]', async ({
  app,
  page,
  api,
}) => {
  await api.must(addUser, {
    body: { userName: 'Left Behind', userEmail: 'left@jurmana.test', userRole: 'Clerk', phone: '1' },
  });
  await app.signIn();
  await app.open('/user');
  await expect(page.getByText('Left Behind').first()).toBeVisible();
  const settings = { 'keys.single': 'true' };
  const local = { 'session.changed': expect.stringMatching(/^[\da-f-]{36}$/), ...settings };
  expect(await stored(page)).toEqual({
    local: { ...local, 'was-signed-in': 'administrator' },
    session: { 'drafts.owner': ADMINISTRATOR.email },
    others: [''],
  });
  await expect.poll(() => readDatabases(page)).toContain('Left Behind');
  await page.getByRole('button', { name: 'Add New User' }).click();
  await app.dialog('Add New User').getByRole('textbox', { name: 'Name' }).fill('Half Typed');
  await page.keyboard.press('Escape');
  expect(JSON.stringify((await stored(page)).session)).toContain('Half Typed');
  await page.getByRole('button', { name: 'Logout' }).click();
  await app.expectPath('/login');
  await app.expectScreen('Welcome Back');
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
  await expect.poll(() => stored(page)).toEqual({ local, session: {}, others: [''] });
  expect(await readDatabases(page)).toBe('');

  const asked = recordRequests(page, 'GET /api/users');
  await page.goBack();
  await app.expectPath('/login');
  await expect(page.getByText('Left Behind')).toHaveCount(0);
  expect(asked).toEqual([]);
});

test('the banner can be dismissed, and reappears at the next lost connection, above any toast [SHELL-7, SHELL-13]', async ({
  proxiedApp: app,
  faultyProxy,
  page,
}) => {
  await app.openDashboard();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  faultyProxy.cut();
  await page.getByRole('button', { name: 'Dismiss this message' }).click();
  await expect(app.connectionLost).toHaveCount(0);
  faultyProxy.restore();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  await app.onPhone();
  await app.open('/app-settings');
  const rule = page.getByRole('switch', { name: /Double the fine/ });
  await expect(rule).toBeVisible();
  faultyProxy.cut();
  await expect(app.connectionLost).toBeVisible();
  await rule.click();
  const toast = page.getByRole('alert').filter({ hasText: /./ }).first();
  await expect(toast).toBeVisible();
  const bottom = await app.connectionLost.evaluate((banner) => banner.getBoundingClientRect().bottom);
  await expect.poll(() => toast.evaluate((box) => box.getBoundingClientRect().top)).toBeGreaterThanOrEqual(bottom);
});
