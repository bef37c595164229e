// Which messages members get at once, and which they do not.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addFines, deleteFine, type Fine, listFines } from '../../../src/contract/fines/fines.ts';
import { checkFineImport, importFines } from '../../../src/contract/fines/imports.ts';
import {
  listMails,
  readOwnMails,
  readOwnNews,
  sendMailAgain,
  setOwnMails,
  setOwnNews,
} from '../../../src/contract/mail/mails.ts';
import { pauseReminders } from '../../../src/contract/money/reminder-plan.ts';
import { readOwing, remind } from '../../../src/contract/money/reminders.ts';
import { undo } from '../../../src/contract/money/undo.ts';
import { reversePayment, takePayment } from '../../../src/contract/money/payments.ts';
import {
  acceptAppeal,
  acceptClaim,
  refuseAppeal,
  refuseClaim,
  sendAppeal,
  sendClaim,
} from '../../../src/contract/money/requests.ts';
import { reverseWaiver, waiveFine } from '../../../src/contract/money/waivers.ts';
import { correctFine, readFine } from '../../../src/contract/fines/fine-details.ts';
import { waiveFines } from '../../../src/contract/fines/several-fines.ts';
import { setLanguage } from '../../../src/contract/sign-in/account.ts';
import { updateOrganisation } from '../../../src/contract/settings/organisation.ts';
import { deleteUser, updateUser, type UserForm } from '../../../src/contract/users.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import type { CallInput } from '../../../src/contract/operation.ts';
import type { Client } from '../../helpers/client.ts';
import { fineOne, mark, only, refusal, setRule, correction, submission, userForm } from '../../helpers/ledger.ts';
import { addMember } from '../../helpers/members.ts';
import { reactAt } from '../../helpers/outbox.ts';
import { headerOf, type MailServer, partOf, startMailServer } from '../../helpers/smtp.ts';
import { waitFor } from '../../helpers/wait.ts';

let server: MailServer;
let app: TestApp;
let administrator: Client;
let user: Awaited<ReturnType<typeof addMember>>;
beforeEach(async () => {
  server = await startMailServer();
  const environment = { SMTP_URL: server.url, MAIL_FROM: 'fines@club.test' };
  app = await startApp({ environment });
  administrator = await app.administrator();
  user = await addMember(app, administrator, { userName: 'Ayesha Khan' });
  await setRule(administrator, true, 'tell-members');
});
afterEach(async () => {
  await app.stop();
  await server.stop();
});

const MINUTE = 60_000;
const mails = async () => (await administrator.must(listMails, { query: {} })).items;
/** Waits one minute, and until everything has been sent. */
async function later(): Promise<void> {
  app.clock.advance(MINUTE);
  await waitFor(async () => expect((await mails()).filter(({ state }) => state !== 'sent')).toEqual([]));
}
const subjects = () => server.received.map(({ raw }) => headerOf(raw, 'Subject'));
const owed = async () =>
  only(await app.db.read.selectFrom('users').select('pending').where('id', '=', user.id).execute());

test('a fine, a payment with its receipt and a waiver are each announced once, after a minute [MAIL-10]', async () => {
  await administrator.must(updateOrganisation, { body: { name: 'Our Club' } });
  const fine = await fineOne(administrator, user.id, { amount: 500 });
  expect(await mails()).toMatchObject([
    { state: 'waiting', kind: 'fined', name: 'Ayesha Khan', address: user.userEmail },
  ]);
  await later();
  expect(subjects()).toEqual(['You were fined Rs. 500.00']);
  const told = only(server.received).raw;
  expect(headerOf(told, 'From')).toBe('Our Club <fines@club.test>');
  expect(headerOf(told, 'To')).toBe(`Ayesha Khan <${user.userEmail}>`);
  expect(partOf(told, 'text/plain')).toContain('Late arrival (18 Nov 2026)');
  expect(partOf(told, 'text/html')).toContain('<bdi>Rs. 500.00</bdi>');

  const shown = [{ fineId: fine.id, outstanding: 500 }];
  await administrator.must(takePayment, {
    body: { userId: user.id, fines: shown, amount: 200, receivedOn: '2026-11-18' },
  });
  await later();
  await administrator.must(waiveFine, {
    params: { fineId: fine.id },
    body: { outstanding: 300, amount: 100, reason: 'was in hospital' },
  });
  await later();
  expect(subjects().slice(1)).toEqual(['Payment received: Rs. 200.00, receipt R-2026-000001', 'Waived: Rs. 100.00']);
  expect(partOf(server.received[2]?.raw ?? '', 'text/plain')).toContain('Left to pay in all: \u2068Rs. 200.00\u2069');
  expect(await owed()).toEqual({ pending: 20_000 });
});

