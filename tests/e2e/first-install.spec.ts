// A new organisation: its name (RULE-9), and screens without anything to show.
import { readOrganisation } from '../../src/contract/organisation.ts';
import { App } from './support/app.ts';
import { expectAccessibleLayout } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('the organisation is named in the settings', async ({ app, page, api }) => {
  await app.onPhone();
  await app.openSettings();
  const card = page.getByRole('region', { name: 'Organisation' });
  const name = card.getByLabel('Name of the organisation');
  const save = card.getByRole('button', { name: 'Save name' });
  await expect(save).toBeDisabled();
  await name.fill(' Jinnah Welfare Trust ');
  await save.click();
  await expect(page.getByText('Name saved')).toBeVisible();
  await expect(name).toHaveValue('Jinnah Welfare Trust');
  expect(await api.must(readOrganisation, {})).toEqual({ name: 'Jinnah Welfare Trust' });
  await expectAccessibleLayout(page);
  await page.reload();
  await expect(name).toHaveValue('Jinnah Welfare Trust');

  await page.route('**/api/organisation', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 403, json: { error: { code: 'not-allowed', message: 'You may not do that.' } } })
      : route.continue(),
  );
  await name.fill('Another');
  await save.click();
  await expect(name).toHaveAccessibleDescription(/The name was not saved\./);
  await expect(name).toHaveValue('Another');
});

test('without users or fines, every empty screen leads on', async ({ servers, page }) => {
  const server = await servers.fresh();
  const app = new App(page, server);
  await app.onPhone();

  await app.openAsAdministrator('/fines?add=true');
  const form = page.getByRole('dialog', { name: 'Add New Fine' });
  await expect(form.getByText('There are no users yet.')).toBeVisible();
  await expectAccessibleLayout(page);
  await form.getByRole('link', { name: 'Add your first user' }).click();
  const userForm = page.getByRole('dialog', { name: 'Add New User' });
  await expect(userForm).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/user');
  await userForm.getByRole('button', { name: 'Cancel' }).click();
  await expect(userForm).toBeHidden();

  await app.goTo('/fineUserOverView');
  await page.getByRole('link', { name: 'Add your first user' }).click();
  await expect(userForm).toBeVisible();
  await userForm.getByRole('button', { name: 'Cancel' }).click();

  await app.goTo('/fines');
  await expectAccessibleLayout(page);
  await page.getByRole('button', { name: 'Add your first fine' }).click();
  await expect(form).toBeVisible();

  await app.goTo('/dashboard');
  await page.getByRole('link', { name: 'Add your first fine' }).click();
  await expect(form).toBeVisible();

  await app.goTo('/CollectedFinesPage');
  await page.getByRole('link', { name: 'Add your first fine' }).click();
  await expect(form).toBeVisible();

  await app.goTo('/events');
  await expectAccessibleLayout(page);
  await page.getByRole('button', { name: 'Add your first event' }).click();
  await expect(page.getByRole('dialog', { name: 'Add' })).toBeVisible();
});
