// Payments: what they pay, the credit they leave, receipts, taking them back, and what deleting fines does to money.
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteFine, type Fine, listFines, payFines, setFineStatus } from '../../src/contract/fines/fines.ts';
import {
  listPayments,
  readOwed,
  findReference,
  readReceipt,
  reversePayment,
  takePayment,
} from '../../src/contract/money/payments.ts';
import { deleteUser, updateUser } from '../../src/contract/users.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { addUser, fineOne, mark, refusal, setRule, shownOf, toPay } from '../helpers/ledger.ts';

const TODAY = '2026-11-18';
const app = useApp();
const administrator = useAdministrator(app);
let user: Awaited<ReturnType<typeof addUser>>;
beforeEach(async () => {
  user = await addUser(administrator);
});

/** A fine of exactly this amount, without doubling. */
async function fine(amount: number, date: string, userId = user.id) {
  await setRule(administrator, false);
  const added = await fineOne(administrator, userId, { amount, date });
  await setRule(administrator, true);
  return added;
}
const owed = () => administrator.must(readOwed, { params: { userId: user.id } });
const summary = async () => (await administrator.must(listFines, { query: { userId: user.id } })).user?.summary;

interface Paying {
  amount: number;
  credit?: number;
  method?: 'Cash' | 'Raast';
  reference?: string;
  receivedOn?: string;
  only?: readonly string[];
}

/** Pays all open fines, or only some. */
async function paying({ only, ...rest }: Paying) {
  const { fines } = await owed();
  const chosen = fines.filter(({ id }) => only === undefined || only.includes(id));
  const shown = chosen.map(({ id, amount, paidAmount }) => ({ fineId: id, outstanding: amount - paidAmount }));
  return { body: { userId: user.id, fines: shown, receivedOn: TODAY, ...rest } };
}
const pay = async (what: Paying) => administrator.must(takePayment, await paying(what));
const takeBack = (paymentId: string, amount: number, reason = 'counted twice') =>
  administrator.call(reversePayment, { params: { paymentId }, body: { amount, reason } });

