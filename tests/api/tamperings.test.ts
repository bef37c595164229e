// Every column of every table is changed, and each kind of row removed and added: check-books finds it, the database
// refuses it, or it is listed here with the reason.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApiKey } from '../../src/contract/sign-in/api-keys.ts';
import {
  handOverCash,
  listPayOuts,
  recordPayOut,
  reverseHandOver,
  reversePayOut,
} from '../../src/contract/money/cash.ts';
import { addEvent } from '../../src/contract/events.ts';
import { addType } from '../../src/contract/fines/fine-types.ts';
import { addPicture } from '../../src/contract/fines/fine-details.ts';
import { deleteFine } from '../../src/contract/fines/fines.ts';
import { checkFineImport, importFines, importUsers } from '../../src/contract/fines/imports.ts';
import { joinUsers, undoJoin } from '../../src/contract/money/joining.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import {
  pauseReminders,
  readNextReminder,
  sendReminders,
  skipReminder,
} from '../../src/contract/money/reminder-plan.ts';
import { promise, remind } from '../../src/contract/money/reminders.ts';
import { giveRefund } from '../../src/contract/money/refunds.ts';
import { refuseAppeal, sendAppeal, sendClaim } from '../../src/contract/money/requests.ts';
import { addGroup } from '../../src/contract/settings/groups.ts';
import { updateSurcharges } from '../../src/contract/settings/rules.ts';
import { deleteUser, setGroup, updateUser, type User } from '../../src/contract/users.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import { BACKUP_TABLES } from '../../src/server/tools/backup/tables.ts';
import { completeJournal } from '../helpers/complete-journal.ts';
import type { Database } from '../../src/server/db/types.ts';
import { checkBooksIn } from '../../src/server/tools/books/check-books.ts';
import type { ImportData } from '../../src/server/tools/import/import-data.ts';
import { readExport } from '../../src/server/tools/import/import-reader.ts';
import { writeImport } from '../../src/server/tools/import/import-writer.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import type { Client } from '../helpers/client.ts';
import { engine } from '../helpers/database.ts';
import { addUser, eventForm, fineOne, setRule, userForm } from '../helpers/ledger.ts';
import { givePassword } from '../helpers/members.ts';
import { NO_MAIL_ARRIVES } from '../helpers/outbox.ts';
import { ONE_PIXEL } from '../helpers/pictures.ts';
import { waitFor } from '../helpers/wait.ts';
import { allTamperings, type Outcome, outcomeOf, type Tampering } from '../helpers/tamperings.ts';

const ACCESS = 'who is let in, not what is owed: it changes without an entry';

/** Tables and columns that are not the books, each with its reason. */
const NOT_THE_BOOKS: Readonly<Record<string, string>> = {
  accounts: ACCESS,
  passkeys: ACCESS,
  sessions: ACCESS,
  sign_in_attempts: ACCESS,
  sign_in_links: ACCESS,
  'api_keys.key_hash': 'a secret, of which the journal says nothing',
  'api_keys.last_used_on': 'a request that only reads changes it',
  idempotency: 'the answers to repeats, which are deleted after a week; what they answered is in the journal',
  mails: 'messages on their way, which are no records',
  push_subscriptions: 'devices that show notifications, which end with their sessions',
  refused_addresses: 'what a mail server said of an address',
  instance: 'secrets and leases of the processes, which a restore leaves out',
};

let app: TestApp;
const DAY = '2026-11-18';

beforeAll(async () => {
  app = await startApp({ environment: NO_MAIL_ARRIVES });
  const environment = { db: app.db, clock: app.clock, timeZone: 'Asia/Karachi', onCommit: () => {} };
  const file = readFileSync(join(import.meta.dirname, '../fixtures/firestore-cut.json'), 'utf8');
  const { data } = readExport(file, { timeZone: 'Asia/Karachi', now: app.clock.now() });
  await writeImport(environment, someOf(data), 'a digest');
  await work();
});
afterAll(() => app.stop());

/** A few members, one of them deleted, and their first fines: each check reads all entries. */
function someOf(data: ImportData): ImportData {
  const users = [...data.users.slice(0, 2), ...data.users.filter(({ present }) => !present).slice(0, 1)];
  const ofThem = users.flatMap(({ id }) => data.fines.filter(({ user_id }) => user_id === id).slice(0, 4));
  return { ...data, users, fines: data.fines.filter((fine) => ofThem.includes(fine)) };
}

