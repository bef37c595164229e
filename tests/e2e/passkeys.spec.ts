// Passkeys with Chromium's virtual authenticator (PASSKEY-1 to PASSKEY-4).
import type { CDPSession, Page } from '@playwright/test';
import { switchRule } from '../../src/contract/settings/rules.ts';
import { addSessionCookies, App } from './support/app.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { ADMINISTRATOR, type Server } from './support/server.ts';
import { expect, test } from './support/test.ts';

/** Browsers do not offer passkeys at a numeric address. */
const byName = (server: Server): Server => ({ ...server, url: server.url.replace('127.0.0.1', 'localhost') });

/** A virtual device; `owner` sets whether it recognises its owner. */
async function addDevice(page: Page): Promise<{ owner: (isThere: boolean) => Promise<void> }> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    owner: async (isUserVerified) =>
      void (await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
  };
}

test('a passkey is added in the profile and signs in with one press; with the rule on, the password alone is not enough [ACCOUNT-2, FIND-12, PASSKEY-1, PASSKEY-2, PASSKEY-5]', async ({
  page,
  api,
  server,
}) => {
  const there = byName(server);
  const app = new App(page, there);
  const device = await addDevice(page);
  await addSessionCookies(page.context(), there, server.administrator);
  await app.open('/app-settings');
  const rule = page.getByRole('switch', { name: 'Whoever handles money needs a passkey' });
  await rule.click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Please add a passkey to your own account first.' });
  await expect(refusal).toBeVisible();
  // The toast stays while it has the focus.
  await page.keyboard.press('F8');
  await expect(refusal.getByRole('button', { name: 'Add Passkey' })).toBeFocused();
  await expect(rule).not.toBeChecked();
  await page.keyboard.press('Control+z');
  await app.expectPath('/app-settings');
  await page.keyboard.press('Enter');
  await app.expectScreen('Profile');
  const section = page.getByRole('region', { name: 'Passkeys' });
  await expect(section).toBeFocused();
  await expect(section).toBeInViewport();
  await expect(section).toContainText('You have no passkey yet.');
  await section.getByRole('button', { name: 'Add Passkey' }).click();
  await expect(section).toContainText('Please enter a name.');
  await expect(section).toContainText('Please enter your current password.');
  await section.getByLabel('Name of the passkey').fill('My phone');
  await section.getByLabel('Your password').fill('not my password');
  await section.getByLabel('Your password').press('Enter');
  await expect(section).toContainText('This is not your current password.');
  await section.getByLabel('Your password').fill(ADMINISTRATOR.password);
  await device.owner(false);
  await section.getByRole('button', { name: 'Add Passkey' }).click();
  await expect(section).toContainText('No passkey was created. The device refused, or it was cancelled.');
  await device.owner(true);
  await section.getByRole('button', { name: 'Add Passkey' }).click();
  await expect(app.toast('Passkey added')).toBeVisible();
  await expect(section.getByRole('listitem')).toContainText(/My phone.*not used yet/);
  // A second one for the same device.
  await section.getByLabel('Name of the passkey').fill('My phone again');
  await section.getByLabel('Your password').fill(ADMINISTRATOR.password);
  await section.getByRole('button', { name: 'Add Passkey' }).click();
  await expect(section.getByRole('alert')).toContainText('This device already has a passkey for this account.');
  await expect(section.getByRole('listitem')).toHaveCount(1);
  await section.getByLabel('Name of the passkey').fill('');
  await section.getByLabel('Your password').fill('');
  // Axe looks at a password with an error here, and not at the others of the Profile.
  await section.getByRole('button', { name: 'Add Passkey' }).click();
  await expect(section).toContainText('Please enter your current password.');
  await app.onPhone();
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await app.open('/app-settings');
  await rule.click();
  await expect(app.toast('Setting updated')).toBeVisible();
  try {
    await page.context().clearCookies();
    await app.open('/login');
    await page.reload();
    await page.getByLabel('E-mail').fill(ADMINISTRATOR.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'must sign in with a passkey here' })).toBeVisible();
    const withPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
    await device.owner(false);
    await withPasskey.click();
    await expect(page.getByText('No passkey was used.')).toBeVisible();
    await device.owner(true);
    await withPasskey.click();
    await app.expectScreen('Fines Management Dashboard');

    await app.open('/profile');
    await expect(section.getByRole('listitem')).toContainText(/My phone.*last used/);
    const remove = async (): Promise<void> => {
      await section.getByRole('button', { name: 'Remove the passkey “My phone”' }).click();
      await app.dialog('Remove this passkey?').getByRole('button', { name: 'Remove' }).click();
    };
    await remove();
    await expect(app.toast(/Without this passkey you could no longer sign in/)).toBeVisible();
    await api.must(switchRule, { params: { ruleId: 'money-needs-passkey' }, body: { allowDisallow: false } });
    await remove();
    await expect(app.toast('Passkey removed')).toBeVisible();
    await expect(section).toContainText('You have no passkey yet.');
  } finally {
    await api.must(switchRule, { params: { ruleId: 'money-needs-passkey' }, body: { allowDisallow: false } });
  }

  // A new password asks about the passkeys. Other tests sign in with the current one, so it is set again.
  await section.getByLabel('Name of the passkey').fill('My tablet');
  await section.getByLabel('Your password').fill(ADMINISTRATOR.password);
  await section.getByRole('button', { name: 'Add Passkey' }).click();
  await expect(section.getByRole('listitem')).toContainText('My tablet');
  const changePassword = async (answer: string): Promise<void> => {
    await page.getByLabel('Current password').fill(ADMINISTRATOR.password);
    await page.getByLabel('New password').fill(ADMINISTRATOR.password);
    await page.keyboard.press('Enter');
    const question = app.dialog('Keep your passkeys?');
    await expect(question.getByRole('listitem')).toContainText(/My tablet.*not used yet/);
    await question.getByRole('button', { name: answer }).click();
    await expect(question).toBeHidden();
  };
  await changePassword('Keep them');
  await expect(app.toast(/^Password changed\. \d+ other sessions? (was|were) ended\./)).toBeVisible();
  await expect(section.getByRole('listitem')).toContainText('My tablet');
  await changePassword('Remove them');
  await expect(app.toast(/^Password changed, and 1 passkey removed\./)).toBeVisible();
  await expect(section).toContainText('You have no passkey yet.');
});