describe('a payment', () => {
  test('pays the oldest fines first, the last one in part, and leaves the rest as credit [PAY-4]', async () => {
    const later = await fine(500, '2026-11-10');
    const older = await fine(300, '2026-11-02');
    expect((await owed()).fines.map(({ id }) => id)).toEqual([older.id, later.id]);
    const first = await pay({ amount: 450.5, method: 'Raast', reference: ' Ref 1 ', receivedOn: '2026-11-12' });
    expect(first).toMatchObject({ credit: 0, pendingFine: 349.5 });
    expect(first.payment).toMatchObject({
      amount: 450.5,
      method: 'Raast',
      reference: 'Ref 1',
      receivedOn: '2026-11-12',
    });
    expect((await owed()).fines).toMatchObject([{ id: later.id, amount: 500, paidAmount: 150.5, status: 'Pending' }]);
    const { items } = await administrator.must(listFines, { query: { userId: user.id } });
    const paid = items.find(({ id }) => id === older.id);
    expect(paid).toMatchObject({ status: 'Paid', paidAmount: 300 });
    expect(paid?.paidOn?.slice(0, 10)).toBe('2026-11-12');
    expect(await summary()).toMatchObject({ totalFine: 800, pendingFine: 349.5, paidAmount: 450.5, paidCount: 1 });

    const second = await pay({ amount: 400 });
    expect(second).toMatchObject({ credit: 50.5, pendingFine: 0 });
    expect(second.totals.creditHeld).toBeGreaterThanOrEqual(50.5);
    expect(await owed()).toMatchObject({ credit: 50.5, fines: [] });
    await expectBooksRight(app.db);
  });

  test('uses credit first; credit alone makes no receipt [PAY-4]', async () => {
    await pay({ amount: 200 });
    await fine(150, '2026-11-03');
    expect(await pay({ amount: 0, credit: 150 })).toMatchObject({ payment: null, credit: 50, pendingFine: 0 });
    await fine(100, '2026-11-04');
    const { payment, credit } = await pay({ amount: 50, credit: 50 });
    expect(credit).toBe(0);
    const receipt = await administrator.must(readReceipt, { params: { number: payment?.receipt ?? '' } });
    expect(receipt).toMatchObject({ fines: [{ paid: 50 }], toCredit: 0, owedAfter: 0 });
    await expectBooksRight(app.db);
  });

  test('answers with every fine that money or credit paid, and with what became credit [PAY-26]', async () => {
    await pay({ amount: 250 });
    for (const [day, amount] of [100, 200, 300, 50].entries()) await fine(amount, `2026-11-0${day + 2}`);
    const { paid, toCredit, credit } = await pay({ amount: 500, credit: 250 });
    expect(paid.map((one) => [one.date.slice(-2), one.paid, one.fromCredit])).toEqual([
      ['02', 100, 100],
      ['03', 200, 150],
      ['04', 300, 0],
      ['05', 50, 0],
    ]);
    expect({ toCredit, credit }).toEqual({ toCredit: 100, credit: 100 });
    await fine(30, '2026-11-06');
    expect(await pay({ amount: 0, credit: 30 })).toMatchObject({
      payment: null,
      paid: [{ paid: 30, fromCredit: 30 }],
      toCredit: 0,
    });
  });

  test('is refused if fines or credit are not as shown, with what is owed now, and nothing is saved [PAY-6]', async () => {
    const one = await fine(100, '2026-11-03');
    const request = await paying({ amount: 100 });
    await pay({ amount: 40 });
    const before = await dump(app.db);
    for (const body of [
      request.body,
      { ...request.body, fines: [{ fineId: 'NOFINE222222', outstanding: 5 }] },
      { ...request.body, fines: [{ fineId: one.id, outstanding: 60 }], credit: 1 },
    ]) {
      expect(refusal(await administrator.call(takePayment, { body }))).toMatchObject({
        status: 409,
        code: 'payment-changed',
        details: { credit: 0, fines: [{ id: one.id, amount: 100, paidAmount: 40 }] },
      });
    }
    expect(
      refusal(await administrator.call(takePayment, { body: { ...request.body, receivedOn: '2026-11-19' } })),
    ).toMatchObject({
      code: 'received-in-future',
    });
    expect(refusal(await administrator.call(takePayment, { body: { ...request.body, amount: 0 } }))).toMatchObject({
      code: 'invalid-input',
    });
    expect(
      refusal(await administrator.call(takePayment, { body: { ...request.body, fines: [], credit: 5 } })),
    ).toMatchObject({
      code: 'invalid-input',
    });
    expect(await dump(app.db)).toEqual(before);
  });

  test('is found by its reference, trimmed and in any case, within the same method [PAY-11]', async () => {
    await pay({ amount: 10, method: 'Raast', reference: 'Ref-77' });
    const find = async (method: 'Cash' | 'Raast', reference: string) =>
      (await administrator.must(findReference, { query: { method, reference } })).items.length;
    expect(await find('Raast', ' rEF-77 ')).toBe(1);
    expect(await find('Cash', 'Ref-77')).toBe(0);
    expect(await find('Raast', 'Ref-7')).toBe(0);
  });
});

describe('receipts', () => {
  test('never change, whatever happens to the fines and the member’s name; what was taken back is added below [PAY-10, PAY-70]', async () => {
    const one = await fine(100, '2026-11-03');
    await fine(70, '2026-11-04');
    const { payment } = await pay({ amount: 120 });
    const read = () => administrator.must(readReceipt, { params: { number: payment?.receipt ?? '' } });
    const given = await read();
    expect(given).toMatchObject({
      fines: [
        { date: '2026-11-03', paid: 100 },
        { date: '2026-11-04', paid: 20 },
      ],
      toCredit: 0,
      owedAfter: 50,
    });
    await administrator.must(deleteFine, { params: { fineId: one.id } });
    await administrator.must(updateUser, { params: { userId: user.id }, body: { userName: 'Somebody Else' } });
    expect(await read()).toEqual(given);
    await takeBack(payment?.id ?? '', 120, 'the cheque bounced');
    const { payment: after, ...rest } = await read();
    expect({ ...rest, payment: { ...after, reversals: [] } }).toEqual(given);
    expect(after.reversals).toMatchObject([{ amount: 120, reason: 'the cheque bounced', day: TODAY }]);
    await administrator.must(deleteUser, { params: { userId: user.id } });
    expect((await read()).payment.userName).toBe('Unknown User');
    for (const number of ['R-2026-999999', 'R-2026-1', 'nonsense']) {
      expect(refusal(await administrator.call(readReceipt, { params: { number } }))).toMatchObject({
        status: 404,
        code: 'receipt-not-found',
      });
    }
  });
});