/** Creates rows in every table of the books. */
async function work(): Promise<void> {
  const administrator = await app.administrator();
  const ali = await addUser(administrator, { userName: 'Ali' });
  const beena = await addUser(administrator, { userName: 'Beena' });
  const team = { name: 'Accounts', urduName: '', active: true };
  const { id: groupId } = await administrator.must(addGroup, { body: team });
  await administrator.must(addGroup, { body: { ...team, name: 'Sales' } });
  await administrator.must(setGroup, { body: { userIds: [ali.id], groupId } });
  await administrator.must(importUsers, { body: { rows: [userForm({ userName: 'Chand' })] } });
  const rows = [{ member: 'Chand', fineType: 'Noise', amount: '30', date: '2026-09-02' }];
  const { checked } = await administrator.must(checkFineImport, { body: { rows } });
  await administrator.must(importFines, { body: { rows, checked } });
  app.clock.advance(24 * 60 * 60 * 1000);
  await administrator.must(updateUser, { params: { userId: ali.id }, body: { phone: '0301 7654321' } });
  for (const { id: userId } of [ali, beena]) {
    const waived = await fineOne(administrator, userId, { amount: 500, date: '2026-10-01' });
    const reason = 'was in hospital';
    const waiver = { outstanding: 500, amount: 200, reason };
    await administrator.must(waiveFine, { params: { fineId: waived.id }, body: waiver });
    const deleted = await fineOne(administrator, userId, { amount: 70, date: '2026-10-15' });
    const away = { outstanding: 70, amount: 20, reason };
    await administrator.must(waiveFine, { params: { fineId: deleted.id }, body: away });
    await administrator.must(deleteFine, { params: { fineId: deleted.id } });
    const fines = [{ fineId: waived.id, outstanding: 300 }];
    const money = { userId, receivedOn: DAY, reference: 'Cheque 7', note: 'at the door', fines };
    const { payment } = await administrator.must(takePayment, { body: { ...money, amount: 100 } });
    const rest = { ...money, fines: [{ fineId: waived.id, outstanding: 200 }], amount: 250 };
    await administrator.must(takePayment, { body: rest });
    await administrator.must(giveRefund, { body: { userId, credit: 50, amount: 40, givenOn: DAY } });
    const back = { amount: 100, reason: 'the cheque bounced' };
    await administrator.must(reversePayment, { params: { paymentId: payment?.id ?? '' }, body: back });
    const { event } = await administrator.must(addEvent, { body: eventForm({ title: 'Tea' }) });
    const holderId = ADMINISTRATOR_ID;
    await administrator.must(recordPayOut, { body: { holderId, amount: 10, eventId: event.id, note: 'for tea' } });
    await administrator.must(remind, { body: { userId, channel: 'whatsapp' } });
    await administrator.must(promise, { body: { userId, until: '2026-12-24' } });
    app.clock.advance(24 * 60 * 60 * 1000);
  }
  const held = await app.db.read.selectFrom('cash_holders').selectAll().executeTakeFirstOrThrow();
  const cash = (held.received - held.given_back - held.paid_out) / 100;
  const handing = {
    holderId: ADMINISTRATOR_ID,
    held: cash,
    counted: cash - 1,
    takenBy: 'The bank',
    note: 'One note was torn',
  };
  await administrator.must(recordPayOut, { body: { holderId: ADMINISTRATOR_ID, amount: 5, note: 'by mistake' } });
  const [mistaken] = (await administrator.must(listPayOuts, {})).items;
  const undone = { params: { payOutId: mistaken?.id ?? '' }, body: { reason: 'not bought' } };
  await administrator.must(reversePayOut, undone);
  const { handOver } = await administrator.must(handOverCash, { body: handing });
  const wrong = { params: { handOverId: handOver.id }, body: { reason: 'counted wrongly' } };
  await administrator.must(reverseHandOver, wrong);
  await administrator.must(handOverCash, { body: handing });
  const { id: fineId } = await fineOne(administrator, ali.id, { amount: 20, date: '2026-10-29', description: 'again' });
  const paying = { userId: ali.id, fines: [{ fineId, outstanding: 20 }], amount: 20, receivedOn: '2026-11-20' };
  await administrator.must(takePayment, { body: paying });
  const type = { urduName: 'شور', amount: 20, active: true };
  await administrator.must(addType, { body: { ...type, name: 'Shouting' } });
  await setRule(administrator, true, 'members-see-everyone');
  await administrator.must(addApiKey, { body: { name: 'Gate', access: 'viewer', days: 1 } });
  await administrator.must(updateOrganisation, {
    body: { name: 'Office', logo: ONE_PIXEL, payPicture: ONE_PIXEL, howToPayEn: 'cash', howToPayUr: 'نقد' },
  });
  await remindByThemselves(administrator, ali);
  await surcharge(administrator);
  await ask(administrator, ali);
  await administrator.must(deleteUser, { params: { userId: beena.id } });
  await joinTwins(administrator);
}

