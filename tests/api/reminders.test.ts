// Reminders: who owes something, who was reminded, and what they promised. The clock starts on 2026-11-18.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { deleteFine } from '../../src/contract/fines/fines.ts';
import { listHistory } from '../../src/contract/history.ts';
import { listReminders, promise, readOwing, remind } from '../../src/contract/money/reminders.ts';
import { setLanguage } from '../../src/contract/sign-in/account.ts';
import { readOrganisation, readPayPicture, updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { readTotals } from '../../src/contract/overview.ts';
import { deleteUser, updateUser, type User } from '../../src/contract/users.ts';
import { addDays } from '../../src/core/calendar.ts';
import { emailKey } from '../../src/core/people/email.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import { addUser, fineOne, mark, refusal, setRule } from '../helpers/ledger.ts';
import { givePassword, signedInWithAccess } from '../helpers/members.ts';
import { ONE_PIXEL } from '../helpers/pictures.ts';

const app = useApp();
const administrator = useAdministrator(app);
let user: User;
let people = 0;

afterAll(() => expectBooksRight(app.db));
beforeEach(async () => {
  await setRule(administrator, false);
  people += 1;
  user = await addUser(administrator, { userName: `Debtor ${people}`, phone: '0300 1234567' });
});

type Query = Parameters<typeof administrator.must<typeof listReminders>>[1]['query'];
const list = (query: Query = {}) => administrator.must(listReminders, { query: { pageSize: 100, ...query } });
const own = async (query: Query = {}) => (await list({ search: user.id, ...query })).items[0];
const on = (day: string) => app.clock.set(`${day}T07:00:00Z`);
const reminded = (channel: 'whatsapp' | 'sms' | 'email' | 'copy' = 'whatsapp') =>
  administrator.must(remind, { body: { userId: user.id, channel } });
const promised = (until: string | null) => administrator.must(promise, { body: { userId: user.id, until } });

const entered = async () => {
  await givePassword(app, user);
  return app.enter(user.userEmail ?? '');
};

test('those who owe something are listed, longest unpaid first, with how much and since when [REMIND-1]', async () => {
  const others = await Promise.all(
    ['2026-03-01', '2026-01-05'].map(async (date) => {
      const other = await addUser(administrator, { userName: 'Khalid' });
      await fineOne(administrator, other.id, { amount: 10, date });
      return other.id;
    }),
  );
  await fineOne(administrator, user.id, { amount: 100, date: '2026-02-01', fineType: 'Late' });
  await fineOne(administrator, user.id, { amount: 40.5, date: '2026-11-01', fineType: 'Noise' });
  const paid = await fineOne(administrator, user.id, { amount: 7, date: '2025-01-01' });
  await mark(administrator, paid.id, 'Paid');
  const { items, owed, counts } = await list();
  expect(items.map(({ userId }) => userId)).toEqual([others[1], user.id, others[0]]);
  expect(owed).toBe(160.5);
  expect(counts).toEqual({ owing: 3, overdue: 0, promised: 0 });
  expect(items[1]).toEqual({
    userId: user.id,
    userName: user.userName,
    status: 'Active',
    pendingFine: 140.5,
    credit: 0,
    earliestDue: null,
    overdue: 0,
    unpaidSince: '2026-02-01',
    fines: [
      { typeName: 'Late', date: '2026-02-01', outstanding: 100 },
      { typeName: 'Noise', date: '2026-11-01', outstanding: 40.5 },
    ],
    openCount: 2,
    dues: [],
    surcharge: null,
    phone: '0300 1234567',
    number: '923001234567',
    landline: false,
    mailed: false,
    mailRefused: null,
    userEmail: user.userEmail,
    language: 'en',
    reminded: null,
    promise: null,
  });
  expect((await list({ search: '0300 123', page: 1, pageSize: 1 })).totalItems).toBe(3);
  for (const id of others) await administrator.must(deleteUser, { params: { userId: id } });
  expect((await list()).items.map(({ userId }) => userId)).toEqual([user.id]);
  await administrator.must(updateUser, { params: { userId: user.id }, body: { status: 'Inactive' } });
  expect(await own()).toMatchObject({ status: 'Inactive' });
});

test('the list marks addresses that a mail server refused for good [MAIL-14]', async () => {
  const refused = { address_key: emailKey(user.userEmail ?? ''), refused_at: 0, reply: '550 No such user' };
  await app.db.write.insertInto('refused_addresses').values(refused).execute();
  await fineOne(administrator, user.id, { amount: 100 });
  expect(await own()).toMatchObject({ mailRefused: '550 No such user' });
});

test('a reminder and how it was sent are recorded, shown in the history, and filter the list [REMIND-2, REMIND-3]', async () => {
  await fineOne(administrator, user.id, { amount: 100 });
  await reminded('whatsapp');
  expect((await reminded('copy')).member.reminded).toEqual({ day: '2026-11-18', channel: 'copy' });
  expect(await own({ notRemindedFor: 1 })).toBeUndefined();
  on('2026-11-19');
  expect(await own({ notRemindedFor: 1 })).toMatchObject({ reminded: { day: '2026-11-18', channel: 'copy' } });
  expect(await own({ notRemindedFor: 2 })).toBeUndefined();
  const { items } = await administrator.must(listHistory, { query: { userId: user.id, kind: 'reminders' } });
  expect(items.map(({ facts, action }) => [action, facts])).toEqual(
    ['copy', 'whatsapp'].map((channel) => ['reminders.add', { subject: 'reminder', channel, amount: 100, overdue: 0 }]),
  );
});

test('the list leaves out those who promised to pay, until that day has passed or what the promise was about is paid [REMIND-5]', async () => {
  const old = await fineOne(administrator, user.id, { amount: 100, date: '2026-11-01' });
  for (const until of ['2026-11-18', '2027-11-20']) {
    expect(refusal(await administrator.call(promise, { body: { userId: user.id, until } })).code).toBe('promise-day');
  }
  expect((await promised('2026-11-20')).member.promise).toEqual({ until: '2026-11-20', holds: true });
  expect(await own()).toBeUndefined();
  expect(await own({ show: 'overdue' })).toBeUndefined();
  expect(await own({ show: 'promised' })).toMatchObject({ promise: { until: '2026-11-20', holds: true } });
  expect((await list()).counts.promised).toBe(1);
  on('2026-11-20');
  expect(await own()).toBeUndefined();
  on('2026-11-21');
  expect(await own()).toMatchObject({ promise: { until: '2026-11-20', holds: false } });
  // The promise does not cover a later debt.
  await promised('2026-11-30');
  on('2026-11-22');
  await fineOne(administrator, user.id, { amount: 5, date: '2026-11-22' });
  expect(await own()).toBeUndefined();
  await mark(administrator, old.id, 'Paid');
  expect(await own()).toMatchObject({ pendingFine: 5, promise: null });
  await promised('2026-11-30');
  expect((await promised(null)).member.promise).toBeNull();
  const { items } = await administrator.must(listHistory, { query: { userId: user.id, kind: 'reminders' } });
  expect(items.map(({ facts }) => ('until' in facts ? facts.until : ''))).toEqual([
    null,
    '2026-11-30',
    '2026-11-30',
    '2026-11-20',
  ]);
});

test('a promise covers only what was recorded before it: who paid and is fined again on that day is on the list [REMIND-21]', async () => {
  const first = await fineOne(administrator, user.id, { amount: 100, date: '2026-11-01' });
  await promised('2026-11-30');
  await mark(administrator, first.id, 'Paid');
  await fineOne(administrator, user.id, { amount: 5, date: '2026-11-01' });
  expect(await own()).toMatchObject({ pendingFine: 5, promise: null });
  expect((await reminded()).member.promise).toBeNull();
  expect(await own({ show: 'promised' })).toBeUndefined();
  expect((await list()).counts.promised).toBe(0);
  // The payment is taken back.
  await mark(administrator, first.id, 'Pending');
  expect(await own()).toBeUndefined();
  expect((await list()).counts.promised).toBe(1);
  await mark(administrator, first.id, 'Paid');
  // A new promise is about the new debt.
  expect((await promised('2026-11-25')).member.promise).toEqual({ until: '2026-11-25', holds: true });
  expect(await own({ show: 'promised' })).toMatchObject({ promise: { until: '2026-11-25', holds: true } });
});

test('members who owe nothing, are unknown or deleted cannot be reminded, and viewers cannot remind [REMIND-2]', async () => {
  const code = async (userId: string) => [
    refusal(await administrator.call(remind, { body: { userId, channel: 'copy' } })).code,
    refusal(await administrator.call(promise, { body: { userId, until: '2026-12-01' } })).code,
  ];
  expect(await code(user.id)).toEqual(['owes-nothing', 'owes-nothing']);
  expect((await administrator.must(readOwing, { params: { userId: user.id } })).member).toBeNull();
  const fine = await fineOne(administrator, user.id, { amount: 100 });
  const { client: viewer } = await signedInWithAccess(app, administrator, 'viewer');
  expect(await viewer.must(readOwing, { params: { userId: user.id } })).toMatchObject({ member: { pendingFine: 100 } });
  expect(refusal(await viewer.call(remind, { body: { userId: user.id, channel: 'copy' } })).code).toBe('not-allowed');
  await administrator.must(deleteFine, { params: { fineId: fine.id } });
  expect(await code(user.id)).toEqual(['owes-nothing', 'owes-nothing']);
  await administrator.must(deleteUser, { params: { userId: user.id } });
  expect(await code(user.id)).toEqual(['user-not-found', 'user-not-found']);
  expect(await code('NOBODY22')).toEqual(['user-not-found', 'user-not-found']);
});

test('without a mail server only the sender’s own program can send an e-mail [REMIND-20]', async () => {
  await fineOne(administrator, user.id, { amount: 100 });
  const email = (send: boolean) => administrator.call(remind, { body: { userId: user.id, channel: 'email', send } });
  expect(refusal(await email(true)).code).toBe('mail-not-configured');
  expect((await administrator.must(readOwing, { params: { userId: user.id } })).member).toMatchObject({
    mailed: false,
    reminded: null,
  });
  expect((await email(false)).status).toBe(200);
});

test('each member has the overdue amount and what is due on which day, and the list has their sums [REMIND-1]', async () => {
  await administrator.must(updateOrganisation, { body: { dueDays: 1 } });
  await fineOne(administrator, user.id, { amount: 100 });
  await administrator.must(updateOrganisation, { body: { dueDays: 20 } });
  await fineOne(administrator, user.id, { amount: 30 });
  await administrator.must(updateOrganisation, { body: { dueDays: 40 } });
  await fineOne(administrator, user.id, { amount: 5 });
  await administrator.must(updateOrganisation, { body: { dueDays: null } });
  await fineOne(administrator, user.id, { amount: 7 });
  const { overdue: before } = await list();
  const today = new Date(app.clock.now()).toISOString().slice(0, 10);
  app.clock.advance(2 * 24 * 60 * 60 * 1000);
  expect(await own({ show: 'overdue' })).toMatchObject({ overdue: 100, pendingFine: 142 });
  const dues = [
    { day: addDays(today, 20), amount: 30 },
    { day: addDays(today, 40), amount: 5 },
  ];
  expect(await own()).toMatchObject({ openCount: 4, dues });
  expect((await list()).overdue).toBe(before + 100);
  expect((await reminded()).member.reminded?.day ?? '').not.toBe(today);
  const { others } = await list();
  await administrator.must(deleteUser, { params: { userId: user.id } });
  // Nobody can remind a deleted user, but the other screens count what they owe.
  const left = await list();
  expect(left.overdue).toBe(before);
  expect(left.others).toEqual({ count: others.count + 1, owed: others.owed + 142 });
  const { totals } = await administrator.must(readTotals, {});
  expect(left.owed + left.others.owed).toBe(totals.pendingFinesAmount);
  await administrator.must(updateOrganisation, { body: { dueDays: null } });
});

test('messages are in the language of the member’s account, otherwise in the organisation’s [REMIND-9]', async () => {
  await fineOne(administrator, user.id, { amount: 100 });
  expect((await own())?.language).toBe('en');
  await administrator.must(updateOrganisation, { body: { language: 'ur' } });
  expect((await own())?.language).toBe('ur');
  const member = await entered();
  await member.must(setLanguage, { body: { language: 'en' } });
  await administrator.must(updateOrganisation, { body: { howToPayEn: 'cash' } });
  expect((await own())?.language).toBe('en');
  await administrator.must(updateOrganisation, { body: { language: 'en', howToPayEn: '' } });
});

test('texts with unknown placeholders are refused, and the QR code is stored as the logo is [REMIND-8]', async () => {
  const wrong = refusal(await administrator.call(updateOrganisation, { body: { reminderEn: 'Dear {nmae}' } }));
  expect(wrong).toMatchObject({ code: 'invalid-input', message: expect.stringContaining('reminderEn') as string });
  const how = { howToPayEn: 'Raast\n0300', howToPayUr: 'راست\n0300' };
  const body = { reminderEn: 'Dear {name}', reminderUr: '{amount}', ...how, payPicture: ONE_PIXEL };
  const { payPictureVersion } = await administrator.must(updateOrganisation, { body });
  const { payPicture: _, ...texts } = body;
  expect(await administrator.must(readOrganisation, {})).toMatchObject(texts);
  const member = await entered();
  const picture = await member.fetch(`/api/organisation/pay-picture/${payPictureVersion}`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(refusal(await administrator.call(updateOrganisation, { body: { payPicture: 'aGVsbG8=' } })).code).toBe(
    'logo-kind',
  );
  const none = { reminderEn: '', reminderUr: '', howToPayEn: '', howToPayUr: '', payPicture: null };
  expect(await administrator.must(updateOrganisation, { body: none })).toMatchObject({ payPictureVersion: null });
  const gone = { params: { version: payPictureVersion ?? '' } };
  expect(refusal(await administrator.call(readPayPicture, gone)).code).toBe('not-found');
});
