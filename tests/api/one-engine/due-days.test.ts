// Due days: when a fine gets one, when it keeps it, and where it is shown. The clock starts on 2026-11-18.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFine, correctFine } from '../../../src/contract/fines/fine-details.ts';
import { listHistory } from '../../../src/contract/history.ts';
import { readReceipt, takePayment } from '../../../src/contract/money/payments.ts';
import { readStatement } from '../../../src/contract/money/statements.ts';
import { listSummaries } from '../../../src/contract/overview.ts';
import { readReport } from '../../../src/contract/reports.ts';
import { readOrganisation, updateOrganisation } from '../../../src/contract/settings/organisation.ts';
import { readUser, type User } from '../../../src/contract/users.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import { expectBooksRight } from '../../helpers/books.ts';
import type { Client } from '../../helpers/client.ts';
import { addUser, correction, fineOne, finesOf, mark, only, refusal, setRule } from '../../helpers/ledger.ts';

// The clock only moves forward, so each test has its own server.
let app: TestApp;
let administrator: Client;
let user: User;

afterEach(async () => {
  await expectBooksRight(app.db);
  await app.stop();
});
beforeEach(async () => {
  app = await startApp();
  administrator = await app.administrator();
  await setRule(administrator, false);
  await dueAfter(14);
  user = await addUser(administrator);
});

const dueAfter = (dueDays: number | null) => administrator.must(updateOrganisation, { body: { dueDays } });
const on = (day: string) => app.clock.set(`${day}T07:00:00Z`);
const person = () => administrator.must(readUser, { params: { userId: user.id } });

test('the setting is off at first, accepts 1 to 365 days, and gives new fines a due day [DUE-1]', async () => {
  await dueAfter(null);
  const before = await fineOne(administrator, user.id, { date: '2026-11-17' });
  expect(before.dueOn).toBeNull();
  for (const dueDays of [0, -1, 1.5, 366]) {
    expect(refusal(await administrator.call(updateOrganisation, { body: { dueDays } })).code).toBe('invalid-input');
  }
  await dueAfter(14);
  expect((await administrator.must(readOrganisation, {})).dueDays).toBe(14);
  expect((await fineOne(administrator, user.id)).dueOn).toBe('2026-12-02');
  expect((await fineOne(administrator, user.id, { date: '2026-09-01' })).dueOn).toBe('2026-12-02');
  expect((await fineOne(administrator, user.id, { date: '2026-12-01' })).dueOn).toBe('2026-12-15');
  await dueAfter(30);
  expect((await finesOf(administrator, user.id)).map(({ dueOn }) => dueOn)).toEqual([
    '2026-12-15',
    '2026-12-02',
    null,
    '2026-12-02',
  ]);
});

test('a fine keeps its due day when it is paid, unmarked or changed in amount; moving its day moves the due day [DUE-3, DUE-8]', async () => {
  const added = await fineOne(administrator, user.id, { date: '2026-11-10' });
  await dueAfter(null);
  await mark(administrator, added.id, 'Paid');
  await mark(administrator, added.id, 'Pending');
  const { fine } = await administrator.must(readFine, { params: { fineId: added.id } });
  expect(fine.dueOn).toBe('2026-12-02');
  on('2026-12-15');
  const body = correction(fine, { ...fine, date: '2026-12-10', amount: 70 });
  const corrected = await administrator.must(correctFine, { params: { fineId: fine.id }, body });
  // It was entered on 18 November, but its term now starts on its own day.
  expect(corrected.fine).toMatchObject({ dueOn: '2026-12-24', amount: 70 });
  const { items } = await administrator.must(listHistory, { query: { userId: user.id } });
  expect(items[0]?.facts).toMatchObject({ before: { dueOn: '2026-12-02' }, after: { dueOn: '2026-12-24' } });
});

