// Adding fines through the API: charges, the doubling rule and its confirmation (FINE-1, FINE-2, REPEAT-1 to REPEAT-6).
// 2026-11-18 is a Wednesday.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ofEachText } from '../../src/core/fines/fine-texts.ts';
import { addFines, assessFines, deleteFine, listFines } from '../../src/contract/fines/fines.ts';
import { listSummaries, listUserFines } from '../../src/contract/overview.ts';
import type { User } from '../../src/contract/users.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import {
  addUser,
  addUsers,
  confirmation,
  fine,
  fineOne,
  finesOf,
  mark,
  refusal,
  setRule,
  submission,
} from '../helpers/ledger.ts';
import { seedUsers } from '../helpers/seed.ts';

const app = useApp();
const administrator = useAdministrator(app);
let user: User;

afterAll(() => expectBooksRight(app.db));
beforeEach(async () => {
  await setRule(administrator, true);
  user = await addUser(administrator);
});

/** The charge that the server assesses. */
async function charged(userId: string, date: string, amount = 100): Promise<number> {
  const { charges } = await administrator.must(assessFines, { body: { amount, date, userIds: [userId] } });
  return charges[0]?.amount ?? Number.NaN;
}

describe('adding a fine', () => {
  test('creates it Pending, with the trimmed input [NAME-7, FINE-1]', async () => {
    const given = { fineType: ' Late ', description: ' by an hour ', amount: 1500.5, date: '2026-11-17' };
    const added = await fineOne(administrator, user.id, given);
    const now = new Date(app.clock.now()).toISOString();
    expect(added).toEqual({
      id: expect.stringMatching(/^[2-9A-HJKMNP-Z]{12}$/) as string,
      userId: user.id,
      userName: user.userName,
      fineType: 'Late',
      ...ofEachText(() => ''),
      description: 'by an hour',
      amount: 1500.5,
      date: '2026-11-17',
      status: 'Pending',
      paidAmount: 0,
      waivedAmount: 0,
      outstanding: 1500.5,
      mistake: false,
      createdAt: now,
      paidOn: null,
      lastUpdated: now,
      dueOn: null,
    });
    expect(await finesOf(administrator, user.id)).toEqual([added]);
  });

  test('raises total and pending of the user and the organisation by the amount [TOTAL-7]', async () => {
    const before = await administrator.must(listFines, { query: {} });
    const answer = await fine(administrator, { userIds: [user.id], amount: 0.01 });
    const after = await administrator.must(listFines, { query: { userId: user.id } });
    expect(answer.totals).toEqual(after.totals);
    const raised = (figure: 'totalFinesAmount' | 'pendingFinesAmount') =>
      Math.round((after.totals[figure] - before.totals[figure]) * 100);
    expect([raised('totalFinesAmount'), raised('pendingFinesAmount')]).toEqual([1, 1]);
    expect(after.totals.collectedAmount).toBe(before.totals.collectedAmount);
    expect(after.user?.summary).toEqual({
      totalFine: 0.01,
      pendingFine: 0.01,
      paidAmount: 0,
      credit: 0,
      fineCount: 1,
      paidCount: 0,
      lastActivity: '2026-11-18',
    });
  });

  test('accepts days up to a year ahead, and none beyond [DATE-7]', async () => {
    const { id } = await addUser(administrator);
    const ahead = await fineOne(administrator, id, { date: '2027-11-18' });
    expect(ahead.date).toBe('2027-11-18');
    for (const date of ['2027-11-19', '2062-11-20']) {
      const body = submission({ userIds: [id], date });
      for (const answer of [
        await administrator.call(assessFines, { body }),
        await administrator.call(addFines, { body }),
      ]) {
        expect(refusal(answer)).toMatchObject({ status: 422, code: 'day-too-far' });
      }
    }
    expect(await finesOf(administrator, id)).toHaveLength(1);
  });

  test('for several users is one request: all fines are added or none [FINE-2]', async () => {
    const users = await addUsers(administrator, ['One', 'Two', 'Three']);
    const userIds = users.map(({ id }) => id);
    const { fineIds } = await fine(administrator, { userIds, amount: 50 });
    const added = await Promise.all(userIds.map((id) => finesOf(administrator, id)));
    expect(added.map((fines) => fines.map(({ id, userName, amount }) => [id, userName, amount]))).toEqual(
      users.map(({ userName }, index) => [[fineIds[index], userName, 50]]),
    );
    const before = await dump(app.db);
    const body = submission({ userIds: [...userIds, 'NOBODY22'], date: '2026-10-01' });
    const answer = refusal(await administrator.call(addFines, { body }));
    expect(answer).toMatchObject({ status: 404, code: 'user-not-found', details: { userIds: ['NOBODY22'] } });
    expect(await dump(app.db)).toEqual(before);
  });

  test('accepts 500 users at once [FINE-2, V2.3.2]', async () => {
    const ids = await seedUsers(app.db, 500);
    const { fineIds } = await fine(administrator, { userIds: ids, amount: 999_999_999.99 });
    const added = app.db.read.selectFrom('fines').select(['id', 'user_id', 'amount']).orderBy('sequence');
    expect(await added.where('user_id', 'in', ids).execute()).toEqual(
      ids.map((user_id, index) => ({ id: fineIds[index], user_id, amount: 99_999_999_999 })),
    );
    await expectBooksRight(app.db);
  });
});

