// The card "Organisation" of the settings (RULE-9, RULE-11).
import type { Locator, Page } from '@playwright/test';
import { readOrganisation, updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { MAX_LOGO_SIZE } from '../../src/core/limits.ts';
import { PAYMENT_METHODS } from '../../src/core/money/payment.ts';
import { jpegOfSize, ONE_PIXEL } from '../helpers/pictures.ts';
import { expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const cardOf = (page: Page): Locator => page.getByRole('region', { name: 'Organisation' });
const save = (page: Page): Locator => cardOf(page).getByRole('button', { name: 'Save' });
const picture = (page: Page): Locator => cardOf(page).getByRole('img', { name: 'The logo' });

/** Presses the button and chooses a file. */
async function choose(page: Page, button: string, content: Buffer, name = 'logo.png'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await cardOf(page).getByRole('button', { name: button }).press('Enter');
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: content });
}

test('the organisation chooses a logo by keyboard, saves, replaces and removes it; one of another kind, too large or broken is refused at its field; it enters its name, address, phone, the foot of receipts and the methods offered; a text that is too long is refused at its field; there is one "Save"; below a field is what another window saves in it [RULE-9, RULE-11, RULE-13, RULE-14, SCREEN-26, EVENT-15]', async ({
  app,
  page,
  api,
}) => {
  await app.openSettings('organisation');
  await app.onPhone();
  const button = cardOf(page).getByRole('button', { name: 'Choose a logo' });
  for (const [content, sentence] of [
    [Buffer.from('GIF89a, named logo.png'), 'The picture must be a complete PNG or JPEG picture.'],
    [jpegOfSize(MAX_LOGO_SIZE + 1), 'The picture must be at most 200 kB.'],
    [Buffer.from(ONE_PIXEL, 'base64').subarray(0, 20), 'This picture cannot be opened. Please choose another one.'],
  ] as const) {
    await choose(page, 'Choose a logo', content);
    await expect(cardOf(page).getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await expect(button).toHaveAccessibleDescription(new RegExp(`^${sentence}`));
    await expect(save(page)).toBeDisabled();
  }
  await choose(page, 'Choose a logo', Buffer.from(ONE_PIXEL, 'base64'));
  await expect(button).toBeHidden();
  await page.route('**/api/organisation', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 422, json: { error: { code: 'logo-kind', message: 'The logo must be another.' } } })
      : route.continue(),
  );
  await save(page).click();
  await expect(cardOf(page).getByText('The logo must be another.', { exact: true })).toBeVisible();
  await expect(cardOf(page).getByText('Failed to update: The logo must be another.')).toBeVisible();
  await expect(picture(page)).toBeVisible();
  expect((await api.must(readOrganisation, {})).logoVersion).toBeNull();
  await page.unroute('**/api/organisation');
  await expectNoSidewaysScroll(page);
  await save(page).click();
  await expect(page.getByText('Setting updated')).toBeVisible();
  await page.reload();
  const isDrawn = () => picture(page).evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);

  const former = await picture(page).getAttribute('src');
  await choose(page, 'Replace', await page.screenshot({ type: 'jpeg', quality: 10 }), 'photo.jpg');
  await expect(picture(page)).not.toHaveAttribute('src', former ?? '');
  await save(page).click();
  await expect.poll(async () => (await api.must(readOrganisation, {})).logoVersion).not.toBe(former?.split('/').at(-1));
  await expect(picture(page)).toHaveAttribute('src', /^\/api\/organisation\/logo\//);
  await expect.poll(isDrawn).toBe(true);

  await cardOf(page).getByRole('group', { name: 'Logo' }).getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(picture(page)).toBeHidden();
  await expect(cardOf(page).getByRole('button', { name: 'Choose a logo' })).toBeFocused();
  await save(page).click();
  await expect.poll(async () => (await api.must(readOrganisation, {})).logoVersion).toBeNull();

  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(1);
  const name = page.getByLabel('Name of the organisation');
  const address = page.getByLabel('Address');
  await expect(save(page)).toBeDisabled();
  await name.fill(' Jinnah Welfare Trust ');
  await page.getByLabel('Phone').fill('+92 51 1234567');
  await page.getByLabel('Line at the foot of receipts').fill('شکریہ');
  await address.fill('x'.repeat(301));
  await expect(address).toHaveAccessibleDescription(/300/);
  await save(page).click();
  await expect(address).toBeFocused();
  await address.fill('House 4\nIslamabad');
  const methods = cardOf(page).getByRole('group', { name: 'Payment methods offered' });
  await expect(methods.getByRole('checkbox', { name: 'Cash', exact: true })).toBeDisabled();
  await methods.getByRole('checkbox', { name: 'Cheque' }).uncheck();
  await methods.getByRole('checkbox', { name: 'Salary Deduction' }).uncheck();
  await name.press('Enter');
  // Without the spaces, once it is saved. The message was already there for the logo.
  await expect(name).toHaveValue('Jinnah Welfare Trust');
  await expect(methods.getByRole('checkbox', { name: 'Cheque' })).not.toBeChecked();
  const offered = PAYMENT_METHODS.filter((method) => method !== 'Cheque' && method !== 'Salary Deduction');
  await expect
    .poll(() => api.must(readOrganisation, {}))
    .toMatchObject({
      name: 'Jinnah Welfare Trust',
      address: 'House 4\nIslamabad',
      phone: '+92 51 1234567',
      receiptFoot: 'شکریہ',
      logoVersion: null,
      methods: offered,
    });

  // What another window saves appears, and what is being typed here is kept.
  await name.fill('Another');
  await api.must(updateOrganisation, { body: { phone: '042 111', name: 'Of another window' } });
  await expect(page.getByLabel('Phone')).toHaveValue('042 111');
  await expect(name).toHaveValue('Another');
  await expect(name).toHaveAccessibleDescription('Somebody else has saved this meanwhile: Of another window');

  let answered = Promise.resolve();
  await page.route('**/api/organisation', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await answered;
    return route.fulfill({ status: 403, json: { error: { code: 'not-allowed', message: 'You may not do that.' } } });
  });
  await save(page).click();
  await expect(cardOf(page).getByRole('alert')).toContainText('Failed to update: You may not do that.');
  await expect(name).toHaveValue('Another');
  // To somebody who has left the form, a message says it.
  const { promise: left, resolve: answer } = Promise.withResolvers<void>();
  answered = left;
  await save(page).click();
  await app.goTo('/events');
  await expect(cardOf(page)).toHaveCount(0);
  answer();
  await expect(app.toast('Failed to update: You may not do that.')).toBeVisible();
  // What they typed is still there, until they start over.
  await app.openSettings('organisation');
  await expect(name).toHaveValue('Another');
  await expect(cardOf(page).getByText('None of it has been saved yet.')).toBeVisible();
  await cardOf(page).getByRole('button', { name: 'Start over' }).click();
  await expect(name).toHaveValue('Of another window');

  await app.open('/collect-from-many');
  await page.getByRole('button', { name: 'Cash · ' }).click();
  const choice = page.getByLabel('Method');
  await expect(choice.getByRole('option')).toHaveText(offered);
  await expect(choice).toHaveValue('Cash');
});
