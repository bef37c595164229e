// A payment in one window shows in all the others, as does the credit it leaves and a refund (PAY-40).
import { takePayment } from '../../src/contract/money/payments.ts';
import { giveRefund } from '../../src/contract/money/refunds.ts';
import { today } from './support/api.ts';
import { App } from './support/app.ts';
import { expect, test } from './support/overview.ts';

test("a payment shows on the dashboard, the fines, the payments, the cash-up and the member's own screen [PAY-40]", async ({
  app,
  page,
  context,
  api,
  server,
  member,
}) => {
  await api.rule(false);
  api.ids.set(member.name, member.id);
  const fine = await api.fine(member.name, 500);
  await app.openAsAdministrator('/dashboard');
  const figures = [
    { window: page, before: 'Rs 500', after: 'Rs 301' },
    { window: member.page, before: '500', after: '199' },
  ];
  for (const [path, before, after] of [
    ['/fines', '500.00', '199.00'],
    ['/payments', 'No payments yet', '301.00'],
    ['/payments/cash-up', 'Nobody holds cash yet.', '301.00'],
  ] as const) {
    const window = await context.newPage();
    await new App(window, server).open(path);
    figures.push({ window, before, after });
  }
  await member.open();
  for (const { window, before } of figures) await expect(window.locator('main')).toContainText(before);

  const fines = [{ fineId: fine.id, outstanding: 500 }];
  await api.must(takePayment, { body: { userId: fine.userId, fines, amount: 301, receivedOn: today() } });
  await Promise.all(figures.map(({ window, after }) => expect(window.locator('main')).toContainText(after)));

  // What becomes credit, and is given back, changes figures of users, events and the member.
  const own = await context.newPage();
  await new App(own, server).open(`/fines/${member.id}`);
  const events = await context.newPage();
  await new App(events, server).open('/events');
  const seen = [
    [own, '699.00'],
    [events, '699'],
    [member.page, '699'],
  ] as const;
  await expect(own.locator('main')).toContainText('199.00');
  await expect(events.locator('main')).toContainText('Available Balance');
  await api.must(takePayment, { body: { userId: fine.userId, fines: [], amount: 699, receivedOn: today() } });
  await Promise.all(seen.map(([window, credit]) => expect(window.locator('main')).toContainText(credit)));
  await api.must(giveRefund, { body: { userId: fine.userId, credit: 699, amount: 699, givenOn: today() } });
  await Promise.all(seen.map(([window, credit]) => expect(window.locator('main')).not.toContainText(credit)));
  await expect(own.getByRole('button', { name: 'Give Back' })).toHaveCount(0);
});
