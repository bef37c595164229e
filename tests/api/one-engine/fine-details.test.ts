// One fine with its history (FINE-19).
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ofEachText } from '../../../src/core/fines/fine-texts.ts';
import { correctFine, readFine } from '../../../src/contract/fines/fine-details.ts';
import { deleteFine, payFines } from '../../../src/contract/fines/fines.ts';
import { reversePayment, takePayment } from '../../../src/contract/money/payments.ts';
import { waiveFine } from '../../../src/contract/money/waivers.ts';
import { addUser as add, deleteUser, type User } from '../../../src/contract/users.ts';
import { startApp, useAdministrator, useApp } from '../../helpers/app.ts';
import { expectBooksRight } from '../../helpers/books.ts';
import {
  addUser,
  correction,
  fineOne,
  finesOf,
  mark,
  refusal,
  setRule,
  reverseWaivers,
  toPay,
  userForm,
} from '../../helpers/ledger.ts';
import { seedFines } from '../../helpers/seed.ts';

const app = useApp();
const administrator = useAdministrator(app);
let user: User;

beforeEach(async () => {
  await setRule(administrator, true);
  user = await addUser(administrator);
});
afterAll(() => expectBooksRight(app.db));

const read = (fineId: string) => administrator.must(readFine, { params: { fineId } });

test('shows who recorded it and when, its note, and each change with the previous values, newest first [FINE-19]', async () => {
  const added = await fineOne(administrator, user.id, { amount: 100, description: 'by an hour' });
  const by = 'admin@jurmana.test';
  const state = {
    fineType: added.fineType,
    ...ofEachText(() => ''),
    description: 'by an hour',
    amount: 100,
    date: added.date,
    status: 'Pending',
    paidAmount: 0,
    waivedAmount: 0,
    dueOn: null,
  };
  const addedAt = new Date(app.clock.now()).toISOString();
  expect(await read(added.id)).toEqual({
    fine: added,
    recordedBy: by,
    recordedById: 'administrator',
    doubling: null,
    surcharge: { of: null, added: [], next: null },
    paid: [],
    waived: [],
    pictures: [],
    history: [{ kind: 'added', at: addedAt, by, before: null, after: state }],
    historyCut: false,
  });
  const next = () => {
    app.clock.advance(60_000);
    return { by, at: new Date(app.clock.now()).toISOString() };
  };
  const times = [next()];
  await administrator.must(correctFine, {
    params: { fineId: added.id },
    body: correction(added, { amount: 80, description: '' }),
  });
  times.push(next());
  await mark(administrator, added.id, 'Paid');
  times.push(next());
  await mark(administrator, added.id, 'Pending');
  times.push(next());
  await administrator.must(payFines, { body: toPay([{ ...added, outstanding: 80 }]) });
  const corrected = { ...state, amount: 80, description: '' };
  const paid = { ...corrected, status: 'Paid', paidAmount: 80 };
  const { history } = await read(added.id);
  expect(history).toEqual([
    { ...times[3], kind: 'paid', before: corrected, after: paid },
    { ...times[2], kind: 'unpaid', before: paid, after: corrected },
    { ...times[1], kind: 'paid', before: corrected, after: paid },
    { ...times[0], kind: 'corrected', before: state, after: corrected },
    { kind: 'added', at: addedAt, by, before: null, after: state },
  ]);
});

test('names the earlier fine that doubled it, or only says that it was doubled if that fine is deleted; a reduction is in the history [FINE-19]', async () => {
  const first = await fineOne(administrator, user.id, { amount: 100, date: '2026-11-16', fineType: 'Uniform' });
  const doubled = await fineOne(administrator, user.id, { amount: 150, date: '2026-11-17' });
  expect((await read(doubled.id)).doubling).toEqual({
    earlier: { fineType: 'Uniform', date: '2026-11-16', amount: 100 },
  });
  expect((await read(first.id)).doubling).toBeNull();
  await administrator.must(deleteFine, { params: { fineId: first.id } });
  expect((await read(doubled.id)).doubling).toEqual({ earlier: null });

  const half = await fineOne(administrator, user.id, { amount: 75, date: '2026-11-01' });
  const whole = await fineOne(administrator, user.id, { amount: 75, date: '2026-11-01' });
  await administrator.must(deleteFine, { params: { fineId: half.id } });
  const { history, doubling, fine } = await read(whole.id);
  expect({ doubling, amount: fine.amount }).toEqual({ doubling: null, amount: 75 });
  expect(history[0]).toMatchObject({ kind: 'reduced', before: { amount: 150 }, after: { amount: 75 } });
});

