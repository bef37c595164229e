// Undoing everything that one request did, or nothing if any of it has changed since (FINE-20, FINE-22).
import { afterEach, beforeEach, expect, test } from 'vitest';
import { correctFine } from '../../src/contract/fines/fine-details.ts';
import { deleteFine, type Fine, listFines, payFines } from '../../src/contract/fines/fines.ts';
import { waiveFines } from '../../src/contract/fines/several-fines.ts';
import { listHistory } from '../../src/contract/history.ts';
import { collectFromMany } from '../../src/contract/money/debtors.ts';
import { listPayments, takePayment } from '../../src/contract/money/payments.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { undo } from '../../src/contract/money/undo.ts';
import { addUsers, setUserAccess, type User } from '../../src/contract/users.ts';
import { MAX_USERS_PER_SUBMISSION } from '../../src/core/limits.ts';
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import { findFines } from '../../src/server/balances/fine-reads.repository.ts';
import { fromWire } from '../../src/contract/index.ts';
import { readUndoing, undo as undoIn, type Undoing } from '../../src/server/areas/fines/undoing.service.ts';
import { runCommand } from '../../src/server/ledger/command.ts';
import { payFines as takeFor } from '../../src/server/areas/payments/taking.service.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import {
  addUser,
  correction,
  fine,
  fineOne,
  finesOf,
  mark,
  refusal,
  setRule,
  toPay,
  userForm,
} from '../helpers/ledger.ts';
import { signedInWithAccess } from '../helpers/members.ts';

const app = useApp();
const administrator = useAdministrator(app);
let people: User[];

beforeEach(async () => {
  await setRule(administrator, true);
  people = [await addUser(administrator), await addUser(administrator), await addUser(administrator)];
});
afterEach(() => expectBooksRight(app.db));

const ids = () => people.map(({ id }) => id);
const finesOfAll = async () => (await Promise.all(ids().map((id) => finesOf(administrator, id)))).flat();
const figures = async () => (await administrator.must(listFines, { query: {} })).totals;
const takeBack = (batch: number) => administrator.call(undo, { body: { batch } });
const must = (batch: number) => administrator.must(undo, { body: { batch } });

async function expectRefused(batch: number, code: string, details?: object): Promise<void> {
  const before = await dump(app.db);
  const refused = refusal(await takeBack(batch));
  expect(refused).toMatchObject({ code, ...(details && { details }) });
  expect(await dump(app.db)).toEqual(before);
}

test('fines added for three users are deleted together, without anything else, and only once [FINE-22]', async () => {
  const kept = await fineOne(administrator, ids()[0] ?? '', { amount: 70, date: '2026-10-01' });
  const before = await figures();
  const { batch } = await fine(administrator, { userIds: ids(), amount: 30 });
  expect(await must(batch)).toMatchObject({ fines: 3, payments: 0, waivers: 0, totals: before });
  expect((await finesOfAll()).map(({ id }) => id)).toEqual([kept.id]);
  await expectRefused(batch, 'fines-changed', { fines: [] });
});

test('as many fines as can be added together are taken back together [FINE-22]', async () => {
  const names = Array.from({ length: MAX_USERS_PER_SUBMISSION }, (_, n) => userForm({ userName: `Person ${n}` }));
  const { userIds } = await administrator.must(addUsers, { body: { users: names } });
  const before = await figures();
  const { batch } = await fine(administrator, { userIds, amount: 30 });
  expect(await must(batch)).toMatchObject({ fines: userIds.length, totals: before });
});

