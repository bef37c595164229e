// Sums are exact only up to a limit: writes that would exceed it are refused, reversals never are, and every answer
// still works (MONEY-10).
import { beforeEach, expect, test } from 'vitest';
import { handOverCash, listHandOvers, readCash, recordPayOut } from '../../src/contract/money/cash.ts';
import { collectFromMany } from '../../src/contract/money/debtors.ts';
import { addEvent, deleteEvent, listEvents, updateEvent } from '../../src/contract/events.ts';
import { correctFine } from '../../src/contract/fines/fine-details.ts';
import { addFines, deleteFine, listFines, payFines } from '../../src/contract/fines/fines.ts';
import { listHistory } from '../../src/contract/history.ts';
import { checkFineImport, importFines } from '../../src/contract/fines/imports.ts';
import { listSummaries } from '../../src/contract/overview.ts';
import { listPayments, reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { giveRefund, listRefunds, reverseRefund } from '../../src/contract/money/refunds.ts';
import { readReport } from '../../src/contract/reports.ts';
import { readStatement } from '../../src/contract/money/statements.ts';
import { listWaivers, waiveFine } from '../../src/contract/money/waivers.ts';
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import { MAX_TOTAL } from '../../src/core/money/money.ts';
import { checkBooks } from '../../src/server/tools/books/check-books.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump } from '../helpers/books.ts';
import {
  addUser,
  correction,
  eventForm,
  fineOne,
  mark,
  refusal,
  setRule,
  submission,
  reverseWaivers,
  tryToMark,
} from '../helpers/ledger.ts';

const DAY = '2026-11-18';
const HOLDER = 'admin@jurmana.test';
const app = useApp();
const administrator = useAdministrator(app);
let userId: string;
beforeEach(async () => {
  await setRule(administrator, false);
  userId = (await addUser(administrator)).id;
});

const turnover = async () =>
  (await app.db.read.selectFrom('books').select('turnover').executeTakeFirstOrThrow()).turnover;
const leave = (paisa: number) =>
  app.db.write
    .updateTable('books')
    .set({ turnover: MAX_TOTAL - paisa })
    .execute();
const fine = (amount: number) => fineOne(administrator, userId, { amount });
const receive = async (amount: number) => {
  const { payment } = await administrator.must(takePayment, { body: { userId, fines: [], amount, receivedOn: DAY } });
  return payment?.id ?? '';
};
const held = async () =>
  (await administrator.must(readCash, {})).holders.find(({ holder }) => holder === HOLDER)?.held ?? 0;
const reason = 'as it was';

test('a write that would carry a sum beyond the exact range is refused, but reversals are not [MONEY-10]', async () => {
  const [unpaid, paid, waived, part] = [await fine(5), await fine(7), await fine(6), await fine(9)];
  await mark(administrator, paid.id, 'Paid');
  for (const [{ id: fineId }, amount, outstanding] of [
    [waived, 6, 6],
    [part, 2, 9],
  ] as const) {
    await administrator.must(waiveFine, { params: { fineId }, body: { outstanding, amount, reason } });
  }
  const paymentId = await receive(30);
  const { refund } = await administrator.must(giveRefund, {
    body: { userId, credit: 30, amount: 4, givenOn: DAY, method: 'Cash' },
  });
  await receive(8);
  const { event } = await administrator.must(addEvent, { body: eventForm({ amount: 3 }) });
  const counted = {
    holderId: ADMINISTRATOR_ID,
    held: await held(),
    counted: 5,
    takenBy: 'The bank',
    note: 'Counted twice',
  };
  const rows = [{ member: userId, fineType: 'Late', amount: '5', date: DAY }];
  const { checked } = await administrator.must(checkFineImport, { body: { rows } });
  const debtors = [{ userId, pendingFine: 12 }];
  const shown = [{ fineId: unpaid.id, outstanding: 5 }];
  expect(await turnover()).toBe(100 * (5 + 7 + 6 + 9 + 7 + 6 + 2 + 30 + 4 + 8 + 3));
  expect((await checkBooks(app.db)).organisation.find(({ figure }) => figure === 'Turnover')?.agrees).toBe(true);

  await leave(100);
  const before = await dump(app.db);
  const refused = [
    await administrator.call(addFines, { body: submission({ userIds: [userId], amount: 1.01 }) }),
    await administrator.call(importFines, { body: { rows, checked } }),
    await administrator.call(correctFine, {
      params: { fineId: unpaid.id },
      body: correction(unpaid, { amount: 6.01 }),
    }),
    await tryToMark(administrator, unpaid.id, 'Paid'),
    await administrator.call(payFines, { body: { fines: shown } }),
    await administrator.call(takePayment, { body: { userId, fines: shown, amount: 5, receivedOn: DAY } }),
    await administrator.call(collectFromMany, { body: { debtors, receivedOn: DAY } }),
    await administrator.call(waiveFine, {
      params: { fineId: unpaid.id },
      body: { outstanding: 5, amount: 2, reason },
    }),
    await administrator.call(giveRefund, { body: { userId, credit: 34, amount: 2, givenOn: DAY } }),
    await administrator.call(recordPayOut, { body: { holderId: ADMINISTRATOR_ID, amount: 2, note: 'tea' } }),
    await administrator.call(handOverCash, { body: counted }),
    await administrator.call(addEvent, { body: eventForm({ amount: 2 }) }),
    await administrator.call(updateEvent, { params: { eventId: event.id }, body: { amount: 5 } }),
  ];
  expect(refused.map((answer) => refusal(answer).code)).toEqual(refused.map(() => 'totals-too-large'));
  expect(await dump(app.db)).toEqual(before);

  await leave(0);
  await reverseWaivers(administrator, waived.id);
  await mark(administrator, paid.id, 'Pending');
  await administrator.must(reverseRefund, { params: { refundId: refund.id }, body: { reason } });
  await administrator.must(reversePayment, { params: { paymentId }, body: { amount: 30, reason } });
  await administrator.must(correctFine, { params: { fineId: unpaid.id }, body: correction(unpaid, { amount: 4 }) });
  await administrator.must(deleteFine, { params: { fineId: unpaid.id }, query: {} });
  await administrator.must(updateEvent, { params: { eventId: event.id }, body: { amount: 1 } });
  await administrator.must(deleteEvent, { params: { eventId: event.id } });
  expect(await turnover()).toBe(MAX_TOTAL);
});

test('when money is received and taken back again and again, a payment is refused before the sums exceed the exact range [MONEY-10]', async () => {
  await leave(MAX_TOTAL);
  const paymentId = await receive(1000);
  await administrator.must(reversePayment, { params: { paymentId }, body: { amount: 1000, reason } });
  // As if this had been done until only a little was left.
  const most = MAX_TOTAL - 100_000;
  const sums = { received: most, reversed_since: most, reversed_that_day: most };
  await app.db.write.updateTable('payment_days').set(sums).where('day', '=', DAY).execute();
  await leave(100_000);
  const body = { userId, fines: [], receivedOn: DAY };
  const again = await administrator.call(takePayment, { body: { ...body, amount: 1000.01 } });
  await administrator.call(takePayment, { body: { ...body, amount: 1000 } });
  // No answer fails because of it.
  const period = { from: '2026-01-01', to: '2026-12-31' };
  const answers = [
    await administrator.call(listPayments, {}),
    await administrator.call(readReport, { query: period }),
    await administrator.call(readStatement, { params: { userId }, query: {} }),
    await administrator.call(readCash, {}),
    await administrator.call(listHandOvers, {}),
    await administrator.call(listRefunds, {}),
    await administrator.call(listWaivers, {}),
    await administrator.call(listFines, {}),
    await administrator.call(listEvents, {}),
    await administrator.call(listSummaries, {}),
    await administrator.call(listHistory, {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(refusal(again)).toMatchObject({ status: 422, code: 'totals-too-large' });
});