test('what is undone, deleted or taken back within the minute is not announced; a corrected fine is announced as corrected [MAIL-10]', async () => {
  const body = { ...submission({ userIds: [user.id] }), confirmed: [{ userId: user.id, amount: 100, doubled: false }] };
  const { batch } = await administrator.must(addFines, { body });
  await administrator.must(undo, { body: { batch } });
  const deleted = await fineOne(administrator, user.id);
  await administrator.must(deleteFine, { params: { fineId: deleted.id }, query: {} });
  const fine = await fineOne(administrator, user.id, { amount: 500 });
  const body2 = correction(fine, { amount: 50 });
  await administrator.must(correctFine, { params: { fineId: fine.id }, body: body2 });
  await later();
  expect(subjects()).toEqual(['You were fined Rs. 50.00']);
});

test('the amount left to pay is the one at the time of sending [MAIL-10]', async () => {
  await setRule(administrator, false);
  const undone = await fineOne(administrator, user.id, { amount: 300 });
  await fineOne(administrator, user.id, { amount: 500, fineType: 'No uniform' });
  await administrator.must(deleteFine, { params: { fineId: undone.id }, query: {} });
  await later();
  expect(partOf(only(server.received).raw, 'text/plain')).toContain('Left to pay in all: \u2068Rs. 500.00\u2069');
});

test('a waiting e-mail goes to the member’s current address [MAIL-15]', async () => {
  await fineOne(administrator, user.id);
  const userEmail = 'ayesha.right@example.test';
  await administrator.must(updateUser, { params: { userId: user.id }, body: userForm({ userEmail }) });
  await later();
  expect(headerOf(only(server.received).raw, 'To')).toContain(userEmail);
  expect(only(await mails()).address).toBe(userEmail);
});

test('a message given up at a wrong address goes to the right one when it is sent again [MAIL-15]', async () => {
  reactAt(server, 'rcpt', '550 No such user');
  await fineOne(administrator, user.id);
  app.clock.advance(MINUTE);
  await waitFor(async () => expect(await mails()).toMatchObject([{ state: 'given-up' }]));
  reactAt(server, 'rcpt', 'ok');
  const userEmail = 'ayesha.right@example.test';
  await administrator.must(updateUser, { params: { userId: user.id }, body: userForm({ userEmail }) });
  await administrator.must(sendMailAgain, { params: { mailId: only(await mails()).id } });
  await later();
  expect(headerOf(only(server.received).raw, 'To')).toContain(userEmail);
});