test('if one was paid, corrected or deleted in the meantime, nothing is undone, and the answer names it [FINE-20]', async () => {
  const meanwhile: ((one: Fine) => Promise<unknown>)[] = [
    ({ id }) => mark(administrator, id, 'Paid'),
    async ({ id }) => {
      await mark(administrator, id, 'Paid');
      await mark(administrator, id, 'Pending');
    },
    (one) =>
      administrator.must(correctFine, {
        params: { fineId: one.id },
        body: correction(one, { description: 'by an hour' }),
      }),
  ];
  for (const [week, change] of meanwhile.entries()) {
    const date = `2026-10-${10 + 7 * week}`;
    const { batch, fineIds } = await fine(administrator, { userIds: ids(), date });
    const [one] = (await finesOfAll()).filter(({ id }) => id === fineIds[1]);
    if (one === undefined) throw new Error('The second fine is expected.');
    await change(one);
    const [now] = (await finesOfAll()).filter(({ id }) => id === one.id);
    await expectRefused(batch, 'fines-changed', { fines: [now], deleted: [] });
  }
  const { batch, fineIds } = await fine(administrator, { userIds: ids() });
  const [deleted = ''] = fineIds;
  await administrator.must(deleteFine, { params: { fineId: deleted } });
  await expectRefused(batch, 'fines-changed', { fines: [], deleted: [deleted] });
});

const amountsOf = async (place: number) =>
  (await finesOf(administrator, ids()[place] ?? '')).map(({ date, amount }) => `${date.slice(-2)}: ${amount}`);

test('fines added together are taken back whatever older fine happens to be twice as much [FINE-20, FINE-22]', async () => {
  await setRule(administrator, false);
  await fineOne(administrator, ids()[0] ?? '', { amount: 200, date: '2026-11-16' });
  await setRule(administrator, true);
  const before = await figures();
  const { batch } = await fine(administrator, { userIds: ids(), amount: 50, date: '2026-11-17' });
  expect(await amountsOf(0)).toEqual(['17: 100', '16: 200']);
  expect(await must(batch)).toMatchObject({ fines: 3, reductions: [], totals: before });
  expect(await amountsOf(0)).toEqual(['16: 200']);
});

test('a later fine is reduced if nothing but the fine taken back had doubled it, whatever its amount [FINE-20]', async () => {
  const { batch } = await fine(administrator, { userIds: ids(), amount: 100, date: '2026-11-17' });
  // Doubled by the first alone; the second of that week would have been doubled in any case.
  const later = await fineOne(administrator, ids()[0] ?? '', { amount: 70, date: '2026-11-18' });
  await fineOne(administrator, ids()[0] ?? '', { amount: 30, date: '2026-11-18' });
  await mark(administrator, later.id, 'Paid');
  expect(await must(batch)).toMatchObject({
    fines: 3,
    reductions: [{ fineId: later.id, from: 140, to: 70, status: 'Paid', toGiveBack: 70 }],
  });
  expect(await amountsOf(0)).toEqual(['18: 60', '18: 70']);
  expect(await amountsOf(1)).toEqual([]);
});

test('a later fine that an older one would have doubled as well stays as it is [FINE-20]', async () => {
  await fineOne(administrator, ids()[0] ?? '', { amount: 10, date: '2026-11-18' });
  // The first day of the week, so that it counts as the fine that doubled the next one.
  const { batch } = await fine(administrator, { userIds: ids(), amount: 50, date: '2026-11-16' });
  await fineOne(administrator, ids()[0] ?? '', { amount: 50, date: '2026-11-17' });
  expect(await must(batch)).toMatchObject({ fines: 3, reductions: [] });
  expect(await amountsOf(0)).toEqual(['18: 10', '17: 100']);
});

test('a later fine of somebody else is not reduced by a collector, so nothing is undone [FINE-20, ACCESS-17]', async () => {
  const { client: collector } = await signedInWithAccess(app, administrator, 'collector');
  const { batch } = await fine(collector, { userIds: ids(), amount: 100, date: '2026-11-16' });
  await fineOne(administrator, ids()[0] ?? '', { amount: 100, date: '2026-11-17' });
  const before = await dump(app.db);
  expect(refusal(await collector.call(undo, { body: { batch } }))).toMatchObject({ code: 'not-own-entry' });
  expect(await dump(app.db)).toEqual(before);
});

