// Marking several fines paid at once, and the list of pending fines (FINE-11 to FINE-13).
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteFine, type Fine, listFines, payFines } from '../../src/contract/fines/fines.ts';
import { deleteUser, type User } from '../../src/contract/users.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { addUser, fineOne, finesOf, mark, refusal, setRule, toPay } from '../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);
let ayesha: User;
let bilal: User;

beforeEach(async () => {
  await setRule(administrator, false);
  ayesha = await addUser(administrator);
  bilal = await addUser(administrator);
});
afterEach(() => expectBooksRight(app.db));

const idsOf = (fines: readonly Fine[]): string[] => fines.map(({ id }) => id);
const summaryOf = async ({ id: userId }: User) =>
  (await administrator.must(listFines, { query: { userId } })).user?.summary;
const pay = (...fines: Fine[]) => administrator.call(payFines, { body: toPay(fines) });

async function several(user: User, count: number, amount = 10): Promise<Fine[]> {
  for (let n = 1; n <= count; n += 1) await fineOne(administrator, user.id, { amount: n * amount });
  return finesOf(administrator, user.id);
}

test('all become Paid at the same instant, even for several users, with a journal entry each [FINE-11]', async () => {
  const fines = [...(await several(ayesha, 13)), ...(await several(bilal, 2))];
  const before = (await administrator.must(listFines, { query: {} })).totals;
  app.clock.advance(1000);
  const now = new Date(app.clock.now()).toISOString();
  const { totals } = await administrator.must(payFines, { body: toPay(fines) });
  expect(totals).toMatchObject({
    totalFinesAmount: before.totalFinesAmount,
    pendingFinesAmount: before.pendingFinesAmount - 940,
    collectedAmount: before.collectedAmount + 940,
    paidCount: before.paidCount + 15,
  });
  for (const fine of await finesOf(administrator, ayesha.id)) {
    expect(fine).toMatchObject({ status: 'Paid', paidOn: now, lastUpdated: now });
  }
  expect(await summaryOf(ayesha)).toMatchObject({ totalFine: 910, pendingFine: 0, paidAmount: 910, paidCount: 13 });
  expect(await summaryOf(bilal)).toMatchObject({ totalFine: 30, pendingFine: 0, paidAmount: 30, paidCount: 2 });
  const entries = await app.db.read
    .selectFrom('journal')
    .select(['subject_id', 'batch', 'total_change', 'pending_change'])
    .where('action', '=', 'fines.pay')
    .where('subject', '=', 'fine')
    .orderBy('sequence')
    .execute();
  // The oldest of each user come first.
  expect(entries.map(({ subject_id }) => subject_id).toSorted()).toEqual(idsOf(fines).toSorted());
  expect(new Set(entries.map(({ batch }) => batch)).size).toBe(1);
  const amounts = new Map(fines.map(({ id, amount }) => [id, amount]));
  for (const { subject_id: id, pending_change: change } of entries) expect(change).toBe(-100 * (amounts.get(id) ?? 0));
});

test('if one was paid or deleted in the meantime, nothing is saved, and the answer names it [FINE-12]', async () => {
  const [paid, deleted, ...others] = await several(ayesha, 4);
  if (paid === undefined || deleted === undefined) throw new Error('Four fines are expected.');
  await mark(administrator, paid.id, 'Paid');
  await administrator.must(deleteFine, { params: { fineId: deleted.id } });
  const before = await dump(app.db);
  for (const [fines, details] of [
    [[paid, ...others], { paid: [paid.id], deleted: [] }],
    [[...others, deleted], { paid: [], deleted: [deleted.id] }],
    [[deleted, ...others, paid], { paid: [paid.id], deleted: [deleted.id] }],
  ] as const) {
    expect(refusal(await pay(...fines))).toMatchObject({
      status: 409,
      code: 'fines-not-pending',
      message: 'Some of these fines have been paid or deleted in the meantime. Nothing was saved.',
      details,
    });
  }
  expect(await dump(app.db)).toEqual(before);
  expect((await pay(...others)).status).toBe(200);
});

test('a repeat under the same key gets the same answer and pays nothing twice [FINE-11]', async () => {
  const fines = await several(ayesha, 3);
  const key = 'paid-once-only';
  const body = toPay(fines);
  const first = await administrator.must(payFines, { body }, { key });
  const [one] = fines;
  await mark(administrator, one?.id ?? '', 'Pending');
  const after = await dump(app.db);
  expect(await administrator.must(payFines, { body }, { key })).toEqual(first);
  expect(await dump(app.db)).toEqual(after);
});

test('of two windows that pay the same fines at once, one is told that the other came first [FINE-12]', async () => {
  const fines = await several(ayesha, 5);
  const answers = await Promise.all([pay(...fines), pay(...fines.slice(2)), pay(...fines.slice(0, 1))]);
  // Either all five came first, or some of them, which leaves the rest free.
  const statuses = answers.map(({ status }) => status);
  expect([
    [200, 409, 409],
    [409, 200, 200],
  ]).toContainEqual(statuses);
});

test('a hundred fines can be paid at once, and fines of a deleted user [FINE-11]', async () => {
  const fines = await several(ayesha, 100, 1);
  await administrator.must(deleteUser, { params: { userId: ayesha.id } });
  expect((await pay(...fines)).status).toBe(200);
  expect(await summaryOf(ayesha)).toMatchObject({ pendingFine: 0, paidCount: 100 });
});

test('the list of one user by status has its count and the user’s figures, and follows each change [FINE-13]', async () => {
  const fines = await several(ayesha, 4);
  await pay(...fines.slice(0, 1));
  const listOf = (status: 'all' | 'Pending' | 'Paid') =>
    administrator.must(listFines, { query: { userId: ayesha.id, status, pageSize: 2 } });
  const pending = await listOf('Pending');
  expect(pending).toMatchObject({ status: 'Pending', totalItems: 3, user: { summary: { fineCount: 4 } } });
  expect(idsOf(pending.items)).toEqual(idsOf(fines.slice(1, 3)));
  expect(idsOf((await listOf('Paid')).items)).toEqual(idsOf(fines.slice(0, 1)));
  expect(await listOf('all')).toMatchObject({ status: 'all', totalItems: 4 });
  await pay(...fines.slice(1));
  expect(await listOf('Pending')).toMatchObject({ items: [], totalItems: 0 });
  expect(await listOf('Paid')).toMatchObject({ totalItems: 4 });
});
