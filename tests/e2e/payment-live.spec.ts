// A payment in one window shows in all the others, as does the credit it leaves and a refund (PAY-40).
import { takePayment } from '../../src/contract/money/payments.ts';
import { giveRefund } from '../../src/contract/money/refunds.ts';
import { today } from './support/api.ts';
import { expect, test } from './support/overview.ts';

test("a payment, the credit it leaves and a refund appear at once, on every screen that shows them and on the member's own [PAY-40]", async ({
  app,
  page,
  api,
  member,
}) => {
  await api.rule(false);
  api.ids.set(member.name, member.id);
  const { id: fineId, userId } = await api.fine(member.name, 500);
  let outstanding = 500;
  const pay = async (amount: number): Promise<void> => {
    const fines = outstanding > 0 ? [{ fineId, outstanding }] : [];
    await api.must(takePayment, { body: { userId, fines, amount, receivedOn: today() } });
    outstanding -= Math.min(outstanding, amount);
  };
  await member.open();
  await expect(member.page.locator('main')).toContainText('500');
  const main = page.locator('main');
  await app.openAsAdministrator('/dashboard');
  for (const [path, before, after] of [
    ['/dashboard', 'Rs 500', 'Rs 499'],
    ['/fines', '499.00', '498.00'],
    ['/payments', '2 payments', '3 payments'],
    ['/payments/cash-up', '3.00', '4.00'],
  ] as const) {
    await app.open(path);
    await expect(main).toContainText(before);
    await pay(1);
    await expect(main).toContainText(after);
  }
  await expect(member.page.locator('main')).toContainText('496');

  // Credit and refunds change figures of users, events and the member.
  await app.open('/events');
  await expect(main).toContainText('Available Balance');
  await pay(1196);
  await expect(main).toContainText('700.00');
  await expect(member.page.locator('main')).toContainText('700');
  await app.open(`/fines/${member.id}`);
  await expect(main).toContainText('700.00');
  await api.must(giveRefund, { body: { userId, credit: 700, amount: 700, givenOn: today() } });
  await expect(main).not.toContainText('700');
  await expect(page.getByRole('button', { name: 'Give Back' })).toHaveCount(0);
  await expect(member.page.locator('main')).not.toContainText('700');
});
