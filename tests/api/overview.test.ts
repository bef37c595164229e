// Totals and fines by user through the API, as on the dashboard and the overview (TOTAL-1 to TOTAL-8, DASH-4 to
// DASH-8). The clock is at 2026-11-18.
import { beforeAll, describe, expect, test } from 'vitest';
import { addEvent } from '../../src/contract/events.ts';
import { deleteFine } from '../../src/contract/fines/fines.ts';
import { listSummaries, listUserFines, readTotals } from '../../src/contract/overview.ts';
import { deleteUser, readUser } from '../../src/contract/users.ts';
import { addDays } from '../../src/core/calendar.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import { addUser, eventForm, fineOne, mark, setRule } from '../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);
const TODAY = '2026-11-18';
/** name -> id */
const ids = new Map<string, string>();

/** Users with fines of these amounts (negative: paid), the newest of them `daysAgo`. */
const PEOPLE: Record<string, { fines: number[]; daysAgo: number; inactive?: boolean }> = {
  Asma: { fines: [100, -50], daysAgo: 0 },
  'bilal 100%': { fines: [-300], daysAgo: 7 },
  Chand: { fines: [], daysAgo: 0 },
  Danish_x: { fines: [20, 20, 20, 20], daysAgo: 8 },
  Erum: { fines: [0], daysAgo: 30, inactive: true },
  Faiz: { fines: [-1, -1], daysAgo: 31 },
  Gul: { fines: [500], daysAgo: 90 },
  Hina: { fines: [70], daysAgo: 91 },
  آصف: { fines: [-70, 70], daysAgo: 400 },
  Gone: { fines: [999], daysAgo: 1 },
};

beforeAll(async () => {
  await setRule(administrator, false);
  for (const [userName, { fines, daysAgo, inactive }] of Object.entries(PEOPLE)) {
    const { id } = await addUser(administrator, { userName, status: inactive === true ? 'Inactive' : 'Active' });
    ids.set(userName, id);
    for (const [index, amount] of fines.entries()) {
      const date = addDays(TODAY, -daysAgo - index);
      const { id: fineId } = await fineOne(administrator, id, {
        amount: Math.abs(amount),
        date,
        fineType: `${userName} ${index}`,
      });
      if (amount < 0) await mark(administrator, fineId, 'Paid');
    }
  }
  await administrator.must(deleteUser, { params: { userId: ids.get('Gone') ?? '' } });
  await expectBooksRight(app.db);
});

type Query = Parameters<typeof administrator.must<typeof listSummaries>>[1]['query'];
const list = (query: Query) => administrator.must(listSummaries, { query });
const names = async (query: Query) => (await list(query)).items.map(({ userName }) => userName);

const BY_NAME = ['Asma', 'bilal 100%', 'Chand', 'Danish_x', 'Erum', 'Faiz', 'Gul', 'Hina', 'Unknown User', 'آصف'];

describe('the organisation’s totals', () => {
  test('are the sums, with collected amount, rate, balance, average, active users and unpaid fines [TOTAL-1, TOTAL-12, DASH-1]', async () => {
    const body = eventForm({ date: TODAY, amount: 500.5 });
    const { event } = await administrator.must(addEvent, { body });
    expect(event.status).toBe('Today');
    // total: 150 + 300 + 80 + 0 + 2 + 500 + 70 + 140 + 999; pending: 100 + 80 + 500 + 70 + 70 + 999
    expect(await administrator.must(readTotals, {})).toEqual({
      totals: {
        totalFinesAmount: 2241,
        pendingFinesAmount: 1819,
        collectedAmount: 422,
        usedAmount: 500.5,
        availableBalance: -78.5,
        // 100 - round(81.17)
        creditHeld: 0,
        collectionRate: 19,
        fineCount: 15,
        paidCount: 5,
      },
      // Not the pending one of 0 (TOTAL-12).
      openFines: 9,
      activeUsers: 8,
      // Asma today and Bilal seven days ago; the deleted user does not count.
      recentlyFinedUsers: 2,
      // 2241 / 9 users
      averagePerUser: 249,
    });
  });

  test('are 0 for an empty organisation, with a rate of 100 [TOTAL-7]', async () => {
    const own = await startApp();
    const client = await own.administrator();
    expect(await client.must(readTotals, {})).toMatchObject({
      totals: { totalFinesAmount: 0, collectionRate: 100, availableBalance: 0 },
      activeUsers: 0,
      recentlyFinedUsers: 0,
      averagePerUser: 0,
    });
    await own.stop();
  });
});

