// The Reminders screen: the list, one press per channel, promises, and "Remind Next".
import { updateUser } from '../../src/contract/users.ts';
import { listHistory } from '../../src/contract/history.ts';
import { addDays, formatDay } from '../../src/core/calendar.ts';
import { expectAccessibleLayout } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';
import { chooseMore } from './support/screen.ts';
import { recordFollowed } from './support/followed.ts';

test.beforeEach(async ({ api }) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal', 'Chand');
  await api.fine('Ayesha Khan', 300, { fineType: 'Late arrival', date: '2026-01-05' });
  await api.fine('Bilal', 1200, { fineType: 'Noise', date: '2026-03-01' });
  await api.fine('Chand', 50, { fineType: 'Noise', date: '2026-02-01' });
});

test('those who promised are left out until their day; one press opens WhatsApp, an SMS or an e-mail with the text, and the list shows it at once [REMIND-1, REMIND-2, REMIND-4, REMIND-5, REMIND-6]', async ({
  app,
  page,
  api,
}) => {
  await api.must(updateUser, { params: { userId: api.id('Bilal') }, body: { phone: 'ext. 12' } });
  const followed = await recordFollowed(page);
  const { promise: pressed, resolve: sendTexts } = Promise.withResolvers<void>();
  await page.route('**/api/organisation', async (route) => {
    await pressed;
    await route.continue();
  });
  await app.openAsAdministrator('/reminders');
  const rows = page.locator('main tbody tr');
  const row = (name: string) => rows.filter({ hasText: name });
  await expect(rows).toHaveText([/Ayesha Khan/, /Chand/, /Bilal/]);
  await expect(row('Ayesha Khan')).toContainText('Not yet');

  await (await app.rowEntry(row('Chand'), 'Promised')).click();
  const promise = app.dialog('Promised to Pay');
  const until = promise.getByRole('textbox', { name: 'Until' });
  await expect(until).toHaveValue(formatDay(addDays(today(), 7)));
  await expect(until).toBeFocused();
  await until.fill('1 Jan 2026');
  await promise.getByRole('button', { name: 'Save Promise' }).click();
  await expect(promise).toContainText('Choose today or a day within the next year.');
  await promise.getByRole('button', { name: 'Cancel' }).click();
  await expect(promise).toBeHidden();
  await (await app.rowEntry(row('Chand'), 'Promised')).click();
  await until.fill(formatDay(addDays(today(), 3)));
  await expectAccessibleLayout(page);
  await until.press('Enter');
  await expect(rows).toHaveText([/Ayesha Khan/, /Bilal/]);
  await app.openFilters();
  await page.getByLabel('Show', { exact: true }).selectOption('Promised');
  await expect(rows).toHaveText([new RegExp(`Chand.*Promised until ${formatDay(addDays(today(), 3))}`)]);
  await (await app.rowEntry(row('Chand'), 'Promised')).click();
  await promise.getByRole('button', { name: 'No Promise' }).click();
  await page.getByLabel('Show', { exact: true }).selectOption('To remind');
  await expect(rows).toHaveCount(3);

  // A press before the texts have been read waits for them.
  await page.getByRole('button', { name: 'WhatsApp: Ayesha Khan' }).click();
  sendTexts();
  await expect(row('Ayesha Khan')).toContainText(`${formatDay(today())}, WhatsApp`);
  const link = new URL(await followed());
  expect(link.origin + link.pathname).toBe('https://wa.me/923001234567');
  expect(link.searchParams.get('text')).toContain('• Late arrival, 5 Jan 2026: Rs. 300');
  // An invalid number says so, and nothing is opened or recorded; an answer about somebody else does not move the
  // message.
  const { promise: said, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/reminders', async (route) => {
    if (route.request().method() !== 'GET') await said;
    await route.continue();
  });
  await (await app.rowEntry(row('Ayesha Khan'), 'SMS')).click();
  await page.getByRole('button', { name: 'WhatsApp: Bilal' }).click();
  const unreachable = app.toast('“ext. 12” is not a phone number that can be reached.');
  await expect(unreachable).toBeVisible();
  goOn();
  await expect(row('Ayesha Khan')).toContainText(`${formatDay(today())}, SMS`);
  await expect(app.toast('SMS opened for')).toBeVisible();
  await expect(unreachable).toBeVisible();
  await page.unroute('**/api/reminders');
  expect(await followed()).toMatch(/^sms:\+923001234567\?&body=Assalam/);

  await (await app.rowEntry(row('Bilal'), 'E-mail')).click();
  await expect(row('Bilal')).toContainText(`${formatDay(today())}, E-mail`);
  // The row tells it before the server has it, the toast afterwards.
  await expect(app.toast('E-mail opened for')).toBeVisible();
  expect(await followed()).toMatch(/^mailto:person\d+@office\.pk\?subject=A%20friendly%20reminder&body=/);
  const { items } = await api.must(listHistory, { query: { kind: 'reminders' } });
  expect(items.map(({ facts }) => ('channel' in facts ? facts.channel : ''))).toEqual([
    'email',
    'sms',
    'whatsapp',
    // The promise, and its withdrawal.
    '',
    '',
  ]);

  await page.getByLabel('Last reminded').selectOption('Not today');
  await expect(rows).toHaveText([/Chand/]);
  await page.reload();
  await expect(rows).toHaveText([/Chand/]);
});