describe('"Send again" is refused, with the reason, for what no longer holds [MAIL-6]', () => {
  let fine: Fine;
  const again = async () => {
    const call = await administrator.call(sendMailAgain, { params: { mailId: only(await mails()).id } });
    return call.ok ? 'sent again' : refusal(call).code;
  };
  const comesBack = async (): Promise<void> => {
    app.clock.advance(MINUTE);
    await waitFor(async () => expect(await mails()).toMatchObject([{ state: 'given-up' }]));
    server.behave(() => 'ok');
  };
  const change = (form: Partial<UserForm>) =>
    administrator.must(updateUser, {
      params: { userId: user.id },
      body: userForm({ userName: user.userName, userEmail: user.userEmail ?? '', ...form }),
    });
  const fineShown = () => ({ fineId: fine.id, outstanding: fine.outstanding });
  const all = { fined: true, paid: true, waived: true, answered: true };
  /** What is told first, and then makes that untrue. */
  const told = {
    async fine() {
      fine = await fineOne(administrator, user.id, { amount: 21 });
    },
    async payment() {
      await setRule(administrator, false, 'tell-members');
      await told.fine();
      await setRule(administrator, true, 'tell-members');
      await administrator.must(takePayment, {
        body: { userId: user.id, fines: [fineShown()], amount: 21, receivedOn: '2026-11-18' },
      });
    },
    async refusedAppeal(member: Client) {
      await setRule(administrator, false, 'tell-members');
      await told.fine();
      await setRule(administrator, true, 'tell-members');
      const { request } = await member.must(sendAppeal, { body: { fineId: fine.id, reason: 'was ill' } });
      await administrator.must(refuseAppeal, { params: { requestId: request.id }, body: { answer: 'You were seen' } });
    },
    async reminderByHand() {
      await setRule(administrator, false, 'tell-members');
      await told.fine();
      await administrator.must(remind, { body: { userId: user.id, channel: 'email', send: true } });
    },
  };
  const deleteIt = () => administrator.must(deleteFine, { params: { fineId: fine.id }, query: {} });
  const cases: [string, string, keyof typeof told, (member: Client) => Promise<unknown>][] = [
    ['mail-outdated', 'a fine that was deleted', 'fine', deleteIt],
    ['news-off', 'news with the setting off', 'fine', () => setRule(administrator, false, 'tell-members')],
    [
      'mail-unwanted',
      'e-mail switched off by the member',
      'fine',
      (member) => member.must(setOwnMails, { body: { told: false } }),
    ],
    [
      'news-unwanted',
      'this news switched off by the member',
      'fine',
      (member) => member.must(setOwnNews, { body: { ...all, fined: false } }),
    ],
    ['news-unwanted', 'an inactive member', 'fine', () => change({ status: 'Inactive' })],
    [
      'mail-outdated',
      'a receipt of a payment taken back',
      'payment',
      async () => {
        const { id } = only(await app.db.read.selectFrom('payments').select('id').execute());
        await administrator.must(reversePayment, {
          params: { paymentId: id },
          body: { amount: 21, reason: 'Not ours' },
        });
      },
    ],
    ['mail-outdated', 'a refused appeal about a fine deleted since', 'refusedAppeal', deleteIt],
    ['mail-outdated', 'a reminder over a deleted fine', 'reminderByHand', deleteIt],
    ['mail-outdated', 'a reminder over a paid fine', 'reminderByHand', () => mark(administrator, fine.id, 'Paid')],
  ];
  test.each(cases)('%s: %s', async (code, _what, tell, makeUntrue) => {
    const member = await app.enter(user.userEmail ?? '');
    reactAt(server, 'rcpt', '550 No such user');
    await told[tell](member);
    await comesBack();
    await makeUntrue(member);
    expect(await again()).toBe(code);
    expect(await mails()).toMatchObject([{ state: 'given-up', tries: 1 }]);
    expect(server.received).toEqual([]);
  });

  test('what still holds is sent as it is now; what ceases to hold before it leaves is not sent', async () => {
    reactAt(server, 'rcpt', '550 No such user');
    await told.fine();
    await comesBack();
    await setRule(administrator, false);
    await administrator.must(correctFine, { params: { fineId: fine.id }, body: correction(fine, { amount: 50 }) });
    reactAt(server, 'rcpt', '450 Busy');
    expect(await again()).toBe('sent again');
    await waitFor(async () =>
      expect(await mails()).toMatchObject([{ state: 'failed', subject: 'You were fined Rs. 50.00' }]),
    );
    await deleteIt();
    server.behave(() => 'ok');
    await later();
    expect([await mails(), server.received]).toEqual([[], []]);
  });
});

describe('an inactive member [MAIL-11]', () => {
  const leave = () =>
    administrator.must(updateUser, {
      params: { userId: user.id },
      body: userForm({ userName: 'Ayesha Khan', userEmail: user.userEmail ?? '', status: 'Inactive' }),
    });

  test('gets no news but receipts, and none that waited', async () => {
    await setRule(administrator, false);
    const member = await app.enter(user.userEmail ?? '');
    const [first, second] = [await fineOne(administrator, user.id), await fineOne(administrator, user.id)];
    const { request } = await member.must(sendClaim, {
      body: { fineIds: [first.id], amount: 100, method: 'Raast', receivedOn: '2026-11-18' },
    });
    await leave();
    await fineOne(administrator, user.id);
    await administrator.must(waiveFine, {
      params: { fineId: second.id },
      body: { outstanding: 100, amount: 50, reason: 'was in hospital' },
    });
    await administrator.must(acceptClaim, {
      params: { requestId: request.id },
      body: { fines: [{ fineId: first.id, outstanding: 100 }], answer: 'Found it' },
    });
    await later();
    expect(subjects()).toEqual(['Payment received: Rs. 100.00, receipt R-2026-000001']);
    expect(await mails()).toHaveLength(1);
  });

  test('can be reminded by hand, and whoever does it sees the status', async () => {
    await setRule(administrator, false, 'tell-members');
    await fineOne(administrator, user.id);
    await leave();
    const { member } = await administrator.must(readOwing, { params: { userId: user.id } });
    expect(member).toMatchObject({ status: 'Inactive' });
    await administrator.must(remind, { body: { userId: user.id, channel: 'email', send: true } });
    await later();
    expect(subjects()).toEqual(['A friendly reminder']);
  });
});

