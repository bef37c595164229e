// With a mail server: automatic reminders, and the tab "Sent" of Reminders: the result of each message, sending one
// again, and the switches in the account.
import { setOwnMails, readOwnNews, setOwnNews } from '../../src/contract/mail/mails.ts';
import { subscribe } from '../../src/contract/mail/push.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { switchRule } from '../../src/contract/settings/rules.ts';
import { addDays, formatDay } from '../../src/core/calendar.ts';
import { deviceKeys } from '../helpers/push-service.ts';
import { today } from './support/api.ts';
import { addSessionCookies } from './support/app.ts';
import { expectAccessibleLayout } from './support/axe.ts';
import { addMember } from './support/member.ts';
import { expect, test } from './support/mailed.ts';

test('automatic reminders are switched on, shown before they are sent, skipped for one member, paused, and sent at once [REMIND-10] [REMIND-15] [REMIND-16] [REMIND-17] [REMIND-18]', async ({
  app,
  page,
  api,
  mailServer,
}) => {
  await api.must(updateOrganisation, { body: { dueDays: 1 } });
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal');
  await app.openAsAdministrator('/reminders');
  const strip = page.getByRole('region', { name: 'Automatic reminders' });
  await strip.getByRole('link', { name: 'App Settings' }).click();
  await page.getByRole('switch', { name: 'Remind members automatically' }).click();
  const days = page.getByLabel('Days after the due day');
  await expect(days).toHaveValue('0, 3, 7, 14, 21');
  await days.fill('0, x');
  await expect(page.getByText(/Enter up to 12 whole numbers from 0 to 365/)).toBeVisible();
  await days.fill('5 0');
  // What is typed during a save is kept.
  const release = Promise.withResolvers<void>();
  await page.route('**/api/organisation', async (route) => {
    await release.promise;
    await route.continue();
  });
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await page.getByLabel('Not below (Rs.)').fill('50');
  release.resolve();
  await expect(app.toast('Setting updated')).toBeVisible();
  await expect(days).toHaveValue('0, 5');
  await expect(page.getByLabel('Not below (Rs.)')).toHaveValue('50');
  await page.getByLabel('Not below (Rs.)').fill('');

  await api.fine('Ayesha Khan', 300, { fineType: 'Late arrival' });
  await api.fine('Bilal', 100, { fineType: 'Noise' });
  await app.open('/reminders');
  const next = strip.getByRole('button', { name: 'Automatic reminders: tomorrow at 9:00, 2 members' });
  await next.click();
  const list = app.dialog('Who Is Reminded Next');
  const people = list.getByRole('listitem');
  await expect(people).toHaveText([/Ayesha Khan/, /Bilal/]);
  await page.getByRole('button', { name: 'Skip this time: Bilal' }).click();
  // The toast stays while the pointer is on it.
  const undo = app.toast('Bilal will not be reminded this time.').getByRole('button', { name: 'Undo' });
  await undo.hover();
  await expect(people).toHaveText([/Ayesha Khan/]);
  await undo.click();
  await expect(people).toHaveCount(2);
  await app.onPhone();
  await expectAccessibleLayout(page);
  await page.keyboard.press('Escape');

  await next.click();
  await list.getByRole('button', { name: 'Pause All' }).click();
  await expect(strip).toContainText('Automatic reminders are paused');
  await expect(list.getByRole('button', { name: 'Send Now' })).toHaveCount(0);
  await list.getByRole('button', { name: 'Resume' }).click();
  await expect(next).toHaveCount(1);

  await list.getByRole('button', { name: 'Send Now' }).click();
  await expect(page.getByText('2 members will be reminded at once instead of tomorrow at 9:00.')).toBeVisible();
  await app.dialog('Send Reminders Now').getByRole('button', { name: 'Send Now' }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('main tbody tr').filter({ hasText: 'Ayesha Khan' })).toContainText('automatically');
  await expect.poll(() => mailServer.received.length).toBe(2);
  await expect(strip).toContainText(`Automatic reminders: ${formatDay(addDays(today(), 6))} at 9:00`);
  await app.open(`/user/${api.id('Bilal')}`);
  await page.getByRole('button', { name: 'Remind', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(`Next automatic reminder ${formatDay(addDays(today(), 6))}`);
});

test('shows what was sent, to whom, and the result; a refused message is sent again with one press; in the account a member switches off e-mails and each kind of news separately, if anybody gets them [MAIL-6, MAIL-9, MAIL-11, MAIL-16, REMIND-20, SCREEN-48]', async ({
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
  await app.openFilters();
  await page.getByLabel('State').selectOption('Unknown');
  await expect(page.getByText('No messages found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();

  // Fines are announced once the organisation switches this on.
  await api.must(switchRule, { params: { ruleId: 'tell-members' }, body: { allowDisallow: true } });
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 300, { fineType: 'Late arrival' });
  await expect(row.first()).toContainText('Ayesha Khan');
  await expect(row.first()).toContainText('Waiting');
  await expect(row.first()).toContainText('You were fined Rs. 300.00');

  // With a mail server, "E-mail" opens nothing: the server sends the text.
  await app.open('/reminders');
  await (await app.rowEntry(page.getByRole('row').filter({ hasText: 'Ayesha Khan' }), 'E-mail')).click();
  await expect(app.toast('The e-mail to Ayesha Khan is on its way')).toBeVisible();
  const reminders = () => mailServer.received.filter(({ raw }) => raw.includes('Subject: A friendly reminder'));
  await expect.poll(() => reminders().length).toBe(1);
  await (await app.rowEntry(page.getByRole('row').filter({ hasText: 'Ayesha Khan' }), 'E-mail')).click();
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

  // Now that members get messages, an account shows which of them its owner gets.
  await addSessionCookies(page.context(), server, client);
  // A second session, which can be ended.
  await server.enter(member.email);
  await app.onPhone();
  await app.open('/fineUserOverView');
  await page.reload();
  const account = page.getByRole('button', { name: 'Account' });
  await account.click();
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
  const told = async () => (await client.must(readOwnNews, {})).told;
  await expect.poll(told).toEqual({ fined: false, paid: true, waived: false, answered: true });
  const byMail = page.getByLabel('Tell me by e-mail');
  await expect(byMail).toBeChecked();
  const saved = page.waitForResponse((response) => response.url().endsWith(`/api${setOwnMails.path}`));
  await byMail.click();
  expect((await saved).ok()).toBe(true);
  await expect(page.getByRole('button', { name: /^End the session on / })).toBeVisible();
  await expectAccessibleLayout(page);
  await page.reload();
  await account.click();
  await expect(fined).not.toBeChecked();
  await expect(page.getByLabel('My payment is received')).toBeChecked();
  await expect(byMail).not.toBeChecked();
  await api.must(switchRule, { params: { ruleId: 'tell-members' }, body: { allowDisallow: false } });
  await expect(byMail).toHaveCount(0);
});
