// Refunding credit while other windows change it or answers are lost (REFUND-7), and the tabs that list refunds and
// waivers (REFUND-8, REFUND-9, WAIVE-10).
import { readOwed, takePayment } from '../../src/contract/money/payments.ts';
import { giveRefund, listRefunds } from '../../src/contract/money/refunds.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import type { Api } from './support/api.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { skipPauses } from './support/clock.ts';
import { expect, test, today } from './support/fines.ts';

const NAME = 'Ayesha Khan';

const addCredit = (api: Api, name: string, amount: number) =>
  api.must(takePayment, { body: { userId: api.id(name), fines: [], amount, receivedOn: today() } });

const refund = (api: Api, name: string, credit: number, amount: number) =>
  api.must(giveRefund, { body: { userId: api.id(name), credit, amount, method: 'Cash', givenOn: today() } });

test('refunds and waivers are found by member or voucher; what was taken back is struck through with the reason; credit changed by another window is shown again, even after a reload; a refund whose answer was lost is sent again unchanged, and made once [WAIVE-10, WAIVE-11, REFUND-7, REFUND-8, REFUND-9]', async ({
  app,
  page,
  api,
  faultyProxy,
}) => {
  await api.rule(false);
  await api.add(NAME, 'Bilal Ahmed');
  await skipPauses(page);
  await addCredit(api, NAME, 300);
  await addCredit(api, 'Bilal Ahmed', 80);
  const { refund: first } = await refund(api, NAME, 300, 120);
  const { refund: second } = await refund(api, 'Bilal Ahmed', 80, 80);
  await app.openAsAdministrator('/payments/given-back');
  const list = page.getByRole('region', { name: 'Given Back' });
  const rows = list.locator('tbody');
  await expect(rows).toHaveText([/Bilal Ahmed/, /Ayesha Khan/]);
  const search = list.getByRole('searchbox');
  await search.fill('ayesha');
  await expect(rows).toHaveText([/Ayesha Khan/]);
  await search.fill(second.voucher);
  await expect(rows).toHaveText([/Bilal Ahmed/]);
  await search.fill('nobody');
  await expect(rows).toHaveCount(0);
  await expect(page).toHaveURL(/given-back\?search=nobody$/);
  await app.openFilters();
  await list.getByRole('combobox', { name: 'Method' }).click();
  await page.getByRole('option', { name: 'Cheque' }).click();
  await expect(page).toHaveURL(/given-back\?method=Cheque&search=nobody$/);
  await list.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(list.getByRole('status')).toContainText(/2 .*Rs\.\s200\.00/);

  await list.getByRole('button', { name: `More: ${first.voucher}` }).click();
  await page.getByRole('menuitem', { name: 'Take Back' }).click();
  const dialog = app.dialog('Take Back What Was Given');
  await dialog.getByRole('button', { name: 'Take Back' }).click();
  await expect(dialog).toContainText('Please enter a reason of at least 3 characters.');
  await dialog.getByRole('textbox').fill('he did not come');
  await dialog.getByRole('button', { name: 'Take Back' }).click();
  const row = rows.filter({ hasText: NAME });
  await expect(row).toContainText('he did not come');
  await expect(row.locator('s')).toHaveText([first.voucher, /Rs\.\s120\.00/]);
  await (await app.rowEntry(row, 'View')).waitFor();
  await expect(page.getByRole('menuitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(list.getByRole('status')).toContainText(/2 .*Rs\.\s80\.00.*Rs\.\s120\.00/);
  // The desktop table is checked below.
  await app.onPhone();
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await (await app.rowEntry(row, 'View')).click();
  const slip = page.getByRole('region', { name: `Voucher ${first.voucher}` });
  await expect(slip).toContainText('he did not come');

  const fine = await api.fine('Bilal Ahmed', 500, { date: '2026-03-02' });
  const params = { fineId: fine.id };
  await api.must(waiveFine, { params, body: { outstanding: 500, amount: 200, reason: 'was in hospital' } });
  await app.open('/payments/waived');
  const waived = page.getByRole('region', { name: 'Waived' });
  await waived.getByRole('button', { name: /^More: waiver of Rs\.\s200\.00/ }).click();
  await page.getByRole('menuitem', { name: 'Take Back' }).click();
  const back = app.dialog('Take Back Waiver');
  await back.getByLabel('Reason').fill('it was another');
  await back.getByRole('button', { name: 'Take Back', exact: true }).click();
  await expect(app.toast('Waiver of Rs. 200.00 taken back')).toBeVisible();
  await expect(waived.getByRole('button', { name: /^More: waiver/ })).toHaveCount(0);
  await expect(waived.locator('tbody')).toContainText('was in hospital');
  await expect(waived.locator('tbody')).toContainText('it was another');
  await expect(waived.locator('s')).toHaveText([/Rs\.\s200\.00/]);
  await expectNoAxeViolations(page);

  // Her credit is again 300.
  await app.open(`/fines/${api.id(NAME)}`);
  await page.getByRole('button', { name: 'Give Back' }).click();
  const giving = app.dialog('Give Credit Back');
  const amount = giving.getByLabel('Amount Given (PKR)');
  const changed = giving.getByText(/^The credit has changed in the meantime/);
  await expect(amount).toHaveValue('300');
  await giving.getByLabel('Note').fill('left the class');
  await refund(api, NAME, 300, 100);
  await expect(amount).toHaveValue('200');
  await expect(changed).toBeVisible();
  await page.reload();
  await expect(amount).toHaveValue('200');
  await expect(giving.getByLabel('Note')).toHaveValue('left the class');
  await expect(changed).toBeVisible();
  await giving.getByRole('button', { name: 'Give Back' }).click();
  await expect(app.toast(/Rs\.\s200\.00.* given back/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Give Back' })).toHaveCount(0);
  const { items } = await api.must(listRefunds, {});
  expect(items.slice(0, 2)).toMatchObject([{ amount: 200, note: 'left the class' }, { amount: 100 }]);

  // With a lost answer.
  await addCredit(api, NAME, 300);
  await page.getByRole('button', { name: 'Give Back' }).click();
  await amount.fill('120.50');
  faultyProxy.dropResponses('POST /api/refunds ');
  const save = giving.getByRole('button', { name: 'Give Back' });
  await save.click();
  await expect(giving).toContainText('it is not known whether this was saved');
  faultyProxy.restore();
  await page.reload();
  await expect(amount).toHaveValue('120.50');
  await expect(amount).toBeDisabled();
  await page.setViewportSize({ width: 360, height: 740 });
  await save.click();
  const said = app.toast(/Rs\.\s120\.50.* given back/);
  await expect(said).toBeVisible();
  // The voucher's number is on one line.
  expect(await said.getByText(/^V-\d{4}-\d{6}$/).evaluate((number) => number.getClientRects().length)).toBe(1);
  expect(await api.must(listRefunds, {})).toMatchObject({ totalItems: 5, given: 620.5 });
  expect(await api.must(readOwed, { params: { userId: api.id(NAME) } })).toMatchObject({ credit: 179.5 });
});