test('waiting messages are not sent once the organisation or the member has switched them off [MAIL-11]', async () => {
  await fineOne(administrator, user.id);
  await setRule(administrator, false, 'tell-members');
  await later();
  await setRule(administrator, true, 'tell-members');
  const member = await app.enter(user.userEmail ?? '');
  await fineOne(administrator, user.id);
  await member.must(setOwnMails, { body: { told: false } });
  await later();
  expect([subjects(), await mails()]).toEqual([[], []]);
});

test('members can switch off each kind of news; switching off answers does not affect payment messages [MAIL-16]', async () => {
  const member = await app.enter(user.userEmail ?? '');
  const all = { fined: true, paid: true, waived: true, answered: true };
  expect(await member.must(readOwnNews, {})).toEqual({ told: all, offered: true });
  const fine = await fineOne(administrator, user.id, { amount: 500 });
  const told = { ...all, fined: false, answered: false };
  await member.must(setOwnNews, { body: told });
  expect(await member.must(readOwnNews, {})).toEqual({ told, offered: true });
  const { request } = await member.must(sendClaim, {
    body: { fineIds: [fine.id], amount: 500, method: 'Easypaisa', receivedOn: '2026-11-18' },
  });
  const fines = [{ fineId: fine.id, outstanding: 500 }];
  await administrator.must(acceptClaim, { params: { requestId: request.id }, body: { fines } });
  await fineOne(administrator, user.id, { date: '2026-11-02' });
  await later();
  expect(subjects()).toEqual(['Payment received: Rs. 500.00, receipt R-2026-000001']);
});

test('a fine that is waived as a mistake before its member was told of it is not announced, nor is its waiver [WAIVE-13]', async () => {
  await setRule(administrator, false);
  const waiveAsMistake = (fineId: string) =>
    administrator.must(waiveFine, {
      params: { fineId },
      body: { outstanding: 100, paidAmount: 0, reduces: '', mistake: true, reason: 'the wrong person' },
    });
  const known = await fineOne(administrator, user.id);
  await later();
  await waiveAsMistake((await fineOne(administrator, user.id)).id);
  await later();
  expect(subjects()).toEqual(['You were fined Rs. 100.00']);
  expect(await mails()).toHaveLength(1);
  await waiveAsMistake(known.id);
  await later();
  expect(subjects().slice(1)).toEqual(['Waived: Rs. 100.00']);
});

test('several fines waived at once are one message [MAIL-10]', async () => {
  await setRule(administrator, false);
  const fines = [await fineOne(administrator, user.id), await fineOne(administrator, user.id)];
  await later();
  const shown = fines.map(({ id, outstanding }) => ({ fineId: id, outstanding }));
  await administrator.must(waiveFines, { body: { fines: shown, reason: 'was in hospital' } });
  await later();
  expect(subjects().slice(2)).toEqual(['Waived: Rs. 200.00']);
});

test('nothing is sent if the organisation or the member has switched it off, or the member has been deleted [MAIL-11]', async () => {
  await fineOne(administrator, user.id);
  await administrator.must(deleteUser, { params: { userId: user.id } });
  user = await addMember(app, administrator);
  const member = await app.enter(user.userEmail ?? '');
  expect(await member.must(readOwnMails, {})).toEqual({ told: true, offered: true });
  await member.must(setOwnMails, { body: { told: false } });
  expect(await member.must(readOwnMails, {})).toEqual({ told: false, offered: true });
  // The administrator has no user record to send messages about.
  expect(await administrator.must(readOwnMails, {})).toEqual({ told: true, offered: false });
  await fineOne(administrator, user.id);
  await member.must(setOwnMails, { body: { told: true } });
  await setRule(administrator, false, 'tell-members');
  await fineOne(administrator, user.id);
  expect(await mails()).toEqual([]);
});

