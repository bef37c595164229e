// The user's own account: the administrator's profile and the member's dialog (ACCOUNT-1).
import { handOverCash, readCash, recordPayOut } from '../../src/contract/money/cash.ts';
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { giveRefund } from '../../src/contract/money/refunds.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { listOwnSessions } from '../../src/contract/sign-in/account.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { today } from './support/api.ts';
import { addSessionCookies } from './support/app.ts';
import { expectNoSidewaysScroll } from './support/axe.ts';
import { addMember } from './support/member.ts';
import { ADMINISTRATOR } from './support/server.ts';
import { expect, test } from './support/proxied.ts';

const NEW_PASSWORD = 'another password';
const NAME = 'Ayesha Siddiqui';

test('the administrator enters their name in the Profile, and it is shown wherever they did something; the Profile shows the version, says what is wrong with the passwords, and changes the password, which ends the other sessions [SIGNIN-7, ACCOUNT-1, ACCOUNT-7, ACCOUNT-8, OPS-14, LOOK-15]', async ({
  app,
  page,
  server,
  api,
}) => {
  await app.openProfile();
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
  await expect(page.getByLabel('New password')).toHaveValue(NEW_PASSWORD);
  // Password managers look for the user name in a hidden field.
  for (const form of await page.locator('form:has(input[type=password])').all()) {
    const username = form.locator('input[autocomplete=username]');
    await expect(username).toHaveAttribute('type', 'text');
    await expect(username).toHaveValue(ADMINISTRATOR.email);
    await expect(username).toHaveAttribute('tabindex', '-1');
    expect((await username.boundingBox())?.width).toBeGreaterThan(0);
    expect(await form.getByRole('textbox', { name: 'username' }).count()).toBe(0);
  }

  const name = page.getByLabel('Your name');
  await page.getByRole('button', { name: 'Save Name' }).click();
  await expect(page.getByText('Please enter your name.')).toBeVisible();
  await name.fill(NAME);
  await page.getByRole('button', { name: 'Save Name' }).click();
  await expect(app.toast('Name saved')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Signed in as' })).toContainText(NAME);

  await api.rule(false);
  await api.add('Bilal Ahmed');
  const userId = api.id('Bilal Ahmed');
  const { id: fineId } = await api.fine('Bilal Ahmed', 500);
  await api.must(waiveFine, { params: { fineId }, body: { outstanding: 500, amount: 100, reason: 'was in hospital' } });
  const { payment } = await api.must(takePayment, {
    body: { userId, fines: [{ fineId, outstanding: 400 }], amount: 450, receivedOn: today(), method: 'Cash' },
  });
  const { refund } = await api.must(giveRefund, {
    body: { userId, credit: 50, amount: 20, givenOn: today(), method: 'Cash' },
  });
  await api.must(recordPayOut, { body: { holderId: ADMINISTRATOR_ID, amount: 30, note: 'tea' } });
  const [holder] = (await api.must(readCash, {})).holders;
  const handOver = {
    holderId: holder?.holderId ?? '',
    held: holder?.held ?? 0,
    counted: 400,
    takenBy: 'The bank',
    note: 'Counted twice',
  };
  await api.must(handOverCash, { body: handOver });

  const shown = [
    '/payments',
    '/reports',
    '/history',
    '/payments/given-back',
    '/payments/waived',
    '/payments/cash-up',
    `/receipts/${payment?.receipt ?? ''}`,
    `/vouchers/${refund.voucher}`,
  ];
  for (const path of shown) {
    const before = await page.title();
    await app.open(path);
    // Each has a title of its own.
    await expect(page).not.toHaveTitle(before);
    // The menu shows the name as well.
    await expect(page.getByRole('main'), path).toContainText(NAME);
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
    await expect(page.locator('body'), path).not.toContainText(ADMINISTRATOR.email);
  }

  await app.goTo('/fines');
  await (await app.rowEntry(page.locator('tbody tr').first(), 'Details')).click();
  const details = app.dialog('Fine Details');
  await expect(details).toContainText(`by ${NAME}`);
  await expect(details).not.toContainText(ADMINISTRATOR.email);

  await app.goTo('/profile');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByLabel('Current password').fill(ADMINISTRATOR.password);
  await page.getByLabel('New password').press('Enter');
  await expect(app.toast(/Password changed\. \d+ other sessions? (was|were) ended\./)).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  expect((await api.call(listOwnSessions, {})).status).toBe(401);
  await server.signIn(ADMINISTRATOR.email, NEW_PASSWORD);
});

test('a member’s dialog on a phone: a password change that got no answer, the sessions on each device, and signing out everywhere [ACCOUNT-1, ACCOUNT-4, ACCOUNT-5, ACCOUNT-6]', async ({
  proxiedApp: app,
  faultyProxy,
  playwright,
  page,
  server,
  api,
}) => {
  const { email, password } = await addMember(server, api);
  const elsewhere = await server.enter(email);
  const phone = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { origin: server.url },
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  });

  await app.onPhone();
  await addSessionCookies(page.context(), app.server, await server.enter(email));
  await app.open('/fineUserOverView');
  await page.getByRole('button', { name: 'Account' }).click();
  const dialog = app.dialog('Account');
  const sessions = dialog.getByRole('list', { name: 'Your open sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  expect((await phone.post('/api/auth/sign-in', { data: { email, password } })).status()).toBe(200);
  await expect(sessions).toHaveCount(3);
  await expect(sessions.first()).toContainText(/This device\s*Signed in \d+ \w+ 20\d\d, \d\d:\d\d/);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: /^End the session on Chrome on Android/ }).click();
  await expect(sessions).toHaveCount(2);
  // side-by-side.spec.ts shows what an open window does then.
  expect((await phone.get('/api/account/sessions')).status()).toBe(401);
  await phone.dispose();

  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = app.dialog('Sign out everywhere?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();

  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('New password').fill(NEW_PASSWORD);
  faultyProxy.cut();
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'it is not known whether' })).toBeVisible();
  faultyProxy.restore();
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(app.toast('Password changed.')).toBeVisible();
  expect((await elsewhere.call(listOwnSessions, {})).status).toBe(401);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Account' })).toBeFocused();

  const later = await server.enter(email);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await app.expectPath('/login');
  await app.expectScreen('Welcome Back');
  expect((await later.call(listOwnSessions, {})).status).toBe(401);
});
