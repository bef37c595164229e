// Paying and deleting fines through the API, and what deleting reduces (FINE-3 to FINE-7, REPEAT-7 to REPEAT-11).
// 2026-11-18 is a Wednesday.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteFine, type Fine, listFines, readDeletion } from '../../../src/contract/fines/fines.ts';
import { deleteUser, type User } from '../../../src/contract/users.ts';
import { useAdministrator, useApp } from '../../helpers/app.ts';
import { dump, expectBooksRight } from '../../helpers/books.ts';
import { addUser, fineOne, finesOf, mark, refusal, setRule, tryToMark } from '../../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);
let user: User;

beforeEach(async () => {
  await setRule(administrator, true);
  user = await addUser(administrator);
});
afterEach(() => expectBooksRight(app.db));

/** Adds a fine of exactly this amount, without doubling. */
async function exactly(amount: number, date = '2026-11-18', userId = user.id): Promise<Fine> {
  await setRule(administrator, false);
  const added = await fineOne(administrator, userId, { amount, date });
  await setRule(administrator, true);
  return added;
}

const setStatus = (fineId: string, status: 'Paid' | 'Pending') => mark(administrator, fineId, status);
const remove = (fineId: string) => administrator.must(deleteFine, { params: { fineId } });
const summaryOf = async () => (await administrator.must(listFines, { query: { userId: user.id } })).user?.summary;
const amountsLeft = async () => (await finesOf(administrator, user.id)).map(({ id, amount }) => ({ id, amount }));

describe('marking a fine', () => {
  test('Paid sets paidOn and lowers what is pending; Unpaid clears it and raises it again [FINE-3]', async () => {
    const added = await fineOne(administrator, user.id, { amount: 75.25 });
    app.clock.advance(1000);
    const now = new Date(app.clock.now()).toISOString();
    const paid = await setStatus(added.id, 'Paid');
    expect(paid.fine).toEqual({
      ...added,
      status: 'Paid',
      paidAmount: 75.25,
      outstanding: 0,
      paidOn: now,
      lastUpdated: now,
    });
    expect(await summaryOf()).toMatchObject({ totalFine: 75.25, pendingFine: 0, paidAmount: 75.25, paidCount: 1 });
    app.clock.advance(1000);
    const later = new Date(app.clock.now()).toISOString();
    const unpaid = await setStatus(added.id, 'Pending');
    expect(unpaid.fine).toEqual({ ...added, lastUpdated: later });
    expect(await summaryOf()).toMatchObject({ totalFine: 75.25, pendingFine: 75.25, paidAmount: 0, paidCount: 0 });
    expect(unpaid.totals.pendingFinesAmount - paid.totals.pendingFinesAmount).toBeCloseTo(75.25, 5);
  });

  test('with the status it already has is refused in a plain sentence, and changes nothing [FINE-6]', async () => {
    const added = await fineOne(administrator, user.id);
    const call = (status: 'Paid' | 'Pending') => tryToMark(administrator, added.id, status);
    const untouched = await dump(app.db);
    expect(refusal(await call('Pending'))).toMatchObject({
      status: 409,
      code: 'already-pending',
      message: 'this fine is already marked as unpaid',
    });
    expect(await dump(app.db)).toEqual(untouched);
    await call('Paid');
    const paid = await dump(app.db);
    expect(refusal(await call('Paid'))).toMatchObject({
      status: 409,
      code: 'already-paid',
      message: 'this fine is already marked as paid',
    });
    expect(await dump(app.db)).toEqual(paid);
  });

  test('that was deleted in the meantime is refused with "Fine not found" [FINE-6]', async () => {
    const added = await fineOne(administrator, user.id);
    await remove(added.id);
    const params = { fineId: added.id };
    const expected = { status: 404, code: 'fine-not-found', message: 'Fine not found' };
    expect(refusal(await tryToMark(administrator, params.fineId, 'Paid'))).toMatchObject(expected);
    expect(refusal(await administrator.call(deleteFine, { params }))).toMatchObject(expected);
  });

  test('works for a fine of a deleted user, whose money records stay [FINE-7]', async () => {
    const added = await fineOne(administrator, user.id, { amount: 10 });
    await administrator.must(deleteUser, { params: { userId: user.id } });
    expect((await setStatus(added.id, 'Paid')).fine).toMatchObject({ status: 'Paid', userName: 'Unknown User' });
    expect((await remove(added.id)).deleted.userName).toBe('Unknown User');
  });
});