test('nothing is sent about imported fines, paid and waived ones included [MAIL-11]', async () => {
  await setRule(administrator, false);
  const row = { member: user.id, fineType: 'Late arrival', date: '2026-11-16', dueOn: '2026-11-17' };
  const rows = [
    { ...row, amount: '100' },
    { ...row, amount: '200', paid: '200' },
    { ...row, amount: '300', waived: '300' },
  ];
  const { checked, problems } = await administrator.must(checkFineImport, { body: { rows } });
  expect(problems).toEqual([]);
  await administrator.must(importFines, { body: { rows, checked } });
  expect(await owed()).toEqual({ pending: 10_000 });
  expect(await mails()).toEqual([]);
});

test('messages are in the organisation’s language if the member has chosen none [MAIL-7]', async () => {
  await administrator.must(updateOrganisation, { body: { language: 'ur' } });
  await fineOne(administrator, user.id, { amount: 500 });
  await later();
  expect(headerOf(only(server.received).raw, 'Content-Language')).toBe('ur');
});

test('messages are in the account’s language, Urdu from right to left [MAIL-7]', async () => {
  const member = await app.enter(user.userEmail ?? '');
  await member.must(setLanguage, { body: { language: 'ur' } });
  await fineOne(administrator, user.id, { amount: 500 });
  await later();
  const { raw } = only(server.received);
  expect(headerOf(raw, 'Subject')).toBe('آپ پر 500.00\u00a0روپے کا جرمانہ');
  expect(headerOf(raw, 'Content-Language')).toBe('ur');
  expect(partOf(raw, 'text/html')).toContain('<html lang="ur" dir="rtl">');
  expect(partOf(raw, 'text/plain')).toContain('السلام علیکم \u2068Ayesha Khan\u2069!');
});

test('a member is told once how a request was decided, with the answer [MAIL-13]', async () => {
  const member = await app.enter(user.userEmail ?? '');
  const [first, second] = [await fineOne(administrator, user.id), await fineOne(administrator, user.id)];
  await later();
  const claim = (fineId: string) => ({
    fineIds: [fineId],
    amount: 100,
    method: 'Raast' as const,
    receivedOn: '2026-11-18',
  });
  const { request: claimed } = await member.must(sendClaim, { body: claim(first.id) });
  const { request: appealed } = await member.must(sendAppeal, {
    body: { fineId: second.id, reason: 'was not there' },
  });
  await administrator.must(acceptClaim, {
    params: { requestId: claimed.id },
    body: { fines: [{ fineId: first.id, outstanding: first.outstanding }], answer: 'Found it' },
  });
  await administrator.must(acceptAppeal, {
    params: { requestId: appealed.id },
    body: { fine: { outstanding: second.outstanding, paidAmount: 0, reduces: '' }, answer: '' },
  });
  await later();
  expect(subjects().slice(2).toSorted()).toEqual([
    'Your appeal was accepted: Late arrival',
    `Your payment was accepted: Rs. 100.00`,
  ]);
  const accepted = server.received.find(({ raw }) => headerOf(raw, 'Subject').startsWith('Your payment'));
  expect(partOf(accepted?.raw ?? '', 'text/plain')).toContain('Receipt: \u2068R-2026-000001\u2069');
  expect(partOf(accepted?.raw ?? '', 'text/plain')).toContain('Answer: \u2068Found it\u2069');

  const third = await fineOne(administrator, user.id);
  await later();
  const { request: again } = await member.must(sendClaim, { body: claim(third.id) });
  await administrator.must(refuseClaim, { params: { requestId: again.id }, body: { answer: 'Not on our account' } });
  const { request: appeal } = await member.must(sendAppeal, { body: { fineId: third.id, reason: 'was ill' } });
  await administrator.must(refuseAppeal, { params: { requestId: appeal.id }, body: { answer: 'You were seen' } });
  await later();
  expect(subjects().slice(5).toSorted()).toEqual([
    'Your appeal was refused: Late arrival',
    'Your payment was not accepted: Rs. 100.00',
  ]);
});