test('"Remind Next" goes through the list, one press each, and skips those whom somebody reminded today; without a mail server the tab "Sent" says so, and how to configure one; the texts are set with a preview, and an unknown placeholder is refused [REMIND-7, REMIND-8, MAIL-9]', async ({
  app,
  page,
}) => {
  const followed = await recordFollowed(page);
  await app.onPhone();
  await app.openAsAdministrator('/reminders');
  await page.getByRole('button', { name: 'Remind Next' }).click();
  const dialog = app.dialog('Remind Next');
  await expect(dialog).toContainText('3 members left');
  await expect(dialog).toContainText('Ayesha Khan');
  await dialog.getByRole('button', { name: 'WhatsApp' }).click();
  await expect(dialog).toContainText('Chand');
  expect(decodeURIComponent(await followed())).toContain('Ayesha Khan');
  await dialog.getByRole('button', { name: 'Skip' }).click();
  await expect(dialog).toContainText('Bilal');
  await dialog.getByRole('button', { name: 'WhatsApp' }).click();
  await expect(dialog).toContainText('Everybody on this list was reminded today.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Remind Next' }).click();
  await expect(dialog).toContainText('1 member left');
  await expect(dialog).toContainText('Chand');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Sent', exact: true }).click();
  await app.expectPath('/reminders/sent');
  await expect(page.getByText('No mail server is configured')).toBeVisible();
  await expect(page.getByText(/SMTP_URL, for example smtp:/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a test message' })).toHaveCount(0);
  await page.getByRole('link', { name: 'To remind' }).click();
  await app.expectPath('/reminders');

  await page.setViewportSize({ width: 1280, height: 800 });
  await app.open('/app-settings?tab=reminders');
  const card = page.getByRole('region', { name: 'Reminders' });
  const text = card.getByLabel('Text in English');
  await text.fill('Dear {name}, {amuont} is due.');
  await expect(card).toContainText('{amuont} cannot be filled in.');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(text).toBeFocused();
  await text.fill('Dear {name}, {amount} is due.\n{howToPay}');
  await card.getByLabel('How to pay, in English').fill('Raast 0300 1234567');
  await expect(card).toContainText('Dear Ayesha Khan, Rs. 800 is due.');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(app.toast('Setting updated')).toBeVisible();
  await app.open('/dashboard');
  await chooseMore(page, 'Remind', 'Chand');
  const reminder = app.dialog('Remind');
  await expect(reminder).toContainText('Dear Chand, Rs. 50 is due.');
  await reminder.getByRole('button', { name: 'WhatsApp' }).click();
  await expect(reminder).toBeHidden();
  expect(new URL(await followed()).searchParams.get('text')).toBe('Dear Chand, Rs. 50 is due.\nRaast 0300 1234567');
});
