// What a member sees: their own record, or everyone's under the rule, and never an e-mail or a phone number (ACCESS-7
// to ACCESS-9).
import { beforeAll, expect, test } from 'vitest';
import { listSummaries, listUserFines } from '../../src/contract/overview.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { deleteUser, readUser, type User } from '../../src/contract/users.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { type Client } from '../helpers/client.ts';
import { addUser, fineOne, mark, refusal, setRule } from '../helpers/ledger.ts';
import { signedInMember } from '../helpers/members.ts';

const app = useApp();
const administrator = useAdministrator(app);
let member: Client;
let own: User;
let other: User;
let gone: User;

beforeAll(async () => {
  await setRule(administrator, false);
  const form = { userName: 'Myself', userEmail: 'Me.Myself@Example.pk', phone: '0333-SECRET', userRole: 'admin' };
  ({ user: own, client: member } = await signedInMember(app, administrator, form));
  other = await addUser(administrator, {
    userName: 'Somebody Else',
    userEmail: 'else@example.pk',
    phone: '0345-SECRET',
  });
  gone = await addUser(administrator, { userName: 'Gone' });
  for (const [user, amount] of [
    [own, 100],
    [own, 20.5],
    [other, 7000],
    [gone, 1],
  ] as const) {
    await fineOne(administrator, user.id, { amount });
  }
  const paid = await fineOne(administrator, own.id, { amount: 30 });
  await mark(administrator, paid.id, 'Paid');
  await administrator.must(deleteUser, { params: { userId: gone.id } });
});

const everyone = (on: boolean) => setRule(administrator, on, 'members-see-everyone');

test('with the rule off, a member sees only their own card and totals [ACCESS-7]', async () => {
  await everyone(false);
  const page = await member.must(listSummaries, { query: {} });
  expect(page.items.map(({ userId, summary }) => [userId, summary.totalFine])).toEqual([[own.id, 150.5]]);
  expect(page).toMatchObject({
    totalItems: 1,
    // 100 - round(100 * 120.5 / 150.5)
    totals: { totalFinesAmount: 150.5, pendingFinesAmount: 120.5, collectedAmount: 30, collectionRate: 20 },
  });
  for (const query of [
    { search: other.id },
    { search: 'Somebody' },
    { page: 2 },
    { status: 'has-paid', search: 'else' },
  ] as const) {
    expect(await member.must(listSummaries, { query })).toMatchObject({ items: [], totals: page.totals });
  }
});

test('with the rule off, other people do not exist for a member [ACCESS-7, V8.2.2]', async () => {
  await everyone(false);
  const mine = await member.must(listUserFines, { params: { userId: own.id }, query: {} });
  expect(mine).toMatchObject({ totalItems: 3, pageSize: 5, summary: { totalFine: 150.5 } });
  const answers = [];
  for (const userId of [other.id, gone.id, 'NOBODY22']) {
    answers.push(refusal(await member.call(listUserFines, { params: { userId }, query: {} })));
  }
  expect(answers[0]).toMatchObject({ status: 404, code: 'user-not-found', details: undefined });
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
});

test('with the rule on, a member sees every card, and separately their own card and totals [ACCESS-8, OVERVIEW-14]', async () => {
  await everyone(true);
  const page = await member.must(listSummaries, { query: {} });
  expect(page.items.map(({ userName }) => userName)).toEqual(['Myself', 'Somebody Else', 'Unknown User']);
  const totals = { totalFinesAmount: 150.5, pendingFinesAmount: 120.5, collectedAmount: 30, collectionRate: 20 };
  for (const query of [
    {},
    { search: 'Somebody' },
    { search: 'nobody at all' },
    { sort: 'total', order: 'descending', page: 2 },
    { status: 'has-paid', period: 'week' },
  ] as const) {
    expect(await member.must(listSummaries, { query })).toMatchObject({ own: { userId: own.id }, totals });
  }
  expect((await administrator.must(listSummaries, { query: {} })).own).toBeNull();
  const theirs = await member.must(listUserFines, { params: { userId: other.id }, query: {} });
  expect(theirs.items.map(({ amount }) => amount)).toEqual([7000]);
  await everyone(false);
  expect((await member.must(listSummaries, { query: {} })).totalItems).toBe(1);
});

