// Reports of a small organisation with figures worked out by hand, which agree with the books.
import Papa from 'papaparse';
import { beforeEach, expect, test } from 'vitest';
import { correctFine } from '../../src/contract/fines/fine-details.ts';
import { addType, updateType } from '../../src/contract/fines/fine-types.ts';
import { deleteFine } from '../../src/contract/fines/fines.ts';
import { addEvent, listEvents } from '../../src/contract/events.ts';
import { readTotals } from '../../src/contract/overview.ts';
import { reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { giveRefund, reverseRefund } from '../../src/contract/money/refunds.ts';
import { listOwing, readAfterReminders, readMonth, readReport } from '../../src/contract/reports.ts';
import { remind as addReminder } from '../../src/contract/money/reminders.ts';
import { deleteUser } from '../../src/contract/users.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { AGE_BANDS, type AgeBand } from '../../src/core/money/ageing.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import type { Client } from '../helpers/client.ts';
import { testClock } from '../helpers/clock.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { addUser, correction, fineOne, setRule, reverseWaivers } from '../helpers/ledger.ts';

// Each test has its own, because the figures cover everything and the clock moves by months.
let app: TestApp;
let administrator: Client;
let userId: string;
beforeEach(async () => {
  app = await startApp({ clock: testClock('2026-09-01T07:00:00Z') });
  administrator = await app.administrator();
  await setRule(administrator, false);
  ({ id: userId } = await addUser(administrator, { userName: 'Ahmed Khan' }));
  return () => app.stop();
});

const fine = (fineType: string, amount: number, date: string) =>
  fineOne(administrator, userId, { fineType, amount, date });
const report = (from: string, to: string) => administrator.must(readReport, { query: { from, to } });
const owing = (band: AgeBand, query: { page?: number; pageSize?: number } = {}) =>
  administrator.must(listOwing, { query: { band, ...query } });
/** Signs in again, because sessions end after weeks. */
async function at(day: string): Promise<void> {
  app.clock.set(`${day}T07:00:00Z`);
  administrator = await app.administrator();
}

/** From September to November; at the end the clock is at 2026-11-18. */
async function someMonths() {
  await at('2026-09-10');
  const late = await fine('Late arrival', 500, '2026-08-01');
  const absent = await fine('Absence', 300, '2026-09-05');
  const gone = await fine('Late arrival', 70, '2026-09-08');
  const first = await administrator.must(takePayment, {
    body: {
      userId,
      fines: [{ fineId: late.id, outstanding: 500 }],
      amount: 400,
      method: 'Raast',
      receivedOn: '2026-09-10',
    },
  });
  await at('2026-10-05');
  await administrator.must(waiveFine, {
    params: { fineId: absent.id },
    body: { outstanding: 300, amount: 100, reason: 'was in hospital' },
  });
  const fines = [
    { fineId: late.id, outstanding: 100 },
    { fineId: absent.id, outstanding: 200 },
  ];
  await administrator.must(takePayment, { body: { userId, fines, amount: 1000, receivedOn: '2026-10-02' } });
  const wrong = await fine('Smoking', 50, '2026-10-20');
  await at('2026-11-10');
  await administrator.must(correctFine, {
    params: { fineId: wrong.id },
    body: correction(wrong, { fineType: 'late  ARRIVAL', amount: 60, date: '2026-10-21' }),
  });
  await administrator.must(deleteFine, { params: { fineId: gone.id }, query: {} });
  const give = (amount: number, credit: number, givenOn: string) =>
    administrator.must(giveRefund, { body: { userId, credit, amount, givenOn } });
  const { refund } = await give(20, 700, '2026-10-31');
  await give(50, 680, '2026-11-09');
  await administrator.must(reverseRefund, { params: { refundId: refund.id }, body: { reason: 'by mistake' } });
  await administrator.must(reversePayment, {
    params: { paymentId: first.payment?.id ?? '' },
    body: { amount: 400, reason: 'never came' },
  });
  await reverseWaivers(administrator, absent.id, 'after all');
  await at('2026-11-18');
}

const money = (received: number, reversed: number, givenBack: number) => ({
  received,
  reversed,
  givenBack,
  collected: received - reversed - givenBack,
});

test('each month has what was charged for its days, and what was waived, received, taken back and refunded in it [REPORT-2]', async () => {
  await someMonths();
  const { months, totals } = await report('2026-09-01', '2026-11-30');
  expect(months).toEqual([
    { month: '2026-09', charged: 300, waived: 0, ...money(400, 0, 0) },
    { month: '2026-10', charged: 60, waived: 100, ...money(1000, 0, 20) },
    { month: '2026-11', charged: 0, waived: -100, ...money(0, 400, 30) },
  ]);
  expect(totals).toEqual({ charged: 360, waived: 0, ...money(1400, 400, 50) });
  const days = await report('2026-10-05', '2026-10-21');
  expect(days.months).toEqual([{ month: '2026-10', charged: 60, waived: 100, ...money(0, 0, 0) }]);
  expect((await report('2026-11-30', '2026-09-01')).months).toEqual([]);
  await expectBooksRight(app.db);
});

test('a month has its opening and closing money, what came in and was spent, and who owes most today [REPORT-14]', async () => {
  const month = (of: string) => administrator.must(readMonth, { query: { month: of } });
  expect(await month('2026-09')).toMatchObject({ opening: 0, closing: 0, methods: [], events: [], owing: [] });
  await someMonths();
  const dinner = { title: 'Dinner', description: 'All', location: 'Hall', amount: 350, date: '2026-10-31' };
  await administrator.must(addEvent, { body: dinner });
  await administrator.must(addEvent, { body: { ...dinner, title: 'Tea', amount: 25, date: '2026-11-01' } });
  const september = await month('2026-09');
  expect(september).toMatchObject({
    charged: 300,
    fineCount: 1,
    ...money(400, 0, 0),
    opening: 0,
    spent: 0,
    closing: 400,
  });
  const october = await month('2026-10');
  expect(october).toMatchObject({
    charged: 60,
    waived: 100,
    ...money(1000, 0, 20),
    opening: 400,
    spent: 350,
    closing: 1030,
  });
  expect(october.methods).toMatchObject([{ method: 'Cash', paymentCount: 1, ...money(1000, 0, 20) }]);
  expect(october.events).toMatchObject([{ title: 'Dinner', date: '2026-10-31', amount: 350 }]);
  expect(await month('2026-11')).toMatchObject({ opening: 1030, ...money(0, 400, 30), spent: 25, closing: 575 });
  const { outstanding } = (await report('2026-10-01', '2026-10-31')).ageing;
  expect(october).toMatchObject({ owing: [{ userId, pendingFine: outstanding }], owingCount: 1, outstanding });
  // Of the present month, how its closing balance becomes the available balance of Events.
  await administrator.must(addEvent, { body: { ...dinner, title: 'Later', amount: 40, date: '2026-12-05' } });
  const { totals, planned } = await administrator.must(listEvents, { query: {} });
  const { closing, available } = await month('2026-11');
  expect(available).toEqual({ credit: totals.creditHeld, planned, balance: totals.availableBalance });
  expect(available).toMatchObject({ planned: 40, balance: closing - 40 - totals.creditHeld });
  expect(october.available).toBeNull();
  // The first and the last possible month.
  expect(await month('1900-01')).toMatchObject({ opening: 0, closing: 0 });
  expect(await month('2199-12')).toMatchObject({ opening: 535, closing: 535 });
  for (const wrong of ['2026-13', '2026-1', '1899-12', '2200-01', '2026-10-01', '']) {
    const answer = await administrator.fetch(`/api/reports/month?month=${wrong}`);
    expect([wrong, answer.status]).toEqual([wrong, 400]);
  }
});

test('fine types show what became of the fines of these days, whatever the case of the type [REPORT-3]', async () => {
  await someMonths();
  const { fineTypes, otherTypes } = await report('2026-08-01', '2026-11-30');
  expect(fineTypes).toEqual([
    { fineType: 'Late arrival', urduName: '', fineCount: 2, charged: 560, waived: 0, paid: 100, outstanding: 460 },
    { fineType: 'Absence', urduName: '', fineCount: 1, charged: 300, waived: 0, paid: 200, outstanding: 100 },
  ]);
  expect(otherTypes).toBeNull();
  const { id } = await administrator.must(addType, {
    body: { name: 'Absence', urduName: 'غیر حاضری', amount: null, active: true },
  });
  await administrator.must(updateType, { params: { id }, body: { name: 'Absent' } });
  await fine('Absent', 10, '2026-11-02');
  expect((await report('2026-08-01', '2026-11-30')).fineTypes[1]).toMatchObject({
    fineType: 'Absent',
    urduName: 'غیر حاضری',
    fineCount: 2,
    charged: 310,
  });
});

test('types beyond the named ones are one sum [REPORT-3]', async () => {
  await at('2026-11-18');
  for (let n = 1; n <= 10; n++)
    await fine(`Type ${n}`, n, `2026-${n <= 5 ? '09' : '10'}-${String(n + 5).padStart(2, '0')}`);
  const { fineTypes, otherTypes, totals } = await report('2026-09-01', '2026-10-31');
  expect(fineTypes).toHaveLength(8);
  expect(otherTypes).toMatchObject({ typeCount: 2, fineCount: 2 });
  const charged = fineTypes.reduce((sum, type) => sum + type.charged, otherTypes?.charged ?? 0);
  expect(charged).toBe(totals.charged);
});

test('methods and collectors show only money [REPORT-4]', async () => {
  await someMonths();
  const { methods, collectors } = await report('2026-09-01', '2026-11-30');
  expect(methods).toEqual([
    { method: 'Cash', paymentCount: 1, ...money(1000, 0, 50) },
    { method: 'Raast', paymentCount: 1, ...money(400, 400, 0) },
  ]);
  expect(collectors).toEqual([
    { person: ADMINISTRATOR.email, receivedBy: ADMINISTRATOR.email, paymentCount: 2, ...money(1400, 400, 50) },
  ]);
});

test('the outstanding amount is split by age, with who owes it [REPORT-6]', async () => {
  await someMonths();
  const { ageing } = await report('2026-09-01', '2026-09-30');
  expect(ageing).toEqual({
    today: '2026-11-18',
    outstanding: 560,
    bands: [
      { band: '0-30', outstanding: 60 },
      { band: '31-60', outstanding: 0 },
      { band: '61-90', outstanding: 100 },
      { band: 'over-90', outstanding: 400 },
    ],
  });
  const { id: other } = await addUser(administrator, { userName: 'Bilal' });
  await fineOne(administrator, other, { amount: 1000, date: '2026-08-19' });
  await fineOne(administrator, other, { amount: 5, date: '2026-08-20' });
  await administrator.must(deleteUser, { params: { userId: other } });
  expect(await owing('over-90')).toEqual({
    items: [
      { userId: other, userName: 'Unknown User', outstanding: 1000, fineCount: 1, oldest: '2026-08-19' },
      { userId, userName: 'Ahmed Khan', outstanding: 400, fineCount: 1, oldest: '2026-08-01' },
    ],
    page: 1,
    pageSize: 20,
    totalItems: 2,
    outstanding: 1400,
  });
  expect((await owing('over-90', { page: 2, pageSize: 1 })).items).toMatchObject([{ userId }]);
  expect((await owing('over-90', { page: 3, pageSize: 1 })).items).toEqual([]);
  expect(await owing('31-60')).toMatchObject({ items: [], totalItems: 0, outstanding: 0 });
});

test('each age band ends where the next begins, and moves with the day [REPORT-5]', async () => {
  await at('2026-11-18');
  for (const [amount, date] of [
    [1, '2026-12-01'],
    [2, '2026-10-19'],
    [4, '2026-10-18'],
    [8, '2026-09-19'],
    [16, '2026-09-18'],
    [32, '2026-08-20'],
    [64, '2026-08-19'],
  ] as const)
    await fine('Late arrival', amount, date);
  const bands = async () =>
    (await report('2026-11-01', '2026-11-30')).ageing.bands.map(({ outstanding }) => outstanding);
  expect(await bands()).toEqual([3, 12, 48, 64]);
  await at('2026-11-19');
  expect(await bands()).toEqual([1, 6, 24, 96]);
});

test('over all days the figures equal those of the books [REPORT-1]', async () => {
  await someMonths();
  const { totals, ageing } = await report('1900-01-01', '2199-12-31');
  const books = (await administrator.must(readTotals, {})).totals;
  expect(totals.charged - totals.waived).toBe(books.totalFinesAmount);
  expect(totals.collected).toBe(books.collectedAmount + books.creditHeld);
  expect(ageing.outstanding).toBe(books.pendingFinesAmount);
});

test('reminders show who paid within 14 days, counting each person once and subtracting what was taken back [REPORT-15]', async () => {
  const { id: other } = await addUser(administrator, { userName: 'Bilal Ahmed' });
  const { id: silent } = await addUser(administrator, { userName: 'Sana Malik' });
  await at('2026-09-10');
  for (const id of [userId, other, silent]) await fineOne(administrator, id, { amount: 1000 });
  const remind = (id: string, channel: 'whatsapp' | 'copy') =>
    administrator.must(addReminder, { body: { userId: id, channel } });
  const pay = async (id: string, amount: number, receivedOn: string) =>
    (await administrator.must(takePayment, { body: { userId: id, amount, receivedOn, fines: [] } })).payment?.id ?? '';
  await pay(userId, 7, '2026-09-09');
  for (const id of [userId, other, silent]) await remind(id, 'whatsapp');
  await remind(userId, 'copy');
  await at('2026-09-30');
  await pay(userId, 100, '2026-09-10');
  await pay(userId, 20, '2026-09-24');
  await pay(userId, 5, '2026-09-25');
  const wrong = await pay(other, 300, '2026-09-12');
  await administrator.must(reversePayment, { params: { paymentId: wrong }, body: { amount: 300, reason: 'bounced' } });
  await remind(silent, 'whatsapp');

  const after = (from: string, to: string) => administrator.must(readAfterReminders, { query: { from, to } });
  expect(await after('2026-09-01', '2026-09-10')).toEqual({
    channels: [
      { channel: 'whatsapp', reminderCount: 3, memberCount: 3, paidMemberCount: 1, received: 120 },
      { channel: 'copy', reminderCount: 1, memberCount: 1, paidMemberCount: 1, received: 120 },
    ],
    total: { reminderCount: 4, memberCount: 3, paidMemberCount: 1, received: 120 },
  });
  expect((await after('2026-09-11', '2026-09-30')).total).toEqual({
    reminderCount: 1,
    memberCount: 1,
    paidMemberCount: 0,
    received: 0,
  });
  expect(await after('2026-10-01', '2026-10-31')).toMatchObject({ channels: [], total: { reminderCount: 0 } });
});

test('the figures equal the sums of the CSV files [EXPORT-8]', async () => {
  await someMonths();
  const rowsOf = async (list: string): Promise<Record<string, string>[]> => {
    const text = await (await administrator.fetch(`/api/exports/${list}`)).text();
    return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
  };
  const [fines, payments, refunds, waivers, history] = await Promise.all(
    ['fines', 'payments', 'refunds', 'waivers', 'history'].map(rowsOf),
  );
  const paisa = (row: Record<string, string>, head: string) => Math.round(Number(row[head]) * 100);
  const sum = (rows: Record<string, string>[] = [], ...heads: string[]) =>
    rows.reduce((all, row) => all + heads.reduce((some, head) => some + paisa(row, head), 0), 0) / 100;
  const by = (rows: Record<string, string>[] = [], keyOf: (row: Record<string, string>) => string) =>
    Map.groupBy(rows, keyOf);

  const { totals, months, fineTypes, methods } = await report('2026-01-01', '2026-12-31');
  const received = sum(payments, 'Amount');
  const reversed = sum(payments, 'Taken back');
  const givenBack = sum(refunds, 'Amount') - sum(refunds, 'Taken back');
  expect(totals).toEqual({
    charged: sum(fines, 'Amount'),
    waived: sum(waivers, 'Amount') - sum(waivers, 'Taken back'),
    ...money(received, reversed, givenBack),
  });
  const finesOfMonth = by(fines, (row) => row['Date']?.slice(0, 7) ?? '');
  const paymentsOfMonth = by(payments, (row) => row['Date']?.slice(0, 7) ?? '');
  const reversalsOfMonth = by(
    history?.filter((row) => row['Operation'] === 'payments.reverse' && row['Kind'] === 'Taken back'),
    (row) => row['Time']?.slice(0, 7) ?? '',
  );
  for (const { month, charged, ...moved } of months) {
    expect([month, charged]).toEqual([month, sum(finesOfMonth.get(month), 'Amount')]);
    expect(moved.received).toBe(sum(paymentsOfMonth.get(month), 'Amount'));
    expect(moved.reversed).toBe(sum(reversalsOfMonth.get(month), 'Amount'));
  }
  const ofType = by(fines, (row) => row['Fine type']?.toLowerCase().replaceAll(/\s+/g, ' ') ?? '');
  expect(
    fineTypes.map(({ fineType, ...figures }) => [fineType.toLowerCase(), figures.charged, figures.outstanding]),
  ).toEqual(
    [...ofType]
      .map(([type, rows]): [string, number, number] => [type, sum(rows, 'Amount'), sum(rows, 'Left to pay')])
      .toSorted(([, a], [, b]) => b - a),
  );
  const ofMethod = by(payments, (row) => row['Method'] ?? '');
  for (const { method, ...figures } of methods) {
    expect([method, figures.received]).toEqual([method, sum(ofMethod.get(method), 'Amount')]);
  }
  expect(sum(fines, 'Amount')).toBe(sum(fines, 'Paid', 'Waived', 'Left to pay'));
  const unpaid = (await Promise.all(AGE_BANDS.map((band) => rowsOf(`owing?band=${band}`)))).flat();
  expect(sum(unpaid, 'Left to pay')).toBe(sum(fines, 'Left to pay'));
});
