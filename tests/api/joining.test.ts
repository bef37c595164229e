// Joining two records of one person, and undoing it (JOIN-1 to JOIN-9).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listFines } from '../../src/contract/fines/fines.ts';
import { listHistory } from '../../src/contract/history.ts';
import { joinUsers, undoJoin } from '../../src/contract/money/joining.ts';
import { readOwnStatement } from '../../src/contract/money/own.ts';
import { listPayments, readReceipt, takePayment } from '../../src/contract/money/payments.ts';
import { giveRefund, readVoucher } from '../../src/contract/money/refunds.ts';
import { promise, remind } from '../../src/contract/money/reminders.ts';
import { listRequests, sendAppeal } from '../../src/contract/money/requests.ts';
import { readStatement } from '../../src/contract/money/statements.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { createSignInLink, deleteUser, listUsers, readUser, updateUser, type User } from '../../src/contract/users.ts';
import { emptyColumns, emptyUserRow } from '../../src/server/shared/user-row.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { addUser, fine, fineOne, finesOf, mark, refusal, setRule } from '../helpers/ledger.ts';
import { addMember, signedInMember, signedInWithAccess } from '../helpers/members.ts';

const DAY = '2026-11-18';
const app = useApp();
const administrator = useAdministrator(app);
let [ali, aly]: User[] = [];
const idOf = (user: User | undefined): string => user?.id ?? '';

beforeEach(async () => {
  await setRule(administrator, true);
  await setRule(administrator, true, 'members-appeal');
  ali = await addUser(administrator, { userName: 'Ali Khan' });
  aly = await addUser(administrator, { userName: 'Aly Khan', phone: '0301 7654321' });
});
afterEach(() => expectBooksRight(app.db));

const person = (userId: string) => administrator.must(readUser, { params: { userId } });
const totals = async () => (await administrator.must(listFines, { query: {} })).totals;

/** With what both have now, unless something else is said to have been shown. */
async function joining(remains = idOf(ali), joined = idOf(aly), over: { pendingFine?: number; credit?: number } = {}) {
  const both = [(await person(remains)).summary, (await person(joined)).summary];
  const sum = (of: 'pendingFine' | 'credit') => both.reduce((total, summary) => total + summary[of], 0);
  const body = { joinedId: joined, pendingFine: sum('pendingFine'), credit: sum('credit'), ...over };
  return { params: { userId: remains }, body };
}
const join = async (remains?: string, joined?: string) => administrator.must(joinUsers, await joining(remains, joined));
const undo = (userId: string) => administrator.call(undoJoin, { params: { userId } });

/** The other record has some of everything. */
async function recordsOfAly() {
  const userId = idOf(aly);
  const [first, second] = [
    await fineOne(administrator, userId, { amount: 500, date: '2026-10-01' }),
    await fineOne(administrator, userId, { amount: 70, date: '2026-10-15' }),
  ];
  const fines = [{ fineId: first.id, outstanding: 500 }];
  const { payment } = await administrator.must(takePayment, { body: { userId, fines, amount: 550, receivedOn: DAY } });
  const refund = { userId, credit: 50, amount: 20, givenOn: DAY };
  const { refund: given } = await administrator.must(giveRefund, { body: refund });
  await administrator.must(remind, { body: { userId, channel: 'whatsapp' } });
  await administrator.must(promise, { body: { userId, until: '2026-12-24' } });
  return { first, second, receipt: payment?.receipt ?? '', voucher: given.voucher };
}

