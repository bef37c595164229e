// Late surcharges. The clock starts on 2026-11-18 at noon in Karachi; they are added from nine.
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { correctFine, readFine } from '../../src/contract/fines/fine-details.ts';
import { deleteFine, readDeletion } from '../../src/contract/fines/fines.ts';
import { readDeletions } from '../../src/contract/fines/several-fines.ts';
import { listHistory } from '../../src/contract/history.ts';
import { joinUsers, undoJoin } from '../../src/contract/money/joining.ts';
import { readOwnFine } from '../../src/contract/money/own.ts';
import { promise, readOwing } from '../../src/contract/money/reminders.ts';
import type { CallInput } from '../../src/contract/operation.ts';
import { refuseAppeal, sendAppeal } from '../../src/contract/money/requests.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { readSurcharges, switchRule, undoSurcharges, updateSurcharges } from '../../src/contract/settings/rules.ts';
import { deleteUser, type User } from '../../src/contract/users.ts';
import { createReminding } from '../../src/server/areas/reminders/reminding.ts';
import { connect } from '../../src/server/db/connect.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import type { Client } from '../helpers/client.ts';
import { testClock } from '../helpers/clock.ts';
import { engine } from '../helpers/database.ts';
import {
  addUser,
  addUsers,
  fine as fineAll,
  fineOne,
  finesOf,
  mark,
  only,
  refusal,
  setRule,
} from '../helpers/ledger.ts';
import { signedInMember } from '../helpers/members.ts';
import { waitFor } from '../helpers/wait.ts';

const TERMS = { amount: 50, percent: null, graceDays: 2, everyDays: 3, times: 2, mostPercent: 100 };

let app: TestApp;
let administrator: Client;
let user: User;

beforeEach(async () => {
  app = await startApp();
  administrator = await app.administrator();
  await setRule(administrator, false);
  await administrator.must(updateOrganisation, { body: { dueDays: 1 } });
  await administrator.must(updateSurcharges, { body: TERMS });
  user = await addUser(administrator, { userName: 'Ayesha Khan' });
});
afterEach(async () => {
  await expectBooksRight(app.db);
  await app.stop();
});

const switchOn = (on = true) => setRule(administrator, on, 'late-surcharge');
/** Sets the clock, in Karachi time, and signs in again. */
const to = async (date: string, time = '09:00'): Promise<void> => {
  app.clock.set(`${date}T${time}:00+05:00`);
  administrator = await app.administrator();
};
const late = async (of = user) =>
  (await finesOf(administrator, of.id)).filter(({ fineType }) => fineType === 'Late payment');
const amounts = async (of = user) => (await late(of)).map(({ date, amount, dueOn }) => [date, amount, dueOn]);
const state = () => administrator.must(readSurcharges, {});
/** A round of today by a process of its own, which stops when told to. */
const round = (date: string, isStopping = () => false, { db }: Pick<TestApp, 'db'> = app, time = '09:00') => {
  const clock = testClock(`${date}T${time}:00+05:00`);
  const environment = { db, clock, timeZone: 'Asia/Karachi', onCommit: () => {} };
  return { clock, look: createReminding(environment, pino({ level: 'silent' }), isStopping) };
};
/** A round leaves the members to that of the application, which may be under way, so that it is tried again. */
const roundUntil = (date: string, wanted: () => Promise<void>): Promise<void> =>
  waitFor(async () => {
    await round(date).look();
    await wanted();
  });
/** The application makes no round of its own by night. */
const byNight = () => to('2026-11-18', '20:00');
const linked = () => app.db.read.selectFrom('surcharges').select(['fine_id', 'number', 'id']).execute();

