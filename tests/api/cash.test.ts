// Cash-up: what a person holds, paying it out, and handing it over. Each test has a new server.
import { beforeEach, describe, expect, test } from 'vitest';
import {
  handOverCash,
  listHandOvers,
  listPayOuts,
  readCash,
  readHandOver,
  recordPayOut,
  reverseHandOver,
  reversePayOut,
} from '../../src/contract/money/cash.ts';
import { addEvent, deleteEvent, updateEvent } from '../../src/contract/events.ts';
import { listHistory } from '../../src/contract/history.ts';
import { reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { ADMINISTRATOR_ID, idOfName, idOfUser } from '../../src/core/people/actor.ts';
import { giveRefund, reverseRefund } from '../../src/contract/money/refunds.ts';
import { setUserAccess, updateUser } from '../../src/contract/users.ts';
import { checkBooks } from '../../src/server/tools/books/check-books.ts';
import { startApp, type TestApp, useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import type { Client } from '../helpers/client.ts';
import { linkFor, signInWithLink } from '../helpers/invitations.ts';
import { addUser, eventForm, fineOne, mark, refusal } from '../helpers/ledger.ts';

const DAY = '2026-11-18';
const HOLDER = 'admin@jurmana.test';
/** why another amount was counted than was held */
const WHY = 'One note was torn';
const app = useApp();
const administrator = useAdministrator(app);
let userId: string;
/** what was held before this test */
let before: number;
beforeEach(async () => {
  userId = (await addUser(administrator)).id;
  before = (await held()) ?? 0;
});

const held = async () => (await administrator.must(readCash, {})).holders.find(({ holder }) => holder === HOLDER)?.held;
const gained = async () => Math.round((((await held()) ?? 0) - before) * 100) / 100;
const pay = async (amount: number, method: 'Cash' | 'Raast' = 'Cash') =>
  (await administrator.must(takePayment, { body: { userId, fines: [], amount, receivedOn: DAY, method } })).payment;
const handOver = async (counted: number, takenBy = 'The bank') =>
  administrator.must(handOverCash, {
    body: { holderId: ADMINISTRATOR_ID, held: (await held()) ?? 0, counted, takenBy, note: WHY },
  });

describe('cash', () => {
  test('is what came in minus what went out, on whatever day; other methods are not cash [CASH-1]', async () => {
    const payment = await pay(500.5);
    await pay(70, 'Raast');
    expect(await gained()).toBe(500.5);
    const { refund, credit } = await administrator.must(giveRefund, {
      body: { userId, credit: 570.5, amount: 100, givenOn: '2026-11-01' },
    });
    expect(await gained()).toBe(400.5);
    await administrator.must(giveRefund, { body: { userId, credit, amount: 20, method: 'Cheque', givenOn: DAY } });
    expect(await gained()).toBe(400.5);
    await administrator.must(reverseRefund, { params: { refundId: refund.id }, body: { reason: 'not given' } });
    expect(await gained()).toBe(500.5);
    const { id: fineId } = await fineOne(administrator, userId, { amount: 40 });
    await mark(administrator, fineId, 'Paid');
    expect(await gained()).toBe(540.5);
    await mark(administrator, fineId, 'Pending');
    expect(await gained()).toBe(500.5);
    await pay(20);
    await administrator.must(reversePayment, {
      params: { paymentId: payment?.id ?? '' },
      body: { amount: 500.5, reason: 'counted twice' },
    });
    expect(await gained()).toBe(20);
    await expectBooksRight(app.db);
  });

  test('is paid out for an event or with a note, and never more than is held [CASH-2]', async () => {
    await pay(300);
    const { event } = await administrator.must(addEvent, { body: eventForm({ title: 'Picnic' }) });
    const payOut = (body: { amount: number; eventId?: string; note?: string }) =>
      administrator.call(recordPayOut, { body: { holderId: ADMINISTRATOR_ID, ...body } });
    expect(await payOut({ amount: 120, eventId: event.id })).toMatchObject({ ok: true });
    expect(await gained()).toBe(180);
    const state = await dump(app.db);
    expect(refusal(await payOut({ amount: before + 180.01, note: 'tea' }))).toMatchObject({ code: 'more-than-cash' });
    expect(refusal(await payOut({ amount: 1 }))).toMatchObject({ code: 'invalid-input' });
    expect(refusal(await payOut({ amount: 1, eventId: 'NOEVENT22222' }))).toMatchObject({ code: 'event-not-found' });
    const unknown = { body: { holderId: HOLDER, amount: 1, note: 'tea' } };
    expect(refusal(await administrator.call(recordPayOut, unknown))).toMatchObject({ code: 'cash-holder-not-found' });
    expect(await dump(app.db)).toEqual(state);
    await expectBooksRight(app.db);
  });

  test('keeps the event’s name at the time of the pay-out, even if the event is renamed or deleted later [CASH-15]', async () => {
    await pay(20);
    const { event } = await administrator.must(addEvent, { body: eventForm({ title: 'Tea' }) });
    const change = (title: string) =>
      administrator.must(updateEvent, { params: { eventId: event.id }, body: { title } });
    await change('Picnic');
    await administrator.must(recordPayOut, { body: { holderId: ADMINISTRATOR_ID, amount: 20, eventId: event.id } });
    const { handOver: made } = await handOver(before);
    const paidFor = async () => {
      const { handOver: now } = await administrator.must(readHandOver, { params: { handOverId: made.id } });
      const { items } = await administrator.must(listHistory, { query: { kind: 'cash' } });
      const told = items.flatMap(({ facts }) => (facts.subject === 'pay-out' ? facts.event : []));
      return [now.payOuts.at(-1)?.event, told[0]];
    };
    expect(await paidFor()).toEqual(['Picnic', 'Picnic']);
    await change('Dinner');
    expect(await paidFor()).toEqual(['Picnic', 'Picnic']);
    await administrator.must(deleteEvent, { params: { eventId: event.id } });
    expect(await paidFor()).toEqual(['Picnic', 'Picnic']);
    await expectBooksRight(app.db);
  });

  test('is handed over with the difference recorded; the next count starts from there [CASH-3, CASH-5]', async () => {
    const payment = await pay(300);
    await administrator.must(recordPayOut, { body: { holderId: ADMINISTRATOR_ID, amount: 50, note: 'tea' } });
    const stale = {
      holderId: ADMINISTRATOR_ID,
      held: ((await held()) ?? 0) + 1,
      counted: 1,
      takenBy: 'The bank',
      note: WHY,
    };
    expect(refusal(await administrator.call(handOverCash, { body: stale }))).toMatchObject({
      code: 'cash-changed',
      details: { held: await held() },
    });
    const unexplained = { ...stale, held: (await held()) ?? 0, note: ' ' };
    expect(refusal(await administrator.call(handOverCash, { body: unexplained }))).toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('must say why'),
    });
    const own = { ...stale, held: (await held()) ?? 0, takenBy: HOLDER.toUpperCase() };
    expect(refusal(await administrator.call(handOverCash, { body: own }))).toMatchObject({
      code: 'hand-over-to-oneself',
    });
    const expected = before + 250;
    const { handOver: made } = await handOver(expected - 20);
    expect(made).toMatchObject({ held: expected, counted: expected - 20, difference: -20, takenBy: 'The bank' });
    expect(await held()).toBe(0);
    await administrator.must(reversePayment, {
      params: { paymentId: payment?.id ?? '' },
      body: { amount: 300, reason: 'counted twice' },
    });
    expect(await held()).toBe(-300);
    const { items } = await administrator.must(listHandOvers, {});
    expect(items[0]).toMatchObject({ id: made.id, paidOut: made.paidOut });
    expect(items[0]?.payOuts.at(-1)).toMatchObject({ amount: 50, note: 'tea', event: null, madeBy: HOLDER });
    await handOver(0);
    await expectBooksRight(app.db);
  });
});

