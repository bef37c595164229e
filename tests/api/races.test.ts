// Concurrent writes from several windows, on PostgreSQL through two servers: the first is saved, the others are
// refused, and the totals equal the sums.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addEvent, deleteEvent, updateEvent } from '../../src/contract/events.ts';
import { correctFine } from '../../src/contract/fines/fine-details.ts';
import { addFines, deleteFine, type Fine, listFines, setFineStatus } from '../../src/contract/fines/fines.ts';
import { switchRule } from '../../src/contract/settings/rules.ts';
import { addUser as add, deleteUser, readUser, updateUser } from '../../src/contract/users.ts';
import { startApp, type TestApp, useAdministrator, useApp } from '../helpers/app.ts';
import { type Answer, type Client } from '../helpers/client.ts';
import { expectBooksRight } from '../helpers/books.ts';
import { engine } from '../helpers/database.ts';
import {
  addUser,
  addUsers,
  correction,
  eventForm,
  fineOne,
  finesOf,
  mark,
  setRule,
  shownOf,
  submission,
  tryToMark,
  userForm,
} from '../helpers/ledger.ts';
import type { Operation } from '../../src/contract/operation.ts';

const first = useApp();
const administrator = useAdministrator(first);
let second: TestApp | null = null;
/** On PostgreSQL each window has its own server, on SQLite both use the same one. */
let windows: [Client, Client];

beforeAll(async () => {
  if (engine === 'postgres') second = await startApp({ databaseUrl: first.databaseUrl, clock: first.clock });
  windows = [administrator, await (second ?? first).administrator()];
});
afterAll(async () => {
  await expectBooksRight(first.db);
  await second?.stop();
});
beforeEach(() => setRule(administrator, true));

/** Alternates between the two windows. */
const window = (n: number): Client => windows[n % 2] ?? administrator;
/** 'ok' or the error code of each, sorted. */
const outcomes = (answers: Answer<Operation>[]) => answers.map((answer) => (answer.ok ? 'ok' : answer.code)).toSorted();
const times = <T>(count: number, body: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => body(n)));
const normal = (userIds: string[], date: string) => ({
  ...submission({ userIds, date }),
  confirmed: userIds.map((userId) => ({ userId, amount: 100, doubled: false })),
});

test('a fine corrected by many who saw the same state is corrected once [FINE-16]', async () => {
  const { id } = await addUser(administrator);
  for (let round = 0; round < 6; round += 1) {
    const fine = await fineOne(administrator, id, { amount: 100, date: `2026-0${round + 1}-14` });
    const answers = await times(6, (n) =>
      window(n).call(correctFine, { params: { fineId: fine.id }, body: correction(fine, { amount: 200 + n }) }),
    );
    expect(outcomes(answers)).toEqual([...Array.from({ length: 5 }, () => 'fine-changed'), 'ok']);
  }
  await expectBooksRight(first.db);
});

test('a fine corrected while it is paid, unpaid and deleted ends as if they had come one after the other', async () => {
  const { id } = await addUser(administrator);
  for (let round = 0; round < 6; round += 1) {
    const fine = await fineOne(administrator, id, { amount: 100, date: `2026-0${round + 1}-15` });
    const params = { fineId: fine.id };
    const body = correction(fine, { amount: 150, date: `2026-0${round + 1}-01` });
    const answers = await Promise.all([
      tryToMark(window(0), params.fineId, 'Paid'),
      window(1).call(correctFine, { params, body }),
      window(0).call(correctFine, { params, body: { ...body, amount: 100 } }),
      ...(round % 2 === 0 ? [window(1).call(deleteFine, { params })] : []),
    ]);
    for (const answer of answers) {
      if (!answer.ok) expect(['paid-amount', 'fine-changed', 'fine-not-found']).toContain(answer.code);
    }
  }
  await expectBooksRight(first.db);
});

