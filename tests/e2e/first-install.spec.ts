// A new organisation: its name (RULE-9).
import { readOrganisation } from '../../src/contract/organisation.ts';
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