test('anybody with access can be chosen and then holds the cash; other people are only recorded by name [CASH-4]', async () => {
  const [manager, collector, viewer, former] = await Promise.all(
    (['manager', 'collector', 'viewer', null] as const).map(async (access) => {
      const user = await addUser(administrator);
      if (access !== null) await administrator.must(setUserAccess, { params: { userId: user.id }, body: { access } });
      return { ...user, email: user.userEmail ?? '' };
    }),
  );
  if (manager === undefined || collector === undefined || viewer === undefined || former === undefined)
    throw new Error();
  const { takers } = await administrator.must(readCash, {});
  expect(takers[0]).toEqual({ id: ADMINISTRATOR_ID, email: HOLDER, name: '' });
  expect(takers.map(({ email }) => email)).toEqual(
    expect.arrayContaining([manager.email, collector.email, viewer.email]),
  );
  expect(takers.map(({ email }) => email)).not.toContain(former.email);

  await pay(90);
  const first = await handOver(85, manager.email.toUpperCase());
  expect(first.handOver).toMatchObject({ takenBy: manager.userName, takenById: idOfUser(manager.id) });
  const holders = async () =>
    new Map((await administrator.must(readCash, {})).holders.map(({ holderId, held: now }) => [holderId, now]));
  expect((await holders()).get(idOfUser(manager.id))).toBe(85);
  // Handed on to the next person.
  const on = { holderId: idOfUser(manager.id), held: 85, counted: 85, takenBy: collector.email };
  await administrator.must(handOverCash, { body: on });
  expect((await holders()).get(idOfUser(manager.id))).toBe(0);
  expect((await holders()).get(idOfUser(collector.id))).toBe(85);

  const given = { holderId: idOfUser(collector.id), held: 85, counted: 85 };
  const state = await dump(app.db);
  const without = await administrator.call(handOverCash, { body: { ...given, takenBy: former.email } });
  expect(refusal(without)).toMatchObject({ status: 409, code: 'taker-without-access' });
  await administrator.must(updateUser, { params: { userId: viewer.id }, body: { status: 'Inactive' } });
  const inactive = await administrator.call(handOverCash, { body: { ...given, takenBy: viewer.email } });
  expect(refusal(inactive)).toMatchObject({ code: 'taker-without-access' });
  expect((await dump(app.db))['hand_overs']).toEqual(state['hand_overs']);
  const count = (await holders()).size;
  await administrator.must(handOverCash, { body: { ...given, takenBy: 'Cashier of the bank' } });
  expect((await holders()).size).toBe(count);
  expect((await holders()).get(idOfUser(collector.id))).toBe(0);
  await expectBooksRight(app.db);

  // check-books reports a missing holder, even one who holds nothing any more.
  await app.db.write.deleteFrom('cash_holders').where('holder', '=', idOfUser(manager.id)).execute();
  expect((await checkBooks(app.db)).problems).toEqual([
    `Cash went through the hands of ${idOfUser(manager.id)}, who is missing from the cash holders.`,
  ]);
  await app.db.write
    .insertInto('cash_holders')
    .values({ holder: idOfUser(manager.id), received: 0, given_back: 0, paid_out: 0, taken_over: 0 })
    .execute();
  await app.db.write
    .updateTable('hand_overs')
    .set({ taken_by_id: null })
    .where('taken_by_id', '=', idOfUser(collector.id))
    .execute();
  expect((await checkBooks(app.db)).problems).toEqual([expect.stringMatching(/hand-over .* differs from the journal/)]);
  await app.db.write
    .updateTable('hand_overs')
    .set({ taken_by_id: idOfUser(collector.id) })
    .where('taken_by', '=', collector.email)
    .execute();
});

