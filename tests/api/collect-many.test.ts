// Collecting from many members at once: who owes, whom a list of names refers to, and one payment each, for all or
// none.
import { beforeEach, expect, test } from 'vitest';
import { collectFromMany, findDebtors, listDebtors } from '../../src/contract/money/debtors.ts';
import { addFines } from '../../src/contract/fines/fines.ts';
import { listPayments, readOwed, readReceipt, takePayment } from '../../src/contract/money/payments.ts';
import { addUsers as addUsersOperation, deleteUser, updateUser } from '../../src/contract/users.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { addUser, fineOne, refusal, setRule, userForm } from '../helpers/ledger.ts';

const TODAY = '2026-11-18';
const app = useApp();
const administrator = useAdministrator(app);
/** Counts up, so that each test's role has words that no other user of the database has. */
let group = 0;
let role = '';
beforeEach(async () => {
  group += 1;
  role = `Wing-${group}x`;
  await setRule(administrator, false);
});

const member = (userName: string) => addUser(administrator, { userName, userRole: role });
const fine = (userId: string, amount: number, date = TODAY) => fineOne(administrator, userId, { amount, date });
const debtors = async (query: { unpaidFor?: number } = {}) =>
  administrator.must(listDebtors, { query: { search: role, ...query } });
const shown = async () => (await debtors()).items.map(({ userId, pendingFine }) => ({ userId, pendingFine }));

test('those who owe something are found by name, id, role and how long they have owed it [PAY-50]', async () => {
  const [bilal, ali, zoya] = [await member('Bilal Khan'), await member('Ali Raza'), await member('Zoya Shah')];
  await fine(bilal.id, 300, '2026-10-19');
  await fine(bilal.id, 50.5);
  await fine(ali.id, 200, '2026-10-18');
  const gone = await member('Gone Away');
  await fine(gone.id, 70);
  await administrator.must(deleteUser, { params: { userId: gone.id } });
  expect(await debtors()).toMatchObject({
    items: [
      { userId: ali.id, userName: 'Ali Raza', userRole: role, pendingFine: 200, unpaidSince: '2026-10-18' },
      { userId: bilal.id, pendingFine: 350.5, unpaidSince: '2026-10-19' },
    ],
    totalItems: 2,
    pendingFine: 550.5,
  });
  // The oldest fines are 31 and 30 days old.
  expect((await debtors({ unpaidFor: 30 })).items).toHaveLength(2);
  expect((await debtors({ unpaidFor: 60 })).items).toHaveLength(0);
  expect(refusal(await administrator.call(listDebtors, { query: { unpaidFor: 31 } }))).toMatchObject({
    code: 'invalid-input',
  });
  const byId = await administrator.must(listDebtors, { query: { search: bilal.id.toLowerCase() } });
  expect(byId.items.map(({ userName }) => userName)).toEqual(['Bilal Khan']);
  expect((await administrator.must(listDebtors, { query: { search: zoya.id } })).items).toEqual([]);
});

test('a list finds members by id, e-mail, number or full name; a name that several share finds nobody [NAME-8, PAY-51]', async () => {
  const [one, other] = [await member(`Sana ${group}`), await member(`Sana ${group}`)];
  const third = await member(`Omar ${group}`);
  await administrator.must(updateUser, { params: { userId: third.id }, body: { phone: '0333-1112223' } });
  await fine(third.id, 40);
  const names = [
    `OMAR ${group}`,
    third.id,
    third.id.toLowerCase(),
    '+92 333 1112223',
    String(third.userEmail).toUpperCase(),
    `\u202a${third.userEmail}\u200e`,
    `\u200bOmar ${group}`,
    `SANA ${group}`,
    one.id,
    `Oma`,
    'Nobody',
  ];
  const { items } = await administrator.must(findDebtors, { body: { names } });
  // Without the marks of direction, as every text.
  expect(items.map(({ name }) => name)).toEqual(names.map((name) => name.replace('\u202a', '')));
  const ids = items.map(({ found }) => found.map(({ userId }) => userId).toSorted());
  const both = [one.id, other.id].toSorted();
  expect(ids).toEqual([...Array.from({ length: 7 }, () => [third.id]), both, [one.id], [], []]);
  expect(items[0]?.found[0]).toMatchObject({ pendingFine: 40 });
  const search = '0333-111';
  expect((await administrator.must(listDebtors, { query: { search } })).items).toMatchObject([{ userId: third.id }]);
});