describe('fines dated in the future', () => {
  test('make nobody recently fined; a fine of the last days does, even if a later one exists [DASH-1]', async () => {
    const own = await startApp();
    try {
      const client = await own.administrator();
      await setRule(client, false);
      const days: Record<string, number[]> = {
        Ahead: [1, 20],
        Both: [-7, 10],
        Month: [-8, 1],
        Old: [-91, 1],
        Today: [0],
      };
      for (const [userName, offsets] of Object.entries(days)) {
        const { id } = await addUser(client, { userName });
        for (const offset of offsets) await fineOne(client, id, { date: addDays(TODAY, offset) });
      }
      expect((await client.must(readTotals, {})).recentlyFinedUsers).toBe(2);
      const found = async (period: 'week' | 'month' | 'quarter') => {
        const { items, totalItems } = await client.must(listSummaries, { query: { period } });
        expect(totalItems).toBe(items.length);
        return items.map(({ userName }) => userName);
      };
      expect(await found('week')).toEqual(['Both', 'Today']);
      expect(await found('month')).toEqual(['Both', 'Month', 'Today']);
      expect(await found('quarter')).toEqual(['Both', 'Month', 'Today']);
    } finally {
      await own.stop();
    }
  });
});

test('those who were deleted and owe something are a list of their own; who is inactive is said to those who may remind them [REMIND-1, REMIND-6]', async () => {
  const { items } = await administrator.must(listSummaries, { query: { status: 'deleted-pending' } });
  expect(items.map(({ userName, inactive }) => [userName, inactive])).toEqual([['Unknown User', false]]);
  const all = await administrator.must(listSummaries, { query: { pageSize: 20 } });
  expect(all.items.filter(({ inactive }) => inactive).map(({ userName }) => userName)).toEqual(['Erum']);
});

test('a deleted user without fines appears nowhere', async () => {
  const { id } = await addUser(administrator, { userName: 'Never fined' });
  await administrator.must(deleteUser, { params: { userId: id } });
  for (const answer of [
    await administrator.call(readUser, { params: { userId: id } }),
    await administrator.call(listUserFines, { params: { userId: id }, query: {} }),
  ]) {
    expect(answer).toMatchObject({ ok: false, code: 'user-not-found' });
  }
});

