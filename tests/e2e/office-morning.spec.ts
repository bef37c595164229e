// The end of a morning in an office: credit is given back, and the cash handed over (REFUND-6 to REFUND-10, CASH-4 to
// CASH-17).
import { handOverCash, readCash } from '../../src/contract/money/cash.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { deleteUser, setUserAccess } from '../../src/contract/users.ts';
import type { PaymentMethod } from '../../src/core/money/payment.ts';
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { expect, test, today } from './support/fines.ts';
import { addMember } from './support/member.ts';
import { readPdf } from './support/pdf.ts';
import { addPerson } from './support/people.ts';
import { ADMINISTRATOR } from './support/server.ts';

test('credit left by a deletion is mentioned before the fine or its owner is deleted, and given back with a voucher; some cash is paid out and the rest handed over, with a slip of one A5 page to sign; when taken back, newest first, it is struck through with the reason [LIST-28, REFUND-6, REFUND-8, REFUND-9, REFUND-10, CASH-6, CASH-7, CASH-8, CASH-9, CASH-11, CASH-13, CASH-14, SCREEN-17]', async ({
  app,
  page,
  fines,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Chand Bibi');
  const pay = (name: string, amount: number, method: PaymentMethod) =>
    api.must(takePayment, { body: { userId: api.id(name), fines: [], amount, method, receivedOn: today() } });
  await pay('Ayesha Khan', 1150, 'Cash');
  await pay('Ayesha Khan', 800, 'Raast');
  await api.fine('Chand Bibi', 50, { date: '2026-03-02', paid: true });
  await app.openUsers();
  await page.getByRole('button', { name: 'Delete Ayesha Khan' }).click();
  await expect(app.dialog('Confirm Delete')).toContainText(/Their credit of \W?Rs\.\s1,950\.00\W? stays/);
  await page.keyboard.press('Escape');
  await app.open(`/fines/${api.id('Chand Bibi')}`);
  await fines
    .row('Chand Bibi')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const question = app.dialog('Delete Fine');
  await expect(question).toContainText(/Rs\.\s50\.00 \W?was paid towards it and becomes credit\./);
  await question.getByRole('button', { name: 'Delete' }).click();
  await app
    .toast(/credit/)
    .getByRole('button', { name: 'Give Back' })
    .click();
  const back = app.dialog('Give Credit Back');
  await expect(back.getByLabel('Amount Given (PKR)')).toHaveValue('50');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Give Back' }).click();
  await expect(back.getByLabel('Amount Given (PKR)')).toHaveValue('50');
  await back.getByLabel('Amount Given (PKR)').fill('50.01');
  await back.getByRole('button', { name: 'Give Back' }).click();
  await expect(back).toContainText('This is more than the credit.');
  await back.getByLabel('Amount Given (PKR)').fill('50');
  await expectNoAxeViolations(page);
  await back.getByRole('button', { name: 'Give Back' }).click();
  await expect(app.toast(/Rs\.\s50\.00.* given back: .*V-\d{4}-000001/)).toBeVisible();

  await app.open('/payments/given-back');
  await expect(page.locator('main')).toContainText(/Chand Bibi.*Rs\.\s50\.00/);
  // The voucher is one A5 page.
  await (await app.rowEntry(page.locator('main tbody').first(), 'View')).click();
  const slip = page.getByRole('region', { name: /^Voucher V-/ });
  await expect(slip).toContainText('Rupees fifty only');
  await expect(slip).toContainText(/Given to.*Chand Bibi/);
  const { pages, text } = readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([[148, 210]]);
  expect(text).toContain('Chand Bibi');
  await app.open('/vouchers/V-2026-999999');
  await expect(page.locator('main')).toContainText('There is no voucher V-2026-999999.');
  await page.getByRole('link', { name: 'Given Back' }).click();
  await page.getByRole('link', { name: 'Cash-up' }).click();
  // The cash without what was given back.
  const drawer = page.getByRole('region', { name: 'admin@jurmana.test' });
  await expect(drawer).toContainText(/Should holdRs\.\s1,150\.00/);
  await drawer.getByRole('button', { name: 'Pay Out' }).click();
  const payOut = app.dialog('Pay Out');
  await payOut.getByLabel('Amount (PKR)').fill('150');
  await payOut.getByRole('button', { name: 'Pay Out' }).click();
  await expect(payOut).toContainText('Please enter what it was for.');
  await payOut.getByLabel('Note').fill('tea');
  await payOut.getByRole('button', { name: 'Pay Out' }).click();
  await expect(drawer).toContainText(/Should holdRs\.\s1,000\.00/);
  await drawer.getByRole('button', { name: 'Hand Over' }).click();
  const handOver = app.dialog('Hand Over');
  await handOver.getByLabel('Counted (PKR)').fill('980');
  await expect(handOver).toContainText(/Rs\.\s20\.00\W? missing\./);
  await handOver.getByRole('button', { name: 'Hand Over' }).click();
  await expect(handOver).toContainText('Please enter why it differs.');
  await handOver.getByLabel('Reason for the Difference').fill('a torn note');
  await handOver.getByLabel('Who Takes It').selectOption('Somebody else, by name');
  await handOver.getByLabel('Name').fill('The bank');
  await page.reload();
  await drawer.getByRole('button', { name: 'Hand Over' }).click();
  await expect(handOver.getByLabel('Counted (PKR)')).toHaveValue('980');
  await expect(handOver.getByLabel('Name')).toHaveValue('The bank');
  await expectNoAxeViolations(page);
  await handOver.getByRole('button', { name: 'Hand Over' }).click();
  await expect(drawer).toContainText(/Should holdRs\.\s0\.00/);
  // Nothing is left to hand over, so the button is disabled.
  await expect(drawer.getByRole('button', { name: 'Hand Over' })).toBeDisabled();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeFocused();
  await app.toast('Cash handed over').getByRole('button', { name: 'Slip' }).click();

  await app.expectScreen('Hand-over of Cash');
  const handed = page.getByRole('region', { name: 'Hand-over of Cash' });
  await expect(handed).toContainText('Rupees nine hundred eighty only');
  await expect(handed).toContainText(/Difference\W*-Rs\.\s20\.00/);
  await expect(handed).toContainText('The bankTaken over by (signature)');
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(readPdf(await page.pdf({ preferCSSPageSize: true })).pages).toHaveLength(1);

  await page.getByRole('link', { name: 'Cash-up' }).click();
  const list = page.getByRole('region', { name: 'Handed Over' });
  await expect(list).toContainText(/Rs\.\s980\.00/);
  await expect(list).toContainText(/Rs\.\s20\.00\W? missing/);
  await expect(list).toContainText('tea');
  // The hand-over prints as a list, without the rest of the screen.
  const printed = readPdf(await page.pdf({ preferCSSPageSize: true }));
  for (const words of ['Handed Over', 'The bank', 'tea']) expect(printed.text).toContain(words);
  for (const words of ['Dashboard', 'Collect Payment', 'Should hold']) expect(printed.text).not.toContain(words);

  await list.getByRole('button', { name: /^Take Back: .* to The bank, / }).click();
  const asked = app.dialog('Take Back Hand-over');
  await asked.getByRole('button', { name: 'Take Back' }).click();
  await expect(asked).toContainText('Please enter a reason of at least 3 characters.');
  await asked.getByLabel('Reason').fill('the bank was closed');
  await asked.getByRole('button', { name: 'Take Back' }).click();
  await expect(app.toast('Hand-over taken back')).toBeVisible();
  await expect(list.locator('s')).toHaveText(/Rs\.\s980\.00/);
  await expect(list).toContainText('the bank was closed');
  await expect(list.getByRole('button', { name: /^Take Back/ })).toHaveCount(0);
  await expect(list.getByRole('link', { name: /^Slip: / })).toBeFocused();
  await expect(drawer).toContainText(/Should holdRs\.\s1,000\.00/);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await list.getByRole('link', { name: /^Slip: / }).click();
  await expect(handed).toContainText('the bank was closed');
  await app.open('/hand-overs/nothing');
  await expect(page.locator('main')).toContainText('There is no such hand-over.');

  // Of two hand-overs by the same person the newer is taken back first.
  for (const amount of [300, 200]) {
    await pay('Ayesha Khan', amount, 'Cash');
    const held = (await api.must(readCash, {})).holders[0]?.held ?? 0;
    await api.must(handOverCash, { body: { holderId: ADMINISTRATOR_ID, held, counted: held, takenBy: 'The bank' } });
  }
  await app.open('/payments/cash-up');
  const items = list.getByRole('listitem');
  await expect(items).toHaveCount(3);
  await expect(items.first().getByRole('button', { name: /^Take Back/ })).toBeVisible();
  await expect(list.getByRole('button', { name: /^Take Back/ })).toHaveCount(1);
});

test('two people with one e-mail stay two: a former user keeps their cash until it is taken over, and does not get the successor’s name; who is in the list is not taken by a typed name; "Hand Over Cash" in the finder opens the form for one’s own cash, and says if there is none [CASH-4, CASH-16, CASH-17, SCREEN-46]', async ({
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
  const link = page.getByRole('main').getByRole('link', { name: 'Sara Khan', exact: true });
  await expect(link).toHaveAttribute('href', `#/user/${next.id}`);
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
  await expect(link).toHaveAttribute('href', `#/user/${next.id}`);

  const handOver = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^A person, a receipt/ }).fill('hand');
    await page.getByRole('option', { name: 'Hand Over Cash' }).waitFor();
    await page.keyboard.press('Enter');
  };
  await handOver();
  await expect(app.toast('You hold no cash')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Sara Khan' })).toContainText(/Rs\.\s45\.00/);

  const money = { userId: api.id('Ayesha Khan'), fines: [], amount: 1250.5, receivedOn: today() };
  await api.must(takePayment, { body: money });
  await handOver();
  await expect(dialog).toContainText(ADMINISTRATOR.email);
  await expect(dialog).toContainText(/There should be Rs\.\s1,250\.50/);
  await expect(dialog.getByLabel('Counted (PKR)')).toBeFocused();
  // A reload does not open it again.
  await expect(page).toHaveURL(/#\/payments\/cash-up$/);
});
