// The counts of user lists are cached until the books change, so they are checked after every kind of change.
import { beforeAll, expect, test } from 'vitest';
import { deleteFine } from '../../../src/contract/fines/fines.ts';
import { giveRefund } from '../../../src/contract/money/refunds.ts';
import { listSummaries, readTotals } from '../../../src/contract/overview.ts';
import { deleteUser, listUserOptions, listUsers, updateUser } from '../../../src/contract/users.ts';
import { useAdministrator, useApp } from '../../helpers/app.ts';
import { addUser, fineOne, mark, setRule } from '../../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);

beforeAll(() => setRule(administrator, false));

const STATUSES = ['all', 'with-fines', 'has-pending', 'has-paid'] as const;

/** Checks the count of every list of users against its items, both freshly computed and from the cache. */
async function expectCounts(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const time of ['first', 'again'] as const) {
    for (const search of ['', 'khan']) {
      const kept = await administrator.must(listUsers, { query: { search } });
      const chosen = await administrator.must(listUserOptions, { query: { search } });
      for (const { items, totalItems } of [kept, chosen]) expect(totalItems, `${time} ${search}`).toBe(items.length);
      counts[`users ${search}`] = kept.totalItems;
      counts['all users'] = kept.totalUsers;
      for (const status of STATUSES) {
        const query = { search, status } as const;
        const { items, totalItems } = await administrator.must(listSummaries, { query });
        expect(totalItems, `${time} ${search} ${status}`).toBe(items.length);
        counts[`${status} ${search}`] = totalItems;
      }
    }
    const { activeUsers, recentlyFinedUsers } = await administrator.must(readTotals, {});
    counts['active'] = activeUsers;
    counts['recently fined'] = recentlyFinedUsers;
  }
  return counts;
}

test('the count is right after every change of users and fines', async () => {
  await expectCounts();
  const { id: ayesha, ...form } = await addUser(administrator, { userName: 'Ayesha Khan' });
  expect(await expectCounts()).toMatchObject({ 'all users': 1, 'users khan': 1, active: 1, 'with-fines ': 0 });
  await addUser(administrator, { userName: 'Bilal Ahmed' });
  expect(await expectCounts()).toMatchObject({ 'all users': 2, 'users khan': 1, active: 2 });

  const { id: fineId } = await fineOne(administrator, ayesha, { amount: 100, date: '2026-11-17' });
  expect(await expectCounts()).toMatchObject({ 'with-fines khan': 1, 'has-pending ': 1, 'recently fined': 1 });
  await mark(administrator, fineId, 'Paid');
  expect(await expectCounts()).toMatchObject({ 'has-pending ': 0, 'has-paid ': 1 });
  await administrator.must(deleteFine, { params: { fineId } });
  expect(await expectCounts()).toMatchObject({ 'has-paid ': 0, 'with-fines ': 0, 'recently fined': 0 });

  const { userEmail, userRole, phone } = form;
  const renamed = {
    userName: 'Ayesha Malik',
    userEmail: userEmail ?? '',
    userRole,
    phone,
    status: 'Inactive' as const,
  };
  await administrator.must(updateUser, { params: { userId: ayesha }, body: renamed });
  expect(await expectCounts()).toMatchObject({ 'users khan': 0, active: 1, 'all users': 2 });
  await administrator.must(deleteUser, { params: { userId: ayesha } });
  expect(await expectCounts()).toMatchObject({ 'all users': 1, 'all ': 2 });
  // What they paid for the deleted fine is still held as credit, so only giving it back takes them off the overview.
  const body = { userId: ayesha, credit: 100, amount: 100, givenOn: '2026-11-18' };
  await administrator.must(giveRefund, { body });
  expect(await expectCounts()).toMatchObject({ 'all users': 1, 'all ': 1 });
});
