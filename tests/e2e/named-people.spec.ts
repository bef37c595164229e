// People are shown by their names, not their e-mails, wherever they acted (ACCOUNT-8).
import { handOverCash, readCash, recordPayOut } from '../../src/contract/money/cash.ts';
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { giveRefund } from '../../src/contract/money/refunds.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { today } from './support/api.ts';
import { ADMINISTRATOR } from './support/server.ts';
import { expect, test } from './support/test.ts';

const NAME = 'Ayesha Siddiqui';

test('the administrator enters their name in the Profile, and it is shown wherever they did something [ACCOUNT-8]', async ({
  app,
  api,
  page,
}) => {
  await app.openProfile();
  const name = page.getByLabel('Your name');
  await page.getByRole('button', { name: 'Save Name' }).click();
  await expect(page.getByText('Please enter your name.')).toBeVisible();
  await name.fill(NAME);
  await page.getByRole('button', { name: 'Save Name' }).click();
  await expect(app.toast('Name saved')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Signed in as' })).toContainText(NAME);

  await api.rule(false);
  await api.add('Bilal Ahmed');
  const userId = api.id('Bilal Ahmed');
  const { id: fineId } = await api.fine('Bilal Ahmed', 500);
  await api.must(waiveFine, { params: { fineId }, body: { outstanding: 500, amount: 100, reason: 'was in hospital' } });
  const { payment } = await api.must(takePayment, {
    body: { userId, fines: [{ fineId, outstanding: 400 }], amount: 450, receivedOn: today(), method: 'Cash' },
  });
  const { refund } = await api.must(giveRefund, {
    body: { userId, credit: 50, amount: 20, givenOn: today(), method: 'Cash' },
  });
  await api.must(recordPayOut, { body: { holderId: ADMINISTRATOR_ID, amount: 30, note: 'tea' } });
  const [holder] = (await api.must(readCash, {})).holders;
  const handOver = { holderId: holder?.holderId ?? '', held: holder?.held ?? 0, counted: 400, takenBy: 'The bank' };
  await api.must(handOverCash, { body: handOver });

  const shown = [
    '/payments',
    '/reports',
    '/history',
    '/payments/given-back',
    '/payments/waived',
    '/payments/cash-up',
    `/receipts/${payment?.receipt ?? ''}`,
    `/vouchers/${refund.voucher}`,
  ];
  let named = 0;
  for (const path of shown) {
    await app.open(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
    const text = await page.locator('body').innerText();
    expect(text, path).not.toContain(ADMINISTRATOR.email);
    if (text.includes(NAME)) named += 1;
  }
  // Payments with its three tabs, reports, history, receipt and voucher.
  expect(named).toBeGreaterThanOrEqual(8);

  await app.openFines();
  await page
    .getByRole('button', { name: /^Details:/ })
    .first()
    .click();
  const details = app.dialog('Fine Details');
  await expect(details).toContainText(`by ${NAME}`);
  await expect(details).not.toContainText(ADMINISTRATOR.email);
});
