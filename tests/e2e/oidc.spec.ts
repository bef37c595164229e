// Signing in through an identity provider on another site, in a browser.
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
  // A server configured for the provider.
  server: async ({ provider }, use) => {
    const server = await startServer({ name: 'oidc', environment: provider.environment });
    provider.registerApp(server.url);
    await use(server);
    await server.remove();
  },
});

const button = 'Sign in with Example Login';

test('a member signs in with the second button once the provider is available, and stays signed in after a reload; others read why they cannot, and can use a password; an address cannot put its own words on the screen [IDP-1, IDP-3, IDP-5, V3.7.2]', async ({
  app,
  page,
  api,
  provider,
}) => {
  const banner = page.locator('form').getByRole('alert');
  const press = (): Promise<void> => page.getByRole('button', { name: button }).click();
  const goAs = async (login: string): Promise<void> => {
    await press();
    await expect(page.getByRole('heading', { name: 'Example Login' })).toBeVisible();
    await page.getByLabel('Login').fill(login);
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await api.must(addUser, {
    body: { userName: 'Zainab Noor', userEmail: 'zainab@jurmana.test', userRole: 'Student', phone: '0300 0000000' },
  });
  provider.accounts.set('zainab', { email: 'Zainab@jurmana.test', email_verified: true });
  provider.accounts.set('stranger', { email: 'stranger@jurmana.test', email_verified: true });

  await page.setViewportSize({ width: 360, height: 740 });
  await app.open('/login?problem=Call%20this%20number');
  await app.expectScreen('Welcome Back');
  await expect(page.getByRole('button', { name: button })).toBeVisible();
  await expect(banner).toBeHidden();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);

  await provider.takeDown();
  await press();
  await expect(banner).toHaveText('Example Login cannot be reached at the moment. Please try again later.');
  await provider.bringUp();
  await press();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(banner).toHaveText('The sign-in at Example Login was cancelled.');
  await goAs('stranger');
  await app.expectScreen('Welcome Back');
  await expect(banner).toHaveText(
    'No active user here has the e-mail address that Example Login knows you by. Please ask the administrator.',
  );
  await app.submitLogin(ADMINISTRATOR.email, ADMINISTRATOR.password);
  await app.expectPath('/dashboard');

  await page.context().clearCookies();
  await page.reload();
  await app.expectScreen('Welcome Back');
  await goAs('zainab');
  await app.expectPath('/fineUserOverView');
  await app.expectScreen('User Fines Overview');
  await page.reload();
  await app.expectScreen('User Fines Overview');
});