test('a fine that is not paid in time bears surcharges, each a fine of its own, after the days of grace and again [SURCHARGE-1] [SURCHARGE-3]', async () => {
  await switchOn();
  const fine = await fineOne(administrator, user.id, { amount: 500 });
  const { surcharge } = await administrator.must(readFine, { params: { fineId: fine.id } });
  expect(surcharge).toEqual({ of: null, added: [], next: { after: '2026-11-21', amount: 50 } });
  const { member } = await administrator.must(readOwing, { params: { userId: user.id } });
  expect(member?.surcharge).toEqual({ after: '2026-11-21', amount: 50 });
  await to('2026-11-21', '10:00');
  expect((await state()).now).toEqual({ members: 0, fines: 0, amount: 0 });
  await to('2026-11-22', '08:59');
  expect(await state()).toMatchObject({ isOn: true, now: { members: 1, fines: 1, amount: 50 } });
  expect(await amounts()).toEqual([]);
  await to('2026-11-22', '09:00');
  await waitFor(async () => expect(await amounts()).toEqual([['2026-11-22', 50, '2026-11-22']]));
  expect(await state()).toMatchObject({ now: { fines: 0 }, today: { members: 1, fines: 1, amount: 50 } });
  await to('2026-11-25', '12:00');
  await waitFor(async () => expect(await late()).toHaveLength(2));
  const [second, first] = await late();
  const of = async (fineId = '') => (await administrator.must(readFine, { params: { fineId } })).surcharge;
  expect((await of(fine.id)).added.map(({ id }) => id)).toEqual([first?.id, second?.id]);
  expect((await of(fine.id)).next).toBeNull();
  expect((await of(second?.id)).of).toEqual({
    late: { id: fine.id, fineType: 'Late arrival', date: '2026-11-18', amount: 500 },
  });
  // It bears none itself, and there is no third.
  await to('2026-12-25', '12:00');
  const own = round('2026-12-25');
  await own.look();
  expect(await late()).toHaveLength(2);
  const { items } = await administrator.must(listHistory, { query: { userId: user.id, kind: 'fines' } });
  expect(items[0]).toMatchObject({ action: 'fines.add', actor: 'Jurmana' });
  // The database itself refuses the same number again.
  const again = { sequence: 999_999, fine_id: fine.id, number: 2, id: 'another' };
  await expect(app.db.write.insertInto('surcharges').values(again).execute()).rejects.toThrow();
});

test('it is no offence of its week, is not doubled, and its deletion reduces nothing [SURCHARGE-3]', async () => {
  await setRule(administrator, true);
  await switchOn();
  await fineOne(administrator, user.id, { amount: 500 });
  await to('2026-11-23', '12:00');
  await waitFor(async () => expect(await late()).toHaveLength(1));
  const next = await fineOne(administrator, user.id, { amount: 100, date: '2026-11-23' });
  expect(next.amount).toBe(100);
  const doubled = await fineOne(administrator, user.id, { amount: 50, date: '2026-11-23' });
  expect(doubled.amount).toBe(100);
  const { id: fineId } = only(await late());
  const { reduction } = await administrator.must(deleteFine, { params: { fineId } });
  expect(reduction).toBeNull();
  // What somebody deleted is not added again.
  await round('2026-11-24').look();
  expect(await late()).toEqual([]);
});

