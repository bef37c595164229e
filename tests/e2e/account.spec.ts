// The user's own account: the administrator's profile and the member's dialog (ACCOUNT-1).
import { listOwnSessions } from '../../src/contract/sign-in/account.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { addSessionCookies } from './support/app.ts';
import { expectAccessibleLayout, expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { addMember } from './support/member.ts';
import { ADMINISTRATOR } from './support/server.ts';
import { expect, test } from './support/test.ts';

const NEW_PASSWORD = 'another password';

test('the profile says what is wrong with the passwords, and which version this is [SIGNIN-7, ACCOUNT-7, OPS-14, LOOK-15]', async ({
  app,
  page,
}) => {
  await app.openAsAdministrator('/profile');
  await app.expectScreen('Profile');
  await expect(page.getByText(`Jurmana, version ${packageFile.version}`)).toBeVisible();
  const shows = page.getByRole('button', { name: 'Show the password' });
  await expect(shows.first()).toHaveAccessibleDescription('Current password');
  await expect(shows.nth(1)).toHaveAccessibleDescription('New password');
  const submit = page.getByRole('button', { name: 'Change password' });
  await submit.click();
  await expect(page.getByText('Please enter your current password.')).toBeVisible();
  await expect(page.getByText('The password needs at least 8 characters.')).toBeVisible();
  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await submit.click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  // Password managers look for whose it is in a field that is there.
  for (const form of await page.locator('form:has(input[type=password])').all()) {
    const username = form.locator('input[autocomplete=username]');
    await expect(username).toHaveAttribute('type', 'text');
    await expect(username).toHaveValue(ADMINISTRATOR.email);
    await expect(username).toHaveAttribute('tabindex', '-1');
    expect((await username.boundingBox())?.width).toBeGreaterThan(0);
    expect(await form.getByRole('textbox', { name: 'username' }).count()).toBe(0);
  }
  await expectNoAxeViolations(page);
});

test('the profile changes the password and ends the other sessions [ACCOUNT-1]', async ({ app, page, server, api }) => {
  await app.openAsAdministrator('/profile');
  const change = async (from: string, to: string): Promise<void> => {
    await page.getByLabel('Current password').fill(from);
    await page.getByLabel('New password').fill(to);
    await page.keyboard.press('Enter');
  };
  await change(ADMINISTRATOR.password, NEW_PASSWORD);
  await expect(app.toast(/Password changed\. \d+ other sessions? (was|were) ended\./)).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  expect((await api.call(listOwnSessions, {})).status).toBe(401);
  await page.reload();
  await app.expectScreen('Profile');

  // Other tests sign in with the original password.
  await change(NEW_PASSWORD, ADMINISTRATOR.password);
  await expect(app.toast('Password changed. No other session was open.')).toBeVisible();
  await server.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
});

test('sessions are listed with their devices, and each can be ended [ACCOUNT-4]', async ({
  app,
  browser,
  page,
  server,
  api,
}) => {
  const { email, password } = await addMember(server, api);
  const phone = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  });
  const there = await phone.newPage();
  await there.goto(`${server.url}/#/login`);
  await there.getByLabel('E-mail').fill(email);
  await there.getByLabel('Password', { exact: true }).fill(password);
  await there.getByRole('button', { name: 'Sign In' }).click();
  await expect(there.getByRole('heading', { name: 'User Fines Overview' })).toBeVisible();

  await app.signIn({ email, password });
  await page.getByRole('button', { name: 'Account' }).click();
  const dialog = app.dialog('Account');
  const sessions = dialog.getByRole('list', { name: 'Your open sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText(/This device\s*Signed in \d+ \w+ 20\d\d, \d\d:\d\d/);
  await expect(sessions.nth(1)).toContainText('Chrome on Android');
  await sessions
    .nth(1)
    .getByRole('button', { name: /^End the session on Chrome on Android/ })
    .click();
  await expect(sessions).toHaveCount(1);
  // Without a reload.
  await expect(there.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await phone.close();
});

test('signing out everywhere asks first, and ends this session too [ACCOUNT-5]', async ({ app, page, server, api }) => {
  const { email, password } = await addMember(server, api);
  const elsewhere = await server.signIn(email, password);
  await app.signIn({ email, password });
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = app.dialog('Sign out everywhere?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await app.expectPath('/login');
  await app.expectScreen('Welcome Back');
  expect((await elsewhere.call(listOwnSessions, {})).status).toBe(401);
});

test('says what is known when the server does not answer [ACCOUNT-6]', async ({ app, page, server, api }) => {
  const { email, password } = await addMember(server, api);
  await app.signIn({ email, password });
  await page.getByRole('button', { name: 'Account' }).click();
  const dialog = app.dialog('Account');
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('New password').fill(NEW_PASSWORD);
  await server.stop();
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'it is not known whether' })).toBeVisible();
  await server.start();
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(app.toast('Password changed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Account' })).toBeFocused();
});

test('profile and dialog are accessible and fit a phone [ACCOUNT-1]', async ({ app, page, server, api }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { email } = await addMember(server, api);
  await addSessionCookies(page.context(), server, await server.enter(email));
  await app.open('/fineUserOverView');
  await app.expectScreen('User Fines Overview');
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(app.dialog('Account').getByText('This device')).toBeVisible();
  await expectAccessibleLayout(page);

  await page.context().clearCookies();
  await page.goto('about:blank');
  await app.openAsAdministrator('/profile');
  await expect(page.getByText('This device')).toBeVisible();
  await expectAccessibleLayout(page);
});
