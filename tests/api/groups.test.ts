// Groups of members: the list, who is in them, and where they are told.
import { afterAll, expect, test } from 'vitest';
import { checkUserImport, importUsers } from '../../src/contract/fines/imports.ts';
import { listHistory } from '../../src/contract/history.ts';
import {
  addGroup,
  deleteGroup,
  type GroupForm,
  listGroups,
  moveGroup,
  updateGroup,
} from '../../src/contract/settings/groups.ts';
import { readByGroup } from '../../src/contract/reports.ts';
import { listFines } from '../../src/contract/fines/fines.ts';
import { listDebtors } from '../../src/contract/money/debtors.ts';
import { listPayments, takePayment } from '../../src/contract/money/payments.ts';
import { listReminders } from '../../src/contract/money/reminders.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { listSummaries, readTotals } from '../../src/contract/overview.ts';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { deleteUser, listUsers, readUser, setGroup, updateUser } from '../../src/contract/users.ts';
import { NO_GROUP } from '../../src/core/people/group.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import { addUser, fineOne, refusal, userForm } from '../helpers/ledger.ts';
import { signedInMember, signedInWithAccess } from '../helpers/members.ts';

const app = useApp();
const administrator = useAdministrator(app);

afterAll(() => expectBooksRight(app.db));

const add = (name: string, over: Partial<GroupForm> = {}) =>
  administrator.must(addGroup, { body: { name, urduName: '', active: true, ...over } });
const list = async () => (await administrator.must(listGroups, {})).items;
const names = async () => (await list()).map(({ name }) => name);
const membersOf = async (group: string) =>
  (await administrator.must(listUsers, { query: { group } })).items.map(({ userName }) => userName);

test('groups are kept in an order, and no two have the same name [GROUP-1]', async () => {
  const { id } = await add('Accounts', { urduName: 'حسابات' });
  await add('Sales');
  expect(
    refusal(await administrator.call(addGroup, { body: { name: ' accounts', urduName: '', active: true } })).code,
  ).toBe('group-exists');
  const taken = { name: 'Books', urduName: 'SALES', active: true };
  expect(refusal(await administrator.call(addGroup, { body: taken })).code).toBe('group-exists');
  await administrator.must(moveGroup, { params: { id }, body: { direction: 'down' } });
  expect(await names()).toEqual(['Sales', 'Accounts']);
  await administrator.must(moveGroup, { params: { id }, body: { direction: 'down' } });
  await administrator.must(moveGroup, { params: { id }, body: { direction: 'up' } });
  expect(await names()).toEqual(['Accounts', 'Sales']);
  const body = { name: 'Finance', shown: { name: 'Accounts' } };
  await administrator.must(updateGroup, { params: { id }, body });
  expect(refusal(await administrator.call(updateGroup, { params: { id }, body })).code).toBe('record-changed');
  expect((await list())[0]).toEqual({
    id,
    name: 'Finance',
    urduName: 'حسابات',
    active: true,
    memberCount: 0,
    activeCount: 0,
  });
  const session = await administrator.must(readSession, {});
  expect(session.principal?.groups.map(({ name }) => name)).toEqual(['Finance', 'Sales']);
});

test('a group that somebody is or was in is not deleted [GROUP-2]', async () => {
  const { id } = await add('Night shift');
  const user = await addUser(administrator, { groupId: id });
  expect(user.groupId).toBe(id);
  const remove = async () => administrator.call(deleteGroup, { params: { id } });
  expect(refusal(await remove()).code).toBe('group-used');
  await administrator.must(updateUser, { params: { userId: user.id }, body: { groupId: null } });
  expect(refusal(await remove()).code).toBe('group-used');
  await administrator.must(updateGroup, { params: { id }, body: { active: false } });
  const { id: empty } = await add('Nobody');
  await administrator.must(deleteGroup, { params: { id: empty } });
  expect((await names()).includes('Nobody')).toBe(false);
});

test('a user is in one group or none, also several at once, and the history says so [GROUP-3, GROUP-4]', async () => {
  const { id } = await add('Team A', { urduName: 'ٹیم الف' });
  const [ali, beena] = [await addUser(administrator, { userName: 'Ali A' }), await addUser(administrator)];
  const input = { body: { userIds: [ali.id, beena.id], groupId: id } };
  expect(await administrator.must(setGroup, input)).toEqual({ changed: 2 });
  expect(await administrator.must(setGroup, { body: { ...input.body, userIds: [ali.id] } })).toEqual({ changed: 0 });
  expect((await administrator.must(readUser, { params: { userId: ali.id } })).user.groupId).toBe(id);
  const unknown = { userIds: [ali.id, 'nobody'], groupId: null };
  expect(refusal(await administrator.call(setGroup, { body: unknown })).code).toBe('user-not-found');
  const noGroup = { params: { userId: ali.id }, body: { groupId: 'nowhere' } };
  expect(refusal(await administrator.call(updateUser, noGroup)).code).toBe('group-not-found');
  const { items } = await administrator.must(listHistory, { query: { userId: ali.id } });
  const told = items.flatMap(({ action, facts }) =>
    action === 'users.setGroup' && facts.subject === 'user' ? [[facts.before?.group, facts.after?.group]] : [],
  );
  expect(told).toEqual([[null, { name: 'Team A', urduName: 'ٹیم الف' }]]);
  const former = { params: { userId: beena.id } };
  await administrator.must(deleteUser, former);
  expect((await list()).find((group) => group.id === id)?.memberCount).toBe(1);
});