/** Records joined with others: one with a fine and money, and one of which it was undone. */
async function joinTwins(administrator: Client): Promise<void> {
  const [one, two, three] = [await addUser(administrator), await addUser(administrator), await addUser(administrator)];
  await fineOne(administrator, two.id, { amount: 60, date: '2026-08-05' });
  const paying = { userId: two.id, fines: [], amount: 15, receivedOn: '2026-11-20' };
  await administrator.must(takePayment, { body: paying });
  const shown = { pendingFine: 60, credit: 15 };
  const params = { userId: one.id };
  await administrator.must(joinUsers, { params, body: { ...shown, joinedId: two.id } });
  await administrator.must(joinUsers, { params, body: { ...shown, joinedId: three.id } });
  await administrator.must(undoJoin, { params: { userId: three.id } });
  await fineOne(administrator, one.id, { amount: 10, date: '2026-08-12' });
}

/** An automatic reminder, and one that is skipped. */
async function remindByThemselves(administrator: Client, { id: userId }: User): Promise<void> {
  await administrator.must(updateOrganisation, { body: { dueDays: 1, remindSteps: [0, 7], remindMinimum: 5 } });
  await administrator.must(promise, { body: { userId, until: null } });
  await fineOne(administrator, userId, { amount: 30, date: '2026-11-06' });
  const next = async () => (await administrator.must(readNextReminder, { params: { userId } })).day ?? '';
  await administrator.must(sendReminders, { body: { day: await next() } });
  await administrator.must(skipReminder, { body: { userId, day: await next() } });
  await administrator.must(pauseReminders, { body: { paused: true } });
}

/** A late surcharge, by the server itself. */
async function surcharge(administrator: Client): Promise<void> {
  await administrator.must(updateSurcharges, { body: { graceDays: 0 } });
  await setRule(administrator, true, 'late-surcharge');
  app.clock.advance(2 * 24 * 60 * 60 * 1000);
  await waitFor(async () =>
    expect(await app.db.read.selectFrom('surcharges').selectAll().execute()).not.toHaveLength(0),
  );
}

/** Requests: an answered one, and an open one with a picture. */
async function ask(administrator: Client, user: User): Promise<void> {
  await givePassword(app, user);
  const member = await app.enter(user.userEmail ?? '');
  const { id: fineId } = await fineOne(administrator, user.id, { amount: 40, date: '2026-10-30' });
  await administrator.must(addPicture, { params: { fineId }, body: { picture: ONE_PIXEL } });
  const appeal = await member.must(sendAppeal, { body: { fineId, reason: 'was at home' } });
  const params = { requestId: appeal.request.id };
  await administrator.must(refuseAppeal, { params, body: { answer: 'you were seen' } });
  const claim = { amount: 40, method: 'Raast', reference: 'TRX 5', receivedOn: '2026-11-20' } as const;
  for (const fineIds of [[fineId], []])
    await member.must(sendClaim, { body: { ...claim, fineIds, picture: ONE_PIXEL } });
}

const reasonOf = ({ table, column }: Tampering): string | undefined =>
  NOT_THE_BOOKS[table] ?? NOT_THE_BOOKS[`${table}.${column ?? ''}`];

/** The newest of the rows with the fewest columns that are empty or 0. */
const fullest = (rows: readonly Record<string, unknown>[]): number => {
  const empty = rows.map((row) => Object.values(row).filter((value) => value === null || value === 0).length);
  return empty.lastIndexOf(Math.min(...empty));
};

