// What the server refuses is said in a message, with the reason; at its field as well, if one is to blame (SCREEN-53).
// error-catalogue.spec.ts has the messages that the specification knows.
import type { Locator, Page } from '@playwright/test';
import type { ScreenPath } from './support/app.ts';
import { expect, test } from './support/fines.ts';

/** The server refuses what is saved from now on, after `answered`. */
async function refuse(page: Page, code: string, message: string, answered?: Promise<void>): Promise<void> {
  await page.unroute('**/api/**');
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await answered;
    return route.fulfill({ status: 422, json: { error: { code, message } } });
  });
}

const BUSY = { code: 'too-many-requests', message: 'Please wait a moment.' };
const TAKEN = { code: 'email-in-use', message: 'this email is already in use' };

test('what is refused because of a field is said in a message and there, until it is sent again; what the form finds wrong itself is read out even if the field has the focus already [SCREEN-53]', async ({
  app,
  page,
  api,
  fines,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 300);
  await app.openFines(api.id('Ayesha Khan'));
  await (await app.rowEntry(fines.row('Late arrival'), 'Waive')).click();
  const dialog = app.dialog('Waive Fine');
  const amount = dialog.getByLabel('Amount to Waive (PKR)');
  const save = dialog.getByRole('button', { name: 'Waive', exact: true });
  const messages = page.locator('[class*="Notification-root"]');
  await dialog.getByLabel('Reason').fill('was in hospital');

  for (const again of [false, true]) {
    await refuse(page, 'waived-too-much', 'This is more than is left to pay.');
    await save.click();
    await expect(amount).toBeFocused();
    await expect(amount).toHaveAccessibleDescription(/This is more than is left to pay/);
    await expect(messages).toHaveText(['Failed to waive fine: This is more than is left to pay.']);
    if (again) break;
    await refuse(page, 'too-many-requests', 'Please wait a moment.');
    await save.click();
    await expect(messages).toHaveText(['Failed to waive fine: Please wait a moment.']);
    await expect(amount).not.toHaveAttribute('aria-invalid', 'true');
  }
  await amount.fill('no amount');
  // In the field itself.
  await amount.press('Enter');
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByRole('alert')).toHaveText(/amount/i);
});

test('what is refused after somebody has left the form is said in a message: a password, an API key, links to sign in, an import, an e-mail [SCREEN-53]', async ({
  app,
  page,
  api,
}) => {
  await api.add('Ayesha Khan');
  await app.openAsAdministrator('/import-users');
  const buffer = Buffer.from('Name,Email,Role,Phone\nBilal,bilal@office.pk,Clerk,0300 1111111\n');
  await page.locator('input[type=file]').setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });

  /** Presses the button, goes to the next screen, and finds there what the server says then. */
  const leave = async (button: Locator, next: ScreenPath, said: string, reason = BUSY): Promise<void> => {
    await expect(button).toBeEnabled();
    const { promise: left, resolve: answer } = Promise.withResolvers<void>();
    await refuse(page, reason.code, reason.message, left);
    const sent = page.waitForRequest((request) => request.method() !== 'GET');
    await button.click();
    await sent;
    await app.goTo(next);
    await expect(button).toBeHidden();
    answer();
    const message = app.toast(said);
    await expect(message).toContainText(reason.message);
    await message.getByRole('button').click();
    await expect(message).toHaveCount(0);
  };
  await leave(page.getByRole('button', { name: 'Import 1 user' }), '/profile', 'Import Users');

  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password').fill('another password');
  const password = page.getByRole('button', { name: 'Change password' });
  await leave(password, '/app-settings', 'Your password was not changed.');

  await page.getByRole('link', { name: 'Access and Keys' }).click();
  await page.getByRole('button', { name: 'Add API Key' }).click();
  await app.dialog('Add API Key').getByRole('textbox', { name: /^Name/ }).fill('Accounts');
  await leave(page.getByRole('button', { name: 'Create Key' }), '/user', 'The API key was not saved.');

  await (await app.rowEntry(page.getByRole('row').filter({ hasText: 'Ayesha Khan' }), 'Sign-in link')).click();
  await leave(page.getByRole('button', { name: 'Make and copy the link' }), '/events', 'Sign-in link');

  await app.goTo('/user');
  await (await app.menuEntry('Sign-in links')).click();
  await leave(page.getByRole('button', { name: 'Make 1 link' }), '/events', 'No links were made');

  // Also if it is because of a field, which is no longer there.
  await app.goTo('/user');
  await page.getByRole('button', { name: 'Add New User' }).click();
  const form = app.dialog('Add New User');
  await form.getByRole('textbox', { name: 'Name' }).fill('Bilal');
  await form.getByRole('combobox', { name: 'Email' }).fill('taken@example.com');
  await form.getByRole('textbox', { name: 'Role/Designation' }).fill('Clerk');
  await form.getByRole('textbox', { name: 'Phone' }).fill('0300 1234567');
  await leave(form.getByRole('button', { name: 'Add User' }), '/events', 'Failed to add user:', TAKEN);
});