describe('submissions under the doubling rule', () => {
  test('two for the same user and week, both confirmed as normal: one is saved, the other is refused with the new charges [REPEAT-4]', async () => {
    const { id } = await addUser(administrator);
    for (let round = 0; round < 12; round += 1) {
      const date = `2026-${String(round + 1).padStart(2, '0')}-14`;
      const answers = await times(2, (n) => window(n).call(addFines, { body: normal([id], date) }));
      expect(outcomes(answers)).toEqual(['charges-changed', 'ok']);
      expect(
        (await finesOf(administrator, id)).filter((fine) => fine.date === date).map(({ amount }) => amount),
      ).toEqual([100]);
    }
    await expectBooksRight(first.db);
  });

  test('many for overlapping users: nobody is charged the normal amount twice a week, and none is saved in part', async () => {
    const users = await addUsers(administrator, ['A', 'B', 'C', 'D', 'E', 'F']);
    const ids = users.map(({ id }) => id);
    const answers = await times(18, (n) => {
      const userIds = [0, 1, 2].map((step) => ids[(n + step) % ids.length] ?? '');
      return window(n).call(addFines, { body: normal(userIds, '2026-11-18') });
    });
    const saved = answers.flatMap((answer) => (answer.ok ? answer.value.fineIds : []));
    expect(saved.length % 3).toBe(0);
    expect(saved.length).toBeGreaterThan(0);
    const ofEach = await Promise.all(ids.map((id) => finesOf(window(0), id)));
    expect(ofEach.flatMap((fines) => fines.map(({ id }) => id)).toSorted()).toEqual(saved.toSorted());
    expect(ofEach.every(({ length }) => length <= 1)).toBe(true);
    for (const answer of answers) if (!answer.ok) expect(answer.code).toBe('charges-changed');
    await expectBooksRight(first.db);
  });

  test('while the rule is switched on and off, every saved charge is as confirmed', async () => {
    const { id } = await addUser(administrator);
    const answers = await times(16, async (n) => {
      if (n % 4 === 0)
        return window(n).call(switchRule, { params: { ruleId: '1' }, body: { allowDisallow: n % 8 === 0 } });
      return window(n).call(addFines, { body: normal([id], '2026-11-18') });
    });
    for (const answer of answers) if (!answer.ok) expect(answer.code).toBe('charges-changed');
    expect((await finesOf(administrator, id)).every(({ amount }) => amount === 100)).toBe(true);
    await expectBooksRight(first.db);
  });
});

describe('changes of one fine', () => {
  const paid = (fine: Fine) => ({
    params: { fineId: fine.id },
    body: { status: 'Paid' as const, shown: shownOf(fine) },
  });

  test('marking it paid many times at once succeeds once [WRITE-8, V2.3.4]', async () => {
    const { id } = await addUser(administrator);
    const fine = await fineOne(administrator, id);
    const answers = await times(10, (n) => window(n).call(setFineStatus, paid(fine)));
    expect(outcomes(answers)).toEqual([...Array.from({ length: 9 }, () => 'already-paid'), 'ok']);
    const { summary } = await administrator.must(readUser, { params: { userId: id } });
    expect(summary).toMatchObject({ totalFine: 100, pendingFine: 0, paidCount: 1 });
    await expectBooksRight(first.db);
  });

  test('deleting it many times at once succeeds once [WRITE-8]', async () => {
    const { id } = await addUser(administrator);
    const fine = await fineOne(administrator, id);
    const answers = await times(10, (n) => window(n).call(deleteFine, { params: { fineId: fine.id } }));
    expect(outcomes(answers)).toEqual([...Array.from({ length: 9 }, () => 'fine-not-found'), 'ok']);
    await expectBooksRight(first.db);
  });

  test('deleting it while it is marked paid keeps the books right', async () => {
    const { id } = await addUser(administrator);
    for (let round = 0; round < 10; round += 1) {
      const fine = await fineOne(administrator, id, { date: '2026-03-04' });
      const [deleted, marked] = await Promise.all([
        window(round).call(deleteFine, { params: { fineId: fine.id } }),
        window(round + 1).call(setFineStatus, paid(fine)),
      ]);
      expect(deleted.ok).toBe(true);
      if (deleted.ok) expect(deleted.value.deleted.status).toBe(marked.ok ? 'Paid' : 'Pending');
      if (!marked.ok) expect(marked.code).toBe('fine-not-found');
      expect(await finesOf(administrator, id)).toEqual([]);
    }
    await expectBooksRight(first.db);
  });

  test('deleting two at once reduces one doubled fine once [WRITE-8]', async () => {
    await setRule(administrator, false);
    const { id } = await addUser(administrator);
    const [one, two] = [await fineOne(administrator, id), await fineOne(administrator, id)];
    const doubled = await fineOne(administrator, id, { amount: 200 });
    await setRule(administrator, true);
    const answers = await Promise.all([
      window(0).must(deleteFine, { params: { fineId: one.id } }),
      window(1).must(deleteFine, { params: { fineId: two.id } }),
    ]);
    expect(answers.flatMap(({ reduction }) => reduction?.fineId ?? [])).toEqual([doubled.id]);
    expect((await finesOf(administrator, id)).map(({ amount }) => amount)).toEqual([100]);
    await expectBooksRight(first.db);
  });
});

