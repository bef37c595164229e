// The login screen (SIGNIN-1 to SIGNIN-6).
import { expectAccessibleOnPhoneAndDesk, expectNoAxeViolations } from './support/axe.ts';
import { recordRequests } from './support/requests.ts';
import { ADMINISTRATOR } from './support/server.ts';
import { expect, test } from './support/test.ts';

test('shows its title, subtitle, fields and button [SIGNIN-1, V6.2.7]', async ({ app, page }) => {
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
});

test('sends nothing while a field is empty or the e-mail is none [SIGNIN-2]', async ({ app, page }) => {
  const attempts = recordRequests(page, 'POST /api/auth/sign-in');
  await app.open('/login');
  await app.submitLogin('', 'something');
  await expect(page.locator('input[type=email]:invalid')).toBeFocused();
  await app.submitLogin('no-e-mail', 'something');
  await expect(page.locator('input[type=email]:invalid')).toBeFocused();
  await app.submitLogin(ADMINISTRATOR.email, '');
  await expect(page.locator('input[name=password]:invalid')).toBeFocused();
  expect(attempts).toEqual([]);
});

test('leads the administrator to the dashboard, and stays signed in over a reload [ROUTE-6]', async ({ app, page }) => {
  await app.open('/login');
  await app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await app.expectPath('/dashboard');
  await app.expectScreen('Fines Management Dashboard');
  await page.reload();
  await app.expectScreen('Fines Management Dashboard');
});

test('says "Invalid email or password" for a wrong password and for an unknown e-mail alike [SIGNIN-3]', async ({
  app,
  page,
}) => {
  await app.open('/login');
  const banner = page.getByRole('alert');
  await app.submitLogin(ADMINISTRATOR.email, 'not the password');
  await expect(banner).toHaveText('Invalid email or password');
  await expectNoAxeViolations(page);
  await expect(page.getByLabel('E-mail')).toHaveValue(ADMINISTRATOR.email);

  await app.submitLogin('nobody@jurmana.test', 'not the password');
  await expect(banner).toHaveText('Invalid email or password');
  await expect(page.getByText('Ask your administrator for a new sign-in link.')).toBeVisible();

  await app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await app.expectPath('/dashboard');
});

test('says so when there were too many attempts, and for how long to wait [SIGNIN-4]', async ({
  app,
  page,
  request,
  server,
}) => {
  const guess = { email: 'guessed@jurmana.test', password: 'a guess' };
  const attempt = async (): Promise<number> => {
    const headers = { origin: server.url };
    return (await request.post(`${server.url}/api/auth/sign-in`, { data: guess, headers })).status();
  };
  // As long as it takes: each attempt costs a hash.
  await expect.poll(attempt, { intervals: [0], timeout: 150_000 }).toBe(429);
  await app.open('/login');
  await app.submitLogin(guess.email, guess.password);
  const banner = page.getByRole('alert');
  await expect(banner).toHaveText(/^Too many sign-in attempts\. Please wait \d+ minutes? and try again\.$/);
  await expect(page.getByText('Ask your administrator for a new sign-in link.')).toHaveCount(0);
});

test('says so when the server cannot be reached, and keeps what was typed [SIGNIN-4]', async ({
  app,
  page,
  server,
}) => {
  await app.open('/login');
  await app.expectScreen('Welcome Back');
  await server.stop();
  await app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await expect(page.getByRole('alert')).toHaveText(
    'The server cannot be reached. Check your connection and try again.',
  );
  await expect(page.getByLabel('E-mail')).toHaveValue(ADMINISTRATOR.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(ADMINISTRATOR.password);

  await server.start();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await app.expectPath('/dashboard');
  await app.expectScreen('Fines Management Dashboard');
});

test('says so where the browser keeps no cookies, and where the app is at another address [SIGNIN-24, ACCESS-11]', async ({
  app,
  page,
}) => {
  const address = 'https://fines.example.pk';
  let answered = false;
  await page.route('**/api/auth/sign-in', async (route) => {
    if (answered) {
      const error = { code: 'origin-refused', message: 'Not here.', details: { address } };
      await route.fulfill({ status: 403, json: { error } });
      return;
    }
    answered = true;
    const answer = await route.fetch();
    const { 'set-cookie': _, ...headers } = answer.headers();
    await page.context().clearCookies();
    await route.fulfill({ response: answer, headers });
  });
  await app.open('/login');
  await app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const banner = page.getByRole('alert');
  await expect(banner).toContainText('This browser keeps no cookies for this site');
  await expect(page.getByLabel('E-mail')).toHaveValue(ADMINISTRATOR.email);
  await app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await expect(banner).toHaveText(`Jurmana is not at this address. Please open ${address} and sign in there.`);
});

test('takes an e-mail pasted with marks that nobody sees [SIGNIN-5]', async ({ app }) => {
  await app.open('/login');
  await app.submitLogin(`\u202a${ADMINISTRATOR.email.replace('@', '\u200b@')}\u200e`, ADMINISTRATOR.password);
  await app.expectPath('/dashboard');
});

test('shows and hides the password, also by keyboard [SIGNIN-6, V6.2.6]', async ({ app, page }) => {
  await app.open('/login');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('secret words');
  await page.getByRole('button', { name: 'Show the password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide the password' }).focus();
  await page.keyboard.press('Enter');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveValue('secret words');
});

test('is accessible and fits, on a phone and on a desk', async ({ app, page }) => {
  await app.open('/login');
  await app.expectScreen('Welcome Back');
  await expectAccessibleOnPhoneAndDesk(page);
  for (const control of await page.locator('input, button').all()) {
    const box = await control.boundingBox();
    // 44px, less the border of a field.
    expect(box?.height, await control.innerText()).toBeGreaterThanOrEqual(42);
  }
});