test('an answer whose payment or waiver is taken back within the minute is not sent [MAIL-10] [MAIL-13]', async () => {
  const member = await app.enter(user.userEmail ?? '');
  const [first, second] = [await fineOne(administrator, user.id), await fineOne(administrator, user.id)];
  await later();
  const body = { fineIds: [first.id], amount: 100, method: 'Raast' as const, receivedOn: '2026-11-18' };
  const { request: claimed } = await member.must(sendClaim, { body });
  const { payment } = await administrator.must(acceptClaim, {
    params: { requestId: claimed.id },
    body: { fines: [{ fineId: first.id, outstanding: first.outstanding }], answer: '' },
  });
  await administrator.must(reversePayment, {
    params: { paymentId: payment?.id ?? '' },
    body: { amount: 100, reason: 'Not ours' },
  });
  const { request: appealed } = await member.must(sendAppeal, { body: { fineId: second.id, reason: 'was ill' } });
  await administrator.must(acceptAppeal, {
    params: { requestId: appealed.id },
    body: { fine: { outstanding: second.outstanding, paidAmount: 0, reduces: '' }, answer: '' },
  });
  const { waived } = await administrator.must(readFine, { params: { fineId: second.id } });
  const { id: waiverId, amount } = only(waived);
  await administrator.must(reverseWaiver, { params: { waiverId }, body: { amount, reason: 'Too early' } });
  expect((await mails()).filter(({ state }) => state === 'waiting')).toHaveLength(2);
  await later();
  expect(subjects()).toHaveLength(2);
});

describe('with a mail server, "E-mail" is sent by it', () => {
  const press = (over: Partial<CallInput<typeof remind>['body']> = {}) =>
    administrator.call(remind, { body: { userId: user.id, channel: 'email', send: true, ...over } });
  const codeOf = async (over = {}) => refusal(await press(over)).code;
  const reminded = async () => (await administrator.must(readOwing, { params: { userId: user.id } })).member;

  beforeEach(async () => {
    await setRule(administrator, false, 'tell-members');
    await fineOne(administrator, user.id, { amount: 300 });
  });

  test('at once, whatever is paused, in the text of reminders, and once a day [REMIND-20]', async () => {
    await administrator.must(updateOrganisation, { body: { remindSteps: [0, 3] } });
    await administrator.must(pauseReminders, { body: { paused: true } });
    expect(await reminded()).toMatchObject({ mailed: true, reminded: null });
    expect((await press()).status).toBe(200);
    expect(await codeOf()).toBe('mailed-today');
    // The last reminder is another one now.
    await administrator.must(remind, { body: { userId: user.id, channel: 'whatsapp' } });
    expect(await codeOf()).toBe('mailed-today');
    await later();
    const { raw } = only(server.received);
    expect(headerOf(raw, 'To')).toBe(`Ayesha Khan <${user.userEmail}>`);
    expect(headerOf(raw, 'Subject')).toBe('A friendly reminder');
    expect(partOf(raw, 'text/plain')).toContain('Rs. 300 is still to be paid');
    expect(await reminded()).toMatchObject({ reminded: { channel: 'whatsapp' } });
  });

  test('not if the member has switched e-mail off or has paid, and nothing is recorded [REMIND-20]', async () => {
    const client = await app.enter(user.userEmail ?? '');
    await client.must(setOwnMails, { body: { told: false } });
    expect(await codeOf()).toBe('mail-unwanted');
    expect(await reminded()).toMatchObject({ reminded: null });
    await client.must(setOwnMails, { body: { told: true } });
    expect((await press({ channel: 'copy' })).status).toBe(400);
    reactAt(server, 'rcpt', '450 Greylisted');
    expect((await press()).status).toBe(200);
    await waitFor(async () => expect(only(await mails())).toMatchObject({ kind: 'reminder-by-hand', state: 'failed' }));
    server.behave(() => 'ok');
    const { items } = await administrator.must(listFines, { query: { userId: user.id } });
    await mark(administrator, only(items).id, 'Paid');
    app.clock.advance(MINUTE);
    await waitFor(async () => expect(await mails()).toEqual([]));
    expect(server.received).toEqual([]);
  });
});