test('a pending fine of 0 is in no number of unpaid fines [TOTAL-12, OVERVIEW-15, PERSON-1]', async () => {
  const { user, client } = await signedInMember(app, administrator);
  const params = { userId: user.id };
  const counts = async () => [
    (await client.must(listSummaries, { query: {} })).own?.openCount,
    (await administrator.must(readUser, { params })).openCount,
  ];
  const { id: fineId } = await fineOne(administrator, user.id, { amount: 0 });
  expect(await counts()).toEqual([0, 0]);
  await fineOne(administrator, user.id, { amount: 30 });
  expect(await counts()).toEqual([1, 1]);
  await mark(administrator, fineId, 'Paid');
  expect(await counts()).toEqual([1, 1]);
});

test('a member’s own fines list the pending ones first, each group newest first, page by page [OVERVIEW-15]', async () => {
  for (const on of [true, false]) {
    await everyone(on);
    const { own: card } = await member.must(listSummaries, { query: { fines: 2 } });
    const pages = [];
    for (const page of [1, 2]) {
      const query = { order: 'pending-first', page, pageSize: 2 } as const;
      const { items } = await member.must(listUserFines, { params: { userId: own.id }, query });
      pages.push(items.map(({ amount, status }) => [amount, status]));
    }
    expect(pages).toEqual([
      [
        [20.5, 'Pending'],
        [100, 'Pending'],
      ],
      [[30, 'Paid']],
    ]);
    expect(card?.latestFines.map(({ amount, status }) => [amount, status])).toEqual(pages[0]);
  }
});

test('no answer to a member contains an e-mail or a phone number [ACCESS-9, V8.2.3, V14.2.4]', async () => {
  await everyone(true);
  for (const path of ['/api/overview?fines=5', `/api/overview/${other.id}/fines`, '/api/overview?search=else']) {
    const answer = await member.fetch(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toMatch(/SECRET|example\.pk/i);
  }
});

test('a member’s search does not match e-mails, roles or numbers [ACCESS-9, V8.2.3]', async () => {
  await everyone(true);
  const phone = '0345 9876543';
  const { userName } = await addUser(administrator, { phone });
  const found = await administrator.must(listSummaries, { query: { search: phone } });
  expect(found.items.map((item) => item.userName)).toEqual([userName]);
  for (const search of ['else@example.pk', 'clerk', 'secret', phone, '9876', '0345']) {
    expect((await member.must(listSummaries, { query: { search } })).items).toEqual([]);
  }
});

test('a user record’s role text grants nothing [ACCESS-2]', async () => {
  expect(own.userRole).toBe('admin');
  expect(refusal(await member.call(deleteUser, { params: { userId: other.id } }))).toMatchObject({
    status: 403,
    code: 'not-allowed',
  });
});

test('credit is shown to the administrator and to its owner [ACCESS-13]', async () => {
  await everyone(true);
  for (const user of [own, other]) {
    const body = { userId: user.id, fines: [], amount: 45, receivedOn: '2026-11-18' };
    await administrator.must(takePayment, { body });
  }
  const creditFor = async (client: Client, userId: string) => {
    const { items } = await client.must(listSummaries, { query: { search: userId } });
    const { summary } = await client.must(listUserFines, { params: { userId }, query: {} });
    return [items[0]?.summary.credit, summary.credit];
  };
  expect(await creditFor(member, own.id)).toEqual([45, 45]);
  expect(await creditFor(member, other.id)).toEqual([0, 0]);
  expect(await creditFor(administrator, other.id)).toEqual([45, 45]);
  expect((await member.must(listSummaries, { query: {} })).own?.summary.credit).toBe(45);
});
