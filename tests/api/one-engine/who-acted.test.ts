// Ownership follows the person, not their e-mail: whoever is given a former address gets nothing of
// its former owner, and people lose nothing when their address changes.
import { beforeEach, describe, expect, test } from 'vitest';
import { listOwnEntries } from '../../../src/contract/entries.ts';
import { readFine } from '../../../src/contract/fines/fine-details.ts';
import { deleteFine } from '../../../src/contract/fines/fines.ts';
import { listHistory } from '../../../src/contract/history.ts';
import {
  handOverCash,
  listHandOvers,
  readCash,
  recordPayOut,
  reverseHandOver,
} from '../../../src/contract/money/cash.ts';
import { listPayments, reversePayment, takePayment } from '../../../src/contract/money/payments.ts';
import { giveRefund, reverseRefund } from '../../../src/contract/money/refunds.ts';
import { undo } from '../../../src/contract/money/undo.ts';
import { deleteUser, setUserAccess, updateUser, type User } from '../../../src/contract/users.ts';
import { ADMINISTRATOR_ID, idOfUser } from '../../../src/core/people/actor.ts';
import { startApp, useAdministrator, useApp } from '../../helpers/app.ts';
import { expectBooksRight } from '../../helpers/books.ts';
import type { Client } from '../../helpers/client.ts';
import { newMigratedDatabaseUrl } from '../../helpers/database.ts';
import { addUser, fine, only, refusal } from '../../helpers/ledger.ts';
import { givePassword, signedInWithAccess } from '../../helpers/members.ts';

const DAY = '2026-11-18';
const app = useApp();
const administrator = useAdministrator(app);
let member: User;
beforeEach(async () => {
  member = await addUser(administrator);
});

const pay = async (by: Client, amount: number) => {
  const body = { userId: member.id, fines: [], amount, receivedOn: DAY };
  const { payment } = await by.must(takePayment, { body });
  if (payment === null) throw new Error('A payment is expected.');
  return payment;
};
const takeBack = (by: Client, { id, amount }: { id: string; amount: number }) =>
  by.call(reversePayment, { params: { paymentId: id }, body: { amount, reason: 'counted wrongly' } });
const undoAll = (by: Client, batch: number) => by.call(undo, { body: { batch } });
/** What they hold, if it is not 0. */
const cashOf = async ({ id }: User) =>
  (await administrator.must(readCash, {})).holders.flatMap(({ holderId, held }) =>
    holderId === idOfUser(id) && held !== 0 ? [held] : [],
  );
const give = (user: User, access: 'collector' | 'manager') =>
  administrator.must(setUserAccess, { params: { userId: user.id }, body: { access } });

/** Signs in somebody whose e-mail was changed to another one. */
async function renamed(user: User): Promise<{ email: string; client: Client }> {
  const email = `new-${user.userEmail ?? ''}`;
  const after = await administrator.must(updateUser, { params: { userId: user.id }, body: { userEmail: email } });
  await givePassword(app, after);
  return { email, client: await app.enter(email) };
}

/** The former owner of this e-mail is no longer a user, and somebody else is given it with the access. */
async function successor(
  user: User,
  access: 'collector' | 'manager',
  left: 'deleted' | 'renamed',
): Promise<{ client: Client; heir: User }> {
  const params = { userId: user.id };
  if (left === 'deleted') await administrator.must(deleteUser, { params });
  else await administrator.must(updateUser, { params, body: { userEmail: `former-${user.userEmail ?? ''}` } });
  const next = await addUser(administrator, { userEmail: user.userEmail ?? '' });
  await give(next, access);
  await givePassword(app, next);
  return { client: await app.enter(user.userEmail ?? ''), heir: next };
}

