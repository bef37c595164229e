// Automatic reminders. The clock starts on 2026-11-18 at noon in Karachi, where they are sent from
// nine.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteFine } from '../../src/contract/fines/fines.ts';
import { importUsers } from '../../src/contract/fines/imports.ts';
import { listHistory } from '../../src/contract/history.ts';
import { listMails, sendMailAgain, setOwnMails } from '../../src/contract/mail/mails.ts';
import {
  pauseReminders,
  readNextReminder,
  readNextReminders,
  sendReminders,
  skipReminder,
} from '../../src/contract/money/reminder-plan.ts';
import { promise, readOwing, remind } from '../../src/contract/money/reminders.ts';
import { sendAppeal, sendClaim } from '../../src/contract/money/requests.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { updateUser, type User } from '../../src/contract/users.ts';
import { connect } from '../../src/server/db/connect.ts';
import { readProgress } from '../../src/server/mail/reminding.ts';
import { takeBackup } from '../../src/server/tools/backup.ts';
import { loadBackup } from '../../src/server/tools/backup/load.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import { newFolder } from '../helpers/backups.ts';
import { expectBooksRight } from '../helpers/books.ts';
import type { Client } from '../helpers/client.ts';
import { engine, newMigratedDatabaseUrl } from '../helpers/database.ts';
import { addUser, fine as fineAll, fineOne, mark, only, refusal, setRule, userForm } from '../helpers/ledger.ts';
import { addMember, signedInWithAccess } from '../helpers/members.ts';
import { mailEnvironment } from '../helpers/outbox.ts';
import { waitFor } from '../helpers/wait.ts';
import { headerOf, type MailServer, partOf, startMailServer } from '../helpers/smtp.ts';

let server: MailServer;
let app: TestApp;
let administrator: Client;
let user: User;

beforeEach(async () => {
  server = await startMailServer();
  app = await startApp({ environment: mailEnvironment(server) });
  administrator = await app.administrator();
  await setRule(administrator, false);
  await administrator.must(updateOrganisation, { body: { dueDays: 2, remindSteps: [0, 3, 7] } });
  await begun();
  user = await addUser(administrator, { userName: 'Ayesha Khan' });
});
afterEach(async () => {
  await expectBooksRight(app.db);
  await app.stop();
  await server.stop();
});

/** Waits until that day's reminders have been handled. */
const done = (through: string): Promise<void> =>
  waitFor(async () => expect(await readProgress(app.db.read)).toEqual({ after: through, asked: null }));
const begun = () => done('2026-11-18');

/** Sets the clock, in Karachi time. */
const to = (date: string, time = '09:00'): void => app.clock.set(`${date}T${time}:00+05:00`);
/** Goes to a day and waits until its reminders have been handled and sent. */
async function day(date: string, time?: string): Promise<void> {
  to(date, time);
  await done(date);
  await allSent();
}
const allSent = (): Promise<void> =>
  waitFor(async () => {
    const waiting = await app.db.read.selectFrom('mails').select('id').where('state', '<>', 'sent').execute();
    expect(waiting).toEqual([]);
  });
const mails = async () => (await administrator.must(listMails, { query: {} })).items;
/** Waits until so many messages have failed and wait for another try. */
const failed = (count: number): Promise<void> =>
  waitFor(async () => expect((await mails()).map(({ state }) => state)).toEqual(Array(count).fill('failed')));
const sentTo = () => server.received.map(({ raw }) => headerOf(raw, 'To'));
const next = async (client = administrator) => {
  const { day: on, items, isOn, isPaused } = await client.must(readNextReminders, { query: {} });
  return { day: on, names: items.map(({ userName }) => userName), isOn, isPaused };
};
const nextOf = async (userId = user.id) => {
  const { day: on, why } = await administrator.must(readNextReminder, { params: { userId } });
  return on ?? why;
};
const fined = (amount = 100, of = user) => fineOne(administrator, of.id, { amount, date: '2026-11-18' });