describe('the repeat-offence rule', () => {
  test('doubles where the user already has a fine in the ISO week of the new one [REPEAT-1]', async () => {
    expect(await charged(user.id, '2026-11-18')).toBe(100);
    await fineOne(administrator, user.id, { date: '2026-11-18', amount: 30 });
    const doubled = await fineOne(administrator, user.id, { date: '2026-11-17' });
    expect(doubled.amount).toBe(200);
    expect((await fineOne(administrator, user.id, { date: '2026-11-17' })).amount).toBe(200);
  });

  test('names the fine of the same week that doubled another, as long as it exists [REPEAT-13]', async () => {
    const doublings = async () => {
      const { items } = await administrator.must(listUserFines, { params: { userId: user.id }, query: {} });
      const { items: cards } = await administrator.must(listSummaries, { query: { search: user.id } });
      expect(cards[0]?.latestFines).toEqual(items.slice(0, 3));
      return items.map(({ fineType, doubling }) => [fineType, doubling]);
    };
    const first = await fineOne(administrator, user.id, { date: '2026-11-16', fineType: 'Late', amount: 30 });
    await fineOne(administrator, user.id, { date: '2026-11-17', fineType: 'Phone', amount: 30 });
    const other = await fineOne(administrator, user.id, { date: '2026-11-18', fineType: 'Uniform', amount: 70 });
    await setRule(administrator, false);
    await fineOne(administrator, user.id, { date: '2026-11-19', fineType: 'Cup', amount: 30 });
    await setRule(administrator, true);
    const late = { earlier: { fineType: 'Late', date: '2026-11-16' } };
    expect(await doublings()).toEqual([
      ['Cup', null],
      ['Uniform', late],
      ['Phone', late],
      ['Late', null],
    ]);
    await mark(administrator, other.id, 'Paid');
    // "Phone" is reduced to its own amount, "Uniform" stays doubled.
    await administrator.must(deleteFine, { params: { fineId: first.id } });
    expect(await doublings()).toEqual([
      ['Cup', null],
      ['Uniform', { earlier: null }],
      ['Phone', null],
    ]);
    await expectBooksRight(app.db);
  });

  test.each([
    ['Wednesday', '2026-11-18'],
    ['Monday', '2026-11-16'],
    ['Sunday', '2026-11-22'],
  ])('counts weeks from Monday to Sunday, with the earlier fine on a %s', async (_day, earlier) => {
    await fineOne(administrator, user.id, { date: earlier });
    const amounts: number[] = [];
    for (const date of ['2026-11-15', '2026-11-16', '2026-11-22', '2026-11-23']) {
      amounts.push(await charged(user.id, date));
    }
    expect(amounts).toEqual([100, 200, 200, 100]);
  });

  test('counts ISO weeks across the turn of a year [REPEAT-1]', async () => {
    await fineOne(administrator, user.id, { date: '2026-12-31' });
    const amounts: number[] = [];
    for (const date of ['2026-12-27', '2026-12-28', '2027-01-01', '2027-01-03', '2027-01-04', '2025-12-31']) {
      amounts.push(await charged(user.id, date));
    }
    expect(amounts).toEqual([100, 200, 200, 200, 100, 100]);
  });

  test('counts an earlier fine Paid or Pending, and one dated later in the week [REPEAT-2]', async () => {
    const earlier = await fineOne(administrator, user.id, { date: '2026-11-20' });
    await mark(administrator, earlier.id, 'Paid');
    expect(await charged(user.id, '2026-11-16')).toBe(200);
  });

  test('does not count other users’ fines', async () => {
    await fineOne(administrator, (await addUser(administrator)).id);
    expect(await charged(user.id, '2026-11-18')).toBe(100);
  });

  test('doubles 0 to 0 [REPEAT-9]', async () => {
    await fineOne(administrator, user.id, { amount: 0 });
    const { charges } = await administrator.must(assessFines, {
      body: { amount: 0, date: '2026-11-18', userIds: [user.id] },
    });
    expect(charges[0]).toMatchObject({ amount: 0, doubled: true });
    expect((await fineOne(administrator, user.id, { amount: 0 })).amount).toBe(0);
  });

  test('when switched off, uses the entered amount for everyone [REPEAT-5]', async () => {
    await fineOne(administrator, user.id);
    await setRule(administrator, false);
    const body = submission({ userIds: [user.id] });
    const assessed = await administrator.must(assessFines, { body });
    expect(assessed).toMatchObject({ ruleOn: false, charges: [{ amount: 100, doubled: false }] });
    await administrator.must(addFines, { body });
    expect((await finesOf(administrator, user.id)).map(({ amount }) => amount)).toEqual([100, 100]);
  });

  test('refuses an amount whose double would be too large [REPEAT-6]', async () => {
    await fineOne(administrator, user.id);
    expect(await charged(user.id, '2026-11-18', 499_999_999.99)).toBe(999_999_999.98);
    const body = submission({ userIds: [user.id], amount: 500_000_000 });
    for (const answer of [
      await administrator.call(assessFines, { body }),
      await administrator.call(addFines, { body }),
    ]) {
      expect(refusal(answer)).toMatchObject({ status: 422, code: 'amount-too-large' });
    }
  });

  test('counts as off if its row is lost [REPEAT-12]', async () => {
    const own = await startApp();
    const client = await own.administrator();
    const { id } = await addUser(client);
    await fineOne(client, id);
    await own.db.write.deleteFrom('settings').where('id', '=', '1').execute();
    await client.must(addFines, { body: submission({ userIds: [id] }) });
    expect((await finesOf(client, id)).map(({ amount }) => amount)).toEqual([100, 100]);
    await own.stop();
  });
});