test('payments of several fines, for one of 0, and from many members are taken back together [FINE-22]', async () => {
  await setRule(administrator, false);
  await fine(administrator, { userIds: ids(), amount: 30 });
  await fine(administrator, { userIds: ids().slice(0, 1), amount: 0 });
  const all = await finesOfAll();
  const before = await figures();
  const paid = await administrator.must(payFines, { body: toPay(all) });
  const first = await must(paid.batch);
  expect(first).toMatchObject({ fines: 0, payments: 4, waivers: 0, totals: before });
  expect((await finesOfAll()).every(({ status, paidAmount }) => status === 'Pending' && paidAmount === 0)).toBe(true);
  const debtors = ids().map((userId) => ({ userId, pendingFine: 30 }));
  const collected = await administrator.must(collectFromMany, {
    body: { debtors, limit: 20, receivedOn: '2026-11-18' },
  });
  expect(await figures()).toMatchObject({ pendingFinesAmount: before.pendingFinesAmount - 60 });
  expect(await must(collected.batch)).toMatchObject({ payments: 3, totals: before });
  const { items } = await administrator.must(listPayments, { query: {} });
  const newest = items.slice(0, 6).flatMap(({ reversals }) => reversals.map(({ reason }) => reason));
  expect(newest).toEqual(Array.from({ length: 6 }, () => 'Undone'));
  await expectRefused(collected.batch, 'fines-changed');
});

test('a fine that was marked paid is owed again, with earlier payments kept; marking it unpaid cannot be undone [FINE-22, FINE-3]', async () => {
  await setRule(administrator, false);
  const one = await fineOne(administrator, ids()[0] ?? '', { amount: 30 });
  await administrator.must(takePayment, {
    body: {
      userId: one.userId,
      fines: [{ fineId: one.id, outstanding: 30 }],
      credit: 0,
      amount: 10,
      receivedOn: '2026-11-18',
    },
  });
  const before = await finesOf(administrator, one.userId);
  const owed = await figures();
  const paid = await mark(administrator, one.id, 'Paid');
  expect(paid.receipt).not.toBeNull();
  expect(await must(paid.batch)).toMatchObject({ fines: 0, payments: 1, waivers: 0, totals: owed });
  expect(await finesOf(administrator, one.userId)).toEqual(before);
  await expectRefused(paid.batch, 'fines-changed', { fines: before, deleted: [] });

  const again = await mark(administrator, one.id, 'Paid');
  const unpaid = await mark(administrator, one.id, 'Pending');
  await expectRefused(again.batch, 'fines-changed');
  await expectRefused(unpaid.batch, 'nothing-to-undo');

  // There is no payment for a fine of 0.
  const free = await fineOne(administrator, ids()[1] ?? '', { amount: 0 });
  const marked = await mark(administrator, free.id, 'Paid');
  expect(await must(marked.batch)).toMatchObject({ payments: 1 });
  expect(await finesOf(administrator, free.userId)).toEqual([free]);
  const paidAgain = await mark(administrator, free.id, 'Paid');
  const freed = await mark(administrator, free.id, 'Pending');
  await expectRefused(paidAgain.batch, 'fines-changed');
  await expectRefused(freed.batch, 'nothing-to-undo');
});

test('what was waived together is owed again, unless it was waived as a mistake [FINE-22]', async () => {
  await fine(administrator, { userIds: ids(), amount: 30 });
  const fines = (await finesOfAll()).map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
  const before = await figures();
  const { batch } = await administrator.must(waiveFines, { body: { fines, reason: 'in hospital' } });
  expect(await figures()).toMatchObject({ pendingFinesAmount: before.pendingFinesAmount - 90 });
  expect(await must(batch)).toMatchObject({ waivers: 3, totals: before });
  const params = { fineId: fines[0]?.fineId ?? '' };
  const mistake = await administrator.must(waiveFine, {
    params,
    body: { outstanding: 30, mistake: true, reason: 'somebody else' },
  });
  await expectRefused(mistake.batch, 'nothing-to-undo');
});