describe('joining', () => {
  test('all that was the other’s counts for the one that remains; the totals stay [JOIN-1]', async () => {
    await fineOne(administrator, idOf(ali), { amount: 100, date: '2026-10-15' });
    const { first, second } = await recordsOfAly();
    const before = await totals();
    const { id, userName, phone } = await join();
    expect({ id, userName, phone }).toMatchObject({ id: idOf(ali), userName: 'Ali Khan', phone: '0300 1234567' });
    expect(await totals()).toEqual(before);
    const { summary, unpaidSince, joined } = await person(idOf(ali));
    expect(summary).toMatchObject({ totalFine: 670, pendingFine: 170, paidAmount: 500, credit: 30, fineCount: 3 });
    expect({ unpaidSince, joined }).toEqual({
      unpaidSince: '2026-10-15',
      joined: { userId: idOf(aly), userName: 'Aly Khan' },
    });
    const ofBoth = (await finesOf(administrator, idOf(ali))).map((one) => one.id);
    expect(ofBoth).toEqual(expect.arrayContaining([first.id, second.id]));
    const payments = await administrator.must(listPayments, { query: { userId: idOf(ali) } });
    expect(payments.items.map(({ userId, userName: name, amount }) => ({ userId, name, amount }))).toEqual([
      { userId: idOf(ali), name: 'Ali Khan', amount: 550 },
    ]);
    const { items } = await administrator.must(listUsers, { query: { search: 'Khan' } });
    expect(items.map((user) => user.id)).toContain(idOf(ali));
    expect(items.map((user) => user.id)).not.toContain(idOf(aly));
    await mark(administrator, second.id, 'Paid');
    expect((await person(idOf(ali))).summary).toMatchObject({ pendingFine: 100, paidAmount: 570 });
  });

  test('what the one that remains lacks is filled in from the other [JOIN-2]', async () => {
    const [kept, other] = [
      await addUser(administrator, { userName: 'Bilal', status: 'Inactive' }),
      await addUser(administrator, { userName: 'Bilal Ahmed', phone: '0333 1111111', userRole: 'Cook' }),
    ];
    const { userEmail } = kept;
    const joined = await join(kept.id, other.id);
    expect(joined).toMatchObject({ userName: 'Bilal', userEmail, phone: '0300 1234567', status: 'Active' });
    // Only records of the earlier application lack something.
    const details = { user_name: 'Bilal', user_email: 'b@example.pk', user_role: 'Cook', phone: '0333' };
    const [bare, full] = [emptyUserRow({ id: 'A', user_name: 'Aly' }), emptyUserRow({ id: 'B', ...details })];
    expect(emptyColumns(bare, full)).toMatchObject({ user_email: 'b@example.pk', user_role: 'Cook', phone: '0333' });
  });

  test('the history tells the entries of both, and that they were joined [JOIN-4]', async () => {
    await recordsOfAly();
    await join();
    const { items } = await administrator.must(listHistory, { query: { userId: idOf(ali) } });
    const told = items.map(({ action, member, facts }) => ({
      action,
      member: member?.userName,
      with: facts.subject === 'user' ? facts.joinedWith : undefined,
    }));
    expect(told.slice(0, 2)).toEqual([
      { action: 'users.join', member: 'Ali Khan', with: 'Aly Khan' },
      { action: 'users.join', member: 'Aly Khan', with: 'Ali Khan' },
    ]);
    expect(told).toContainEqual({ action: 'refunds.give', member: 'Ali Khan', with: undefined });
    expect(told).toContainEqual({ action: 'users.add', member: 'Aly Khan', with: null });
    const byOther = await administrator.must(listHistory, { query: { userId: idOf(aly) } });
    expect(byOther.items).toEqual(items);
  });

  test('papers say what they said, and the statement has the lines of both [JOIN-3]', async () => {
    await administrator.must(updateOrganisation, { body: { dueDays: 14 } });
    await fineOne(administrator, idOf(ali), { amount: 100, date: '2026-10-15' });
    const { receipt, voucher } = await recordsOfAly();
    const read = async () => ({
      receipt: await administrator.must(readReceipt, { params: { number: receipt } }),
      voucher: await administrator.must(readVoucher, { params: { number: voucher } }),
    });
    const before = await read();
    expect(before.receipt).toMatchObject({ payment: { userName: 'Aly Khan' }, owedAfter: 70, nextDue: '2026-12-02' });
    await join();
    const after = await read();
    const same = (userId: string) => ({
      receipt: { ...before.receipt, payment: { ...before.receipt.payment, userId } },
      voucher: { ...before.voucher, refund: { ...before.voucher.refund, userId } },
    });
    expect(after).toEqual(same(idOf(ali)));
    await fineOne(administrator, idOf(ali), { amount: 40, date: '2026-10-22' });
    expect(await read()).toEqual(after);
    await administrator.must(updateOrganisation, { body: { dueDays: null } });
    const statement = await administrator.must(readStatement, { params: { userId: idOf(aly) }, query: {} });
    expect(statement).toMatchObject({ userId: idOf(ali), userName: 'Ali Khan', closing: 180 });
    expect(statement.lines).toHaveLength(6);
  });

  test('the other’s id leads to the one that remained, over several joins [JOIN-5]', async () => {
    const third = await addUser(administrator, { userName: 'Alee Khan' });
    await fineOne(administrator, idOf(aly), { amount: 50 });
    await join();
    expect((await person(idOf(aly))).user.id).toBe(idOf(ali));
    await join(third.id, idOf(ali));
    expect((await person(idOf(aly))).user.id).toBe(third.id);
    expect((await person(third.id)).summary).toMatchObject({ pendingFine: 50 });
    expect(refusal(await undo(idOf(aly)))).toMatchObject({ code: 'join-stands' });
    expect(refusal(await administrator.call(joinUsers, await joining(third.id, idOf(aly))))).toMatchObject({
      code: 'user-not-found',
    });
    const fines = { userIds: [idOf(aly)], amount: 5, fineType: 'Late', date: DAY, confirmed: [] };
    await expect(fine(administrator, fines)).rejects.toThrow('user-not-found');
    await administrator.must(undoJoin, { params: { userId: idOf(ali) } });
    expect((await person(idOf(aly))).user.id).toBe(idOf(ali));
    expect((await person(idOf(ali))).summary).toMatchObject({ pendingFine: 50 });
    expect((await person(third.id)).summary).toMatchObject({ pendingFine: 0 });
  });

  test('whoever of the two can sign in still can, with requests, and reads what counts for both [JOIN-6]', async () => {
    const { user, client } = await signedInMember(app, administrator, { userName: 'Aly' });
    const { id: fineId } = await fineOne(administrator, user.id, { amount: 60 });
    await fineOne(administrator, idOf(ali), { amount: 10, date: '2026-10-01' });
    await client.must(sendAppeal, { body: { fineId, reason: 'was not there' } });
    expect(await join(idOf(ali), user.id)).toMatchObject({ userEmail: user.userEmail, signIn: 'active' });
    const ownFines = async () => (await client.must(readOwnStatement, { query: {} })).lines.map(({ amount }) => amount);
    expect(await ownFines()).toEqual([10, 60]);
    const { items } = await administrator.must(listRequests, { query: { userId: idOf(ali) } });
    expect(items.map(({ userName }) => userName)).toEqual(['Ali Khan']);
    expect(await administrator.must(undoJoin, { params: { userId: user.id } })).toMatchObject({ signIn: 'active' });
    expect(await ownFines()).toEqual([60]);
    expect((await person(idOf(ali))).user).toMatchObject({ userEmail: ali?.userEmail, signIn: 'none' });
  });

  test('an open sign-in link goes along with its e-mail [JOIN-6]', async () => {
    await administrator.must(createSignInLink, { params: { userId: idOf(aly) } });
    expect(await join()).toMatchObject({ userEmail: aly?.userEmail, signIn: 'invited' });
    await administrator.must(undoJoin, { params: { userId: idOf(aly) } });
    expect((await person(idOf(aly))).user).toMatchObject({ userEmail: aly?.userEmail, signIn: 'invited' });
    expect((await person(idOf(ali))).user).toMatchObject({ userEmail: ali?.userEmail, signIn: 'none' });
  });

  test('is refused with itself, with somebody who is gone, and if it is not as shown [JOIN-7]', async () => {
    await fineOne(administrator, idOf(aly), { amount: 60 });
    const gone = await addUser(administrator);
    const body = (await joining(idOf(ali), gone.id)).body;
    await administrator.must(deleteUser, { params: { userId: gone.id } });
    const before = await dump(app.db);
    const refused = async (given: Awaited<ReturnType<typeof joining>>) =>
      refusal(await administrator.call(joinUsers, given)).code;
    expect(await refused({ params: { userId: idOf(ali) }, body: { ...body, joinedId: idOf(ali) } })).toBe('join-self');
    expect(await refused({ params: { userId: idOf(ali) }, body })).toBe('user-not-found');
    expect(await refused({ params: { userId: gone.id }, body: { ...body, joinedId: idOf(ali) } })).toBe(
      'user-not-found',
    );
    expect(await refused(await joining(idOf(ali), idOf(aly), { pendingFine: 59 }))).toBe('join-changed');
    expect(await refused(await joining(idOf(ali), idOf(aly), { credit: 1 }))).toBe('join-changed');
    expect(await dump(app.db)).toEqual(before);
  });

  test('is refused while both can sign in, and if the one that goes has access; only the administrator joins records with access [JOIN-7]', async () => {
    const [one, two] = [await addMember(app, administrator), await addMember(app, administrator)];
    const { user: staff } = await signedInWithAccess(app, administrator, 'viewer');
    const { client: manager } = await signedInWithAccess(app, administrator, 'manager');
    const own = await addUser(administrator, { userName: 'Own', userEmail: ADMINISTRATOR.email });
    const before = await dump(app.db);
    const refused = async (by: typeof manager, remains: string, joined: string) =>
      refusal(await by.call(joinUsers, await joining(remains, joined))).code;
    expect(await refused(manager, one.id, two.id)).toBe('join-both-sign-in');
    expect(await refused(administrator, idOf(ali), staff.id)).toBe('join-has-access');
    expect(await refused(manager, staff.id, idOf(ali))).toBe('user-has-access');
    expect(await refused(manager, idOf(ali), staff.id)).toBe('user-has-access');
    expect(await refused(administrator, idOf(ali), own.id)).toBe('join-has-access');
    expect(await dump(app.db)).toEqual(before);
    // Who is inactive cannot sign in.
    const [three, four] = [await addMember(app, administrator), await addMember(app, administrator)];
    await administrator.must(updateUser, { params: { userId: four.id }, body: { status: 'Inactive' } });
    await manager.must(joinUsers, await joining(three.id, four.id));
    await manager.must(joinUsers, await joining(one.id, idOf(ali)));
    expect(await join(staff.id, idOf(aly))).toMatchObject({ access: 'viewer' });
    expect(refusal(await manager.call(undoJoin, { params: { userId: idOf(aly) } })).code).toBe('user-has-access');
  });
});