describe('the confirmation', () => {
  test('lists who is charged the normal amount and who double, in the order of selection [REPEAT-3]', async () => {
    const other = await addUser(administrator, { userName: 'Repeater' });
    await fineOne(administrator, other.id);
    const body = { amount: 12.34, date: '2026-11-18', userIds: [other.id, user.id] };
    expect(await administrator.must(assessFines, { body })).toEqual({
      ruleOn: true,
      charges: [
        {
          userId: other.id,
          userName: 'Repeater',
          amount: 24.68,
          doubled: true,
          earlier: { fineType: 'Late arrival', date: '2026-11-18', amount: 100 },
        },
        { userId: user.id, userName: user.userName, amount: 12.34, doubled: false, earlier: null },
      ],
    });
  });

  test('names the fine that caused the doubling: the first of the week, whenever the others were entered [REPEAT-15]', async () => {
    await fineOne(administrator, user.id, { date: '2026-11-15', fineType: 'The week before' });
    await fineOne(administrator, user.id, { date: '2026-11-19', fineType: 'Later' });
    await fineOne(administrator, user.id, { date: '2026-11-16', fineType: 'Phone', amount: 75.5 });
    const body = { amount: 10, date: '2026-11-18', userIds: [user.id] };
    const { charges } = await administrator.must(assessFines, { body });
    // It was doubled itself, because the other was entered before it.
    expect(charges[0]?.earlier).toEqual({ fineType: 'Phone', date: '2026-11-16', amount: 151 });
    const refused = refusal(await administrator.call(addFines, { body: submission({ userIds: [user.id] }) }));
    expect(refused.details).toMatchObject({ charges: [{ earlier: { fineType: 'Phone' } }] });
    await setRule(administrator, false);
    const off = await administrator.must(assessFines, { body });
    expect(off.charges[0]).toMatchObject({ doubled: false, earlier: null });
  });

  test('assessing saves nothing', async () => {
    const before = await dump(app.db);
    await administrator.must(assessFines, { body: { amount: 1, date: '2026-11-18', userIds: [user.id] } });
    expect(await dump(app.db)).toEqual(before);
  });

  test('is required while the rule is on, even if nobody is doubled [V2.3.1]', async () => {
    const before = await dump(app.db);
    const answer = refusal(await administrator.call(addFines, { body: submission({ userIds: [user.id] }) }));
    expect(answer).toMatchObject({
      status: 409,
      code: 'charges-changed',
      details: { ruleOn: true, charges: [{ userId: user.id, userName: user.userName, amount: 100, doubled: false }] },
    });
    expect(await dump(app.db)).toEqual(before);
  });

  test('is void if somebody else added a fine in the meantime: nothing is saved, and the answer has the new list [REPEAT-4]', async () => {
    const body = submission({ userIds: [user.id] });
    const { charges } = await administrator.must(assessFines, { body });
    await fineOne(administrator, user.id, { date: '2026-11-16' });
    const before = await dump(app.db);
    const confirmed = confirmation(charges);
    const answer = refusal(await administrator.call(addFines, { body: { ...body, confirmed } }));
    expect(answer).toMatchObject({ code: 'charges-changed', details: { charges: [{ amount: 200, doubled: true }] } });
    expect(await dump(app.db)).toEqual(before);
    const { charges: changed } = answer.details as { charges: { userId: string; amount: number; doubled: boolean }[] };
    await administrator.must(addFines, { body: { ...body, confirmed: confirmation(changed) } });
    expect((await finesOf(administrator, user.id)).map(({ amount }) => amount)).toEqual([200, 100]);
  });

  test('must match the users, amounts and doublings, in any order [V2.1.2, V2.2.3]', async () => {
    const other = await addUser(administrator);
    const body = submission({ userIds: [user.id, other.id] });
    const right = confirmation((await administrator.must(assessFines, { body })).charges);
    const [first, second] = right;
    if (first === undefined || second === undefined) throw new Error('two charges are expected');
    const wrong = [
      [],
      [first],
      [first, first],
      [first, second, second],
      [first, { ...second, amount: 200 }],
      [first, { ...second, doubled: true }],
      [first, { ...second, userId: 'NOBODY22' }],
    ];
    for (const confirmed of wrong) {
      const answer = await administrator.call(addFines, { body: { ...body, confirmed } });
      expect(refusal(answer).code).toBe('charges-changed');
    }
    const { fineIds } = await administrator.must(addFines, { body: { ...body, confirmed: [second, first] } });
    expect(fineIds.length).toBe(2);
  });

  test('of doubled amounts is void once the rule is off', async () => {
    await fineOne(administrator, user.id);
    const body = submission({ userIds: [user.id] });
    const confirmed = confirmation((await administrator.must(assessFines, { body })).charges);
    await setRule(administrator, false);
    const answer = refusal(await administrator.call(addFines, { body: { ...body, confirmed } }));
    expect(answer).toMatchObject({
      code: 'charges-changed',
      details: { ruleOn: false, charges: [{ amount: 100, doubled: false }] },
    });
  });
});