test('cash taken over from a former holder is held by the administrator [CASH-4]', async () => {
  const own: TestApp = await startApp();
  try {
    const client = await own.administrator();
    const user = await addUser(client);
    const body = { userId: user.id, fines: [], amount: 90, receivedOn: DAY };
    await client.must(takePayment, { body });
    // As if a former administrator had received it, when people were still recorded by e-mail alone.
    const holderId = idOfName('former@example.pk');
    for (const [table, column] of [
      ['payments', 'received_by_id'],
      ['cash_holders', 'holder'],
    ] as const) {
      await own.db.write
        .updateTable(table)
        .set({ [column]: holderId } as never)
        .execute();
    }
    const given = { holderId, held: 90, counted: 85, takenBy: HOLDER, note: WHY };
    await client.must(handOverCash, { body: given });
    expect(await client.must(readCash, {})).toMatchObject({
      holders: [
        { holder: HOLDER, takenOver: 85, held: 85 },
        { holder: 'former@example.pk', held: 0 },
      ],
      creditHeld: 90,
    });
  } finally {
    await own.stop();
  }
});

describe('taking back a hand-over', () => {
  const reason = 'counted wrongly';
  const takeBack = (handOverId: string, by: Client = administrator) =>
    by.call(reverseHandOver, { params: { handOverId }, body: { reason } });
  const ids = new Map([[HOLDER, ADMINISTRATOR_ID]]);
  const holderOf = async (email: string) =>
    (await administrator.must(readCash, {})).holders.find(({ holderId }) => holderId === ids.get(email));
  const withAccess = async (access: 'manager' | 'collector') => {
    const user = await addUser(administrator);
    await administrator.must(setUserAccess, { params: { userId: user.id }, body: { access } });
    ids.set(user.userEmail ?? '', idOfUser(user.id));
    return user.userEmail ?? '';
  };

  test('restores what each person held; its pay-outs count for the next hand-over [CASH-9, CASH-10]', async () => {
    const taker = await withAccess('collector');
    await pay(300);
    await administrator.must(recordPayOut, { body: { holderId: ADMINISTRATOR_ID, amount: 50, note: 'ink' } });
    const was = await holderOf(HOLDER);
    const { handOver: made } = await handOver((was?.held ?? 0) - 20, taker);
    await pay(7);
    const { handOver: gone } = await administrator.must(reverseHandOver, {
      params: { handOverId: made.id },
      body: { reason },
    });
    const reversal = { amount: made.counted, reason, day: DAY, madeBy: HOLDER };
    expect(gone).toMatchObject({ ...made, payOuts: gone.payOuts, reversals: [reversal] });
    expect(await holderOf(HOLDER)).toEqual({
      ...was,
      received: (was?.received ?? 0) + 7,
      held: (was?.held ?? 0) + 7,
    });
    expect(await holderOf(taker)).toMatchObject({ takenOver: 0, held: 0 });
    expect(await administrator.must(readHandOver, { params: { handOverId: made.id } })).toEqual({ handOver: gone });
    await expectBooksRight(app.db);

    const { handOver: next } = await handOver((was?.held ?? 0) + 7);
    const { items } = await administrator.must(listHandOvers, {});
    expect(items.slice(0, 2).map(({ id, payOuts }) => [id, payOuts.at(-1)?.note])).toEqual([
      [next.id, 'ink'],
      [made.id, 'ink'],
    ]);
    expect(refusal(await takeBack(made.id))).toMatchObject({ code: 'hand-over-reversed' });
    await expectBooksRight(app.db);
  });

  test('is refused once the cash has moved on or the holder has handed over again, saying what to undo first [CASH-11]', async () => {
    const [taker, other] = [await withAccess('collector'), await withAccess('collector')];
    await pay(90);
    const all = (await holderOf(HOLDER))?.held ?? 0;
    const { handOver: first } = await handOver(all, taker);
    const on = { holderId: (await holderOf(taker))?.holderId ?? '', held: all, counted: all, takenBy: other };
    const { handOver: second } = await administrator.must(handOverCash, { body: on });
    const state = await dump(app.db);
    expect(refusal(await takeBack(first.id))).toMatchObject({ code: 'cash-passed-on', details: { held: 0 } });
    expect(await dump(app.db)).toEqual(state);
    expect(await takeBack(second.id)).toMatchObject({ ok: true });
    await pay(5);
    const { handOver: later } = await handOver(5);
    expect(refusal(await takeBack(first.id))).toMatchObject({ code: 'handed-over-since' });
    for (const { id } of [later, first]) expect(await takeBack(id)).toMatchObject({ ok: true });
    expect((await holderOf(HOLDER))?.held).toBe(all + 5);
    expect((await holderOf(taker))?.held).toBe(0);
    expect(refusal(await takeBack('NOHANDOVER22'))).toMatchObject({ code: 'hand-over-not-found' });
    await expectBooksRight(app.db);
  });

  test('works for a hand-over of nothing; of several attempts at once only one succeeds [CASH-9, CASH-11]', async () => {
    const { handOver: none } = await handOver(0);
    const answers = await Promise.all([takeBack(none.id), takeBack(none.id), takeBack(none.id)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    await expectBooksRight(app.db);
  });

  test('is up to a manager on the same day, and to the administrator on any day [CASH-12]', async () => {
    const managers = await Promise.all(
      [1, 2].map(async () => {
        const { id } = await addUser(administrator);
        await administrator.must(setUserAccess, { params: { userId: id }, body: { access: 'manager' } });
        return signInWithLink(app, await linkFor(administrator, id));
      }),
    );
    const [manager, other] = [managers[0] ?? administrator, managers[1] ?? administrator];
    await pay(40);
    const give = async () => {
      const body = {
        holderId: ADMINISTRATOR_ID,
        held: (await held()) ?? 0,
        counted: 1,
        takenBy: 'The bank',
        note: WHY,
      };
      return (await manager.must(handOverCash, { body })).handOver.id;
    };
    const first = await give();
    expect(refusal(await takeBack(first, other))).toMatchObject({ status: 403, code: 'not-own-hand-over' });
    expect(await takeBack(first, manager)).toMatchObject({ ok: true });
    const second = await give();
    app.clock.advance(24 * 60 * 60 * 1000);
    expect(refusal(await takeBack(second, manager))).toMatchObject({ code: 'not-own-hand-over' });
    expect(await takeBack(second)).toMatchObject({ ok: true });
    await expectBooksRight(app.db);
  });
});

describe('taking back a pay-out [CASH-19]', () => {
  const reason = 'not bought after all';
  const takeBack = (payOutId: string, by: Client = administrator) =>
    by.call(reversePayOut, { params: { payOutId }, body: { reason } });
  const newest = async () => (await administrator.must(listPayOuts, {})).items[0];
  const payOut = async (amount: number, by: Client = administrator) => {
    await by.must(recordPayOut, { body: { holderId: ADMINISTRATOR_ID, amount, note: 'ink' } });
    return (await newest())?.id ?? '';
  };

  test('gives its holder the cash back; it stays in the list, and is in no later hand-over', async () => {
    await pay(300);
    const { event } = await administrator.must(addEvent, { body: eventForm({ title: 'Picnic' }) });
    await administrator.must(recordPayOut, { body: { holderId: ADMINISTRATOR_ID, amount: 50, eventId: event.id } });
    const mistaken = await newest();
    const stays = await payOut(20);
    expect(await gained()).toBe(230);
    const back = await administrator.must(reversePayOut, {
      params: { payOutId: mistaken?.id ?? '' },
      body: { reason },
    });
    expect(back.payOut).toEqual({
      ...mistaken,
      reversals: [{ amount: 50, reason, day: mistaken?.day, madeBy: HOLDER }],
    });
    expect(await gained()).toBe(280);
    expect((await administrator.must(listPayOuts, {})).items.slice(0, 2)).toMatchObject([
      { id: stays, handedOver: false, reversals: [] },
      back.payOut,
    ]);
    const [told] = (await administrator.must(listHistory, { query: {} })).items;
    expect(told).toMatchObject({
      action: 'cash.takeBackPayOut',
      facts: { of: { kind: 'pay-out', holder: HOLDER, event: 'Picnic' }, amount: 50, reason },
    });
    await expectBooksRight(app.db);
    const { handOver: made } = await handOver(before + 280);
    expect(made).toMatchObject({ difference: 0, held: before + 280 });
    const { items } = await administrator.must(listHandOvers, {});
    expect(items[0]?.payOuts.map(({ id }) => id)).toEqual([stays]);
    expect((await newest())?.handedOver).toBe(true);
    await expectBooksRight(app.db);
  });

  test('is refused, changing nothing, once the cash was handed over, until that is taken back', async () => {
    await pay(90);
    const id = await payOut(5);
    const { handOver: made } = await handOver((await held()) ?? 0);
    const state = await dump(app.db);
    expect(refusal(await takeBack(id))).toMatchObject({ status: 409, code: 'handed-over-since' });
    expect(refusal(await takeBack('NOPAYOUT2222'))).toMatchObject({ code: 'pay-out-not-found' });
    expect(await dump(app.db)).toEqual(state);
    await administrator.must(reverseHandOver, { params: { handOverId: made.id }, body: { reason } });
    const answers = await Promise.all([takeBack(id), takeBack(id), takeBack(id)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(refusal(await takeBack(id))).toMatchObject({ code: 'pay-out-reversed' });
    // What the slip of that hand-over said stays as it was.
    const { handOver: gone } = await administrator.must(readHandOver, { params: { handOverId: made.id } });
    expect(gone.payOuts.map((one) => one.id)).toContain(id);
    await expectBooksRight(app.db);
  });

  test('is up to a manager on the same day, and to the administrator on any day', async () => {
    const [manager, other] = await Promise.all(
      [1, 2].map(async () => {
        const user = await addUser(administrator);
        await administrator.must(setUserAccess, { params: { userId: user.id }, body: { access: 'manager' } });
        return signInWithLink(app, await linkFor(administrator, user.id));
      }),
    );
    await pay(40);
    const [first, second] = [await payOut(1, manager), await payOut(2, manager)];
    expect(refusal(await takeBack(first, other))).toMatchObject({ status: 403, code: 'not-own-pay-out' });
    expect(await takeBack(first, manager)).toMatchObject({ ok: true });
    app.clock.advance(24 * 60 * 60 * 1000);
    expect(refusal(await takeBack(second, manager))).toMatchObject({ code: 'not-own-pay-out' });
    expect(await takeBack(second)).toMatchObject({ ok: true });
    await expectBooksRight(app.db);
  });
});