describe('users and events', () => {
  test('an e-mail address taken by many at once goes to one of them [WRITE-8]', async () => {
    const form = userForm();
    const answers = await times(8, (n) =>
      window(n).call(add, {
        body: { ...form, userEmail: n % 2 === 0 ? form.userEmail : form.userEmail.toUpperCase() },
      }),
    );
    expect(outcomes(answers)).toEqual([...Array.from({ length: 7 }, () => 'email-in-use'), 'ok']);
  });

  test('a user deleted while being fined, changed and deleted again leaves the books right', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await addUser(administrator);
      const [fined, ...others] = await Promise.all([
        window(round).call(addFines, { body: normal([id], '2026-11-18') }),
        window(round + 1).call(deleteUser, { params: { userId: id } }),
        window(round).call(deleteUser, { params: { userId: id } }),
        window(round + 1).call(updateUser, { params: { userId: id }, body: { ...userForm(), status: 'Active' } }),
      ]);
      expect(others.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(1);
      for (const answer of [fined, ...others]) if (!answer.ok) expect(answer.code).toBe('user-not-found');
      if (fined.ok)
        expect(await administrator.must(readUser, { params: { userId: id } })).toMatchObject({
          deleted: true,
          summary: { totalFine: 100 },
        });
    }
    await expectBooksRight(first.db);
  });

  test('an event changed and deleted by many leaves the used amount right [EVENT-8]', async () => {
    const body = eventForm({ amount: 50 });
    const { event } = await administrator.must(addEvent, { body });
    const params = { eventId: event.id };
    const answers = await times(12, (n): Promise<Answer<Operation>> =>
      n === 6 || n === 9
        ? window(n).call(deleteEvent, { params })
        : window(n).call(updateEvent, { params, body: { ...body, amount: n } }),
    );
    for (const answer of answers) if (!answer.ok) expect(answer.code).toBe('event-not-found');
    await expectBooksRight(first.db);
  });
});

test('sixty concurrent writes of every kind are all answered, in one order without gaps [WRITE-2]', async () => {
  await setRule(administrator, false);
  const users = await addUsers(administrator, ['P', 'Q', 'R']);
  const fines: Fine[] = [];
  for (const { id } of users) for (let n = 0; n < 4; n += 1) fines.push(await fineOne(administrator, id));
  const answers = await times(60, (n): Promise<Answer<Operation>> => {
    const fineId = fines[n % fines.length]?.id ?? '';
    const userIds = users.map(({ id }) => id);
    if (n % 5 === 0) return window(n).call(addFines, { body: submission({ userIds }) });
    if (n % 5 === 1) return tryToMark(window(n), fineId, 'Paid');
    if (n % 5 === 2) return tryToMark(window(n), fineId, 'Pending');
    if (n % 5 === 3) return window(n).call(addEvent, { body: eventForm({ amount: n }) });
    return window(n).call(add, { body: userForm() });
  });
  const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.code]));
  const beaten = ['already-paid', 'already-pending', 'fine-changed'];
  expect(refused.filter((code) => !beaten.includes(code))).toEqual([]);
  await expectBooksRight(first.db);
});

test('a list read during writes is consistent: its figures match its fines [TOTAL-10]', async () => {
  await setRule(administrator, false);
  const { id } = await addUser(administrator);
  let writing = true;
  const writes = times(30, async (n) => {
    const { id: fineId } = await fineOne(window(n), id, { amount: n + 1 });
    if (n % 3 === 0) await mark(window(n), fineId, 'Paid');
  }).finally(() => (writing = false));
  let reads = 0;
  while (writing) {
    const { items, totalItems, totals, user } = await window(reads).must(listFines, {
      query: { userId: id, pageSize: 100 },
    });
    const sum = (status?: string) =>
      items
        .filter((fine) => status === undefined || fine.status === status)
        .reduce((total, fine) => total + fine.amount, 0);
    expect({ totalItems, ...user?.summary }).toMatchObject({
      totalItems: items.length,
      totalFine: sum(),
      pendingFine: sum('Pending'),
      paidCount: items.filter(({ status }) => status === 'Paid').length,
    });
    expect(totals.collectedAmount).toBeCloseTo(totals.totalFinesAmount - totals.pendingFinesAmount, 5);
    reads += 1;
  }
  await writes;
  expect(reads).toBeGreaterThan(1);
});
