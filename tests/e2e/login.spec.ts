// The login screen (SIGNIN-1 to SIGNIN-6).
import { expectAccessibleOnPhoneAndDesk } from './support/axe.ts';
import { recordRequests } from './support/requests.ts';
import { ADMINISTRATOR } from './support/server.ts';
import { expect, test } from './support/proxied.ts';

test('has its title, subtitle, fields and button, accessible and fitting; the password can be shown and hidden; nothing is sent while a field is empty or the e-mail is invalid; a wrong password, a server that cannot be reached, too many attempts, a browser without cookies and another address are said, and the input is kept; then the administrator reaches the dashboard, still signed in after a reload [LOOK-25, ROUTE-6, ACCESS-11, SIGNIN-1, SIGNIN-2, SIGNIN-3, SIGNIN-4, SIGNIN-5, SIGNIN-6, SIGNIN-24, V6.2.6, V6.2.7]', async ({
  proxiedApp: app,
  faultyProxy,
  page,
}) => {
  const attempts = recordRequests(page, 'POST /api/auth/sign-in');
  await app.open('/login');
  await app.expectScreen('Welcome Back');
  await expect(page.getByText('Fine Management Login', { exact: true })).toBeVisible();
  const email = page.getByLabel('E-mail');
  await expect(email).toHaveAttribute('type', 'email');
  await expect(email).toHaveAttribute('required');
  await expect(email).toHaveAttribute('autocomplete', 'username');
  await expect(email).toBeFocused();
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAttribute('required');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/Jurmana/);
  await expectAccessibleOnPhoneAndDesk(page);
  for (const control of await page.locator('input, button').all()) {
    const box = await control.boundingBox();
    // 44px minus the border of a field.
    expect(box?.height, await control.innerText()).toBeGreaterThanOrEqual(42);
  }

  await password.fill('secret words');
  await page.getByRole('button', { name: 'Show the password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide the password' }).focus();
  await page.keyboard.press('Enter');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveValue('secret words');

  await app.submitLogin('', 'something');
  await expect(page.locator('input[type=email]:invalid')).toBeFocused();
  await app.submitLogin('no-e-mail', 'something');
  await expect(page.locator('input[type=email]:invalid')).toBeFocused();
  await app.submitLogin(ADMINISTRATOR.email, '');
  await expect(page.locator('input[name=password]:invalid')).toBeFocused();
  expect(attempts).toEqual([]);

  const banner = page.locator('form').getByRole('alert');
  // Screen readers announce what appears in an alert that they already know, and lose their place with the focus.
  await expect(banner).toHaveCSS('display', 'block');
  await app.submitLogin(ADMINISTRATOR.email, 'not the password');
  await expect(banner).toHaveText('Invalid email or password');
  faultyProxy.holdResponses('POST /api/auth/sign-in');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(banner).toBeEmpty();
  faultyProxy.restore();
  await expect(banner).toHaveText('Invalid email or password');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeFocused();
  await expect(email).toHaveValue(ADMINISTRATOR.email);
  await expect(page.getByText('Ask your administrator for a new sign-in link.')).toBeVisible();

  const address = 'https://fines.example.pk';
  const refusals = [
    [429, { code: 'too-many-attempts', message: 'Wait.', details: { seconds: 100 } }],
    [403, { code: 'origin-refused', message: 'Not here.', details: { address } }],
  ] as const;
  let attempt = 0;
  await page.route('**/api/auth/sign-in', async (route) => {
    const refusal = refusals[attempt];
    attempt += 1;
    if (refusal !== undefined) {
      const [status, error] = refusal;
      await route.fulfill({ status, json: { error } });
      return;
    }
    const answer = await route.fetch();
    const { 'set-cookie': _, ...headers } = answer.headers();
    await page.context().clearCookies();
    await route.fulfill({ response: answer, headers });
  });
  const submit = (): Promise<void> => app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await submit();
  await expect(banner).toHaveText('Too many sign-in attempts. Please wait 2 minutes and try again.');
  await expect(page.getByText('Ask your administrator for a new sign-in link.')).toHaveCount(0);
  await submit();
  await expect(banner).toHaveText(`Jurmana is not at this address. Please open ${address} and sign in there.`);
  await submit();
  await expect(banner).toContainText('This browser does not keep cookies for this site');
  await expect(email).toHaveValue(ADMINISTRATOR.email);
  await page.unroute('**/api/auth/sign-in');

  faultyProxy.cut();
  // Pasted with invisible marks.
  await app.submitLogin(`\u202a${ADMINISTRATOR.email.replace('@', '\u200b@')}\u200e`, ADMINISTRATOR.password);
  await expect(banner).toHaveText('The server cannot be reached. Check your connection and try again.');
  await expect(email).toHaveValue(/admin/);
  await expect(password).toHaveValue(ADMINISTRATOR.password);
  faultyProxy.restore();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await app.expectPath('/dashboard');
  await app.expectScreen('Fines Management Dashboard');
  await page.reload();
  await app.expectScreen('Fines Management Dashboard');
});