describe('taking back [PAY-9]', () => {
  test('frees its fines, once, as if the money had never been received', async () => {
    await fine(100, '2026-11-03');
    const { payment } = await pay({ amount: 130 });
    const id = payment?.id ?? '';
    expect(refusal(await takeBack(id, 100))).toMatchObject({ status: 409, code: 'payment-reversed' });
    expect(refusal(await takeBack(id, 130, 'no'))).toMatchObject({ code: 'invalid-input' });
    await takeBack(id, 130);
    expect(await owed()).toMatchObject({ credit: 0, pendingFine: 100, fines: [{ paidAmount: 0 }] });
    expect(refusal(await takeBack(id, 130))).toMatchObject({ code: 'payment-reversed' });
    const list = await administrator.must(listPayments, { query: { userId: user.id } });
    expect(list).toMatchObject({ totalItems: 1, received: 130, reversed: 130 });
    await expectBooksRight(app.db);
  });

  test('is refused while the credit it left is used elsewhere', async () => {
    const { payment } = await pay({ amount: 100 });
    await fine(80, '2026-11-03');
    await pay({ amount: 0, credit: 80 });
    const before = await dump(app.db);
    expect(refusal(await takeBack(payment?.id ?? '', 100))).toMatchObject({ status: 409, code: 'credit-used' });
    expect(await dump(app.db)).toEqual(before);
  });

  test('a payment in two windows succeeds in one', async () => {
    const { payment } = await pay({ amount: 100 });
    const both = await Promise.all([takeBack(payment?.id ?? '', 100), takeBack(payment?.id ?? '', 100)]);
    expect(both.filter((answer) => answer.ok)).toHaveLength(1);
    await expectBooksRight(app.db);
  });
});

test('the list of payments is filtered by day, method, receiver, member and receipt, with sums received and taken back [PAY-38, PAY-68]', async () => {
  const today = (await pay({ amount: 30, method: 'Raast', reference: 'Ref 9' })).payment;
  const earlier = (await pay({ amount: 20, receivedOn: '2026-10-31' })).payment;
  const before = await administrator.must(listPayments, { query: {} });
  await takeBack(earlier?.id ?? '', 20);
  const list = async (query: Parameters<typeof administrator.must<typeof listPayments>>[1]['query']) => {
    const { items } = await administrator.must(listPayments, { query: { userId: user.id, ...query } });
    return items.map(({ amount }) => amount);
  };
  expect(await list({})).toEqual([30, 20]);
  expect(await list({ from: '2026-11-01' })).toEqual([30]);
  expect(await list({ to: '2026-10-31' })).toEqual([20]);
  expect(await list({ method: 'Raast' })).toEqual([30]);
  expect(await list({ receivedBy: today?.receivedBy ?? '' })).toEqual([30, 20]);
  expect(await list({ receivedBy: 'somebody.else@jurmana.test' })).toEqual([]);
  expect(await list({ search: today?.receipt?.toLowerCase() ?? '' })).toEqual([30]);
  // As people read it from the paper.
  expect(await list({ search: `r ${(today?.receipt ?? '').slice(2).replace(/-0+/, '-')}` })).toEqual([30]);
  // The end of it is enough, as in the finder, but may be part of something else as well.
  const [year, digits] = [today?.receipt?.slice(2, 6), today?.receipt?.slice(7) ?? ''];
  expect(await list({ search: digits })).toEqual([30]);
  expect(await list({ search: `${year}-${Number(digits)}` })).toEqual([30]);
  expect(await list({ search: `R ${Number(digits)}` })).toEqual([30]);
  expect(await list({ search: String(Number(digits)) })).toContain(30);
  expect(await list({ search: `2019-${digits}` })).toEqual([]);
  expect(await list({ search: `V ${digits}` })).toEqual([]);
  expect(await list({ search: 'ref 9' })).toEqual([30]);
  expect(await list({ search: 'nobody' })).toEqual([]);
  expect(await list({ page: 2, pageSize: 1 })).toEqual([20]);
  // A reversal counts on its own day, whatever the day of the payment.
  const after = await administrator.must(listPayments, { query: {} });
  expect(after.receivedToday).toBe(before.receivedToday - 20);
  expect(after.receivedThisMonth).toBe(before.receivedThisMonth - 20);
  expect(after.creditHeld).toBe(before.creditHeld - 20);
  expect(after.reversed).toBe(before.reversed + 20);
});