describe('nothing is added', () => {
  test('for days before the rule was switched on or changed, and without due days it cannot be [SURCHARGE-4]', async () => {
    await administrator.must(updateOrganisation, { body: { dueDays: null } });
    const put = () =>
      administrator.call(switchRule, { params: { ruleId: 'late-surcharge' }, body: { allowDisallow: true } });
    expect(refusal(await put()).code).toBe('due-days-first');
    await administrator.must(updateOrganisation, { body: { dueDays: 1 } });
    await fineOne(administrator, user.id, { amount: 500 });
    await to('2026-11-22', '12:00');
    expect((await state()).now).toMatchObject({ fines: 1 });
    await to('2026-11-23', '12:00');
    expect(await state()).toMatchObject({ isOn: false, now: { fines: 0 } });
    await switchOn();
    await round('2026-11-23').look();
    expect(await late()).toEqual([]);
    // The second is due three days after the first.
    await to('2026-11-24', '12:00');
    await switchOn(false);
    await round('2026-11-25').look();
    await to('2026-11-26', '12:00');
    await switchOn();
    await round('2026-11-26').look();
    expect(await late()).toEqual([]);
  });

  test('for whoever promised, has a request open over the fine, has the credit, or is left out by name [SURCHARGE-4]', async () => {
    await switchOn();
    const [promised, left, covered] = await addUsers(administrator, ['Promised', 'Left', 'Covered']);
    const { client, user: appealing } = await signedInMember(app, administrator, { userName: 'Appealing' });
    const ids = [promised, left, covered, appealing, user].map((one) => one?.id ?? '');
    await fineAll(administrator, { userIds: ids, amount: 500 });
    await administrator.must(promise, { body: { userId: ids[0] ?? '', until: '2026-11-22' } });
    await administrator.must(updateSurcharges, { body: { leftOut: [ids[1] ?? ''] } });
    const [fine] = await finesOf(administrator, ids[2] ?? '');
    await mark(administrator, fine?.id ?? '', 'Paid');
    const [appealed] = await finesOf(administrator, ids[3] ?? '');
    const { request } = await client.must(sendAppeal, {
      body: { fineId: appealed?.id ?? '', reason: 'I was there' },
    });
    const borne = async () =>
      (await Promise.all([promised, left, covered, appealing, user].map((of) => late(of)))).map(({ length }) => length);
    await to('2026-11-22', '10:00');
    await waitFor(async () => expect(await borne()).toEqual([0, 0, 0, 0, 1]));
    expect((await state()).leftOut).toEqual([{ userId: ids[1], userName: 'Left' }]);
    await administrator.must(refuseAppeal, { params: { requestId: request.id }, body: { answer: 'You were late' } });
    await to('2026-11-23', '10:00');
    await waitFor(async () => expect(await borne()).toEqual([1, 0, 0, 1, 1]));
  });

  test('for members left out by name, whatever the order, after one is deleted, and for whom another counts [SURCHARGE-4]', async () => {
    const [zara, ali, beena, twin] = await addUsers(administrator, ['Zara', 'Ali', 'Beena', 'Beenah']);
    const idOf = (one: User | undefined) => one?.id ?? '';
    const shown = async () => (await state()).leftOut.map(({ userId }) => userId);
    const leaveOut = async (...more: string[]) => {
      const present = await shown();
      const body = { leftOut: [...present, ...more], shown: { leftOut: present } };
      await administrator.must(updateSurcharges, { body });
    };
    for (const one of [zara, ali, twin]) await leaveOut(idOf(one));
    await administrator.must(deleteUser, { params: { userId: idOf(zara) } });
    const body = { joinedId: idOf(twin), pendingFine: 0, credit: 0 };
    await administrator.must(joinUsers, { params: { userId: idOf(beena) }, body });
    expect(await shown()).toEqual([idOf(ali), idOf(beena)]);
    await leaveOut(user.id);
    expect(await shown()).toEqual([idOf(ali), user.id, idOf(beena)]);
    await switchOn();
    await fineAll(administrator, { userIds: [idOf(beena)], amount: 500 });
    await round('2026-11-23').look();
    expect(await late(beena)).toEqual([]);
  });

  test('who was left out before a joining is left out after it is undone, and nobody else [SURCHARGE-4, JOIN-8]', async () => {
    const [ali, aly] = (await addUsers(administrator, ['Ali', 'Aly'])).map(({ id }) => id);
    if (ali === undefined || aly === undefined) throw new Error('Nobody was added.');
    const leaveOut = (...leftOut: string[]) => administrator.must(updateSurcharges, { body: { leftOut } });
    const shown = async () => (await state()).leftOut.map(({ userId }) => userId);
    await leaveOut(aly);
    await administrator.must(joinUsers, {
      params: { userId: ali },
      body: { joinedId: aly, pendingFine: 0, credit: 0 },
    });
    await leaveOut(ali, user.id);
    expect(await shown()).toEqual([ali, user.id]);
    await administrator.must(undoJoin, { params: { userId: aly } });
    expect(await shown()).toEqual([aly, user.id]);
  });

  test('but nobody is left out who is not there, and nobody twice [SURCHARGE-4]', async () => {
    const [gone] = await addUsers(administrator, ['Gone']);
    await administrator.must(deleteUser, { params: { userId: gone?.id ?? '' } });
    for (const leftOut of [['nobody'], [user.id, gone?.id ?? '']]) {
      const refused = refusal(await administrator.call(updateSurcharges, { body: { leftOut } }));
      expect(refused).toMatchObject({ code: 'user-not-found', details: { userIds: leftOut.slice(-1) } });
    }
    const twice = await administrator.call(updateSurcharges, { body: { leftOut: [user.id, user.id] } });
    expect(refusal(twice).code).toBe('invalid-input');
    expect((await state()).leftOut).toEqual([]);
  });
});

test('a member reads of it before and after, on their own fine [SURCHARGE-5]', async () => {
  await switchOn();
  const { client, user: member } = await signedInMember(app, administrator, { userName: 'Bilal' });
  const fine = await fineOne(administrator, member.id, { amount: 500 });
  const own = await client.must(readOwnFine, { params: { fineId: fine.id } });
  expect(own.surcharge.next).toEqual({ after: '2026-11-21', amount: 50 });
  // Also of what follows if a promise is broken.
  await administrator.must(promise, { body: { userId: member.id, until: '2026-11-25' } });
  const promised = await client.must(readOwnFine, { params: { fineId: fine.id } });
  expect(promised.surcharge.next).toEqual({ after: '2026-11-25', amount: 50 });
});