describe('the day of the oldest unpaid fine', () => {
  test('follows each write, and ignores fines that are paid, deleted or of 0 [TOTAL-12]', async () => {
    const own = await startApp();
    try {
      const client = await own.administrator();
      await setRule(client, true);
      const [{ id: first }, { id: second }] = [
        await addUser(client, { userName: 'First' }),
        await addUser(client, { userName: 'Second' }),
      ];
      const days = async () => {
        const { items } = await client.must(listSummaries, { query: { sort: 'oldest-unpaid' } });
        return Object.fromEntries(items.map(({ userName, unpaidSince }) => [userName, unpaidSince]));
      };
      const setStatus = (fineId: string, status: 'Paid' | 'Pending') => mark(client, fineId, status);
      expect(await days()).toEqual({ First: null, Second: null });
      await fineOne(client, first, { amount: 0, date: '2026-08-03' });
      expect(await days()).toEqual({ First: null, Second: null });
      const later = await fineOne(client, first, { amount: 100, date: '2026-10-05' });
      const earlier = await fineOne(client, first, { amount: 100, date: '2026-09-03' });
      await fineOne(client, second, { amount: 100, date: '2026-09-03' });
      expect(await days()).toEqual({ First: '2026-09-03', Second: '2026-09-03' });
      await setStatus(earlier.id, 'Paid');
      expect(await days()).toEqual({ First: '2026-10-05', Second: '2026-09-03' });
      await setStatus(earlier.id, 'Pending');
      expect(await days()).toEqual({ First: '2026-09-03', Second: '2026-09-03' });
      // It was doubled, and is halved as the other fine of its week is deleted.
      const doubled = await fineOne(client, first, { amount: 100, date: '2026-10-06' });
      expect(doubled.amount).toBe(200);
      await client.must(deleteFine, { params: { fineId: earlier.id } });
      await client.must(deleteFine, { params: { fineId: later.id } });
      expect(await days()).toEqual({ First: '2026-10-06', Second: '2026-09-03' });
      await setStatus(doubled.id, 'Paid');
      expect(await days()).toEqual({ First: null, Second: '2026-09-03' });
      await expectBooksRight(own.db);
    } finally {
      await own.stop();
    }
  });

  test('the cards can be sorted by it, with the oldest unpaid first [DASH-14, OVERVIEW-18]', async () => {
    const own = await startApp();
    try {
      const client = await own.administrator();
      await setRule(client, false);
      const [{ id: owing }, { id: settled }] = [
        await addUser(client, { userName: 'Owing' }),
        await addUser(client, { userName: 'Settled' }),
      ];
      const fine = async (userId: string, date: string, amount: number, paid = false): Promise<void> => {
        const { id } = await fineOne(client, userId, { date, amount, fineType: date });
        if (paid) await mark(client, id, 'Paid');
      };
      await fine(owing, '2026-01-05', 100, true);
      for (const date of ['2026-02-05', '2026-03-05', '2026-04-05', '2026-05-05']) await fine(owing, date, 100);
      await fine(owing, '2026-01-01', 0);
      await fine(owing, '2026-06-05', 100, true);
      await fine(settled, '2026-01-05', 100, true);
      await fine(settled, '2026-06-05', 100, true);
      const daysOf = (fines: readonly { fineType: string }[]) => fines.map(({ fineType }) => fineType);
      for (const order of ['ascending', 'descending'] as const) {
        const { items } = await client.must(listSummaries, { query: { sort: 'oldest-unpaid', order, fines: 3 } });
        const shown = Object.fromEntries(items.map(({ userName, latestFines }) => [userName, daysOf(latestFines)]));
        expect(shown).toEqual({
          Owing: ['2026-02-05', '2026-03-05', '2026-04-05'],
          Settled: ['2026-06-05', '2026-01-05'],
        });
      }
      const { items: byName } = await client.must(listSummaries, { query: {} });
      expect(daysOf(byName[0]?.latestFines ?? [])).toEqual(['2026-06-05', '2026-05-05', '2026-04-05']);
      // The pages after the card go on in the same order, with users who owe nothing last.
      const pages = [1, 2, 3].map(async (page) => {
        const query = { status: 'Pending', order: 'oldest', page, pageSize: 2 } as const;
        return daysOf((await client.must(listUserFines, { params: { userId: owing }, query })).items);
      });
      expect(await Promise.all(pages)).toEqual([
        ['2026-02-05', '2026-03-05'],
        ['2026-04-05', '2026-05-05'],
        ['2026-01-01'],
      ]);
    } finally {
      await own.stop();
    }
  });

  test('users with the same day are sorted by name [TOTAL-12]', async () => {
    const own = await startApp();
    try {
      const client = await own.administrator();
      await setRule(client, false);
      for (const userName of ['Zara', 'Asma', 'Noor']) {
        await fineOne(client, (await addUser(client, { userName })).id, { date: '2026-09-03' });
      }
      for (const order of ['ascending', 'descending'] as const) {
        const { items } = await client.must(listSummaries, { query: { sort: 'oldest-unpaid', order } });
        expect(items.map(({ userName }) => userName)).toEqual(['Asma', 'Noor', 'Zara']);
      }
    } finally {
      await own.stop();
    }
  });
});