describe('from the fines screen', () => {
  test('Paid takes a payment of the outstanding amount; Unpaid reverses this fine’s part and restores credit [PAY-7, PAY-8]', async () => {
    const one = await fine(100, '2026-11-03');
    await pay({ amount: 30, only: [] });
    await pay({ amount: 20, credit: 30, only: [one.id] });
    const marked = await mark(administrator, one.id, 'Paid');
    expect(marked.receipt).toMatch(/^R-2026-\d{6}$/);
    const { payment } = await administrator.must(readReceipt, { params: { number: marked.receipt ?? '' } });
    expect(payment).toMatchObject({ amount: 50, method: 'Cash', receivedOn: TODAY });
    await mark(administrator, one.id, 'Pending');
    expect(await owed()).toMatchObject({ credit: 30, pendingFine: 100 });
    const { items } = await administrator.must(listPayments, { query: { userId: user.id } });
    expect(items.flatMap(({ reversals }) => reversals.map(({ amount, reason }) => [amount, reason]))).toEqual([
      [50, 'Marked as unpaid'],
      [20, 'Marked as unpaid'],
    ]);
    await expectBooksRight(app.db);
  });

  test('marking and deleting are refused if the fine has other figures than shown, and the answer has the current fine [PAY-60]', async () => {
    const shown = await fine(200, '2026-11-03');
    await pay({ amount: 150, only: [shown.id] });
    const before = await dump(app.db);
    const markAsShown = (status: 'Paid' | 'Pending', figures: Fine) =>
      administrator.call(setFineStatus, { params: { fineId: shown.id }, body: { status, shown: shownOf(figures) } });
    expect(refusal(await markAsShown('Paid', shown))).toMatchObject({
      status: 409,
      code: 'fine-changed',
      details: { id: shown.id, outstanding: 50 },
    });
    const together = await administrator.call(payFines, { body: toPay([shown]) });
    expect(refusal(together)).toMatchObject({
      status: 409,
      code: 'fines-changed',
      details: { fines: [{ id: shown.id, outstanding: 50 }] },
    });
    const removal = await administrator.call(deleteFine, { params: { fineId: shown.id }, query: shownOf(shown) });
    expect(refusal(removal)).toMatchObject({ code: 'fine-changed', details: { id: shown.id, paidAmount: 150 } });
    expect(await dump(app.db)).toEqual(before);
    // Somebody else has paid in the meantime: 200 would be taken back, but 150 was shown.
    const { fine: paid } = await mark(administrator, shown.id, 'Paid');
    expect(refusal(await markAsShown('Pending', { ...paid, paidAmount: 150 }))).toMatchObject({ code: 'fine-changed' });
    const all = { body: toPay([shown]), params: { fineId: shown.id }, query: shownOf(paid) };
    expect((await administrator.call(deleteFine, all)).ok).toBe(true);
    await expectBooksRight(app.db);
  });

  test('marking is also refused if a doubling was undone in the meantime [PAY-60]', async () => {
    const first = await fine(100, '2026-11-16');
    const doubled = await fine(200, '2026-11-17');
    await administrator.must(deleteFine, { params: { fineId: first.id } });
    const body = { status: 'Paid' as const, shown: shownOf(doubled) };
    const answer = await administrator.call(setFineStatus, { params: { fineId: doubled.id }, body });
    expect(refusal(answer)).toMatchObject({ code: 'fine-changed', details: { amount: 100 } });
    const together = await administrator.call(payFines, { body: toPay([doubled]) });
    expect(refusal(together)).toMatchObject({ code: 'fines-changed', details: { fines: [{ amount: 100 }] } });
  });

  test('several fines at once are paid with the given method and reference, by which the payment is found again [FINE-11]', async () => {
    const own = [await fine(10, '2026-11-03'), await fine(20, '2026-11-04')];
    const how = { method: 'Raast', reference: `together-${user.id}` } as const;
    const { receipts } = await administrator.must(payFines, { body: { ...toPay(own), ...how } });
    const { items } = await administrator.must(findReference, { query: how });
    expect(items).toMatchObject([{ receipt: receipts[0], amount: 30, ...how }]);
  });

  test('a fine of 0 is marked without a payment [PAY-7]', async () => {
    const zero = await fine(0, '2026-11-03');
    expect((await mark(administrator, zero.id, 'Paid')).receipt).toBeNull();
    await mark(administrator, zero.id, 'Pending');
    expect((await administrator.must(listPayments, { query: { userId: user.id } })).totalItems).toBe(0);
  });

  test('several fines at once make one payment per member [PAY-7]', async () => {
    const own = [await fine(10, '2026-11-03'), await fine(20, '2026-11-04')];
    const other = await addUser(administrator);
    const theirs = await fine(5, '2026-11-04', other.id);
    const { receipts } = await administrator.must(payFines, { body: toPay([...own, theirs]) });
    expect(receipts).toHaveLength(2);
    const [first] = await Promise.all(
      receipts.map((number) => administrator.must(readReceipt, { params: { number } })),
    );
    expect(first).toMatchObject({ payment: { amount: 30 }, fines: [{ paid: 10 }, { paid: 20 }] });
  });

  test('marking paid and unpaid at the same moment, in one transaction, loses nothing', async () => {
    const fines = [await fine(10, '2026-11-03'), await fine(20, '2026-11-04'), await fine(30, '2026-11-05')];
    // Sent without a network, so that they arrive in this order and share transactions.
    const send = ({ id: fineId, amount }: Fine, status: 'Paid' | 'Pending') =>
      app.server.inject({
        method: 'PUT',
        url: `/api/fines/${fineId}/status`,
        headers: {
          host: 'localhost',
          origin: 'http://localhost',
          cookie: administrator.cookie,
          'idempotency-key': crypto.randomUUID(),
        },
        payload: { status, shown: { amount, paidAmount: status === 'Paid' ? 0 : amount, waivedAmount: 0 } },
      });
    const answers = await Promise.all([
      ...fines.map((one) => send(one, 'Paid')),
      ...fines.map((one) => send(one, 'Pending')),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(await owed()).toMatchObject({ credit: 0, pendingFine: 60, fines: fines.map(({ id }) => ({ id })) });
    await expectBooksRight(app.db);
  });

  test('deleting or reducing a paid fine leaves the paid amount as credit [PAY-2, REPEAT-10]', async () => {
    const half = await fine(100, '2026-11-16');
    const doubled = await fine(200, '2026-11-17');
    await pay({ amount: 250 });
    expect(await owed()).toMatchObject({ pendingFine: 50 });
    const { reduction, toCredit } = await administrator.must(deleteFine, { params: { fineId: half.id } });
    expect(reduction).toMatchObject({ fineId: doubled.id, to: 100, toGiveBack: 50 });
    expect(toCredit).toBe(150);
    expect(await owed()).toMatchObject({ credit: 150, pendingFine: 0 });
    const { items } = await administrator.must(listFines, { query: { userId: user.id } });
    expect(items).toMatchObject([{ amount: 100, paidAmount: 100, status: 'Paid' }]);
    await expectBooksRight(app.db);
  });
});

describe('receipt numbers', () => {
  test('have no gaps or duplicates, even with 20 payments at once, and restart each year [PAY-5]', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, (_, n) => pay({ amount: n + 1 })));
    const numbers = taken
      .map(({ payment }) => Number(payment?.receipt?.slice('R-2026-'.length)))
      .toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, n) => (numbers[0] ?? 0) + n));
    const now = app.clock.now();
    app.clock.set(Date.parse('2027-01-01T00:00:00+05:00'));
    const body = { userId: user.id, fines: [], amount: 5, receivedOn: TODAY };
    const nextYear = await app.administrator();
    expect((await nextYear.must(takePayment, { body })).payment?.receipt).toBe('R-2027-000001');
    // Setting the clock back must not issue a number twice.
    app.clock.set(now);
    const again = await app.administrator();
    expect((await again.must(takePayment, { body })).payment?.receipt).toBe('R-2027-000002');
    await expectBooksRight(app.db);
  });
});