test('each member pays all they owe, oldest fine first, with receipts in the order given; credit is not used [PAY-52]', async () => {
  const [ali, bilal, clean] = [await member('Ali'), await member('Bilal'), await member('Clean')];
  await fine(ali.id, 100, '2026-11-02');
  await fine(bilal.id, 30, '2026-11-02');
  await fine(bilal.id, 20.5, '2026-11-01');
  await administrator.must(takePayment, { body: { userId: ali.id, fines: [], amount: 15, receivedOn: TODAY } });
  const list = [...(await shown()).toReversed(), { userId: clean.id, pendingFine: 0 }];
  const body = { debtors: list, reference: 'Payroll Nov', receivedOn: '2026-11-17', note: 'November' };
  const answer = await administrator.must(collectFromMany, { body });
  expect(answer.payments).toMatchObject([
    { userId: bilal.id, userName: 'Bilal', amount: 50.5, left: 0 },
    { userId: ali.id, amount: 100, left: 0 },
  ]);
  expect(answer.leftOut).toEqual([{ userId: clean.id, userName: 'Clean' }]);
  const [first, second] = answer.payments.map(({ receipt }) => Number(receipt.slice(-6)));
  expect(second).toBe((first ?? 0) + 1);
  const receipt = await administrator.must(readReceipt, { params: { number: answer.payments[0]?.receipt ?? '' } });
  expect(receipt).toMatchObject({
    payment: { method: 'Salary Deduction', reference: 'Payroll Nov', receivedOn: '2026-11-17', note: 'November' },
    fines: [{ paid: 20.5 }, { paid: 30 }],
    owedAfter: 0,
  });
  expect(await administrator.must(readOwed, { params: { userId: ali.id } })).toMatchObject({ credit: 15, fines: [] });
  await expectBooksRight(app.db);
});

test('a limit caps what each member pays, and a repeat under the same key gets the same answer [PAY-52]', async () => {
  const [ali, bilal] = [await member('Ali'), await member('Bilal')];
  await fine(ali.id, 900);
  await fine(bilal.id, 120);
  const body = { debtors: await shown(), limit: 500, method: 'Cash' as const, receivedOn: TODAY };
  const key = `many-${group}-again`;
  const once = await administrator.must(collectFromMany, { body }, { key });
  expect(once.payments).toMatchObject([
    { amount: 500, left: 400 },
    { amount: 120, left: 0 },
  ]);
  expect(await administrator.must(collectFromMany, { body }, { key })).toEqual(once);
  expect((await debtors()).items).toMatchObject([{ userId: ali.id, pendingFine: 400 }]);
  const { items } = await administrator.must(listPayments, { query: { userId: ali.id } });
  expect(items.map(({ amount, method }) => [amount, method])).toEqual([[500, 'Cash']]);
  await expectBooksRight(app.db);
});

test('if any member is deleted, owes a different sum, or would pay too much, nothing is saved for anyone [PAY-53]', async () => {
  const [ali, bilal] = [await member('Ali'), await member('Bilal')];
  await fine(ali.id, 900);
  await fine(bilal.id, 999_999_999.99);
  const list = await shown();
  await fine(ali.id, 1);
  const body = { debtors: list, receivedOn: TODAY };
  const before = await dump(app.db);
  expect(refusal(await administrator.call(collectFromMany, { body }))).toMatchObject({
    status: 409,
    code: 'debts-changed',
    details: { debtors: [{ userId: ali.id, pendingFine: 901 }] },
  });
  const now = { debtors: await shown(), receivedOn: TODAY };
  expect(
    refusal(await administrator.call(collectFromMany, { body: { ...now, receivedOn: '2026-11-19' } })),
  ).toMatchObject({ code: 'received-in-future' });
  expect(
    refusal(
      await administrator.call(collectFromMany, {
        body: { ...now, debtors: [...now.debtors, { userId: 'NOBODY22', pendingFine: 0 }] },
      }),
    ),
  ).toMatchObject({ code: 'user-not-found', details: { userIds: ['NOBODY22'] } });
  expect(await dump(app.db)).toEqual(before);
  await fine(bilal.id, 5);
  const more = { debtors: await shown(), receivedOn: TODAY };
  expect(refusal(await administrator.call(collectFromMany, { body: more }))).toMatchObject({
    code: 'payment-too-large',
  });
  await administrator.must(deleteUser, { params: { userId: ali.id } });
  expect(refusal(await administrator.call(collectFromMany, { body: { ...more, limit: 5 } }))).toMatchObject({
    code: 'user-not-found',
    details: { userIds: [ali.id] },
  });
  expect((await administrator.must(listPayments, { query: { userId: bilal.id } })).items).toEqual([]);
});

test('500 members with 2,000 fines pay at once, without a gap in the numbers; 10,500 fines are too many [PAY-54]', async () => {
  const users = Array.from({ length: 500 }, (_, n) =>
    userForm({ userName: `Member ${n}`, userEmail: `many.${group}.${n}@example.pk`, userRole: role }),
  );
  const { userIds } = await administrator.must(addUsersOperation, { body: { users } });
  for (const date of ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05']) {
    await administrator.must(addFines, { body: { fineType: 'Late', amount: 25, date, userIds } });
  }
  const { payments } = await administrator.must(collectFromMany, {
    body: { debtors: await shown(), receivedOn: TODAY },
  });
  const numbers = payments.map(({ receipt }) => Number(receipt.slice(-6)));
  const first = numbers[0] ?? 0;
  expect(numbers).toEqual(Array.from({ length: 500 }, (_, n) => first + n));
  expect(await debtors()).toMatchObject({ totalItems: 0 });
  await expectBooksRight(app.db);

  for (let day = 10; day <= 30; day += 1) {
    const late = { fineType: 'Late', amount: 25, date: `2026-10-${day}`, userIds };
    await administrator.must(addFines, { body: late });
  }
  const body = { debtors: await shown(), receivedOn: TODAY };
  expect(refusal(await administrator.call(collectFromMany, { body }))).toMatchObject({ code: 'too-many-fines' });
  expect(await debtors()).toMatchObject({ totalItems: 500 });
});