test('what is waived as a mistake or deleted takes its surcharges with it, what is paid late does not [SURCHARGE-6]', async () => {
  await switchOn();
  const [other, third] = await addUsers(administrator, ['Bilal', 'Chand']);
  const of = [user, other, third].map((one) => one?.id ?? '');
  await fineAll(administrator, { userIds: of, amount: 500 });
  await to('2026-11-22', '10:00');
  await waitFor(async () => expect((await state()).today).toEqual({ members: 3, fines: 3, amount: 150 }));
  const original = async (id = '') => only((await finesOf(administrator, id)).filter(({ amount }) => amount === 500));
  const params = { fineId: (await original(of[1])).id };
  expect(await administrator.must(readDeletion, { params })).toEqual({ reduction: null, surcharges: 50, pictures: 0 });
  // Those that are deleted themselves go with no other.
  const fineIds = [(await original(of[0])).id, params.fineId, only(await late(other)).id];
  expect((await administrator.must(readDeletions, { body: { fineIds } })).surcharges).toBe(50);
  await mark(administrator, only(await late(other)).id, 'Paid');
  const waived = await administrator.must(waiveFine, {
    params,
    body: { outstanding: 500, mistake: true, reason: 'Wrong person' },
  });
  // What was paid of the surcharge becomes credit as well.
  expect(waived).toMatchObject({ toCredit: 50, totals: { totalFinesAmount: 1100, creditHeld: 50 } });
  expect(only(await late(other))).toMatchObject({ mistake: true, waivedAmount: 50 });
  await mark(administrator, (await original(of[0])).id, 'Paid');
  expect(only(await late())).toMatchObject({ status: 'Pending', outstanding: 50 });
  await administrator.must(deleteFine, { params: { fineId: (await original(of[2])).id } });
  expect(await finesOf(administrator, of[2] ?? '')).toEqual([]);
});

test('a round is undone in one go on its day, and not made again [SURCHARGE-7]', async () => {
  await switchOn();
  const users = await addUsers(administrator, ['Bilal', 'Chand']);
  await fineAll(administrator, { userIds: users.map(({ id }) => id), amount: 500 });
  expect(refusal(await administrator.call(undoSurcharges, { body: { day: '2026-11-18' } })).code).toBe(
    'nothing-to-undo',
  );
  await to('2026-11-22', '10:00');
  await waitFor(async () => expect((await state()).today).toMatchObject({ fines: 2 }));
  await mark(administrator, only(await late(users[0])).id, 'Paid');
  expect(await administrator.must(undoSurcharges, { body: { day: '2026-11-22' } })).toEqual({
    undone: 2,
    remaining: 0,
  });
  expect(await state()).toMatchObject({ now: { fines: 0 }, today: { fines: 0 } });
  await round('2026-11-22').look();
  await round('2026-11-23').look();
  expect(await late(users[0])).toEqual([]);
  // The second is due on its own day.
  await roundUntil('2026-11-25', async () => expect(await late(users[0])).toHaveLength(1));
  expect((await linked()).map(({ number }) => number)).toEqual([1, 1, 2, 2]);
});

test('what was added today is undone whatever its day was corrected to [SURCHARGE-7]', async () => {
  await switchOn();
  await fineOne(administrator, user.id, { amount: 500 });
  await roundUntil('2026-11-22', async () => expect(await late()).toHaveLength(1));
  const [other] = await addUsers(administrator, ['Bilal']);
  await fineOne(administrator, other?.id ?? '', { amount: 500 });
  await to('2026-11-25', '10:00');
  await waitFor(async () => expect((await state()).today).toMatchObject({ fines: 2 }));
  const earlier = (await late()).find(({ date }) => date === '2026-11-22');
  const moved = only(await late(other));
  for (const [of, date] of [
    [earlier, '2026-11-25'],
    [moved, '2026-11-24'],
  ] as const) {
    const { id: fineId = '', fineType = '', amount = 0, date: before = '' } = of ?? {};
    const body = { fineType, amount, date, shown: { fineType, amount, date: before } };
    await administrator.must(correctFine, { params: { fineId }, body });
  }
  expect((await state()).today).toMatchObject({ fines: 2 });
  expect(await administrator.must(undoSurcharges, { body: { day: '2026-11-25' } })).toMatchObject({ undone: 2 });
  expect(await late()).toMatchObject([{ id: earlier?.id, date: '2026-11-25' }]);
});

test('after a round was undone, other terms and switching the rule on again add nothing for that day [SURCHARGE-7]', async () => {
  await switchOn();
  await fineOne(administrator, user.id, { amount: 500 });
  await to('2026-11-25', '10:00');
  await waitFor(async () => expect(await late()).toHaveLength(1));
  await administrator.must(undoSurcharges, { body: { day: '2026-11-25' } });
  await administrator.must(updateSurcharges, { body: { everyDays: 1, times: 9 } });
  await switchOn(false);
  await switchOn();
  await round('2026-11-25').look();
  expect(await late()).toEqual([]);
  await roundUntil('2026-11-26', async () => expect(await late()).toHaveLength(1));
});