test('a fine is reminded of on its due day and on the set days after it, from nine, until it is paid [REMIND-10] [REMIND-11] [REMIND-15] [REMIND-18]', async () => {
  await administrator.must(updateOrganisation, {
    body: { reminderEn: 'Salam {name},\n{amount} please, {overdue} overdue.\nOr: {link}', name: 'Our Club' },
  });
  const fine = await fined(500);
  expect(await next()).toEqual({ day: '2026-11-20', names: ['Ayesha Khan'], isOn: true, isPaused: false });
  expect(await nextOf()).toBe('2026-11-20');
  to('2026-11-20', '08:59');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect((await readProgress(app.db.read))?.after).toBe('2026-11-18');
  await day('2026-11-20');
  const first = only(server.received).raw;
  expect(headerOf(first, 'To')).toBe(`Ayesha Khan <${user.userEmail}>`);
  expect(headerOf(first, 'Subject')).toBe('A friendly reminder');
  // On the due day itself, nothing is overdue yet.
  expect(partOf(first, 'text/plain').replaceAll('\r', '').trim()).toBe(
    'Salam Ayesha Khan,\nRs. 500 please, Rs. 0 overdue.\n\nOur Club',
  );
  await day('2026-11-23');
  expect(partOf(server.received[1]?.raw ?? '', 'text/plain')).toContain('Rs. 500 please, Rs. 500 overdue.');
  administrator = await app.administrator();
  const { member } = await administrator.must(readOwing, { params: { userId: user.id } });
  expect(member?.reminded).toEqual({ day: '2026-11-23', channel: 'auto' });
  const { items } = await administrator.must(listHistory, { query: { userId: user.id, kind: 'reminders' } });
  expect(items.map(({ action, actor, facts }) => [action, actor, facts])).toEqual(
    [500, 0].map((overdue) => [
      'reminders.byThemselves',
      'Jurmana',
      { subject: 'reminder', channel: 'auto', amount: 500, overdue },
    ]),
  );
  const csv = await (await administrator.fetch('/api/exports/reminders')).text();
  expect(csv).toContain('2026-11-23,Automatically');
  await mark(administrator, fine.id, 'Paid');
  await day('2026-11-27');
  expect(server.received).toHaveLength(2);
  expect(await next()).toMatchObject({ day: null, names: [] });
});

