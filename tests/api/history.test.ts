// The history: every action is carried out, then read back and turned into sentences.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  handOverCash,
  listPayOuts,
  recordPayOut,
  reverseHandOver,
  reversePayOut,
} from '../../src/contract/money/cash.ts';
import { collectFromMany } from '../../src/contract/money/debtors.ts';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { addEvent, deleteEvent, updateEvent } from '../../src/contract/events.ts';
import { addPicture, correctFine, removePicture } from '../../src/contract/fines/fine-details.ts';
import { addGroup, deleteGroup, moveGroup, updateGroup } from '../../src/contract/settings/groups.ts';
import { addType, deleteType, moveType, updateType } from '../../src/contract/fines/fine-types.ts';
import { deleteFine, payFines } from '../../src/contract/fines/fines.ts';
import { type HistoryEntry, listHistory } from '../../src/contract/history.ts';
import { fromWire } from '../../src/contract/index.ts';
import { checkFineImport, importFines, importUsers } from '../../src/contract/fines/imports.ts';
import type { CallInput } from '../../src/contract/operation.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { createSignInLinks } from '../../src/contract/sign-in/sign-in-links.ts';
import { pauseReminders, sendReminders, skipReminder } from '../../src/contract/money/reminder-plan.ts';
import { promise, remind } from '../../src/contract/money/reminders.ts';
import {
  acceptAppeal,
  acceptClaim,
  refuseAppeal,
  refuseClaim,
  sendAppeal,
  sendClaim,
  withdrawRequest,
} from '../../src/contract/money/requests.ts';
import { joinUsers, undoJoin } from '../../src/contract/money/joining.ts';
import { giveRefund, reverseRefund } from '../../src/contract/money/refunds.ts';
import { deleteFines, waiveFines } from '../../src/contract/fines/several-fines.ts';
import { undo } from '../../src/contract/money/undo.ts';
import {
  addUsers,
  deleteUser,
  endSignIns,
  setGroup,
  setUserAccess,
  updateUser,
  type User,
} from '../../src/contract/users.ts';
import { readSurcharges, undoSurcharges, updateSurcharges } from '../../src/contract/settings/rules.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { addApiKey, revokeApiKey } from '../../src/contract/sign-in/api-keys.ts';
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import { ACTIONS, HISTORY_KINDS } from '../../src/core/journal.ts';
import { HISTORY_PAGE_SIZE } from '../../src/core/limits.ts';
import { readExport } from '../../src/server/tools/import/import-reader.ts';
import { writeImport } from '../../src/server/tools/import/import-writer.ts';
import { sentencesOf } from '../../src/web/features/history/effects.ts';
import { areaTexts, textNow } from '../../src/web/messages/index.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import type { Client } from '../helpers/client.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { linkFor, signInWithLink } from '../helpers/invitations.ts';
import {
  addUser,
  correction,
  eventForm,
  fine,
  fineOne,
  mark,
  setRule,
  reverseWaivers,
  toPay,
  userForm,
} from '../helpers/ledger.ts';
import { NO_MAIL_ARRIVES } from '../helpers/outbox.ts';
import { ONE_PIXEL } from '../helpers/pictures.ts';
import { waitFor } from '../helpers/wait.ts';

const DAY = '2026-11-18';
const WHO = ADMINISTRATOR.email;
const app = useApp(() => ({ environment: NO_MAIL_ARRIVES }));
const administrator = useAdministrator(app);
await areaTexts('history')();

afterAll(() => expectBooksRight(app.db));

type Query = CallInput<typeof listHistory>['query'];
const page = (query: Query = {}, client: Client = administrator) => client.must(listHistory, { query });

/** All entries, newest first. */
async function everything(query: Query = {}, client: Client = administrator): Promise<HistoryEntry[]> {
  const all: HistoryEntry[] = [];
  for (let before: number | undefined; ;) {
    const { items, hasOlder } = await page({ ...query, ...(before !== undefined && { before }) }, client);
    all.push(...items);
    if (!hasOlder) return all;
    before = items.at(-1)?.sequence ?? 0;
  }
}