describe('summaries by user', () => {
  test('are sorted by name ascending by default, with the three newest fines', async () => {
    const page = await list({});
    expect(page).toMatchObject({ page: 1, pageSize: 20, totalItems: 10 });
    expect(page.items.map(({ userName }) => userName)).toEqual(BY_NAME);
    const danish = page.items[3];
    expect(danish?.summary).toEqual({
      totalFine: 80,
      pendingFine: 80,
      paidAmount: 0,
      credit: 0,
      fineCount: 4,
      paidCount: 0,
      lastActivity: addDays(TODAY, -8),
    });
    expect(danish?.latestFines.map(({ fineType }) => fineType)).toEqual(['Danish_x 0', 'Danish_x 1', 'Danish_x 2']);
    expect(page.items[2]).toMatchObject({ userName: 'Chand', latestFines: [], summary: { lastActivity: null } });
    expect(page.items[8]).toMatchObject({ userId: ids.get('Gone'), summary: { totalFine: 999 } });
  });

  test('have as many newest fines as requested, from none to five', async () => {
    for (const fines of [0, 1, 4, 5]) {
      const { items } = await list({ fines });
      expect(items.map(({ latestFines }) => latestFines.length)).toEqual(
        items.map(({ summary }) => Math.min(summary.fineCount, fines)),
      );
    }
  });

  test.each<[NonNullable<Query>, string[]]>([
    [{ sort: 'name', order: 'descending' }, BY_NAME.toReversed()],
    [
      { sort: 'total', order: 'descending' },
      ['Unknown User', 'Gul', 'bilal 100%', 'Asma', 'آصف', 'Danish_x', 'Hina', 'Faiz', 'Chand', 'Erum'],
    ],
    [
      { sort: 'total' },
      ['Chand', 'Erum', 'Faiz', 'Hina', 'Danish_x', 'آصف', 'Asma', 'bilal 100%', 'Gul', 'Unknown User'],
    ],
    [
      { sort: 'pending', order: 'descending' },
      ['Unknown User', 'Gul', 'Asma', 'Danish_x', 'Hina', 'آصف', 'bilal 100%', 'Chand', 'Erum', 'Faiz'],
    ],
    [
      { sort: 'count', order: 'descending' },
      ['Danish_x', 'Asma', 'Faiz', 'آصف', 'bilal 100%', 'Erum', 'Gul', 'Hina', 'Unknown User', 'Chand'],
    ],
    [
      { sort: 'collected', order: 'descending' },
      ['bilal 100%', 'آصف', 'Asma', 'Faiz', 'Chand', 'Danish_x', 'Erum', 'Gul', 'Hina', 'Unknown User'],
    ],
    [
      { sort: 'paid', order: 'descending' },
      ['Faiz', 'Asma', 'bilal 100%', 'آصف', 'Chand', 'Danish_x', 'Erum', 'Gul', 'Hina', 'Unknown User'],
    ],
    [
      { sort: 'recent', order: 'descending' },
      ['Asma', 'Unknown User', 'bilal 100%', 'Danish_x', 'Erum', 'Faiz', 'Gul', 'Hina', 'آصف', 'Chand'],
    ],
    [
      { sort: 'recent', order: 'ascending' },
      ['آصف', 'Hina', 'Gul', 'Faiz', 'Erum', 'Danish_x', 'bilal 100%', 'Unknown User', 'Asma', 'Chand'],
    ],
    [
      { sort: 'oldest-unpaid' },
      ['آصف', 'Hina', 'Gul', 'Danish_x', 'Unknown User', 'Asma', 'bilal 100%', 'Chand', 'Erum', 'Faiz'],
    ],
    [
      { sort: 'oldest-unpaid', order: 'descending' },
      ['Asma', 'Unknown User', 'Danish_x', 'Gul', 'Hina', 'آصف', 'bilal 100%', 'Chand', 'Erum', 'Faiz'],
    ],
    [{ sort: 'oldest-unpaid', status: 'has-pending', period: 'month' }, ['Danish_x', 'Unknown User', 'Asma']],
  ])('sorted: %j [TOTAL-12, OVERVIEW-8]', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ ...query, pageSize: 4, page })));
    expect(pages.flatMap(({ items }) => items.map(({ userName }) => userName))).toEqual(expected);
  });

  test.each<[NonNullable<Query>, string[]]>([
    [{ status: 'with-fines' }, BY_NAME.filter((name) => name !== 'Chand')],
    [{ status: 'has-pending' }, ['Asma', 'Danish_x', 'Gul', 'Hina', 'Unknown User', 'آصف']],
    [{ status: 'has-paid' }, ['Asma', 'bilal 100%', 'Faiz', 'آصف']],
    [{ period: 'week' }, ['Asma', 'bilal 100%', 'Unknown User']],
    [{ period: 'month' }, ['Asma', 'bilal 100%', 'Danish_x', 'Erum', 'Unknown User']],
    [{ period: 'quarter' }, ['Asma', 'bilal 100%', 'Danish_x', 'Erum', 'Faiz', 'Gul', 'Unknown User']],
    [{ period: 'month', status: 'has-pending' }, ['Asma', 'Danish_x', 'Unknown User']],
    [{ search: 'AS' }, ['Asma']],
    [{ search: '%' }, ['bilal 100%']],
    [{ search: 'h_x' }, ['Danish_x']],
    [{ search: '_' }, ['Danish_x']],
    [{ search: 'اصف' }, ['آصف']],
    [{ search: 'unknown' }, ['Unknown User']],
    [{ search: 'nobody at all' }, []],
    [{ search: "' or 1=1 --" }, []],
    [{ search: 'a', status: 'has-paid', sort: 'total', order: 'descending' }, ['bilal 100%', 'Asma', 'Faiz']],
  ])('filtered: %j [TOTAL-8, DASH-5]', async (query, expected) => {
    // Ids are random, so a short term may also match one.
    const found = await list(query);
    const byId = found.items.filter(
      ({ userName, userId }) =>
        !expected.includes(userName) && userId.toLowerCase().includes((query.search ?? '-').toLowerCase()),
    );
    expect(found.items.filter((item) => !byId.includes(item)).map(({ userName }) => userName)).toEqual(expected);
    expect(found.totalItems).toBe(found.items.length);
  });

  test('can be found by id, in any case, even those of deleted users [DASH-4]', async () => {
    for (const name of ['Chand', 'Gone']) {
      const userId = ids.get(name) ?? '';
      expect((await list({ search: userId.toLowerCase() })).items.map((item) => item.userId)).toEqual([userId]);
    }
  });

  test('have the organisation’s totals, whatever the filter', async () => {
    const { totals } = await list({ search: 'nobody at all' });
    expect(totals).toEqual({
      totalFinesAmount: 2241,
      pendingFinesAmount: 1819,
      collectedAmount: 422,
      collectionRate: 19,
    });
  });

  test('are at most 20 a page [API-5]', async () => {
    expect((await administrator.fetch('/api/overview?pageSize=20')).status).toBe(200);
    expect((await administrator.fetch('/api/overview?pageSize=21')).status).toBe(400);
  });

  test('are empty past the end', async () => {
    expect(await list({ page: 2 })).toMatchObject({ items: [], totalItems: 10, page: 2 });
  });

  test('by period follow the organisation’s day [DASH-6]', async () => {
    // 23:53 on the 18th in Karachi, then 00:07 on the 19th.
    app.clock.set('2026-11-18T18:53:00Z');
    expect(await names({ period: 'week' })).toContain('bilal 100%');
    app.clock.set('2026-11-18T19:07:00Z');
    expect(await names({ period: 'week' })).not.toContain('bilal 100%');
    app.clock.set('2026-11-18T07:00:00Z');
  });
});