describe('deleting a fine', () => {
  test('removes it and lowers total and pending [FINE-5]', async () => {
    const [kept, gone] = [await exactly(40, '2026-11-01'), await exactly(60)];
    const before = await administrator.must(listFines, { query: {} });
    const answer = await remove(gone.id);
    expect(answer).toMatchObject({ deleted: gone, reduction: null });
    expect(answer.totals.totalFinesAmount).toBe(before.totals.totalFinesAmount - 60);
    expect(answer.totals.pendingFinesAmount).toBe(before.totals.pendingFinesAmount - 60);
    expect(await finesOf(administrator, user.id)).toEqual([kept]);
    expect(await summaryOf()).toMatchObject({
      totalFine: 40,
      pendingFine: 40,
      fineCount: 1,
      lastActivity: '2026-11-01',
    });
  });

  test('of a Paid one leaves the pending total alone and lowers the collected one [TOTAL-11, FINE-5]', async () => {
    const gone = await exactly(60);
    const paid = await setStatus(gone.id, 'Paid');
    const { totals } = await remove(gone.id);
    expect(totals.pendingFinesAmount).toBe(paid.totals.pendingFinesAmount);
    expect(totals.collectedAmount).toBe(paid.totals.collectedAmount - 60);
    expect(await summaryOf()).toEqual({
      totalFine: 0,
      credit: 60,
      pendingFine: 0,
      paidAmount: 0,
      fineCount: 0,
      paidCount: 0,
      lastActivity: null,
    });
  });

  test('keeps the newest fine date if another fine has the same [TOTAL-11]', async () => {
    const [first, second] = [await exactly(1), await exactly(3)];
    await exactly(5, '2026-11-02');
    await remove(second.id);
    expect((await summaryOf())?.lastActivity).toBe('2026-11-18');
    await remove(first.id);
    expect((await summaryOf())?.lastActivity).toBe('2026-11-02');
  });
});