test('members who should not be reminded now are skipped, and reminded at the next step [REMIND-12, REMIND-21, REMIND-22]', async () => {
  const named = async (userName: string, over = {}) => {
    const member = await addMember(app, administrator, { userName, ...over });
    return { member, fine: await fined(100, member), client: await app.enter(member.userEmail ?? '') };
  };
  const promised = await named('Promised');
  await administrator.must(promise, { body: { userId: promised.member.id, until: '2026-11-22' } });
  // They have paid what the promise was about.
  const fulfilled = await named('Fulfilled');
  await administrator.must(promise, { body: { userId: fulfilled.member.id, until: '2026-11-22' } });
  await mark(administrator, fulfilled.fine.id, 'Paid');
  await fined(100, fulfilled.member);
  // What a deleted fine held becomes credit.
  const credited = async (amount: number, { member }: typeof promised) => {
    const gone = await fined(amount, member);
    await mark(administrator, gone.id, 'Paid');
    await administrator.must(deleteFine, { params: { fineId: gone.id } });
  };
  await credited(30, fulfilled);
  const covered = await named('Covered');
  await credited(100, covered);
  const byHand = await named('By Hand');
  const claimed = await named('Claimed');
  await claimed.client.must(sendClaim, {
    body: { fineIds: [], amount: 100, method: 'Cash', reference: '', receivedOn: '2026-11-18', picture: null },
  });
  const appealed = await named('Appealed');
  await appealed.client.must(sendAppeal, { body: { fineId: appealed.fine.id, reason: 'Not me' } });
  const partly = await named('Partly');
  await partly.client.must(sendAppeal, { body: { fineId: partly.fine.id, reason: 'Not me' } });
  await fined(30, partly.member);
  const silent = await named('Silent');
  await silent.client.must(setOwnMails, { body: { told: false } });
  const inactive = await named('Inactive');
  await administrator.must(updateUser, { params: { userId: inactive.member.id }, body: { status: 'Inactive' } });
  const little = await named('Little');
  await mark(administrator, little.fine.id, 'Paid');
  await fined(20, little.member);
  await fined();
  await administrator.must(updateOrganisation, { body: { remindMinimum: 50 } });
  const why = [promised, byHand, claimed, appealed, partly, silent, inactive, little, covered].map(({ member }) =>
    nextOf(member.id),
  );
  expect(await Promise.all(why)).toEqual([
    '2026-11-23',
    '2026-11-20',
    'requested',
    'requested',
    '2026-11-20',
    'unreachable',
    'inactive',
    'too-little',
    'covered',
  ]);
  expect((await next()).names).toEqual(['Ayesha Khan', 'By Hand', 'Fulfilled', 'Partly']);
  to('2026-11-20', '08:00');
  await administrator.must(remind, { body: { userId: byHand.member.id, channel: 'whatsapp' } });
  expect(await nextOf(byHand.member.id)).toBe('2026-11-23');
  await day('2026-11-20');
  expect(sentTo().map((name) => name?.replace(/ <.*/, ''))).toEqual(['Ayesha Khan', 'Fulfilled', 'Partly']);
  const told = server.received.find(({ raw }) => headerOf(raw, 'To')?.startsWith('Fulfilled'));
  expect(partOf(told?.raw ?? '', 'text/plain')).toContain('which leaves Rs. 70 to pay.');
  await day('2026-11-23');
  expect(
    sentTo()
      .slice(3)
      .map((name) => name?.replace(/ <.*/, ''))
      .toSorted(),
  ).toEqual(['Ayesha Khan', 'By Hand', 'Fulfilled', 'Partly', 'Promised']);
});

describe('with several processes', () => {
  test('each member is reminded once [REMIND-14]', async () => {
    const beside = await startApp({
      databaseUrl: app.databaseUrl,
      clock: app.clock,
      environment: mailEnvironment(server),
    });
    try {
      // More than one commit reminds of.
      const rows = Array.from({ length: 60 }, (_, n) => userForm({ userName: `Member ${n}` }));
      await administrator.must(importUsers, { body: { rows } });
      const members = await app.db.read
        .selectFrom('users')
        .select('id')
        .where('user_name', 'like', 'Member %')
        .execute();
      const userIds = members.map(({ id }) => id);
      await fineAll(administrator, { userIds });
      await day('2026-11-20');
      expect(new Set(sentTo()).size).toBe(60);
      expect(server.received).toHaveLength(60);
    } finally {
      await beside.stop();
    }
  });

  test('another process reminds the rest if one ends before all are reminded [REMIND-14]', async () => {
    const members = [];
    for (let n = 0; n < 4; n++) members.push(await addUser(administrator, { userName: `Member ${n}` }));
    for (const member of members) await fined(100, member);
    await day('2026-11-20');
    expect(server.received).toHaveLength(4);
    // The state that a process leaves if it is killed after some of them.
    const [one, two] = members.map(({ id }) => id);
    const ofThem = (column: 'user_id') => [column, 'in', [one ?? '', two ?? '']] as const;
    const found = await app.db.read
      .selectFrom('reminders')
      .select('sequence')
      .where(...ofThem('user_id'))
      .execute();
    expect(found).toHaveLength(2);
    await app.db.write
      .updateTable('instance')
      .set({ value: JSON.stringify({ after: '2026-11-18', asked: null }) })
      .where('key', '=', 'reminders')
      .execute();
    await done('2026-11-20');
    await allSent();
    expect(server.received).toHaveLength(4);
  });
});