test('terms are compared with what was shown, and are an amount or a percentage [SURCHARGE-1]', async () => {
  const put = (body: CallInput<typeof updateSurcharges>['body']) => administrator.call(updateSurcharges, { body });
  for (const wrong of [{ amount: 5 }, { amount: 5, percent: 10 }, { amount: null, percent: null }, { percent: 101 }]) {
    expect(refusal(await put(wrong)).code).toBe('invalid-input');
  }
  expect(refusal(await put({ times: 3, shown: { times: 1 } })).code).toBe('record-changed');
  const saved = await administrator.must(updateSurcharges, {
    body: { amount: null, percent: 10, shown: { amount: 50, percent: null } },
  });
  expect(saved.terms).toEqual({ ...TERMS, amount: null, percent: 10 });
  const { items } = await administrator.must(listHistory, { query: { kind: 'settings' } });
  expect(items[0]).toMatchObject({ action: 'surcharges.update' });
});

test('a round that stops half way, or loses the database, is carried on by another process, and adds each exactly once [SURCHARGE-8]', async () => {
  await byNight();
  await switchOn();
  const users = await addUsers(
    administrator,
    Array.from({ length: 120 }, (_, n) => `Member ${n}`),
  );
  await fineAll(administrator, { userIds: users.map(({ id }) => id), amount: 500 });
  // The process ends after the members of its first command.
  let asked = 0;
  await round('2026-11-22', () => (asked += 1) > 1).look();
  const some = (await linked()).length;
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(120);
  // The next loses the database once it has added some, and two carry on beside each other.
  const db = connect(app.databaseUrl);
  let closing = Promise.resolve();
  let held = 0;
  const losing = (): boolean => {
    held += 1;
    if (held === 3) closing = db.close();
    return false;
  };
  await expect(round('2026-11-22', losing, { db }, '09:05').look()).rejects.toThrow();
  await closing;
  const more = (await linked()).length;
  expect(more).toBeGreaterThan(some);
  expect(more).toBeLessThan(120);
  const carried = [1, 2].map(() => round('2026-11-22', undefined, app, '09:10'));
  await Promise.all(carried.map(({ look }) => look()));
  const all = await linked();
  expect(all).toHaveLength(120);
  expect(new Set(all.map(({ fine_id: id }) => id)).size).toBe(120);
  // Set back and two days ahead, the clock adds no number twice.
  await round('2026-11-20').look();
  await round('2026-11-24').look();
  expect(await linked()).toHaveLength(120);
});

test('a database that goes away in the middle of a command has none of it, and whoever carries on adds each exactly once [SURCHARGE-8]', async () => {
  await byNight();
  await switchOn();
  const users = await addUsers(
    administrator,
    Array.from({ length: 60 }, (_, n) => `Member ${n}`),
  );
  await fineAll(administrator, { userIds: users.map(({ id }) => id), amount: 500 });
  // Of the second command, which is about the last ten.
  const [, ofSecond] = [...users].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const { id: fineId } = only(await finesOf(administrator, ofSecond?.id ?? ''));
  const isThatOne = sql`new.fine_id = ${sql.lit(fineId)}`;
  const lose =
    engine === 'sqlite'
      ? [
          sql`create trigger lost before insert on surcharges when ${isThatOne} begin select raise(rollback, 'lost'); end`,
        ]
      : [
          sql`create function lose() returns trigger language plpgsql as
            'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'`,
          sql`create trigger lost before insert on surcharges for each row when (${isThatOne}) execute function lose()`,
        ];
  for (const statement of lose) await statement.execute(app.db.write);
  const db = connect(app.databaseUrl);
  await expect(round('2026-11-22', undefined, { db }).look()).rejects.toThrow();
  expect(await linked()).toHaveLength(50);
  await expectBooksRight(app.db);
  await (engine === 'sqlite' ? sql`drop trigger lost` : sql`drop function lose cascade`).execute(app.db.write);
  // The same process, once its lease is over, or another one.
  await round('2026-11-22', undefined, { db }, '09:05').look();
  await db.close();
  await round('2026-11-22', undefined, app, '09:10').look();
  const all = await linked();
  expect(all).toHaveLength(60);
  expect(new Set(all.map(({ fine_id: id }) => id)).size).toBe(60);
  const { count } = await app.db.read
    .selectFrom('fines')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('fine_type', '=', 'Late payment')
    .executeTakeFirstOrThrow();
  expect(count).toBe(60);
});
