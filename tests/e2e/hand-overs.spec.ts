// A hand-over's slip, and taking it back (CASH-9 to CASH-13).
import { handOverCash, readCash } from '../../src/contract/money/cash.ts';
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { deleteUser, setUserAccess } from '../../src/contract/users.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';
import { addMember } from './support/member.ts';
import { readPdf } from './support/pdf.ts';
import { addPerson } from './support/people.ts';

const HOLDER = 'admin@jurmana.test';

test('its slip is one A5 page to sign, reached from the toast and the list; when taken back, newest first, it is struck through with the reason [CASH-9, CASH-11, CASH-13, CASH-14, SCREEN-17]', async ({
  app,
  page,
  api,
}) => {
  await api.add('Ayesha Khan');
  const money = { userId: api.id('Ayesha Khan'), fines: [], amount: 1250.5, receivedOn: today() };
  await api.must(takePayment, { body: money });
  await app.openAsAdministrator('/payments/cash-up');
  await page.getByRole('button', { name: 'Hand Over' }).click();
  const dialog = app.dialog('Hand Over');
  await dialog.getByLabel('Counted (PKR)').fill('1250');
  await dialog.getByLabel('Who Takes It').selectOption('Somebody else, by name');
  await dialog.getByLabel('Name').fill('The bank');
  await dialog.getByRole('button', { name: 'Hand Over' }).click();
  // Nothing is left to hand over, so the button is disabled.
  await expect(page.getByRole('region', { name: HOLDER }).getByRole('button', { name: 'Hand Over' })).toBeDisabled();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeFocused();
  await app.toast('Cash handed over').getByRole('button', { name: 'Slip' }).click();

  await app.expectScreen('Hand-over of Cash');
  const slip = page.getByRole('region', { name: 'Hand-over of Cash' });
  await expect(slip).toContainText('Rupees one thousand two hundred fifty only');
  await expect(slip).toContainText(/Difference\W*-Rs\.\s0\.50/);
  await expect(slip).toContainText('The bankTaken over by (signature)');
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const printed = readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(printed.pages).toHaveLength(1);

  await page.getByRole('link', { name: 'Cash-up' }).click();
  const list = page.getByRole('region', { name: 'Handed Over' });
  await list.getByRole('button', { name: /^Take Back: .* to The bank, / }).click();
  const asked = app.dialog('Take Back Hand-over');
  await asked.getByRole('button', { name: 'Take Back' }).click();
  await expect(asked).toContainText('Please enter a reason of at least 3 characters.');
  await asked.getByLabel('Reason').fill('the bank was closed');
  await asked.getByRole('button', { name: 'Take Back' }).click();
  await expect(app.toast('Hand-over taken back')).toBeVisible();
  await expect(list.locator('s')).toHaveText(/Rs\.\s1,250\.00/);
  await expect(list).toContainText('the bank was closed');
  await expect(list.getByRole('button', { name: /^Take Back/ })).toHaveCount(0);
  await expect(list.getByRole('link', { name: /^Slip: / })).toBeFocused();
  await expect(page.getByRole('region', { name: HOLDER })).toContainText(/Rs\.\s1,250\.50/);
  await expectNoAxeViolations(page);
  await list.getByRole('link', { name: /^Slip: / }).click();
  await expect(slip).toContainText('the bank was closed');
  await app.open('/hand-overs/nothing');
  await expect(page.locator('main')).toContainText('There is no such hand-over.');

  // Of two hand-overs by the same person the newer is taken back first.
  for (const counted of [300, 200]) {
    await api.must(takePayment, { body: { ...money, amount: counted } });
    const held = (await api.must(readCash, {})).holders[0]?.held ?? 0;
    await api.must(handOverCash, { body: { holderId: ADMINISTRATOR_ID, held, counted: held, takenBy: 'The bank' } });
  }
  await app.open('/payments/cash-up');
  const items = list.getByRole('listitem');
  await expect(items).toHaveCount(3);
  await expect(items.first().getByRole('button', { name: /^Take Back/ })).toBeVisible();
  await expect(list.getByRole('button', { name: /^Take Back/ })).toHaveCount(1);
});

test('two people with one e-mail stay two: a former user keeps their cash until it is taken over, and does not get the successor’s name; who is in the list is not taken by a typed name [CASH-4, CASH-16, SCREEN-46]', async ({
  app,
  page,
  api,
  server,
}) => {
  await api.add('Ayesha Khan');
  const takes = async (email: string, amount: number) => {
    const money = { userId: api.id('Ayesha Khan'), fines: [], amount, receivedOn: today() };
    await (await server.enter(email)).must(takePayment, { body: money });
  };
  const former = await addPerson(server, api, 'collector');
  await takes(former.email, 40);
  await api.must(deleteUser, { params: { userId: former.id } });
  const next = await addMember(server, api, { userName: 'Sara Khan', userEmail: former.email });
  await api.must(setUserAccess, { params: { userId: next.id }, body: { access: 'collector' } });
  await takes(former.email, 5);

  await app.openAsAdministrator('/payments/cash-up');
  await expect(page.getByRole('region', { name: 'Sara Khan' })).toContainText(/Rs\.\s5\.00/);
  const left = page.getByRole('region', { name: former.email });
  await expect(left).toContainText(/Rs\.\s40\.00/);
  await left.getByRole('button', { name: /^Hand Over/ }).click();
  const dialog = app.dialog('Hand Over');
  await dialog.getByLabel('Counted (PKR)').fill('40');
  // Under a typed name the cash would be held by nobody.
  await dialog.getByLabel('Who Takes It').selectOption('Somebody else, by name');
  await dialog.getByLabel('Name').fill('Sara Khan');
  await dialog.getByRole('button', { name: 'Hand Over' }).click();
  await expect(dialog).toContainText('is in this list');
  await dialog.getByLabel('Who Takes It').selectOption('Sara Khan');
  await dialog.getByRole('button', { name: 'Hand Over' }).click();
  await expect(page.getByRole('region', { name: 'Sara Khan' })).toContainText(/Rs\.\s45\.00/);
  await expect(page.getByRole('region', { name: 'Handed Over' })).toContainText(`${former.email} to Sara Khan`);
  await app.open('/payments');
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: '40' })).toContainText(former.email);
  await expect(rows.filter({ hasText: 'Sara Khan' })).toHaveCount(1);
});

test('"Hand Over Cash" in the finder opens the form for one’s own cash, and says if there is none [CASH-17]', async ({
  app,
  page,
  api,
  server,
}) => {
  await api.add('Ayesha Khan');
  const other = await addPerson(server, api, 'collector');
  const money = { userId: api.id('Ayesha Khan'), fines: [], amount: 40, receivedOn: today() };
  await (await server.enter(other.email)).must(takePayment, { body: money });
  await app.openAsAdministrator('/dashboard');
  await app.expectScreen('Fines Management Dashboard');
  const handOver = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^A person, a receipt/ }).fill('hand');
    await page.getByRole('option', { name: 'Hand Over Cash' }).waitFor();
    await page.keyboard.press('Enter');
  };
  const dialog = app.dialog('Hand Over');
  await handOver();
  await expect(app.toast('You hold no cash')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: other.name })).toContainText(/Rs\.\s40\.00/);

  await api.must(takePayment, { body: { ...money, amount: 1250.5 } });
  await handOver();
  await expect(dialog).toContainText(HOLDER);
  await expect(dialog).toContainText(/There should be Rs\.\s1,250\.50/);
  await expect(dialog.getByLabel('Counted (PKR)')).toBeFocused();
  // A reload does not open it again.
  await expect(page).toHaveURL(/#\/payments\/cash-up$/);
});