test('who is late, and with how much, depends on the day [DUE-4, DUE-5]', async () => {
  await fineOne(administrator, user.id, { amount: 100 });
  on('2026-11-25');
  await fineOne(administrator, user.id, { amount: 40 });
  await dueAfter(null);
  const undue = await fineOne(administrator, user.id, { amount: 5, date: '2026-01-01' });
  expect(undue.dueOn).toBeNull();
  for (const [day, earliestDue, overdue] of [
    ['2026-12-02', '2026-12-02', 0],
    ['2026-12-03', '2026-12-02', 100],
    ['2026-12-10', '2026-12-02', 140],
  ] as const) {
    on(day);
    expect(await person()).toMatchObject({ earliestDue, overdue, summary: { pendingFine: 145 } });
    const summary = only((await administrator.must(listSummaries, { query: { search: user.id } })).items);
    expect(summary).toMatchObject({ earliestDue, overdue });
  }
  const [late, ...others] = (await finesOf(administrator, user.id)).filter(({ amount }) => amount !== 5);
  expect(others.length).toBe(1);
  for (const fine of [late, ...others]) await mark(administrator, fine?.id ?? '', 'Paid');
  expect(await person()).toMatchObject({ earliestDue: null, overdue: 0, unpaidSince: '2026-01-01' });
});

test('ageing counts from the due day if there is one [REPORT-5]', async () => {
  const bands = async () =>
    Object.fromEntries(
      (await administrator.must(readReport, { query: {} })).ageing.bands.map(({ band, outstanding }) => [
        band,
        outstanding,
      ]),
    );
  const before = await bands();
  await fineOne(administrator, user.id, { amount: 100, date: '2026-08-01' });
  expect(await bands()).toEqual({ ...before, '0-30': (before['0-30'] ?? 0) + 100 });
  await dueAfter(null);
  await fineOne(administrator, user.id, { amount: 7, date: '2026-08-01' });
  expect(await bands()).toEqual({
    ...before,
    '0-30': (before['0-30'] ?? 0) + 100,
    'over-90': (before['over-90'] ?? 0) + 7,
  });
});

test('a receipt permanently records how much of the remaining debt was overdue [DUE-7]', async () => {
  const first = await fineOne(administrator, user.id, { amount: 100 });
  on('2026-12-01');
  await fineOne(administrator, user.id, { amount: 40 });
  on('2026-12-05');
  const { payment } = await administrator.must(takePayment, {
    body: {
      userId: user.id,
      fines: [{ fineId: first.id, outstanding: 100 }],
      amount: 30,
      receivedOn: '2026-12-05',
    },
  });
  const receipt = () => administrator.must(readReceipt, { params: { number: payment?.receipt ?? '' } });
  const then = { owedAfter: 110, overdueAfter: 70, nextDue: '2026-12-15' };
  expect(await receipt()).toMatchObject(then);
  on('2027-02-01');
  administrator = await app.administrator();
  for (const { id } of await finesOf(administrator, user.id)) await mark(administrator, id, 'Paid');
  expect(await receipt()).toMatchObject(then);
});

test('a statement shows the due day of each fine, and what is overdue today [DUE-7]', async () => {
  await fineOne(administrator, user.id, { amount: 100 });
  on('2026-12-05');
  const params = { userId: user.id };
  const { lines, overdue } = await administrator.must(readStatement, { params, query: {} });
  expect(lines).toMatchObject([{ kind: 'fine', dueOn: '2026-12-02' }]);
  expect(overdue).toBe(100);
  const ended = await administrator.must(readStatement, { params, query: { to: '2026-12-04' } });
  expect(ended.overdue).toBeNull();
  // Never more than the balance, which has credit deducted.
  for (const [amount, closing, stillOverdue] of [
    [30, 70, 70],
    [90, -20, 0],
  ]) {
    const body = { userId: user.id, fines: [], amount: amount ?? 0, receivedOn: '2026-12-05' };
    await administrator.must(takePayment, { body });
    const statement = await administrator.must(readStatement, { params, query: {} });
    expect(statement).toMatchObject({ closing, overdue: stillOverdue });
  }
  const file = await administrator.fetch(`/api/exports/statements/${user.id}`);
  expect(file.status).toBe(200);
  expect(await file.text()).toContain('2026-12-02');
});

test('the history records changes of the setting [DUE-8]', async () => {
  await dueAfter(30);
  const { items } = await administrator.must(listHistory, { query: { kind: 'settings' } });
  expect(items[0]?.facts).toMatchObject({ before: { dueDays: 14 }, after: { dueDays: 30 } });
});
