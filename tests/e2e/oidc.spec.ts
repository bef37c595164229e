// Signing in through an identity provider on another site, in the browser.
import { addUser } from '../../src/contract/users.ts';
import { type IdentityProvider, startIdentityProvider } from '../helpers/identity-provider.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { ADMINISTRATOR, startServer } from './support/server.ts';
import { expect, test as base } from './support/test.ts';

const test = base.extend<{ provider: IdentityProvider }>({
  provider: async ({ page }, use) => {
    const provider = await startIdentityProvider();
    await use(provider);
    // Closes its connections to the provider.
    await page.close();
    await provider.stop();
  },
  // A server with the provider's configuration.
  server: async ({ provider }, use) => {
    const server = await startServer({ name: 'oidc', environment: provider.environment });
    provider.registerApp(server.url);
    await use(server);
    await server.remove();
  },
});

const button = 'Sign in with Example Login';

test('a member comes in by the second button, and stays signed in over a reload [IDP-1]', async ({
  app,
  page,
  api,
  provider,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await api.must(addUser, {
    body: { userName: 'Zainab Noor', userEmail: 'zainab@jurmana.test', userRole: 'Student', phone: '0300 0000000' },
  });
  provider.accounts.set('zainab', { email: 'Zainab@jurmana.test', email_verified: true });

  await app.open('/login');
  await app.expectScreen('Welcome Back');
  await expect(page.getByRole('button', { name: button })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('heading', { name: 'Example Login' })).toBeVisible();
  await page.getByLabel('Login').fill('zainab');
  await page.getByRole('button', { name: 'Continue' }).click();
  await app.expectPath('/fineUserOverView');
  await app.expectScreen('User Fines Overview');
  await page.reload();
  await app.expectScreen('User Fines Overview');
});

test('whoever comes back without being let in reads why, and can still sign in with a password [IDP-3]', async ({
  app,
  page,
  provider,
}) => {
  const banner = page.getByRole('alert');
  const goAs = async (login: string) => {
    await page.getByRole('button', { name: button }).click();
    await page.getByLabel('Login').fill(login);
    await page.getByRole('button', { name: 'Continue' }).click();
    await app.expectScreen('Welcome Back');
  };
  await app.open('/login');
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(banner).toHaveText('The sign-in at Example Login was cancelled.');

  provider.accounts.set('stranger', { email: 'stranger@jurmana.test', email_verified: true });
  await goAs('stranger');
  await expect(banner).toHaveText(
    'No active user here has the e-mail address that Example Login knows you by. Please ask the administrator.',
  );
  await expectNoAxeViolations(page);

  await app.submitLogin(ADMINISTRATOR.email, 'not the password');
  await expect(banner).toHaveText('Invalid email or password');
  await app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await app.expectPath('/dashboard');
});

test('an address cannot put words of its own on the screen [V3.7.2]', async ({ app, page }) => {
  await app.open('/login?problem=Call%20this%20number');
  await app.expectScreen('Welcome Back');
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a provider that is away is said to be that, and works once it is back [IDP-5]', async ({
  app,
  page,
  provider,
}) => {
  await provider.takeDown();
  await app.open('/login');
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Example Login cannot be reached at the moment. Please try again later.',
  );
  await provider.bringUp();
  provider.accounts.set('chief', { email: ADMINISTRATOR.email, email_verified: true });
  await page.getByRole('button', { name: button }).click();
  await page.getByLabel('Login').fill('chief');
  await page.getByRole('button', { name: 'Continue' }).click();
  await app.expectPath('/dashboard');
});