test('only what the caller did today, and only kinds that can be undone [FINE-22]', async () => {
  const { batch } = await fine(administrator, { userIds: ids() });
  const manager = await signedInWithAccess(app, administrator, 'manager');
  expect(refusal(await manager.client.call(undo, { body: { batch } }))).toMatchObject({ code: 'nothing-to-undo' });
  await expectRefused(batch + 1, 'nothing-to-undo');
  await expectRefused(1_000_000_000, 'nothing-to-undo');
  const one = await fineOne(administrator, ids()[0] ?? '', { amount: 0, date: '2026-01-02' });
  await administrator.must(deleteFine, { params: { fineId: one.id } });
  const { items } = await administrator.must(listHistory, { query: {} });
  await expectRefused(items[0]?.sequence ?? 0, 'nothing-to-undo');
  app.clock.advance(24 * 60 * 60 * 1000);
  await expectRefused(batch, 'nothing-to-undo');
});

test('a collector can undo only what affects nothing but their own entries [FINE-22, ACCESS-17]', async () => {
  await setRule(administrator, false);
  await fine(administrator, { userIds: ids() });
  const others = await finesOfAll();
  const { client: collector } = await signedInWithAccess(app, administrator, 'collector');
  const added = await fine(collector, { userIds: ids() });
  const own = (await finesOfAll()).filter(({ id }) => added.fineIds.includes(id));
  const paid = await collector.must(payFines, { body: toPay(own) });
  await collector.must(undo, { body: { batch: paid.batch } });
  expect(refusal(await collector.call(undo, { body: { batch: added.batch } }))).toMatchObject({
    code: 'fines-changed',
  });
  const { batch } = await collector.must(payFines, { body: toPay(others) });
  expect(refusal(await collector.call(undo, { body: { batch } }))).toMatchObject({ code: 'not-own-entry' });
});

test('a manager who has become a collector cannot undo earlier waivers [FINE-22, ACCESS-17]', async () => {
  await fine(administrator, { userIds: ids(), amount: 30 });
  const fines = (await finesOfAll()).map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
  const { user, client: manager } = await signedInWithAccess(app, administrator, 'manager');
  const { batch } = await manager.must(waiveFines, { body: { fines, reason: 'in hospital' } });
  await administrator.must(setUserAccess, { params: { userId: user.id }, body: { access: 'collector' } });
  const collector = await app.enter(user.userEmail ?? '');
  const before = await dump(app.db);
  expect(refusal(await collector.call(undo, { body: { batch } }))).toMatchObject({ code: 'not-allowed' });
  expect(await dump(app.db)).toEqual(before);
});

test('changes by another command of the same transaction prevent undoing [FINE-20]', async () => {
  const { batch, fineIds } = await fine(administrator, { userIds: ids(), amount: 30 });
  const [first] = (await finesOfAll()).filter(({ id }) => id === fineIds[0]);
  if (first === undefined) throw new Error('A fine is expected.');
  const environment = { db: app.db, clock: app.clock, timeZone: 'Asia/Karachi', onCommit: () => {} };
  const by = { access: async () => 'administrator' as const, idempotencyKey: null, input: null } as const;
  const body = { ...toPay([first]), method: 'Cash', reference: '' } as const;
  const outcomes = await Promise.allSettled([
    runCommand(
      environment,
      { ...by, actor: { id: 'user:another', name: 'another@example.pk' }, action: 'fines.pay' },
      async (context) => takeFor(context, fromWire(body), await findFines(context.tx, [first.id])),
    ),
    runCommand(
      environment,
      { ...by, actor: { id: ADMINISTRATOR_ID, name: ADMINISTRATOR.email }, action: 'entries.undo' },
      (context, done: Undoing) => undoIn(context, done),
      { read: (tx) => readUndoing(tx, batch, () => {}), userIds: () => null },
    ),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect((await finesOf(administrator, first.userId)).map(({ status }) => status)).toEqual(['Paid']);
});