test('reminders planned before a restore are not sent after it, but later ones are [REMIND-19]', async () => {
  await fined();
  const late = await addUser(administrator, { userName: 'Late' });
  const folder = newFolder();
  const copy = await newMigratedDatabaseUrl();
  try {
    await fineOne(administrator, late.id, { date: '2026-11-20' });
    const { path } = await takeBackup(app.databaseUrl, folder.path);
    await loadBackup(copy.url, path);
    app.clock.set('2026-11-20T12:00:00+05:00');
    await done('2026-11-20');
    await allSent();
    expect(sentTo()).toHaveLength(1);
    const again = await startApp({ databaseUrl: copy.url, clock: app.clock, environment: mailEnvironment(server) });
    try {
      await waitFor(async () =>
        expect(await readProgress(again.db.read)).toEqual({ after: '2026-11-20', asked: null }),
      );
      again.clock.set('2026-11-22T09:00:00+05:00');
      await waitFor(async () => expect((await readProgress(again.db.read))?.after).toBe('2026-11-22'));
      const queued = await again.db.read.selectFrom('mails').select('recipient').execute();
      expect(queued.map(({ recipient }) => recipient)).toEqual(['Late']);
      await expectBooksRight(again.db);
    } finally {
      await again.stop();
    }
  } finally {
    folder.remove();
    copy.remove();
  }
});

test('a waiting reminder is not sent to somebody who was reminded by hand that day, asked for a decision about all of it, or owes less than the minimum by then [REMIND-12]', async () => {
  const named = async (userName: string) => {
    const member = await addMember(app, administrator, { userName });
    return { member, fine: await fined(100, member), client: await app.enter(member.userEmail ?? '') };
  };
  const [byHand, appealed, little] = [await named('By Hand'), await named('Appealed'), await named('Little')];
  await fined();
  await administrator.must(updateOrganisation, { body: { remindMinimum: 50 } });
  const { port } = server;
  await server.stop();
  to('2026-11-20');
  await failed(4);
  server = await startMailServer({ port });
  await administrator.must(remind, { body: { userId: byHand.member.id, channel: 'whatsapp' } });
  await appealed.client.must(sendAppeal, { body: { fineId: appealed.fine.id, reason: 'Not me' } });
  await administrator.must(waiveFine, {
    params: { fineId: little.fine.id },
    body: { outstanding: 100, amount: 60, reason: 'Hardship' },
  });
  to('2026-11-20', '11:00');
  await allSent();
  expect(sentTo()).toEqual([`Ayesha Khan <${user.userEmail}>`]);
});