describe('undoing', () => {
  /** Everything but the journal and the times that say when something changed. */
  const records = async () => {
    const { journal: _, books: __, books_by_day: ___, idempotency: ____, ...tables } = await dump(app.db);
    return JSON.parse(JSON.stringify(tables).replaceAll(/\\"(summary_)?updated_at\\":\d+,?/g, '')) as Record<
      string,
      string[]
    >;
  };

  test('gives back to each what was its own, exactly [JOIN-8]', async () => {
    await fineOne(administrator, idOf(ali), { amount: 100, date: '2026-10-15' });
    await administrator.must(promise, { body: { userId: idOf(ali), until: '2026-12-01' } });
    await recordsOfAly();
    const before = await records();
    await join();
    expect(await administrator.must(undoJoin, { params: { userId: idOf(aly) } })).toMatchObject({
      id: idOf(aly),
      userName: 'Aly Khan',
      phone: '0301 7654321',
    });
    expect(await records()).toEqual(before);
    expect((await person(idOf(ali))).joined).toBeNull();
    expect(refusal(await undo(idOf(aly))).code).toBe('user-not-found');
    const { items } = await administrator.must(listHistory, { query: { userId: idOf(aly) } });
    expect(items[0]).toMatchObject({ action: 'users.undoJoin', facts: { joinedWith: 'Ali Khan' } });
    await join(idOf(aly), idOf(ali));
    expect((await person(idOf(ali))).user.id).toBe(idOf(aly));
  });

  test('is refused once something happened to either, on another day, or if an e-mail is in use [JOIN-9]', async () => {
    await join();
    await fineOne(administrator, idOf(ali), { amount: 5 });
    expect((await person(idOf(ali))).joined).toBeNull();
    expect(refusal(await undo(idOf(aly))).code).toBe('join-stands');
    const [one, two] = [await addUser(administrator), await addUser(administrator)];
    await join(one.id, two.id);
    const other = await addUser(administrator, { userEmail: two.userEmail ?? '' });
    expect(refusal(await undo(two.id)).code).toBe('email-in-use');
    const changed = { params: { userId: other.id }, body: { userEmail: 'another.one@example.pk' } };
    await administrator.must(updateUser, changed);
    app.clock.advance(24 * 60 * 60 * 1000);
    expect((await person(one.id)).joined).toBeNull();
    expect(refusal(await undo(two.id)).code).toBe('join-stands');
    expect(refusal(await undo('NOBODY22')).code).toBe('user-not-found');
  });
});
