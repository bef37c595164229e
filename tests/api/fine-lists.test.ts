// The lists of fines: order, deep pages, the user filter, and the suggested fine types (FINE-8 to FINE-10).
import { randomFrom } from '../../organisation/random.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/core/calendar.ts';
import { deleteFine, listFines, listFineTypes } from '../../src/contract/fines/fines.ts';
import { listUserFines } from '../../src/contract/overview.ts';
import { inSnapshot } from '../../src/server/db/snapshot.ts';
import { finesPage } from '../../src/server/areas/fines/fines.repository.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import { addUser, fineOne, refusal, setRule } from '../helpers/ledger.ts';
import { seedFines, seedUsers } from '../helpers/seed.ts';

describe('pages of 3,000 fines over 400 days', () => {
  const app = useApp();
  const administrator = useAdministrator(app);
  /** ids in the expected order: by date, then by creation, newest first */
  let sorted: string[];
  let users: string[];

  beforeAll(async () => {
    users = await seedUsers(app.db, 20);
    const { below: roll } = randomFrom(7);
    const fines = Array.from({ length: 3000 }, () => ({
      userId: users[roll(users.length)] ?? '',
      // Some days have none, and one has 700, more than the server skips row by row.
      date: addDays('2025-10-01', roll(4) === 0 ? 200 : roll(400)),
      amount: roll(100_000),
      status: roll(2) === 0 ? ('Paid' as const) : ('Pending' as const),
    }));
    const rows = await seedFines(app.db, fines);
    sorted = rows
      .toSorted((a, b) => (a.date === b.date ? b.sequence - a.sequence : a.date < b.date ? 1 : -1))
      .map((row) => row.id);
    await expectBooksRight(app.db);
  });

  const idsAt = async (limit: number, offset: number) =>
    (await inSnapshot(app.db, ({ tx }) => finesPage(tx, { limit, offset }))).map((row) => row.id);

  test.each([1, 10, 97, 100])('%i at a time, every page matches the plain list [FINE-8]', async (size) => {
    const walked: string[] = [];
    // Offsets below, at and above the limit of skipping row by row, within and between days.
    for (let offset = 0; offset < 3000; offset += size === 1 ? 13 : size) {
      const page = await idsAt(size, offset);
      expect(page, `offset ${offset}`).toEqual(sorted.slice(offset, offset + size));
      walked.push(...page);
    }
    if (size > 1) expect(walked).toEqual(sorted);
  });

  test.each([499, 500, 501, 502, 2989, 2990, 2991, 2999])('a page is right from offset %i', async (offset) => {
    expect(await idsAt(10, offset)).toEqual(sorted.slice(offset, offset + 10));
  });

  test.each([3000, 3001, 5000, 99_999_990])('past the end, offset %i, there is nothing', async (offset) => {
    expect(await idsAt(10, offset)).toEqual([]);
  });

  test('over the API, ten to a page by default, with the count of all [API-5]', async () => {
    for (const page of [1, 2, 50, 51, 52, 299, 300]) {
      const list = await administrator.must(listFines, { query: { page } });
      expect(list).toMatchObject({ page, pageSize: 10, totalItems: 3000, user: null });
      expect(list.items.map((item) => item.id)).toEqual(sorted.slice((page - 1) * 10, page * 10));
    }
    expect((await administrator.must(listFines, { query: { page: 301 } })).items).toEqual([]);
    expect((await administrator.must(listFines, { query: { page: 10_000_000, pageSize: 100 } })).items).toEqual([]);
  });

  test('of one status, for all users, every page has the count of that status [FINE-13]', async () => {
    const rows = await app.db.read.selectFrom('fines').select(['id', 'status']).execute();
    const statuses = new Map(rows.map(({ id, status }) => [id, status]));
    for (const status of ['Pending', 'Paid'] as const) {
      const wanted = sorted.filter((id) => statuses.get(id) === status);
      const walked: string[] = [];
      for (let page = 1; page <= Math.ceil(wanted.length / 97); page += 1) {
        const list = await administrator.must(listFines, { query: { status, page, pageSize: 97 } });
        expect(list).toMatchObject({ status, totalItems: wanted.length, totals: { fineCount: 3000 } });
        walked.push(...list.items.map(({ id }) => id));
      }
      expect(walked).toEqual(wanted);
    }
  });

  test('of one user, the list has the user’s figures, and can be filtered by status', async () => {
    const userId = users[3] ?? '';
    const all = await app.db.read.selectFrom('fines').selectAll().where('user_id', '=', userId).execute();
    const wanted = (status: string) =>
      sorted.filter((id) => all.some((row) => row.id === id && (status === 'all' || row.status === status)));
    const pages: string[] = [];
    for (let page = 1; page <= Math.ceil(all.length / 7); page += 1) {
      const list = await administrator.must(listFines, { query: { userId, page, pageSize: 7 } });
      expect(list).toMatchObject({ totalItems: all.length, user: { id: userId, userName: 'Seed 0003' } });
      pages.push(...list.items.map((item) => item.id));
    }
    expect(pages).toEqual(wanted('all'));
    for (const status of ['all', 'Paid', 'Pending'] as const) {
      const query = { status, pageSize: 100 };
      const first = await administrator.must(listUserFines, { params: { userId }, query });
      const second = await administrator.must(listUserFines, { params: { userId }, query: { ...query, page: 2 } });
      expect([...first.items, ...second.items].map((item) => item.id)).toEqual(wanted(status));
      expect(first).toMatchObject({ totalItems: wanted(status).length, summary: { fineCount: all.length } });
    }
  });

  test('a deep page stays right after fines are added and deleted, even where days become empty [FINE-10]', async () => {
    const newest = sorted.slice(0, 5);
    for (const fineId of newest) await administrator.must(deleteFine, { params: { fineId } });
    await setRule(administrator, false);
    const added = await fineOne(administrator, users[0] ?? '', { date: '2027-06-01' });
    const now = [added.id, ...sorted.slice(5)];
    for (const offset of [0, 400, 500, 501, 700, 1500, 2990]) {
      expect(await idsAt(10, offset), `offset ${offset}`).toEqual(now.slice(offset, offset + 10));
    }
    await administrator.must(deleteFine, { params: { fineId: added.id } });
    for (const offset of [501, 1500]) expect(await idsAt(10, offset)).toEqual(now.slice(1).slice(offset, offset + 10));
    await expectBooksRight(app.db);
  });
});

