// A morning in an office, from the first payment to handing over the cash (REFUND-6 to REFUND-8, WAIVE-10, CASH-6 to
// CASH-8).
import { readCash } from '../../src/contract/money/cash.ts';
import { listFines } from '../../src/contract/fines/fines.ts';
import { readOwed, takePayment } from '../../src/contract/money/payments.ts';
import { readStatement } from '../../src/contract/money/statements.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { readPdf } from './support/pdf.ts';
import { expect, test, today } from './support/fines.ts';

test('three members pay, one payment is taken back, a fine is waived, credit is refunded, the cash is handed over [WAIVE-10, REFUND-6, REFUND-8, REFUND-9, CASH-6, CASH-7, CASH-8]', async ({
  app,
  page,
  fines,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Bilal Ahmed', 'Chand Bibi');
  await api.fine('Ayesha Khan', 1200, { date: '2026-03-02' });
  await api.fine('Bilal Ahmed', 300, { date: '2026-03-01', fineType: 'Uniform' });
  await api.fine('Bilal Ahmed', 500, { date: '2026-03-02' });
  await api.fine('Chand Bibi', 400, { date: '2026-03-02' });
  await api.fine('Chand Bibi', 250, { date: '2026-03-03', fineType: 'Phone' });
  await app.openAsAdministrator('/payments');

  const dialog = app.dialog('Collect Payment');
  const collect = async (name: string, amount: string | null, method = 'Cash', reference = ''): Promise<void> => {
    await page.getByRole('button', { name: 'Collect Payment' }).click();
    await dialog.getByRole('combobox', { name: 'Member' }).fill(name);
    await page.getByRole('option', { name }).click();
    const field = dialog.getByLabel('Amount Received (PKR)');
    await expect(field).toBeFocused();
    if (amount !== null) await field.fill(amount);
    await dialog.getByLabel('Method').selectOption(method);
    if (reference !== '') await dialog.getByRole('textbox', { name: 'Reference' }).fill(reference);
    await dialog.getByRole('button', { name: 'Save Payment' }).click();
    await app.dialog('Payment Saved').getByRole('button', { name: 'Done' }).click();
    await expect(app.dialog('Payment Saved')).toBeHidden();
  };
  // One pays in part, one several fines by Raast, one too much.
  const { items } = await api.must(listFines, { query: { userId: api.id('Ayesha Khan') } });
  const owed = items.map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
  const part = { userId: api.id('Ayesha Khan'), fines: owed, amount: 500, receivedOn: today() };
  await api.must(takePayment, { body: part });
  await collect('Bilal Ahmed', null, 'Raast', 'TX 100');
  await collect('Chand Bibi', '700');
  const rows = page.getByRole('table', { name: 'Payments' });
  await expect(rows).toContainText('TX 100');
  await rows.getByRole('link', { name: /^R-\d{4}-000002$/ }).click();
  await expect(page.getByRole('region', { name: /^Receipt R-/ })).toContainText('Rupees eight hundred only');
  await page.goBack();

  // Chand's payment was a mistake: it was 600, which leaves no credit.
  await rows.getByRole('button', { name: /^Take Back.*Chand/ }).click();
  const takeBack = app.dialog('Take Back Payment');
  await takeBack.getByRole('textbox').fill('counted wrongly');
  await takeBack.getByRole('button', { name: 'Take Back' }).click();
  await expect(rows).toContainText('counted wrongly');
  await collect('Chand Bibi', '700');

  // Ayesha was in hospital, so the rest is waived. Chand's overpayment is refunded.
  await app.openFines(api.id('Ayesha Khan'));
  await fines
    .row('Ayesha Khan')
    .getByRole('button', { name: /^Waive: / })
    .click();
  await app.dialog('Waive Fine').getByLabel('Reason').fill('was in hospital');
  await app.dialog('Waive Fine').getByRole('button', { name: 'Waive', exact: true }).click();
  await expect(fines.row('Ayesha Khan')).toContainText('Paid');
  await app.openFines(api.id('Chand Bibi'));
  await page.getByRole('button', { name: 'Give Back' }).click();
  const back = app.dialog('Give Credit Back');
  await expect(back.getByLabel('Amount Given (PKR)')).toHaveValue('50');
  await back.getByLabel('Amount Given (PKR)').fill('50.01');
  await back.getByRole('button', { name: 'Give Back' }).click();
  await expect(back).toContainText('This is more than the credit.');
  await back.getByLabel('Amount Given (PKR)').fill('50');
  await expectNoAxeViolations(page);
  await back.getByRole('button', { name: 'Give Back' }).click();
  await expect(app.toast(/Rs\.\s50\.00.* given back: .*V-\d{4}-000001/)).toBeVisible();

  await app.open('/payments/waived');
  await expect(page.locator('main')).toContainText(/Ayesha Khan.*Rs\.\s700\.00/);
  await expect(page.locator('main')).toContainText('was in hospital');
  await app.open('/payments/given-back');
  await expect(page.locator('main')).toContainText(/Chand Bibi.*Rs\.\s50\.00/);
  // The voucher is one A5 page.
  await page.getByRole('link', { name: /^V-/ }).click();
  const slip = page.getByRole('region', { name: /^Voucher V-/ });
  await expect(slip).toContainText('Rupees fifty only');
  await expect(slip).toContainText(/Given to.*Chand Bibi/);
  await expectNoAxeViolations(page);
  const { pages, text } = readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([[148, 210]]);
  expect(text).toContain('Chand Bibi');
  await app.open('/vouchers/V-2026-999999');
  await expect(page.locator('main')).toContainText('There is no voucher V-2026-999999.');
  await page.getByRole('link', { name: 'Given Back' }).click();
  await page.getByRole('link', { name: 'Cash-up' }).click();
  // 500 from Ayesha and 700 from Chand, minus 50 refunded.
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
  await handOver.getByLabel('Who Takes It').selectOption('Somebody else, by name');
  await handOver.getByLabel('Name').fill('The bank');
  await page.reload();
  await drawer.getByRole('button', { name: 'Hand Over' }).click();
  await expect(handOver.getByLabel('Counted (PKR)')).toHaveValue('980');
  await expect(handOver.getByLabel('Name')).toHaveValue('The bank');
  await expectNoAxeViolations(page);
  await handOver.getByRole('button', { name: 'Hand Over' }).click();
  await expect(drawer).toContainText(/Should holdRs\.\s0\.00/);
  const list = page.getByRole('region', { name: 'Handed Over' });
  await expect(list).toContainText(/Rs\.\s980\.00/);
  await expect(list).toContainText(/Rs\.\s20\.00\W? missing/);
  await expect(list).toContainText('tea');
  // The hand-over prints as a list, without the rest of the screen.
  const printed = readPdf(await page.pdf({ preferCSSPageSize: true }));
  for (const words of ['Handed Over', 'The bank', 'tea']) expect(printed.text).toContain(words);
  for (const words of ['Dashboard', 'Collect Payment', 'Should hold']) expect(printed.text).not.toContain(words);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);

  // The sums by hand: 2,650 charged, 700 waived, 500 + 800 + 650 paid.
  const { totals } = await api.must(listFines, {});
  expect(totals).toMatchObject({ totalFinesAmount: 1950, pendingFinesAmount: 0, collectedAmount: 1950, creditHeld: 0 });
  expect(await api.must(readCash, {})).toMatchObject({ holders: [{ held: 0 }], creditHeld: 0 });
  for (const [name, amounts] of [
    ['Ayesha Khan', [1200, -500, -700]],
    ['Bilal Ahmed', [300, 500, -800]],
    ['Chand Bibi', [400, 250, -700, 700, -700, 50]],
  ] as const) {
    const params = { userId: api.id(name) };
    expect(await api.must(readOwed, { params })).toMatchObject({ credit: 0, pendingFine: 0 });
    const { opening, lines, closing } = await api.must(readStatement, { params });
    expect([opening, lines.map(({ amount }) => amount), closing]).toEqual([0, amounts, 0]);
  }
});

test('credit left by a deletion is offered as a refund, and mentioned before its owner is deleted [REFUND-10]', async ({
  app,
  page,
  fines,
  api,
}) => {
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 300, { date: '2026-03-02', paid: true });
  await app.openFines();
  await fines.act(fines.row('Ayesha Khan'), 'Delete');
  await page.getByRole('button', { name: 'Give Back' }).click();
  await expect(app.dialog('Give Credit Back').getByLabel('Amount Given (PKR)')).toHaveValue('300');
  await page.keyboard.press('Escape');
  await app.goTo('/user');
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await expect(app.dialog('Confirm Delete')).toContainText(/Their credit of \W?Rs\.\s300\.00\W? stays/);
});