// What sends no statement that the tests above do not send.
if (engine === 'sqlite') {
  test('a server that was off for three days sends each member one reminder about all they owe [REMIND-13]', async () => {
    const other = await addUser(administrator, { userName: 'Bilal' });
    await fined(500);
    await fined(100);
    await fineOne(administrator, user.id, { amount: 70, date: '2026-11-19' });
    await fined(10, other);
    const { databaseUrl } = app;
    await app.server.close();
    app.clock.set('2026-11-24T14:00:00+05:00');
    const again = await startApp({ databaseUrl, clock: app.clock, environment: mailEnvironment(server) });
    try {
      await done('2026-11-24');
      await allSent();
      expect(sentTo().toSorted()).toEqual([`Ayesha Khan <${user.userEmail}>`, `Bilal <${other.userEmail}>`]);
      const own = server.received.find(({ raw }) => headerOf(raw, 'To')?.startsWith('Ayesha'));
      expect(partOf(own?.raw ?? '', 'text/plain')).toContain('Rs. 670 is still to be paid');
    } finally {
      await again.stop();
    }
  });

  describe('staff can intervene', () => {
    test('with Skip for one member once, and take that back [REMIND-17]', async () => {
      const other = await addUser(administrator, { userName: 'Bilal' });
      await fined();
      await fined(100, other);
      const skip = (date: string | null) => administrator.call(skipReminder, { body: { userId: user.id, day: date } });
      expect(refusal(await skip('2026-11-21')).code).toBe('reminder-not-planned');
      await skip('2026-11-20');
      expect(await next()).toMatchObject({ day: '2026-11-20', names: ['Bilal'] });
      expect(await administrator.must(readNextReminder, { params: { userId: user.id } })).toMatchObject({
        day: '2026-11-23',
        skipped: '2026-11-20',
      });
      await skip(null);
      expect((await next()).names).toEqual(['Ayesha Khan', 'Bilal']);
      await skip('2026-11-20');
      await day('2026-11-20');
      expect(sentTo()).toEqual([`Bilal <${other.userEmail}>`]);
      await day('2026-11-23');
      expect(sentTo()).toHaveLength(3);
      const { items } = await administrator.must(listHistory, { query: { userId: user.id, kind: 'reminders' } });
      expect(items.map(({ facts }) => facts)).toMatchObject([
        { subject: 'reminder' },
        { subject: 'skip', upTo: '2026-11-20' },
        { subject: 'skip', upTo: null },
        { subject: 'skip', upTo: '2026-11-20' },
      ]);
    });

    test('with Pause: nothing is sent until it ends, and then one reminder each [REMIND-16]', async () => {
      await fined();
      const pause = (paused: boolean) => administrator.must(pauseReminders, { body: { paused } });
      await pause(true);
      expect(await next()).toMatchObject({ day: '2026-11-20', isPaused: true });
      expect(refusal(await administrator.call(sendReminders, { body: { day: '2026-11-20' } })).code).toBe(
        'reminders-off',
      );
      to('2026-11-24', '10:00');
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(server.received).toEqual([]);
      administrator = await app.administrator();
      expect(await next()).toMatchObject({ day: '2026-11-24', names: ['Ayesha Khan'] });
      await pause(false);
      await done('2026-11-24');
      await allSent();
      expect(server.received).toHaveLength(1);
      const { items } = await administrator.must(listHistory, { query: { kind: 'settings' } });
      expect(items.slice(0, 2).map(({ action }) => action)).toEqual(['reminders.pause', 'reminders.pause']);
    });

    test('with Send now: the next day’s reminders are sent at once, at any hour, and not again [REMIND-16]', async () => {
      await fined();
      const { client } = await signedInWithAccess(app, administrator, 'collector', { userName: 'Collector' });
      to('2026-11-18', '22:00');
      const send = (date: string) => client.call(sendReminders, { body: { day: date } });
      expect(refusal(await send('2026-11-21')).code).toBe('reminder-not-planned');
      expect(await client.must(sendReminders, { body: { day: '2026-11-20' } })).toEqual({ count: 1 });
      await done('2026-11-20');
      await allSent();
      expect(server.received).toHaveLength(1);
      expect(await next(client)).toMatchObject({ day: '2026-11-23' });
      const { items } = await administrator.must(listHistory, { query: { userId: user.id, kind: 'reminders' } });
      expect(only(items)).toMatchObject({ action: 'reminders.send', facts: { channel: 'auto' } });
      await day('2026-11-21');
      expect(server.received).toHaveLength(1);
    });
  });

  test('what could not be sent is tried again, but only by day and not during a pause, with the current debt, and not once all is paid [REMIND-11] [REMIND-12] [REMIND-16]', async () => {
    const other = await addUser(administrator, { userName: 'Bilal' });
    const fine = await fined();
    await fined(100, other);
    const { port } = server;
    await server.stop();
    to('2026-11-20', '17:59');
    await done('2026-11-20');
    await failed(2);
    server = await startMailServer({ port });
    await mark(administrator, fine.id, 'Paid');
    to('2026-11-20', '18:30');
    await waitFor(async () => {
      const [waiting] = await mails();
      expect(waiting).toMatchObject({ name: 'Bilal', nextTryAt: '2026-11-21T04:00:00.000Z' });
    });
    await fined(50, other);
    await administrator.must(pauseReminders, { body: { paused: true } });
    to('2026-11-21');
    await waitFor(async () => expect((await mails())[0]?.nextTryAt).toBe('2026-11-21T04:01:00.000Z'));
    expect(server.received).toEqual([]);
    await administrator.must(pauseReminders, { body: { paused: false } });
    to('2026-11-21', '09:02');
    await allSent();
    expect(sentTo()).toEqual([`Bilal <${other.userEmail}>`]);
    expect(partOf(only(server.received).raw, 'text/plain')).toContain('Rs. 150 is still to be paid');
  });

  test('reminders sent at once that wait for the mail server say what is owed by then, keep to a pause, and do not go to somebody who has paid [REMIND-12] [REMIND-16]', async () => {
    const other = await addUser(administrator, { userName: 'Bilal' });
    const fine = await fined();
    await fined(100, other);
    const { port } = server;
    await server.stop();
    await administrator.must(sendReminders, { body: { day: '2026-11-20' } });
    await failed(2);
    server = await startMailServer({ port });
    await mark(administrator, fine.id, 'Paid');
    await fined(50, other);
    await administrator.must(pauseReminders, { body: { paused: true } });
    to('2026-11-18', '22:00');
    await waitFor(async () => expect((await mails())[0]?.nextTryAt).toBe('2026-11-18T17:01:00.000Z'));
    expect(server.received).toEqual([]);
    await administrator.must(pauseReminders, { body: { paused: false } });
    to('2026-11-18', '22:05');
    await allSent();
    expect(sentTo()).toEqual([`Bilal <${other.userEmail}>`]);
    expect(partOf(only(server.received).raw, 'text/plain')).toContain('Rs. 150 is still to be paid');
  });

  test('"Send again" is refused while reminders are off or paused and once a reminder is no longer due; otherwise it goes at once, at any hour [MAIL-6] [REMIND-12] [REMIND-16]', async () => {
    const fine = await fined();
    server.behave(({ step }) => (step === 'rcpt' ? '550 No such user' : 'ok'));
    to('2026-11-20');
    await done('2026-11-20');
    const comesBack = () => waitFor(async () => expect(await mails()).toMatchObject([{ state: 'given-up' }]));
    await comesBack();
    const again = async () => {
      const call = await administrator.call(sendMailAgain, { params: { mailId: only(await mails()).id } });
      return call.ok ? 'sent again' : refusal(call).code;
    };
    to('2026-11-20', '22:00');
    await administrator.must(pauseReminders, { body: { paused: true } });
    expect(await again()).toBe('reminders-off');
    await administrator.must(pauseReminders, { body: { paused: false } });
    await administrator.must(updateOrganisation, { body: { remindSteps: null } });
    expect(await again()).toBe('reminders-off');
    await administrator.must(updateOrganisation, { body: { remindSteps: [0, 3] } });
    expect(await again()).toBe('sent again');
    await waitFor(async () => expect(await mails()).toMatchObject([{ state: 'given-up', tries: 1 }]));
    server.behave(() => 'ok');
    expect(await again()).toBe('sent again');
    await allSent();
    expect(server.received).toHaveLength(1);
    await app.db.write.updateTable('mails').set({ state: 'given-up' }).execute();
    await mark(administrator, fine.id, 'Paid');
    expect(await again()).toBe('mail-outdated');
  });

  test('nobody is reminded of what was due before reminders were switched on, or while they are off [REMIND-10] [REMIND-19]', async () => {
    await administrator.must(updateOrganisation, { body: { remindSteps: null } });
    await fined();
    expect(await next()).toMatchObject({ day: null, isOn: false });
    expect(refusal(await administrator.call(pauseReminders, { body: { paused: true } })).code).toBe('reminders-off');
    to('2026-11-20', '10:00');
    administrator = await app.administrator();
    await administrator.must(updateOrganisation, { body: { remindSteps: [0, 3] } });
    await done('2026-11-20');
    expect(await next()).toMatchObject({ day: '2026-11-23' });
    const db = connect(app.databaseUrl);
    expect(await db.read.selectFrom('mails').select('id').execute()).toEqual([]);
    await db.close();
  });
}
