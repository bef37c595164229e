// What the server refuses is said once: at its field, or else in a message (SCREEN-53).
import type { Page } from '@playwright/test';
import { expect, test } from './support/fines.ts';

/** The server refuses what is saved from now on. */
async function refuse(page: Page, code: string, message: string): Promise<void> {
  await page.unroute('**/api/**');
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 422, json: { error: { code, message } } }),
  );
}

test('what is refused because of a field is said there alone, and read out even if the field has the focus already; anything else in a message, until it is sent again [SCREEN-53]', async ({
  app,
  page,
  api,
  fines,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 300);
  await app.openFines(api.id('Ayesha Khan'));
  await fines
    .row('Late arrival')
    .getByRole('button', { name: /^Waive: / })
    .click();
  const dialog = app.dialog('Waive Fine');
  const amount = dialog.getByLabel('Amount to Waive (PKR)');
  const save = dialog.getByRole('button', { name: 'Waive', exact: true });
  const messages = page.locator('[class*="Notification-root"]');
  await dialog.getByLabel('Reason').fill('was in hospital');

  await refuse(page, 'waived-too-much', 'This is more than is left to pay.');
  await save.click();
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription(/This is more than is left to pay/);
  // Not waited for: a message would go by itself.
  expect(await messages.count()).toBe(0);
  // Enter in the field itself.
  await amount.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('This is more than is left to pay.');
  expect(await messages.count()).toBe(0);

  await refuse(page, 'too-many-requests', 'Please wait a moment.');
  await save.click();
  await expect(messages).toHaveText(/Please wait a moment/);
  await expect(amount).not.toHaveAttribute('aria-invalid', 'true');

  await refuse(page, 'waived-too-much', 'This is more than is left to pay.');
  await save.click();
  await expect(amount).toBeFocused();
  await expect(messages).toHaveCount(0);
});