describe.each(['deleted', 'renamed'] as const)('somebody given the e-mail of a collector who was %s', (left) => {
  test('counts as having entered nothing that the collector entered today, and cannot take it back [ACCESS-17, PAY-65, HISTORY-11]', async () => {
    const { user, client } = await signedInWithAccess(app, administrator, 'collector');
    const payment = await pay(client, 40);
    const { batch, fineIds } = await fine(client, { userIds: [member.id], date: DAY });
    const { client: next } = await successor(user, 'collector', left);
    expect(await next.must(listOwnEntries, {})).toEqual({ fineIds: [], removableFineIds: [], paymentIds: [] });
    expect(refusal(await takeBack(next, payment))).toMatchObject({ code: 'not-own-entry' });
    // By the address of that time once they are gone; never by the name of whoever has it now.
    const named = left === 'deleted' ? user.userEmail : user.userName;
    const { items } = await next.must(listPayments, { query: { userId: member.id } });
    expect(only(items)).toMatchObject({ receivedBy: named, receivedById: idOfUser(user.id) });
    const fineId = only(fineIds);
    const recorded = { recordedBy: named, recordedById: idOfUser(user.id) };
    expect(await next.must(readFine, { params: { fineId } })).toMatchObject(recorded);
    const entries = (await next.must(listHistory, { query: { userId: member.id } })).items;
    expect(entries.filter(({ actorId }) => actorId === idOfUser(user.id)).map(({ actor }) => actor)).toEqual([
      named,
      named,
    ]);
    expect(refusal(await next.call(deleteFine, { params: { fineId } }))).toMatchObject({ code: 'not-own-entry' });
    expect(refusal(await undoAll(next, batch))).toMatchObject({ code: 'nothing-to-undo' });
    expect(await takeBack(administrator, payment)).toMatchObject({ ok: true });
    await expectBooksRight(app.db);
  });

  test('holds none of the collector’s cash, and can take it over [CASH-16]', async () => {
    const { user, client } = await signedInWithAccess(app, administrator, 'collector');
    await pay(client, 40);
    const { client: next, heir } = await successor(user, 'collector', left);
    expect([await cashOf(user), await cashOf(heir)]).toEqual([[40], []]);
    await pay(next, 5);
    const { holders } = await administrator.must(readCash, {});
    const nameOf = ({ id }: User) => only(holders.filter(({ holderId }) => holderId === idOfUser(id))).holder;
    expect([nameOf(user), nameOf(heir)]).toEqual([left === 'deleted' ? user.userEmail : user.userName, heir.userName]);
    const body = { holderId: idOfUser(user.id), held: 40, counted: 40, takenBy: user.userEmail ?? '' };
    await administrator.must(handOverCash, { body });
    expect([await cashOf(user), await cashOf(heir)]).toEqual([[], [45]]);
    await expectBooksRight(app.db);
  });

  test('cannot take back a hand-over that the former owner recorded as a manager [CASH-12]', async () => {
    const { user, client } = await signedInWithAccess(app, administrator, 'manager');
    await pay(client, 40);
    const body = { holderId: idOfUser(user.id), held: 40, counted: 40, takenBy: 'The bank' };
    const { handOver } = await client.must(handOverCash, { body });
    const { client: next } = await successor(user, 'manager', left);
    const again = { params: { handOverId: handOver.id }, body: { reason: 'counted wrongly' } };
    expect(refusal(await next.call(reverseHandOver, again))).toMatchObject({ code: 'not-own-hand-over' });
    expect(await administrator.call(reverseHandOver, again)).toMatchObject({ ok: true });
    await expectBooksRight(app.db);
  });
});