/** Tries one of every `sample` tamperings; fails if an unlisted one is missed. */
async function expectNothingMissed(db: Database, sample: number): Promise<[Tampering, Outcome][]> {
  expect(await checkBooksIn(db.read)).toMatchObject({ agrees: true, problems: [] });
  const outcomes: [Tampering, Outcome][] = [];
  const tables = new Set<string>();
  for (const [index, tampering] of (await allTamperings(db, fullest)).entries()) {
    const isFirst = !tables.has(tampering.table);
    if (isFirst || index % sample === 0) outcomes.push([tampering, await outcomeOf(db, tampering, checkBooksIn)]);
    tables.add(tampering.table);
  }
  const missed = outcomes.filter(([tampering, { is }]) => is === 'missed' && reasonOf(tampering) === undefined);
  expect(missed.map(([tampering]) => nameOf(tampering))).toEqual([]);
  return outcomes;
}

/** A smaller sample on PostgreSQL, which takes four times as long. */
const SAMPLE = engine === 'postgres' ? 8 : 1;

test('no change of the books goes unnoticed [CHECK-3]', async () => {
  const outcomes = await expectNothingMissed(app.db, SAMPLE);
  expect(tablesWithout(outcomes.map(([tampering]) => tampering))).toEqual([]);
  const missed = new Set(
    outcomes.flatMap(([{ table, column }, { is }]) => (is === 'missed' ? `${table}.${column}` : [])),
  );
  const columns = Object.keys(NOT_THE_BOOKS).filter((name) => name.includes('.'));
  if (SAMPLE === 1) expect(columns.filter((name) => !missed.has(name))).toEqual([]);
  writeTable(outcomes);
});

test('nor in books whose entries were completed by a migration [CHECK-3]', async () => {
  const before = { day: '', attached: null, hash: '' };
  await app.db.write.updateTable('journal').set(before).execute();
  await app.db.write.transaction().execute((tx) => completeJournal(tx, engine, 'Asia/Karachi'));
  await expectNothingMissed(app.db, 4 * SAMPLE);
});

test.each<[string, RawBuilder<unknown>[]]>([
  [
    'an opposite pair of allocations added',
    [1, -1].map(
      (sign) => sql`
        insert into allocations (sequence, place, fine_id, payment_id, amount, fine_type, fine_date)
        select sequence, ${5 + sign}, fine_id, payment_id, ${sign * 100}, fine_type, fine_date
        from allocations where sequence = (select max(sequence) from allocations) and place = 0`,
    ),
  ],
  [
    'an opposite pair of allocations removed',
    [
      sql`
      delete from allocations where exists (
        select 1 from allocations other
        where other.payment_id = allocations.payment_id and other.fine_id = allocations.fine_id
          and other.amount = 0 - allocations.amount)`,
    ],
  ],
  [
    'two fines that were paid by the payment of the other',
    [
      sql`
      update allocations set payment_id = (
        select max(other.payment_id) from allocations other
        where other.amount = allocations.amount and other.payment_id <> allocations.payment_id)
      where amount = 10000 and payment_id in (select id from payments where receipt_number is not null)`,
    ],
  ],
  [
    'the hash of an entry that was changed made anew',
    [sql`update journal set action = 'fines.pay', hash = 'new' where sequence = 9`],
  ],
])('%s [CHECK-3]', async (_, changes) => {
  const tamper = async (tx: Parameters<Tampering['tamper']>[0]) => {
    const done = [];
    for (const change of changes) done.push((await change.execute(tx)).numAffectedRows ?? 0n);
    expect(done.every((rows) => rows > 0n)).toBe(true);
  };
  expect(await outcomeOf(app.db, { table: '', column: null, kind: '', tamper }, checkBooksIn)).toMatchObject({
    is: 'found',
  });
});

/** The tables of the books that have no row to tamper with. */
function tablesWithout(tamperings: readonly Tampering[]): string[] {
  const has = new Set(tamperings.map(({ table }) => table));
  return BACKUP_TABLES.map(({ name }) => name).filter((name) => !has.has(name) && NOT_THE_BOOKS[name] === undefined);
}

const nameOf = ({ table, column, kind }: Tampering): string =>
  `${table}${column === null ? '' : `.${column}`}: ${kind}`;

/** `TAMPERINGS=file` writes the outcome of each. */
function writeTable(outcomes: readonly [Tampering, Outcome][]): void {
  const path = process.env['TAMPERINGS'];
  if (path === undefined) return;
  const lines = outcomes.map(([tampering, outcome]) => {
    const { table, column, kind } = tampering;
    const how = outcome.is === 'found' ? outcome.by : outcome.is === 'missed' ? reasonOf(tampering) : 'the database';
    return `| ${[table, column ?? '(row)', kind, outcome.is, how].join(' | ')} |\n`;
  });
  writeFileSync(path, lines.join(''));
}