test('users are listed by group, or those in none [GROUP-5]', async () => {
  const { id } = await add('Team B');
  await addUser(administrator, { userName: 'Zara B', groupId: id });
  await addUser(administrator, { userName: 'Omar Alone' });
  expect(await membersOf(id)).toEqual(['Zara B']);
  expect(await membersOf(NO_GROUP)).toContain('Omar Alone');
  expect(await membersOf(NO_GROUP)).not.toContain('Zara B');
  expect(await membersOf('nowhere')).toEqual([]);
  const file = await (await administrator.fetch(`/api/exports/users?group=${id}`)).text();
  expect(file.trim().split('\r\n')).toHaveLength(2);
  expect(file).toContain('Team B');
});

test('an imported column names groups in either language [GROUP-6]', async () => {
  const { id } = await add('Team C', { urduName: 'ٹیم ج' });
  const row = (userEmail: string, group: string) => ({ ...userForm({ userEmail }), group });
  const rows = [row('c1@example.pk', 'team c'), row('c2@example.pk', 'ٹیم ج'), row('c3@example.pk', '')];
  const wrong = await administrator.must(checkUserImport, { body: { rows: [row('c4@example.pk', 'Team X')] } });
  expect(wrong.problems).toEqual([{ row: 0, column: 'group', problem: 'group-not-listed' }]);
  await administrator.must(importUsers, { body: { rows } });
  const { items } = await administrator.must(listUsers, { query: { search: '@example.pk', pageSize: 100 } });
  const groups = new Map(items.map(({ userEmail, groupId }) => [userEmail, groupId]));
  expect(rows.map(({ userEmail }) => groups.get(userEmail))).toEqual([id, id, null]);
});

test('figures by group follow the present group, and add up to the books [REPORT-16, GROUP-4, GROUP-5]', async () => {
  const { id: from } = await add('Team E');
  const { id: to } = await add('Team F');
  const user = await addUser(administrator, { groupId: from });
  const fine = await fineOne(administrator, user.id, { amount: 500, date: '2026-08-01' });
  await fineOne(administrator, user.id, { amount: 200 });
  const waiver = { params: { fineId: fine.id }, body: { amount: 100, outstanding: 500, reason: 'was in hospital' } };
  await administrator.must(waiveFine, waiver);
  const figures = async () => {
    const { groups } = await administrator.must(readByGroup, {});
    return new Map(groups.map(({ groupId, ...figuresOf }) => [groupId, figuresOf]));
  };
  const own = { memberCount: 1, charged: 700, waived: 100, paid: 0, outstanding: 600 };
  expect((await figures()).get(from)).toMatchObject(own);
  const bands = (await figures()).get(from)?.bands ?? [];
  expect(bands.reduce((sum, { outstanding }) => sum + outstanding, 0)).toBe(600);
  const finesIn = async (group: string) =>
    (await administrator.must(listFines, { query: { group } })).items.map(({ id }) => id).toSorted();
  const both = await finesIn(from);
  expect(both).toHaveLength(2);
  await administrator.must(setGroup, { body: { userIds: [user.id], groupId: to } });
  expect((await figures()).get(from)).toBeUndefined();
  expect((await figures()).get(to)).toMatchObject(own);
  expect([await finesIn(from), await finesIn(to)]).toEqual([[], both]);
  const { totals } = await administrator.must(readTotals, {});
  const all = [...(await figures()).values()];
  expect(all.reduce((sum, { outstanding }) => sum + outstanding, 0)).toBe(totals.pendingFinesAmount);
  expect(all.reduce((sum, { charged, waived }) => sum + charged - waived, 0)).toBe(totals.totalFinesAmount);

  const found = { query: { group: to } };
  expect((await administrator.must(listSummaries, found)).items.map(({ userId }) => userId)).toEqual([user.id]);
  expect((await administrator.must(listReminders, found)).items.map(({ userId }) => userId)).toEqual([user.id]);
  expect((await administrator.must(listDebtors, found)).items.map(({ userId }) => userId)).toEqual([user.id]);
  const paid = { userId: user.id, fines: [], amount: 50, receivedOn: '2026-11-01' };
  await administrator.must(takePayment, { body: paid });
  expect(await administrator.must(listPayments, found)).toMatchObject({ totalItems: 1, received: 50 });
  expect(await administrator.must(listPayments, { query: { group: from } })).toMatchObject({ totalItems: 0 });
  const pending = { query: { group: to, status: 'Pending' as const, search: '200' } };
  expect((await administrator.must(listFines, pending)).items).toHaveLength(1);
});

test('only a manager changes groups, and members do not see them [GROUP-1]', async () => {
  const { client: collector } = await signedInWithAccess(app, administrator, 'collector');
  const body = { name: 'Team D', urduName: '', active: true };
  expect(refusal(await collector.call(addGroup, { body })).code).toBe('not-allowed');
  expect((await collector.must(listGroups, {})).items.length).toBeGreaterThan(0);
  const { client: member } = await signedInMember(app, administrator);
  expect((await member.must(readSession, {})).principal?.groups).toEqual([]);
});
