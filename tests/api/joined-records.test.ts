// What counts for the record that remained wherever the other one is named: in addresses, files, cash and reports.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFineImport, checkUserImport, importFines } from '../../src/contract/fines/imports.ts';
import { OPERATIONS } from '../../src/contract/index.ts';
import {
  handOverCash,
  listPayOuts,
  readCash,
  recordPayOut,
  reverseHandOver,
  reversePayOut,
} from '../../src/contract/money/cash.ts';
import { joinUsers, undoJoin } from '../../src/contract/money/joining.ts';
import { findDebtors } from '../../src/contract/money/debtors.ts';
import { listPayments, reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { giveRefund, listRefunds } from '../../src/contract/money/refunds.ts';
import { promise } from '../../src/contract/money/reminders.ts';
import { listWaivers, waiveFine } from '../../src/contract/money/waivers.ts';
import { readReport } from '../../src/contract/reports.ts';
import { deleteUser, readUser, setUserAccess, updateUser, type User } from '../../src/contract/users.ts';
import { ADMINISTRATOR_ID, idOfUser } from '../../src/core/people/actor.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { addUser, finesOf, fineOne, refusal, setRule, userForm } from '../helpers/ledger.ts';
import { addMember, signedInWithAccess } from '../helpers/members.ts';

const DAY = '2026-11-18';
const app = useApp();
const administrator = useAdministrator(app);
/** Nobody else has their names. */
let [ali, aly]: [User, User] = [] as never;
let count = 0;

beforeEach(async () => {
  count++;
  await setRule(administrator, false);
  ali = await addUser(administrator, { userName: `Ali Raza ${count}` });
  aly = await addUser(administrator, { userName: `Aly Raza ${count}`, phone: `0301 765432${count}` });
});
afterEach(() => expectBooksRight(app.db));

async function join(remains: string, joinedId: string): Promise<void> {
  const both = await Promise.all(
    [remains, joinedId].map(async (userId) => (await administrator.must(readUser, { params: { userId } })).summary),
  );
  const sum = (of: 'pendingFine' | 'credit') => both.reduce((total, summary) => total + summary[of], 0);
  const body = { joinedId, pendingFine: sum('pendingFine'), credit: sum('credit') };
  await administrator.must(joinUsers, { params: { userId: remains }, body });
}
const undo = (userId: string) => administrator.call(undoJoin, { params: { userId } });

test('every read that takes a member’s id follows the other’s id to the one that remained [JOIN-5]', async () => {
  await fineOne(administrator, ali.id, { amount: 100 });
  await fineOne(administrator, aly.id, { amount: 70 });
  await administrator.must(takePayment, { body: { userId: aly.id, fines: [], amount: 90, receivedOn: DAY } });
  await administrator.must(promise, { body: { userId: aly.id, until: '2026-12-24' } });
  await join(ali.id, aly.id);
  const takesUser = (schema: object | undefined): boolean =>
    schema !== undefined && 'shape' in schema && Object.hasOwn(schema.shape as object, 'userId');
  const reads = OPERATIONS.filter(({ method, params, query }) => method === 'GET' && [params, query].some(takesUser));
  expect(reads.length).toBeGreaterThan(12);
  for (const { path, query, id } of reads) {
    const read = async (userId: string) => {
      const asked = takesUser(query) ? `?userId=${userId}` : '';
      const { status, text } = await administrator.send(`/api${path.replace(':userId', userId)}${asked}`);
      return { id, status, text };
    };
    const remains = await read(ali.id);
    expect(remains.status, id).toBe(200);
    expect(await read(aly.id)).toEqual(remains);
  }
});

test('a file that names the other means the one that remained, and what it brought before is recognised [JOIN-10]', async () => {
  const other = await addMember(app, administrator, { userName: 'Alee Raza' });
  const named = [aly.userName, aly.userEmail, aly.id, aly.phone, ali.userEmail].map((member) => member ?? '');
  const rows = named.map((member, place) => {
    return { member, fineType: 'Late', amount: `${100 + place}`, date: DAY, description: '' };
  });
  const { checked } = await administrator.must(checkFineImport, { body: { rows } });
  await administrator.must(importFines, { body: { rows, checked } });
  await join(ali.id, aly.id);
  // Whoever can sign in keeps their e-mail.
  await join(ali.id, other.id);
  const again = await administrator.must(checkFineImport, { body: { rows: [...rows, ...rows.slice(0, 1)] } });
  expect(again).toMatchObject({ problems: [], before: [0, 1, 2, 3, 4] });
  expect(again.charges.map((charge) => charge?.userName ?? null)).toEqual([...named.map(() => null), ali.userName]);
  const anew = rows.slice(0, 3).map((row) => ({ ...row, amount: '7' }));
  const check = await administrator.must(checkFineImport, { body: { rows: anew } });
  await administrator.must(importFines, { body: { rows: anew, checked: check.checked } });
  expect(await finesOf(administrator, ali.id)).toHaveLength(8);
  const users = [aly.userEmail, ali.userEmail].map((userEmail) => userForm({ userEmail: userEmail ?? '' }));
  const { problems } = await administrator.must(checkUserImport, { body: { rows: users } });
  expect(problems.map(({ row, problem }) => ({ row, problem }))).toEqual([
    { row: 0, problem: 'email-in-use' },
    { row: 1, problem: 'email-in-use' },
  ]);
  // Somebody else who has the e-mail now is the one whom it means, and a name that two have had means nobody.
  const later = await addUser(administrator, { userName: aly.userName.toLowerCase(), userEmail: aly.userEmail ?? '' });
  const { items } = await administrator.must(findDebtors, { body: { names: [later.userEmail ?? '', aly.userName] } });
  const found = items.map((item) => item.found.map(({ userId }) => userId).toSorted());
  expect(found).toEqual([[later.id], [ali.id, later.id].toSorted()]);
  await administrator.must(deleteUser, { params: { userId: later.id } });
});

test('cash that the other held counts for the one that remained, is handed over with theirs, and returns when it is undone [JOIN-11]', async () => {
  const { user: former, client } = await signedInWithAccess(app, administrator, 'collector', { userName: 'Former' });
  const { user: present, client: collector } = await signedInWithAccess(app, administrator, 'collector');
  const payer = await addUser(administrator);
  const pay = async (by: typeof client, amount: number) => {
    const body = { userId: payer.id, fines: [], amount, receivedOn: DAY };
    return (await by.must(takePayment, { body })).payment?.id ?? '';
  };
  const cash = async () => {
    const { holders } = await administrator.must(readCash, {});
    const of = ({ id }: User) => holders.find(({ holderId }) => holderId === idOfUser(id))?.held ?? null;
    return [of(present), of(former)];
  };
  const paying = (holderId: string, amount: number) =>
    administrator.must(recordPayOut, { body: { holderId, amount, note: 'tea' } });
  const handing = (from: User, held: number) =>
    administrator.must(handOverCash, { body: { holderId: idOfUser(from.id), held, counted: held, takenBy: 'Bank' } });
  const first = await pay(client, 100);
  await pay(client, 200);
  await pay(collector, 20);
  // A hand-over of the one that remains is not one of what the other holds.
  await handing(present, 20);
  await paying(idOfUser(former.id), 30);
  await pay(collector, 50);
  await administrator.must(setUserAccess, { params: { userId: former.id }, body: { access: 'member' } });
  await administrator.must(updateUser, { params: { userId: former.id }, body: { userEmail: 'former@example.pk' } });
  expect(await cash()).toEqual([50, 270]);
  const before = (await dump(app.db))['cash_holders'];

  await join(present.id, former.id);
  expect(await cash()).toEqual([320, null]);
  await expectBooksRight(app.db);
  expect((await undo(former.id)).ok).toBe(true);
  expect(await cash()).toEqual([50, 270]);
  expect((await dump(app.db))['cash_holders']).toEqual(before);

  await join(present.id, former.id);
  const body = { amount: 100, reason: 'counted twice' };
  await administrator.must(reversePayment, { params: { paymentId: first }, body });
  expect(await cash()).toEqual([220, null]);
  // The former id leads to it, too.
  await paying(idOfUser(former.id), 5);
  expect(await cash()).toEqual([215, null]);
  expect(refusal(await undo(former.id)).code).toBe('join-stands');
  await expectBooksRight(app.db);
  const { handOver } = await handing(present, 215);
  expect(handOver).toMatchObject({ received: 250, paidOut: 35 });
  expect(await cash()).toEqual([0, null]);
  await expectBooksRight(app.db);
  const { items } = await administrator.must(listPayOuts, { query: {} });
  const ofFormer = items.find(({ amount }) => amount === 30);
  expect(ofFormer).toMatchObject({ handedOver: true });
  const taking = { params: { payOutId: ofFormer?.id ?? '' }, body: { reason: 'not paid' } };
  expect(refusal(await administrator.call(reversePayOut, taking)).code).toBe('handed-over-since');
  const { handOver: back } = await administrator.must(reverseHandOver, {
    params: { handOverId: handOver.id },
    body: { reason: 'not handed over' },
  });
  expect(back.payOuts.map(({ amount }) => amount)).toEqual([30, 5]);
  expect(await cash()).toEqual([215, null]);
  await administrator.must(reversePayOut, taking);
  expect(await cash()).toEqual([245, null]);
});

test('cash that the other took over is taken back from the one that remained [JOIN-11]', async () => {
  const { user: former } = await signedInWithAccess(app, administrator, 'collector', { userName: 'Former' });
  const payer = await addUser(administrator);
  await administrator.must(takePayment, { body: { userId: payer.id, fines: [], amount: 80, receivedOn: DAY } });
  const held = async (holderId: string) =>
    (await administrator.must(readCash, {})).holders.find((holder) => holder.holderId === holderId)?.held ?? 0;
  const before = await held(ADMINISTRATOR_ID);
  const handing = { holderId: ADMINISTRATOR_ID, held: before, counted: before, takenBy: former.userEmail ?? '' };
  const { handOver } = await administrator.must(handOverCash, { body: handing });
  await administrator.must(setUserAccess, { params: { userId: former.id }, body: { access: 'member' } });
  await join(ali.id, former.id);
  expect(await held(idOfUser(ali.id))).toBe(before);
  const back = { params: { handOverId: handOver.id }, body: { reason: 'not handed over' } };
  await administrator.must(reverseHandOver, back);
  expect([await held(idOfUser(ali.id)), await held(ADMINISTRATOR_ID)]).toEqual([0, before]);
});

test('what the other received, gave back and waived is found by the one that remained, who has it in reports, until it is undone [JOIN-12]', async () => {
  const { user: former, client } = await signedInWithAccess(app, administrator, 'manager', { userName: 'Former' });
  const { user: present, client: collector } = await signedInWithAccess(app, administrator, 'collector');
  const [before, now] = [former.userEmail ?? '', present.userEmail ?? ''];
  const payer = await addUser(administrator);
  const pay = (by: typeof client, amount: number) =>
    by.must(takePayment, { body: { userId: payer.id, fines: [], amount, receivedOn: DAY } });
  await pay(client, 100);
  await pay(collector, 20);
  const refund = { userId: payer.id, credit: 120, amount: 5, givenOn: DAY };
  await client.must(giveRefund, { body: refund });
  const { id: fineId } = await fineOne(administrator, payer.id, { amount: 60 });
  const waiver = { outstanding: 60, amount: 60, reason: 'ill' };
  await client.must(waiveFine, { params: { fineId }, body: waiver });
  const found = async (by: string) => {
    const { items, totalItems, received } = await administrator.must(listPayments, { query: { receivedBy: by } });
    expect(items).toHaveLength(totalItems);
    const given = await administrator.must(listRefunds, { query: { givenBy: by } });
    const waived = await administrator.must(listWaivers, { query: { madeBy: by } });
    return [received, given.totalItems, waived.totalItems];
  };
  const reported = async () => {
    const { collectors } = await administrator.must(readReport, { query: { from: DAY, to: DAY } });
    const of = (by: string) => collectors.find(({ receivedBy }) => receivedBy === by)?.collected ?? null;
    return [of(before), of(now)];
  };
  expect([await found(before), await found(now), await reported()]).toEqual([
    [100, 1, 1],
    [20, 0, 0],
    [95, 20],
  ]);
  await administrator.must(setUserAccess, { params: { userId: former.id }, body: { access: 'member' } });
  // Whoever can sign in could not be joined with somebody else who can.
  await administrator.must(updateUser, { params: { userId: former.id }, body: { userEmail: 'former@example.pk' } });
  await join(present.id, former.id);
  expect([await found(before), await found(now), await reported()]).toEqual([
    [120, 1, 1],
    [120, 1, 1],
    [null, 115],
  ]);
  // Somebody else who has the e-mail now is the one whom it means.
  const later = await addUser(administrator, { userEmail: before });
  expect([await found(before), await found(now)]).toEqual([
    [100, 1, 1],
    [20, 0, 0],
  ]);
  await administrator.must(deleteUser, { params: { userId: later.id } });
  expect((await undo(former.id)).ok).toBe(true);
  expect([await found(before), await found(now), await reported()]).toEqual([
    [100, 1, 1],
    [20, 0, 0],
    [95, 20],
  ]);
});