describe('the list of fines', () => {
  const app = useApp();
  const administrator = useAdministrator(app);

  test('is empty at first, with totals of 0 and a rate of 100', async () => {
    expect(await administrator.must(listFines, { query: {} })).toEqual({
      items: [],
      page: 1,
      status: 'all',
      search: '',
      more: false,
      notesFrom: null,
      pageSize: 10,
      totalItems: 0,
      user: null,
      totals: {
        totalFinesAmount: 0,
        pendingFinesAmount: 0,
        collectedAmount: 0,
        usedAmount: 0,
        availableBalance: 0,
        creditHeld: 0,
        collectionRate: 100,
        fineCount: 0,
        paidCount: 0,
      },
    });
  });

  test('for an unknown user is refused', async () => {
    const answer = refusal(await administrator.call(listFines, { query: { userId: 'NOBODY22' } }));
    expect(answer).toMatchObject({ status: 404, code: 'user-not-found' });
  });

  test('offers fine types, the last used first, with the amount last entered [FINE-9]', async () => {
    const { id } = await addUser(administrator);
    for (const [fineType, amount] of [
      ['Late', 100],
      ['Noise', 50],
      ['late', 120],
      ['100%_sure', 5],
      ['دیر', 7],
    ] as const) {
      await fineOne(administrator, id, { fineType, amount });
    }
    const offered = async (search: string) =>
      (await administrator.must(listFineTypes, { query: { search } })).items.map(({ fineType, lastAmount }) => [
        fineType,
        lastAmount,
      ]);
    // The amount as entered, 120, not the doubled 240.
    expect(await offered('')).toEqual([
      ['دیر', 7],
      ['100%_sure', 5],
      ['late', 120],
      ['Noise', 50],
    ]);
    expect(await offered('LAT')).toEqual([['late', 120]]);
    expect(await offered('0%_')).toEqual([['100%_sure', 5]]);
    expect(await offered('0x')).toEqual([]);
    expect(await offered('ديـر')).toEqual([['دیر', 7]]);
  });

  test('offers at most 50 types [FINE-9]', async () => {
    const { id } = await addUser(administrator);
    for (let n = 0; n < 55; n += 1) await fineOne(administrator, id, { fineType: `Kind ${n}`, amount: n });
    const { items } = await administrator.must(listFineTypes, { query: {} });
    expect(items.length).toBe(50);
    expect(items[0]).toEqual({ fineType: 'Kind 54', urduName: '', lastAmount: 54 });
  });
});
