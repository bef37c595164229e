// The tab "Sent" of Reminders: the result of each message, sending one again, and the switch in the account.
import { setOwnMails, readOwnNews, setOwnNews } from '../../src/contract/mail/mails.ts';
import { subscribe } from '../../src/contract/mail/push.ts';
import { switchRule } from '../../src/contract/settings/rules.ts';
import { deviceKeys } from '../helpers/push-service.ts';
import { App, addSessionCookies } from './support/app.ts';
import { expectAccessibleLayout } from './support/axe.ts';
import { addMember } from './support/member.ts';
import { expect, test } from './support/mailed.ts';
import { test as base } from './support/test.ts';

base('without a mail server the tab says so, and how to configure one [MAIL-9]', async ({ app, page }) => {
  await app.openAsAdministrator('/reminders');
  await page.getByRole('link', { name: 'Sent', exact: true }).click();
  await app.expectPath('/reminders/sent');
  await expect(page.getByText('No mail server is configured')).toBeVisible();
  await expect(page.getByText(/SMTP_URL, for example smtp:/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a test message' })).toHaveCount(0);
  await page.getByRole('link', { name: 'To remind' }).click();
  await app.expectPath('/reminders');
});

test('shows what was sent, to whom, and the result; a refused message is sent again with one press; the account shows whether its owner gets e-mails, if anybody does [MAIL-6, MAIL-9, MAIL-11, REMIND-20, SCREEN-48]', async ({
  app,
  page,
  server,
  api,
  mailServer,
}) => {
  mailServer.behave(({ step }) => (step === 'rcpt' ? '550 No such user here' : 'ok'));
  await app.openAsAdministrator('/reminders/sent');
  await expect(page.getByText('Nothing has been sent yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test message' }).click();
  await expect(app.toast(/A test message to .* is on its way/)).toBeVisible();
  const row = page.locator('main tbody tr');
  await expect(row).toContainText('A test message');
  // By itself, without a reload.
  await expect(row).toContainText('Given up');
  await expect(row).toContainText('550 No such user here');
  const actions = page.getByRole('columnheader', { name: 'Actions' });
  await expect(actions).toHaveCount(1);
  await app.onPhone();
  await expectAccessibleLayout(page);

  mailServer.behave(() => 'ok');
  await page.getByRole('button', { name: /^Send again: / }).click();
  await expect(app.toast(/is being sent again/)).toBeVisible();
  await expect(row.locator('[data-tone="good"]')).toHaveText('Sent');
  await expect(actions).toHaveCount(0);
  expect(mailServer.received).toHaveLength(1);
  await page.getByLabel('State').selectOption('Unknown');
  await expect(page.getByText('No messages found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();

  // Fines are announced once the organisation switches this on.
  await api.must(switchRule, { params: { ruleId: 'tell-members' }, body: { allowDisallow: true } });
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 300, { fineType: 'Late arrival' });
  await expect(row.first()).toContainText('Ayesha Khan');
  await expect(row.first()).toContainText('Waiting');
  await expect(row.first()).toContainText('You were fined Rs. 300.00');

  // With a mail server, "E-mail" opens nothing: the server sends the text.
  await app.open('/reminders');
  await page.getByRole('button', { name: 'E-mail: Ayesha Khan' }).click();
  await expect(app.toast('The e-mail to Ayesha Khan is on its way')).toBeVisible();
  const reminders = () => mailServer.received.filter(({ raw }) => raw.includes('Subject: A friendly reminder'));
  await expect.poll(() => reminders().length).toBe(1);
  await page.getByRole('button', { name: 'E-mail: Ayesha Khan' }).click();
  const refused = app.toast('This member was already reminded by e-mail today');
  await expect(refused).toBeVisible();
  await expect(refused.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await app.open('/reminders/sent');
  await expect(row.filter({ hasText: 'A friendly reminder' })).toHaveCount(1);
  expect(reminders()).toHaveLength(1);

  // Notifications on a device are listed too, but cannot be sent again.
  const member = await addMember(server, api);
  api.ids.set(member.name, member.id);
  const device = { endpoint: 'https://web.push.apple.com/device', keys: deviceKeys().subscription };
  const client = await server.enter(member.email);
  await client.must(subscribe, { body: device });
  await api.fine(member.name, 100, { fineType: 'Late arrival' });
  await expect(row.filter({ hasText: member.name })).toHaveCount(2);
  await expect(row.filter({ hasText: 'Notification on a device' })).toContainText('You were fined Rs. 100.00');

  // Now that members get messages, an account shows whether its owner gets them by e-mail.
  await addSessionCookies(page.context(), server, client);
  await app.open('/fineUserOverView');
  await page.reload();
  const account = page.getByRole('button', { name: 'Account' });
  await account.click();
  await expect(page.getByLabel('Tell me by e-mail')).toBeChecked();
  const saved = page.waitForResponse((response) => response.url().endsWith(`/api${setOwnMails.path}`));
  await page.getByLabel('Tell me by e-mail').click();
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await account.click();
  await expect(page.getByLabel('Tell me by e-mail')).not.toBeChecked();
  await api.must(switchRule, { params: { ruleId: 'tell-members' }, body: { allowDisallow: false } });
  await expect(page.getByLabel('Tell me by e-mail')).toHaveCount(0);
});

base('a member can switch off each kind of news separately [MAIL-16]', async ({ page, server, api }) => {
  await api.must(switchRule, { params: { ruleId: 'tell-members' }, body: { allowDisallow: true } });
  const member = await addMember(server, api);
  const client = await server.enter(member.email);
  await addSessionCookies(page.context(), server, client);
  const app = new App(page, server);
  await app.onPhone();
  await app.open('/fineUserOverView');
  await page.getByRole('button', { name: 'Account' }).click();
  const fined = page.getByLabel('I am fined');
  await expect(fined).toBeChecked();
  // Two quick presses, both before the first answer.
  const { promise: pressed, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(`**/api${setOwnNews.path}`, async (route) => {
    await pressed;
    await route.continue();
  });
  await fined.click();
  await page.getByLabel('A fine of mine is waived').click();
  letGo();
  await expect
    .poll(async () => (await client.must(readOwnNews, {})).told)
    .toEqual({ fined: false, paid: true, waived: false, answered: true });
  await expectAccessibleLayout(page);
  await page.reload();
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(fined).not.toBeChecked();
  await expect(page.getByLabel('My payment is received')).toBeChecked();
});
