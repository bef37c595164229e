// The end of a morning in an office: credit is given back, and the cash handed over (REFUND-6 to REFUND-10, CASH-6 to
// CASH-8).
import { takePayment } from '../../src/contract/money/payments.ts';
import type { PaymentMethod } from '../../src/core/money/payment.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './support/axe.ts';
import { readPdf } from './support/pdf.ts';
import { expect, test, today } from './support/fines.ts';

test('credit is given back with a voucher, some cash is paid out and the rest handed over [REFUND-6, REFUND-8, REFUND-9, CASH-6, CASH-7, CASH-8]', async ({
  app,
  page,
  api,
}) => {
  await api.rule(false);
  await api.add('Ayesha Khan', 'Chand Bibi');
  const pay = (name: string, amount: number, method: PaymentMethod) =>
    api.must(takePayment, { body: { userId: api.id(name), fines: [], amount, method, receivedOn: today() } });
  await pay('Ayesha Khan', 1150, 'Cash');
  await pay('Ayesha Khan', 800, 'Raast');
  await pay('Chand Bibi', 50, 'Cash');
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

  await app.open('/payments/given-back');
  await expect(page.locator('main')).toContainText(/Chand Bibi.*Rs\.\s50\.00/);
  // The voucher is one A5 page.
  await page.getByRole('link', { name: /^V-/ }).click();
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
});

test('credit left by a deletion is offered as a refund, and mentioned before the fine or its owner is deleted [LIST-28, REFUND-10]', async ({
  app,
  page,
  fines,
  api,
}) => {
  await api.add('Ayesha Khan');
  await api.fine('Ayesha Khan', 300, { date: '2026-03-02', paid: true });
  await app.openFines();
  await fines
    .row('Ayesha Khan')
    .getByRole('button', { name: /^Delete/ })
    .click();
  const question = app.dialog('Delete Fine');
  await expect(question).toContainText(/Rs\.\s300\.00 \W?was paid towards it and becomes credit\./);
  await question.getByRole('button', { name: 'Delete' }).click();
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