/** The downloaded history, with each row as an object by its headings. */
async function exported(query: string): Promise<Record<string, string>[]> {
  const text = await (await administrator.fetch(`/api/exports/history${query}`)).text();
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

/** The sentences as people read them, without the no-break spaces of amounts. */
const said = (entries: readonly HistoryEntry[]): string[][] =>
  entries.map((entry) => sentencesOf(entry, textNow).map((sentence) => sentence.replaceAll('\u00a0', ' ')));

/** Sends every kind of member's request, with every outcome. */
async function askForEverything({ id: userId, userEmail }: User): Promise<void> {
  const member = await app.enter(userEmail ?? '');
  const { id: fineId } = await fineOne(administrator, userId, { amount: 60, date: '2026-11-04' });
  const claim = { fineIds: [fineId], amount: 60, method: 'Raast' as const, receivedOn: DAY };
  const send = async () => ({ requestId: (await member.must(sendClaim, { body: claim })).request.id });
  const appeal = async () => ({
    requestId: (await member.must(sendAppeal, { body: { fineId, reason: 'was at home' } })).request.id,
  });
  await member.must(withdrawRequest, { params: await send() });
  const answer = 'nothing came';
  await administrator.must(refuseClaim, { params: await send(), body: { answer } });
  await administrator.must(refuseAppeal, { params: await appeal(), body: { answer: 'you were seen' } });
  await administrator.must(acceptClaim, { params: await send(), body: { fines: [{ fineId, outstanding: 60 }] } });
  const paid = { outstanding: 0, paidAmount: 60, reduces: '' };
  await administrator.must(acceptAppeal, { params: await appeal(), body: { fine: paid } });
}

/** Automatic reminders: one is skipped, one is sent early, and one goes out on its day. */
async function remindByThemselves(): Promise<void> {
  // Somebody whom nobody reminded by hand today.
  const { id: userId } = await addUser(administrator, { userName: 'Farah' });
  await administrator.must(updateOrganisation, { body: { dueDays: 1, remindSteps: [0, 1, 2] } });
  await fineOne(administrator, userId, { amount: 3, date: '2026-11-11' });
  await administrator.must(promise, { body: { userId, until: null } });
  const skip = (day: string | null) => administrator.must(skipReminder, { body: { userId, day } });
  await skip('2026-11-19');
  await skip(null);
  for (const paused of [true, false]) await administrator.must(pauseReminders, { body: { paused } });
  await administrator.must(sendReminders, { body: { day: '2026-11-19' } });
  app.clock.advance(2 * 24 * 60 * 60 * 1000);
  await waitFor(async () =>
    expect((await page({ userId, kind: 'reminders' })).items[0]?.action).toBe('reminders.byThemselves'),
  );
  await administrator.must(updateOrganisation, { body: { dueDays: null, remindSteps: null } });
}

/** A late surcharge is added on its day, and undone. */
async function surcharge(): Promise<void> {
  const { id: userId } = await addUser(administrator, { userName: 'Gul' });
  await administrator.must(updateOrganisation, { body: { dueDays: 1 } });
  await administrator.must(updateSurcharges, { body: { amount: 1, percent: null, graceDays: 0 } });
  await setRule(administrator, true, 'late-surcharge');
  const { id: leftOut } = await addUser(administrator, { userName: 'Hina' });
  await administrator.must(updateSurcharges, { body: { leftOut: [leftOut], graceDays: 1 } });
  const { id: fineId } = await fineOne(administrator, userId, { amount: 30, date: '2026-11-20' });
  const { pictures } = await administrator.must(addPicture, { params: { fineId }, body: { picture: ONE_PIXEL } });
  await administrator.must(removePicture, { params: { fineId, picture: pictures[0] ?? '' } });
  app.clock.advance(2 * 24 * 60 * 60 * 1000);
  await waitFor(async () => expect((await administrator.must(readSurcharges, {})).today.fines).not.toBe(0));
  await administrator.must(undoSurcharges, { body: { day: '2026-11-22' } });
  await setRule(administrator, false, 'late-surcharge');
  await administrator.must(updateOrganisation, { body: { dueDays: null } });
}

/** Carries out every kind of action; returns the ids. */
async function doEverything() {
  const [ali, beena] = [
    await addUser(administrator, { userName: 'Ali' }),
    await addUser(administrator, { userName: 'Beena' }),
  ];
  const users = [userForm({ userName: 'Chand' }), userForm({ userName: 'Dua' })];
  await administrator.must(addUsers, { body: { users } });
  await administrator.must(importUsers, { body: { rows: [userForm({ userName: 'Erum' })] } });
  const rows = [{ member: 'Chand', fineType: 'Noise', amount: '30', date: '2026-09-02' }];
  const { checked } = await administrator.must(checkFineImport, { body: { rows } });
  await administrator.must(importFines, { body: { rows, checked } });
  await administrator.must(updateUser, { params: { userId: beena.id }, body: { phone: '0301 7654321' } });
  await administrator.must(createSignInLinks, { body: { userIds: [beena.id] } });
  await signInWithLink(app, await linkFor(administrator, beena.id));

  const { id: waivedId } = await fineOne(administrator, ali.id, { amount: 500, date: '2026-10-01' });
  const params = { fineId: waivedId };
  await administrator.must(waiveFine, { params, body: { outstanding: 500, amount: 200, reason: 'was in hospital' } });
  await reverseWaivers(administrator, params.fineId, 'was not');
  const corrected = await fineOne(administrator, ali.id, { amount: 90, date: '2026-10-08' });
  const body = correction(corrected, { amount: 80, description: 'in the hall' });
  await administrator.must(correctFine, { params: { fineId: corrected.id }, body });
  await mark(administrator, corrected.id, 'Paid');
  await mark(administrator, corrected.id, 'Pending');
  await administrator.must(payFines, { body: toPay([{ ...corrected, outstanding: 80 }]) });
  const { id: deletedId } = await fineOne(administrator, ali.id, { amount: 7, date: '2026-10-15' });
  await administrator.must(deleteFine, { params: { fineId: deletedId } });

  await administrator.must(remind, { body: { userId: ali.id, channel: 'whatsapp' } });
  await administrator.must(promise, { body: { userId: ali.id, until: '2026-12-24' } });

  const several = await fine(administrator, { userIds: [ali.id], amount: 9, date: '2026-10-22' });
  const [severalId = ''] = several.fineIds;
  const figures = { amount: 9, paidAmount: 0, waivedAmount: 0 };
  const waivedTogether = await administrator.must(waiveFines, {
    body: { fines: [{ fineId: severalId, outstanding: 9 }], reason: 'all of them were ill' },
  });
  await administrator.must(undo, { body: { batch: waivedTogether.batch } });
  await administrator.must(deleteFines, { body: { fines: [{ fineId: severalId, ...figures }] } });

  const money = { userId: ali.id, receivedOn: DAY, reference: 'Cheque 7', note: 'at the door' };
  const fines = [{ fineId: waivedId, outstanding: 500 }];
  const { payment } = await administrator.must(takePayment, { body: { ...money, fines, amount: 600 } });
  const given = { userId: ali.id, credit: 100, amount: 40, givenOn: DAY };
  const { refund } = await administrator.must(giveRefund, { body: given });
  await administrator.must(reverseRefund, { params: { refundId: refund.id }, body: { reason: 'not given' } });
  const paymentId = payment?.id ?? '';
  await administrator.must(reversePayment, {
    params: { paymentId },
    body: { amount: 600, reason: 'the cheque bounced' },
  });
  const debtors = [{ userId: ali.id, pendingFine: 500 }];
  await administrator.must(collectFromMany, { body: { debtors, method: 'Salary Deduction', receivedOn: DAY } });

  await askForEverything(beena);
  const { event } = await administrator.must(addEvent, { body: eventForm({ title: 'Tea' }) });
  await administrator.must(updateEvent, { params: { eventId: event.id }, body: { title: 'Dinner' } });
  await administrator.must(recordPayOut, { body: { holderId: ADMINISTRATOR_ID, amount: 30, eventId: event.id } });
  await administrator.must(recordPayOut, { body: { holderId: ADMINISTRATOR_ID, amount: 10, note: 'stamps' } });
  const handing = { holderId: ADMINISTRATOR_ID, held: 40, counted: 39, takenBy: 'The bank', note: 'One note was torn' };
  const { handOver } = await administrator.must(handOverCash, { body: handing });
  const wrong = { params: { handOverId: handOver.id }, body: { reason: 'counted wrongly' } };
  await administrator.must(reverseHandOver, wrong);
  const [stamps] = (await administrator.must(listPayOuts, {})).items;
  const mistaken = { params: { payOutId: stamps?.id ?? '' }, body: { reason: 'not bought' } };
  await administrator.must(reversePayOut, mistaken);
  await administrator.must(deleteEvent, { params: { eventId: event.id } });

  const type = { urduName: 'شور', amount: 20, active: true };
  await administrator.must(addType, { body: { ...type, name: 'Noise', urduName: '' } });
  const { id: typeId } = await administrator.must(addType, { body: { ...type, name: 'Shouting' } });
  await administrator.must(updateType, { params: { id: typeId }, body: { amount: 25 } });
  await administrator.must(moveType, { params: { id: typeId }, body: { direction: 'up' } });
  await administrator.must(deleteType, { params: { id: typeId } });
  const team = { name: 'Accounts', urduName: 'حسابات', active: true };
  const { id: groupId } = await administrator.must(addGroup, { body: team });
  await administrator.must(setGroup, { body: { userIds: [ali.id], groupId } });
  await administrator.must(updateGroup, { params: { id: groupId }, body: { active: false } });
  const { id: emptyId } = await administrator.must(addGroup, { body: { ...team, name: 'Sales', urduName: '' } });
  await administrator.must(moveGroup, { params: { id: emptyId }, body: { direction: 'up' } });
  await administrator.must(deleteGroup, { params: { id: emptyId } });
  await setRule(administrator, true, 'members-see-everyone');
  await administrator.must(setUserAccess, { params: { userId: beena.id }, body: { access: 'collector' } });
  await administrator.must(endSignIns, { params: { userId: beena.id } });
  const { apiKey } = await administrator.must(addApiKey, { body: { name: 'Gate', access: 'viewer', days: 1 } });
  await administrator.must(revokeApiKey, { params: { keyId: apiKey.id } });
  await administrator.must(updateOrganisation, { body: { name: 'Office', logo: ONE_PIXEL } });
  await remindByThemselves();
  await surcharge();
  const twin = await addUser(administrator, { userName: 'Chand' });
  const joining = { joinedId: twin.id, pendingFine: 0, credit: 0 };
  const { id: userId } = await addUser(administrator, { userName: 'Chaand' });
  await administrator.must(joinUsers, { params: { userId }, body: joining });
  await administrator.must(undoJoin, { params: { userId: twin.id } });
  await administrator.must(deleteUser, { params: { userId: beena.id } });
  return { ali, waivedId, deletedId, receipt: payment?.receipt ?? '', voucher: refund.voucher };
}

describe('an action', () => {
  test('is in the history with its sentences and without secrets [HISTORY-2, HISTORY-7, EXPORT-7]', async () => {
    const { ali, waivedId, receipt, voucher } = await doEverything();
    const entries = await everything();
    const [newest] = entries;
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => (newest?.sequence ?? 0) - index));
    const done = new Set(entries.map(({ action }) => action));
    const older = ['import', 'settings.update'];
    expect([...done].toSorted()).toEqual(ACTIONS.filter((action) => !older.includes(action)).toSorted());

    const rows = await exported('');
    expect(rows.map((row) => row['Operation'])).toEqual(entries.map(({ action }) => action));
    const listed = rows.map(({ Time: _1, 'Member ID': _2, ...row }) => Object.values(row).join(' | '));
    expect(listed).toEqual(
      expect.arrayContaining([
        `${WHO} | Fines | Changed | Ali | Late arrival | 80.00 | Amount: 90.00 | Description: in the hall; Amount: 80.00 |  | fines.correct`,
        `${WHO} | Waivers | Added | Ali | Late arrival | 200.00 |  |  | was in hospital | fines.waive`,
        `${WHO} | Users | Changed | Beena |  |  | Phone: 0300 1234567 | Phone: 0301 7654321 |  | users.update`,
        `${WHO} | Settings | Changed |  | Members can see everyone's fines |  | Status: Disabled | Status: Enabled |  | rules.switch`,
        `${WHO} | Settings | Changed |  | Late surcharge | 1.00 | Days of grace: 0 | Days of grace: 1; Left out by name: Hina |  | surcharges.update`,
        `${WHO} | Settings | Changed |  | Late surcharge | 1.00 | Status: Disabled | Status: Enabled |  | rules.switch`,
        `${WHO} | Users | Changed |  | Accounts |  | Offered: Yes | Offered: No |  | groups.update`,
        `${WHO} | Users | Changed | Chaand | Chand |  |  |  |  | users.join`,
        // Days are no amounts.
        expect.stringContaining(' | Due after days: 1; Automatic reminders after days: 0, 1, 2 | '),
      ]),
    );
    expect(rows.every((row) => /^2026-\d\d-\d\d \d\d:\d\d$/.test(row['Time'] ?? ''))).toBe(true);
    expect(rows.filter((row) => row['Member ID'] === ali.id)).toEqual(await exported(`?userId=${ali.id}`));

    const sentences = said(fromWire(entries));
    expect(sentences.flat().filter((sentence) => /history\.|\{\{|undefined|null/.test(sentence))).toEqual([]);
    const first = sentences.map(([sentence]) => sentence);
    expect(first).toEqual(
      expect.arrayContaining([
        `${WHO} waived Rs. 200.00 of “Late arrival” of 1 Oct 2026 of Ali: “was in hospital”.`,
        `${WHO} took back the waiver of Rs. 200.00 of “Late arrival” of 1 Oct 2026 of Ali: “was not”.`,
        `${WHO} received Rs. 600.00 from Ali on 18 Nov 2026: receipt ${receipt}, Cash.`,
        `${WHO} took back Rs. 600.00 of receipt ${receipt} of Ali: “the cheque bounced”.`,
        `${WHO} gave Rs. 40.00 back to Ali on 18 Nov 2026: voucher ${voucher}, Cash.`,
        `${WHO} took back voucher ${voucher} of Ali, Rs. 40.00: “not given”.`,
        `${WHO} handed Rs. 39.00 over to The bank.`,
        `${WHO} took back the hand-over of Rs. 39.00 from ${WHO} to The bank on 18 Nov 2026: “counted wrongly”.`,
        `${WHO} deleted the member Beena.`,
        `${WHO} skipped the automatic reminder of 19 Nov 2026 for Farah.`,
        `${WHO} undid the skipping of a reminder for Farah.`,
        `${WHO} paused automatic reminders.`,
        `${WHO} resumed automatic reminders.`,
        `${WHO} sent Farah the reminder of Rs. 3.00 at once.`,
        'Farah was reminded of Rs. 3.00 automatically.',
        `${WHO} switched “Members can see everyone's fines” on.`,
        'Beena chose a password with a sign-in link.',
        // Her name was removed with her record.
        'Unknown User sent “I have paid”: Rs. 60.00 on 18 Nov 2026, Raast.',
        'Unknown User withdrew “I have paid”: Rs. 60.00 on 18 Nov 2026.',
        `${WHO} refused “I have paid” of Unknown User, Rs. 60.00 on 18 Nov 2026: “nothing came”.`,
        'Unknown User appealed against “Late arrival” of 4 Nov 2026: “was at home”.',
        `${WHO} refused the appeal of Unknown User against “Late arrival” of 4 Nov 2026: “you were seen”.`,
        expect.stringMatching(
          / accepted “I have paid” of Unknown User: Rs\. 60\.00 on 18 Nov 2026, receipt R-2026-\d{6}\.$/,
        ),
        `${WHO} accepted the appeal of Unknown User against “Late arrival” of 4 Nov 2026.`,
      ]),
    );
    expect(sentences).toEqual(
      expect.arrayContaining([
        [
          `${WHO} corrected “Late arrival” of 8 Oct 2026 of Ali.`,
          'Amount: “Rs. 90.00” before, “Rs. 80.00” now.',
          'Note: empty before, “in the hall” now.',
          'Left to pay: Rs. 90.00 before, Rs. 80.00 now.',
        ],
        [
          `${WHO} took Rs. 500.00 from Ali for “Late arrival” of 1 Oct 2026.`,
          `Receipt: ${receipt}`,
          'Paid: Rs. 0.00 before, Rs. 500.00 now.',
          'Left to pay: Rs. 500.00 before, Rs. 0.00 now.',
        ],
        [`${WHO} changed the details of Beena.`, 'Phone: “0300 1234567” before, “0301 7654321” now.'],
        [
          `${WHO} changed the terms of “Late surcharge”.`,
          'Days after the due day: “0” before, “1” now.',
          'Left out by name: empty before, “Hina” now.',
        ],
        [`${WHO} undid what “Late surcharge” had added on that day.`],
        [`${WHO} changed the organisation’s details.`, 'Name: empty before, “Office” now.', 'The logo was changed.'],
      ]),
    );
    const wire = JSON.stringify(entries);
    expect(wire).not.toMatch(/password|token|hash/i);
    expect(wire).not.toContain(ONE_PIXEL.slice(0, 40));

    const ofFine = await everything({ fineId: waivedId });
    expect(new Set(ofFine.map(({ facts }) => facts.subject))).toEqual(new Set(['fine', 'waiver', 'reversal']));
    expect((await page({ fineId: waivedId })).fine).toEqual({ fineType: 'Late arrival', date: '2026-10-01' });
    const ofAli = entries.filter(({ member }) => member?.userId === ali.id);
    expect(await everything({ userId: ali.id })).toEqual(ofAli);
    expect(await page({ userId: ali.id, kind: 'users' })).toMatchObject({
      userName: 'Ali',
      items: [{ action: 'users.setGroup' }, { action: 'users.add' }],
    });
  });

  test('is found by kind, person and day; the kinds together are all of it [HISTORY-4]', async () => {
    const all = await everything();
    const kinds = await Promise.all(HISTORY_KINDS.map((kind) => everything({ kind })));
    expect(kinds.flat().toSorted((a, b) => b.sequence - a.sequence)).toEqual(all);
    const waivers = (await everything({ kind: 'waivers' })).map(({ facts }) => facts.subject);
    expect(waivers).toEqual(['waiver', 'waiver', 'waiver']);
    expect(await everything({ actor: WHO })).toEqual(all.filter(({ actor }) => actor === WHO));
    expect((await page({ actor: 'nobody@example.pk' })).items).toEqual([]);
    const own = { actor: WHO, kind: 'fines' } as const;
    expect(await everything(own)).toEqual((await everything({ kind: 'fines' })).filter(({ actor }) => actor === WHO));

    const before = all[0]?.sequence ?? 0;
    const { organisation } = await administrator.must(readSession, {});
    app.clock.advance(24 * 60 * 60 * 1000);
    const later = await administrator.must(readSession, {});
    await addUser(administrator, { userName: 'Of the next day' });
    const ofNextDay = { from: later.organisation.today, to: later.organisation.today };
    expect((await everything(ofNextDay)).map(({ sequence }) => sequence)).toEqual([before + 1]);
    expect(await everything({ to: organisation.today })).toEqual(all);
    expect((await page({ from: '2026-12-31', to: '2026-01-01' })).items).toEqual([]);
  });

  test('is read page by page, in both directions [HISTORY-6]', async () => {
    const { id } = await addUser(administrator);
    const days = Array.from({ length: 2 * HISTORY_PAGE_SIZE }, (_, day) => day);
    for (const day of days) {
      const date = `2026-0${1 + Math.floor(day / 25)}-${String(1 + (day % 25)).padStart(2, '0')}`;
      await fine(administrator, { userIds: [id], date, amount: 1 });
    }
    const all = (await everything({ userId: id })).map(({ sequence }) => sequence);
    expect(all).toHaveLength(1 + days.length);
    const shown = async (query: Query) => {
      const { items, hasNewer, hasOlder } = await page({ userId: id, ...query });
      return { items: items.map(({ sequence }) => sequence), hasNewer, hasOlder };
    };
    const at = (index: number): number => all.at(index) ?? 0;
    const size = HISTORY_PAGE_SIZE;
    expect(await shown({})).toEqual({ items: all.slice(0, size), hasNewer: false, hasOlder: true });
    const second = { items: all.slice(size, 2 * size), hasNewer: true, hasOlder: true };
    expect(await shown({ before: at(size - 1) })).toEqual(second);
    expect(await shown({ after: at(2 * size) })).toEqual(second);
    // If fewer than a page are newer, the first page is shown.
    expect(await shown({ after: at(3) })).toEqual(await shown({}));
    expect(await shown({ after: 0 })).toEqual({ items: all.slice(-size), hasNewer: true, hasOlder: false });
    expect(await shown({ before: Number.MAX_SAFE_INTEGER })).toEqual(await shown({}));
    expect(await shown({ after: Number.MAX_SAFE_INTEGER })).toEqual(await shown({}));
  });
});

test('the entries of an import are readable [HISTORY-3]', async () => {
  const imported = await startApp({});
  onTestFinished(() => imported.stop());
  const text = readFileSync(join(import.meta.dirname, '../fixtures/firestore-cut.json'), 'utf8');
  const { data } = readExport(text, { timeZone: 'Asia/Karachi', now: imported.clock.now() });
  await writeImport(
    { db: imported.db, clock: imported.clock, timeZone: 'Asia/Karachi', onCommit: () => {} },
    data,
    'a digest',
  );
  const entries = await everything({}, await imported.administrator());
  expect(new Set(entries.map(({ action, actor }) => `${action} ${actor}`))).toEqual(new Set(['import null']));
  const sentences = said(entries);
  expect(sentences.flat().filter((sentence) => /history\.|\{\{|undefined|null/.test(sentence))).toEqual([]);
  expect(sentences.every(([first]) => first?.startsWith('An import '))).toBe(true);
  expect(await everything({ actor: 'import' }, await imported.administrator())).toEqual(entries);
});