describe('somebody whose e-mail changes', () => {
  test('can take back, delete and undo what they entered today under the former one [ACCESS-17, PAY-65]', async () => {
    const { user, client } = await signedInWithAccess(app, administrator, 'collector');
    const payment = await pay(client, 40);
    const one = await fine(client, { userIds: [member.id], date: '2026-11-04' });
    const other = await fine(client, { userIds: [member.id], date: '2026-10-04' });
    const now = await renamed(user);
    const later = await fine(now.client, { userIds: [member.id], date: '2026-09-04' });
    const own = await now.client.must(listOwnEntries, {});
    const fineIds = [one, other, later].flatMap((added) => added.fineIds);
    expect(own.fineIds.toSorted()).toEqual(fineIds.toSorted());
    expect(own.paymentIds).toEqual([payment.id]);
    expect(await takeBack(now.client, payment)).toMatchObject({ ok: true });
    expect(await now.client.call(deleteFine, { params: { fineId: only(one.fineIds) } })).toMatchObject({ ok: true });
    expect(await undoAll(now.client, other.batch)).toMatchObject({ ok: true });
    await expectBooksRight(app.db);
  });

  test('still holds their cash, in one sum with what comes in [CASH-16]', async () => {
    const { user, client } = await signedInWithAccess(app, administrator, 'manager');
    const payment = await pay(client, 40);
    const { refund } = await client.must(giveRefund, {
      body: { userId: member.id, amount: 10, credit: 40, givenOn: DAY },
    });
    const now = await renamed(user);
    await pay(now.client, 5);
    expect(await cashOf(user)).toEqual([35]);
    const holderId = idOfUser(user.id);
    await now.client.must(recordPayOut, { body: { holderId, amount: 2, note: 'tea' } });
    const body = { holderId, held: 33, counted: 33, takenBy: now.email };
    const toOneself = await now.client.call(handOverCash, { body });
    expect(refusal(toOneself)).toMatchObject({ code: 'hand-over-to-oneself' });
    await administrator.must(reverseRefund, {
      params: { refundId: refund.id },
      body: { reason: 'given to somebody else' },
    });
    await takeBack(administrator, payment);
    expect(await cashOf(user)).toEqual([3]);
    await expectBooksRight(app.db);
  });

  test('can take back the hand-over they recorded today, and holds its cash again [CASH-9, CASH-12]', async () => {
    const { user, client } = await signedInWithAccess(app, administrator, 'manager');
    const taker = await signedInWithAccess(app, administrator, 'collector');
    await pay(client, 40);
    const body = { holderId: idOfUser(user.id), held: 40, counted: 40, takenBy: taker.user.userEmail ?? '' };
    const { handOver } = await client.must(handOverCash, { body });
    const now = await renamed(user);
    await renamed(taker.user);
    expect(await cashOf(taker.user)).toEqual([40]);
    const { items } = await now.client.must(listHandOvers, {});
    expect(items[0]).toMatchObject({
      holder: user.userName,
      holderId: `user:${user.id}`,
      madeById: `user:${user.id}`,
    });
    const params = { handOverId: handOver.id };
    await now.client.must(reverseHandOver, { params, body: { reason: 'counted wrongly' } });
    expect(await cashOf(user)).toEqual([40]);
    expect(await cashOf(taker.user)).toEqual([]);
    await expectBooksRight(app.db);
  });
});

test('the administrator still holds their cash after ADMIN_EMAIL changes [CASH-16]', async () => {
  const database = await newMigratedDatabaseUrl();
  const first = await startApp({ databaseUrl: database.url });
  const before = await first.administrator();
  const { id: userId } = await addUser(before);
  const body = { userId, fines: [], receivedOn: DAY };
  await before.must(takePayment, { body: { ...body, amount: 40 } });
  await first.stop();
  const email = 'office@jurmana.test';
  const second = await startApp({ databaseUrl: database.url, environment: { ADMIN_EMAIL: email } });
  try {
    const now = await second.enter(email);
    await now.must(takePayment, { body: { ...body, amount: 5 } });
    const { holders } = await now.must(readCash, {});
    expect(holders.map(({ holderId, holder, held }) => [holderId, holder, held])).toEqual([
      [ADMINISTRATOR_ID, email, 45],
    ]);
    await expectBooksRight(second.db);
  } finally {
    await second.stop();
    database.remove();
  }
});