describe('deleting with the rule on', () => {
  test('of 100 reduces a doubled 200 of the same week to 100 [REPEAT-7]', async () => {
    const first = await fineOne(administrator, user.id, { amount: 100, date: '2026-11-16' });
    const second = await fineOne(administrator, user.id, { amount: 100, date: '2026-11-22' });
    const before = (await administrator.must(listFines, { query: {} })).totals;
    const { reduction, totals } = await remove(first.id);
    expect(reduction).toEqual({ fineId: second.id, from: 200, to: 100, status: 'Pending', toGiveBack: 0 });
    expect(await amountsLeft()).toEqual([{ id: second.id, amount: 100 }]);
    expect(totals.totalFinesAmount).toBe(before.totalFinesAmount - 200);
    expect(totals.pendingFinesAmount).toBe(before.pendingFinesAmount - 200);
    expect(totals.collectedAmount).toBe(before.collectedAmount);
    expect(await summaryOf()).toMatchObject({ totalFine: 100, pendingFine: 100, fineCount: 1 });
  });

  test('reduces a Paid fine as well: the collected total falls, and the difference is to be given back [REPEAT-10]', async () => {
    const [deleted, doubled] = [await exactly(100.5), await exactly(201)];
    const before = (await setStatus(doubled.id, 'Paid')).totals;
    const { reduction, totals } = await remove(deleted.id);
    expect(reduction).toEqual({ fineId: doubled.id, from: 201, to: 100.5, status: 'Paid', toGiveBack: 100.5 });
    expect(totals.collectedAmount).toBe(before.collectedAmount - 100.5);
    expect(totals.pendingFinesAmount).toBe(before.pendingFinesAmount - 100.5);
    expect(await summaryOf()).toMatchObject({ totalFine: 100.5, pendingFine: 0, paidAmount: 100.5, paidCount: 1 });
  });

  test('prefers a Pending one to a Paid one, then the oldest by creation, whatever their days [REPEAT-8]', async () => {
    const paid = await exactly(200, '2026-11-16');
    const older = await exactly(200, '2026-11-22');
    const newer = await exactly(200, '2026-11-17');
    await setStatus(paid.id, 'Paid');
    const reduced: (string | undefined)[] = [];
    for (let n = 0; n < 4; n += 1) {
      const deleted = await exactly(100, '2026-11-19');
      reduced.push((await remove(deleted.id)).reduction?.fineId);
    }
    expect(reduced).toEqual([older.id, newer.id, paid.id, undefined]);
  });

  test('leaves fines of other weeks, users and amounts alone [REPEAT-7]', async () => {
    const other = await addUser(administrator);
    await exactly(200, '2026-11-15');
    await exactly(200, '2026-11-23');
    await exactly(200, '2026-11-18', other.id);
    for (const amount of [199.99, 200.01, 100, 50]) await exactly(amount);
    const deleted = await exactly(100);
    expect((await remove(deleted.id)).reduction).toBeNull();
  });

  test('works across the turn of a year within one ISO week', async () => {
    const doubled = await exactly(200, '2027-01-02');
    const deleted = await exactly(100, '2026-12-29');
    expect((await remove(deleted.id)).reduction?.fineId).toBe(doubled.id);
  });

  test('a fine of 0 reduces nothing [REPEAT-9]', async () => {
    const [, deleted] = [await exactly(0), await exactly(0)];
    expect((await remove(deleted.id)).reduction).toBeNull();
    expect((await finesOf(administrator, user.id)).length).toBe(1);
  });

  test('reduces one fine only [REPEAT-7]', async () => {
    await exactly(200);
    await exactly(200);
    await remove((await exactly(100)).id);
    expect((await amountsLeft()).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([100, 200]);
  });

  test('is foreseen: which fine is reduced to what, and what is to be given back [REPEAT-14]', async () => {
    const [deleted, doubled] = [await exactly(200.5, '2026-11-17'), await exactly(401, '2026-11-19')];
    const ask = (fineId: string) => administrator.must(readDeletion, { params: { fineId } });
    expect((await ask(doubled.id)).reduction).toBeNull();
    await setStatus(doubled.id, 'Paid');
    const { reduction } = await ask(deleted.id);
    expect(reduction).toEqual({
      fineId: doubled.id,
      fineType: 'Late arrival',
      date: '2026-11-19',
      from: 401,
      to: 200.5,
      status: 'Paid',
      toGiveBack: 200.5,
    });
    await setRule(administrator, false);
    expect((await ask(deleted.id)).reduction).toBeNull();
    await setRule(administrator, true);
    const { fineType: _type, date: _date, ...done } = reduction ?? { fineType: '', date: '' };
    expect((await remove(deleted.id)).reduction).toEqual(done);
    const gone = await administrator.call(readDeletion, { params: { fineId: deleted.id } });
    expect(refusal(gone)).toMatchObject({ status: 404, code: 'fine-not-found' });
  });

  test('does exactly what was foreseen, or nothing [REPEAT-14]', async () => {
    const [deleted, doubled] = [await exactly(100), await exactly(200)];
    const removeAs = (reduces: string) =>
      administrator.call(deleteFine, { params: { fineId: deleted.id }, query: { reduces } });
    const before = await dump(app.db);
    for (const told of ['', 'another', deleted.id]) {
      expect(refusal(await removeAs(told))).toMatchObject({
        status: 409,
        code: 'reduction-changed',
        message: 'The effect of this deletion on other fines has changed. Nothing was deleted.',
      });
    }
    expect(await dump(app.db)).toEqual(before);
    expect((await removeAs(doubled.id)).status).toBe(200);
    const answer = await administrator.call(deleteFine, { params: { fineId: doubled.id }, query: { reduces: '' } });
    expect(answer.status).toBe(200);
  });

  test('is journalled as two entries of one batch, each with its effect [WRITE-2]', async () => {
    const [deleted, doubled] = [await exactly(100), await exactly(200)];
    await remove(deleted.id);
    const entries = await app.db.read
      .selectFrom('journal')
      .selectAll()
      .where('action', '=', 'fines.delete')
      .where('user_id', '=', user.id)
      .orderBy('sequence')
      .execute();
    expect(
      entries.map(({ subject_id, total_change, pending_change }) => [subject_id, total_change, pending_change]),
    ).toEqual([
      [doubled.id, -10_000, -10_000],
      [deleted.id, -10_000, -10_000],
    ]);
    expect(new Set(entries.map((entry) => entry.batch)).size).toBe(1);
    expect(entries[1]?.after).toBeNull();
  });

  test('reduces nothing while the rule is off', async () => {
    const [deleted] = [await exactly(100), await exactly(200)];
    await setRule(administrator, false);
    expect((await remove(deleted.id)).reduction).toBeNull();
  });
});