test('lists its payments and waivers, with those taken back [PAY-15]', async () => {
  const { id: fineId } = await fineOne(administrator, user.id, { amount: 500, date: '2026-10-01' });
  const by = 'admin@jurmana.test';
  const receivedOn = '2026-11-18';
  const pay = (body: { amount: number; credit?: number; outstanding: number }) => {
    const { outstanding, ...money } = body;
    const fines = [{ fineId, outstanding }];
    return administrator.must(takePayment, { body: { userId: user.id, fines, receivedOn, method: 'Raast', ...money } });
  };
  const { payment: first } = await pay({ amount: 100, outstanding: 500 });
  await administrator.must(takePayment, { body: { userId: user.id, fines: [], amount: 50, receivedOn } });
  const { payment: second } = await pay({ amount: 30, credit: 50, outstanding: 400 });
  await administrator.must(reversePayment, {
    params: { paymentId: second?.id ?? '' },
    body: { amount: 30, reason: 'counted twice' },
  });
  await administrator.must(waiveFine, {
    params: { fineId },
    body: { outstanding: 350, amount: 50, reason: 'in hospital' },
  });
  const details = await read(fineId);
  const payment = (receipt: string | null | undefined, amount: number) => ({
    receipt,
    amount,
    method: 'Raast',
    receivedOn,
    receivedBy: by,
    receivedById: 'administrator',
  });
  expect(details.fine).toMatchObject({ paidAmount: 150, waivedAmount: 50, outstanding: 300 });
  expect(details.paid).toEqual([
    { payment: payment(first?.receipt, 100), amount: 100, left: 100 },
    { payment: null, amount: 50, left: 50 },
    { payment: payment(second?.receipt, 30), amount: 30, left: 0 },
  ]);
  expect(details.waived).toMatchObject([
    { amount: 50, mistake: false, reason: 'in hospital', madeBy: by, reversals: [] },
  ]);
  await reverseWaivers(administrator, fineId, 'was not');
  const after = await read(fineId);
  expect(after.waived).toMatchObject([{ amount: 50, reversals: [{ amount: 50, reason: 'was not' }] }]);
  expect(after.history.map(({ kind }) => kind)).toEqual(['unwaived', 'waived', 'unpaid', 'paid', 'paid', 'added']);
});

test('a deleted fine is not found, but a fine of a deleted user is', async () => {
  const [gone, kept] = [await fineOne(administrator, user.id), await fineOne(administrator, user.id)];
  await administrator.must(deleteFine, { params: { fineId: gone.id } });
  const answer = await administrator.call(readFine, { params: { fineId: gone.id } });
  expect(refusal(answer)).toMatchObject({ status: 404, code: 'fine-not-found' });
  await administrator.must(deleteUser, { params: { userId: user.id } });
  expect((await read(kept.id)).fine.userName).toBe('Unknown User');
});

test('an imported fine was recorded by nobody; only the newest hundred changes of a long history are sent [FINE-19]', async () => {
  const own = await startApp();
  const client = await own.administrator();
  const { id: userId } = await client.must(add, { body: userForm() });
  await seedFines(own.db, [{ userId, date: '2026-11-01', amount: 10_000, status: 'Pending' }]);
  const params = { fineId: 'fine-0' };
  const details = await client.must(readFine, { params });
  expect(details.recordedBy).toBeNull();
  expect(details.history).toMatchObject([{ kind: 'imported', by: null, before: null }]);
  for (let n = 0; n < 100; n += 1) {
    await mark(client, params.fineId, n % 2 === 0 ? 'Paid' : 'Pending');
  }
  const long = await client.must(readFine, { params });
  expect(long).toMatchObject({ recordedBy: null, historyCut: true });
  expect(long.history).toHaveLength(100);
  expect(long.history[0]?.kind).toBe('unpaid');
  expect(long.history.at(-1)?.kind).toBe('paid');
  expect(await finesOf(client, userId)).toHaveLength(1);
  await own.stop();
});
