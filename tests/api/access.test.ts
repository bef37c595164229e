// Access levels through the API (ACCESS-14 to ACCESS-18).
import { beforeEach, describe, expect, test } from 'vitest';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { listOwnEntries } from '../../src/contract/entries.ts';
import { correctFine, readFine } from '../../src/contract/fines/fine-details.ts';
import { addFines, deleteFine, listFines } from '../../src/contract/fines/fines.ts';
import { listSummaries } from '../../src/contract/overview.ts';
import { reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { switchRule } from '../../src/contract/settings/rules.ts';
import { addApiKey } from '../../src/contract/sign-in/api-keys.ts';
import { checkUserImport, importUsers } from '../../src/contract/fines/imports.ts';
import {
  addUser as addUserOperation,
  addUsers,
  createSignInLink,
  deleteUser,
  readUser,
  setUserAccess,
  updateUser,
} from '../../src/contract/users.ts';
import { ADMINISTRATOR_ID } from '../../src/core/people/actor.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import type { AccessLevel } from '../../src/core/people/permission.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { dump } from '../helpers/books.ts';
import { newMigratedDatabaseUrl } from '../helpers/database.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { acceptLink } from '../helpers/invitations.ts';
import { addUser, correction, fineOne, refusal, setRule, tryToMark, userForm } from '../helpers/ledger.ts';
import { openLive } from '../helpers/live-stream.ts';
import { MEMBER_PASSWORD, signedInMember, signedInWithAccess } from '../helpers/members.ts';

const app = useApp();
const administrator = useAdministrator(app);

const accessOf = async (client: Client): Promise<AccessLevel | null> =>
  (await client.must(readSession, {})).principal?.access ?? null;
const give = (userId: string, access: 'member' | 'viewer' | 'collector' | 'manager') =>
  administrator.must(setUserAccess, { params: { userId }, body: { access } });

/** Expects a refusal with this code, and that nothing was written. */
async function refused(attempt: () => Promise<Parameters<typeof refusal>[0]>, code: string): Promise<void> {
  const before = await dump(app.db);
  expect(refusal(await attempt()).code).toBe(code);
  expect(await dump(app.db)).toEqual(before);
}

describe('giving access', () => {
  test('ends the sessions of open windows at once; after signing in again the user has it [ACCESS-18]', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const stream = await openLive(app.url, client.cookie);
    expect(refusal(await client.call(listFines, {})).code).toBe('not-allowed');

    await give(user.id, 'collector');
    await stream.until(({ event }) => event === 'ended');
    expect(refusal(await client.call(listFines, {})).code).toBe('not-signed-in');
    const collector = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    expect(await accessOf(collector)).toBe('collector');
    const { id: userId } = await addUser(administrator);
    await fineOne(collector, userId);

    await give(user.id, 'viewer');
    const body = { fineType: 'Late', amount: 1, date: '2026-11-18', userIds: [userId], confirmed: [] };
    await refused(() => collector.call(addFines, { body }), 'not-signed-in');
    const viewer = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    expect((await viewer.call(listFines, {})).ok).toBe(true);
    await refused(() => viewer.call(addFines, { body }), 'not-allowed');

    await give(user.id, 'member');
    const member = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    expect(refusal(await member.call(listFines, {})).code).toBe('not-allowed');
    expect(await accessOf(member)).toBe('member');
    stream.close();
  });

  test('is allowed only to the administrator, and only for users who can sign in [ACCESS-14]', async () => {
    const { user, client: manager } = await signedInWithAccess(app, administrator, 'manager');
    const member = await addUser(administrator);
    const to = (userId: string) => ({ params: { userId }, body: { access: 'manager' as const } });
    await refused(() => manager.call(setUserAccess, to(member.id)), 'not-allowed');
    await refused(() => manager.call(setUserAccess, { ...to(user.id), body: { access: 'member' } }), 'not-allowed');
    await refused(() => administrator.call(setUserAccess, to('nobody')), 'user-not-found');
    const own = await addUser(administrator, { userEmail: ADMINISTRATOR.email });
    await refused(() => administrator.call(setUserAccess, to(own.id)), 'user-is-administrator');
    await administrator.must(deleteUser, { params: { userId: own.id } });
    expect(await accessOf(manager)).toBe('manager');
  });

  test('voids a sign-in link that was handed out before [ACCESS-16]', async () => {
    const user = await addUser(administrator);
    const { token } = await administrator.must(createSignInLink, { params: { userId: user.id } });
    await give(user.id, 'manager');
    const answer = await acceptLink(createClient(app.url, ''), token, 'a password of mine');
    expect(refusal(answer).code).toBe('link-voided');
  });

  test('ends with the user: somebody else added with the same e-mail is a member [ACCESS-16]', async () => {
    const { user } = await signedInWithAccess(app, administrator, 'manager');
    await administrator.must(deleteUser, { params: { userId: user.id } });
    const again = await signedInMember(app, administrator, { userEmail: user.userEmail ?? '' });
    expect(await accessOf(again.client)).toBe('member');
  });

  test('makes the passkey rule apply to everyone who handles money', async () => {
    const viewer = await signedInWithAccess(app, administrator, 'viewer');
    const collector = await signedInWithAccess(app, administrator, 'collector');
    await app.db.write
      .updateTable('settings')
      .set({ allow_disallow: 1 })
      .where('id', '=', 'money-needs-passkey')
      .execute();
    await expect(app.signIn(collector.user.userEmail ?? '', MEMBER_PASSWORD)).rejects.toThrow(/passkey-needed/);
    expect((await app.signIn(viewer.user.userEmail ?? '', MEMBER_PASSWORD)).cookie).not.toBe('');
    await administrator.must(switchRule, { params: { ruleId: 'money-needs-passkey' }, body: { allowDisallow: false } });
  });
});

describe('a manager', () => {
  test('may change a colleague’s details, but nothing that would let them act as that colleague [ACCESS-16]', async () => {
    const { user: colleague } = await signedInWithAccess(app, administrator, 'viewer');
    const { client: manager } = await signedInWithAccess(app, administrator, 'manager');
    const params = { userId: colleague.id };
    const update = (body: object) => manager.call(updateUser, { params, body });
    expect((await update({ userName: 'Another Name', userEmail: colleague.userEmail })).ok).toBe(true);
    await refused(() => update({ userEmail: 'mine@example.pk' }), 'user-has-access');
    await refused(() => update({ status: 'Inactive' }), 'user-has-access');
    await refused(() => manager.call(deleteUser, { params }), 'user-has-access');
    await refused(() => manager.call(createSignInLink, { params }), 'user-has-access');
    expect((await administrator.call(updateUser, { params, body: { status: 'Inactive' } })).ok).toBe(true);
    const { user } = await administrator.must(readUser, { params });
    expect(user).toMatchObject({ access: 'viewer', status: 'Inactive' });
  });

  test('gives nobody the administrator’s e-mail, in any case, and no record names the administrator [ACCESS-2]', async () => {
    const { client: manager } = await signedInWithAccess(app, administrator, 'manager');
    const { key } = await administrator.must(addApiKey, {
      body: { name: 'Members', access: 'manager', days: 1 },
    });
    const member = await addUser(administrator);
    const form = userForm({ userName: 'Chor Sahib', userEmail: ADMINISTRATOR.email.toUpperCase() });
    const rows = [form];
    for (const by of [manager, createClient(app.url, '', key)]) {
      const change = (userId: string, body: object) => by.call(updateUser, { params: { userId }, body });
      await refused(() => by.call(addUserOperation, { body: form }), 'email-in-use');
      await refused(() => by.call(addUsers, { body: { users: [userForm(), form] } }), 'emails-in-use');
      await refused(() => change(member.id, { userEmail: form.userEmail }), 'email-in-use');
      await refused(() => by.call(importUsers, { body: { rows } }), 'import-problems');
      expect((await by.must(checkUserImport, { body: { rows } })).problems).toEqual([
        { row: 0, column: 'userEmail', problem: 'email-in-use' },
      ]);

      const own = await addUser(administrator, { userName: 'The Office', userEmail: ADMINISTRATOR.email });
      await refused(() => change(own.id, { userName: 'Chor Sahib' }), 'user-has-access');
      await refused(() => change(own.id, { userEmail: 'other@example.pk' }), 'user-has-access');
      await refused(() => change(own.id, { status: 'Inactive' }), 'user-has-access');
      await refused(() => by.call(deleteUser, { params: { userId: own.id } }), 'user-has-access');
      expect((await change(own.id, { phone: '0300 1234567', userEmail: form.userEmail })).ok).toBe(true);
      expect((await administrator.must(readSession, {})).principal?.name).toBe('Administrator');
      await administrator.must(deleteUser, { params: { userId: own.id } });
    }
  });

  test('does not name somebody who becomes the administrator later [ACCESS-2]', async () => {
    const database = await newMigratedDatabaseUrl();
    const first = await startApp({ databaseUrl: database.url });
    const { user } = await signedInMember(first, await first.administrator(), { userName: 'Chor Sahib' });
    await first.stop();
    const email = user.userEmail ?? '';
    const second = await startApp({ databaseUrl: database.url, environment: { ADMIN_EMAIL: email } });
    try {
      const { principal } = await (await second.signIn(email, MEMBER_PASSWORD)).must(readSession, {});
      expect(principal).toMatchObject({ access: 'administrator', name: 'Administrator' });
      expect(principal?.people[0]).toMatchObject({ id: ADMINISTRATOR_ID, name: '' });
    } finally {
      await second.stop();
      database.remove();
    }
  });
});

describe('a collector [ACCESS-17]', () => {
  let collector: Client;
  let userId: string;
  beforeEach(async () => {
    app.clock.set('2026-11-18T07:00:00Z');
    ({ client: collector } = await signedInWithAccess(app, administrator, 'collector'));
    ({ id: userId } = await addUser(administrator));
  });

  const remove = (fineId: string) => collector.call(deleteFine, { params: { fineId }, query: {} });
  const pay = async (by: Client, fineId: string, outstanding: number) => {
    const body = { userId, fines: [{ fineId, outstanding }], amount: outstanding, receivedOn: '2026-11-18' };
    const { payment } = await by.must(takePayment, { body });
    return payment?.id ?? '';
  };
  const takeBack = (paymentId: string, amount: number) =>
    collector.call(reversePayment, { params: { paymentId }, body: { amount, reason: 'a mistake' } });
  const unmark = (fineId: string) => tryToMark(collector, fineId, 'Pending');

  test('may take back, correct and delete what they entered today', async () => {
    const fine = await fineOne(collector, userId);
    const paymentId = await pay(collector, fine.id, 100);
    expect(await collector.must(listOwnEntries, {})).toEqual({
      fineIds: [fine.id],
      removableFineIds: [fine.id],
      paymentIds: [paymentId],
    });
    expect((await takeBack(paymentId, 100)).ok).toBe(true);
    const body = correction(fine, { amount: 70 });
    expect((await collector.call(correctFine, { params: { fineId: fine.id }, body })).ok).toBe(true);
    expect((await tryToMark(collector, fine.id, 'Paid')).ok).toBe(true);
    expect((await unmark(fine.id)).ok).toBe(true);
    expect((await remove(fine.id)).ok).toBe(true);
  });

  test('may not change what somebody else entered, nor what somebody else’s payment or waiver touches', async () => {
    const others = await fineOne(administrator, userId);
    await refused(() => remove(others.id), 'not-own-entry');
    const body = correction(others, { fineType: 'Another' });
    await refused(() => collector.call(correctFine, { params: { fineId: others.id }, body }), 'not-own-entry');
    // Their own payment, but it paid a fine of somebody else.
    const paymentId = await pay(collector, others.id, 100);
    await refused(() => takeBack(paymentId, 100), 'not-own-entry');
    await refused(() => unmark(others.id), 'not-own-entry');

    const own = await fineOne(collector, userId, { fineType: 'Own', date: '2026-11-04' });
    await administrator.must(waiveFine, {
      params: { fineId: own.id },
      body: { outstanding: 100, amount: 30, reason: 'in hospital' },
    });
    await refused(() => remove(own.id), 'not-own-entry');
    await pay(administrator, own.id, 70);
    await refused(() => unmark(own.id), 'not-own-entry');
    const noted = correction({ ...own, waivedAmount: 30 }, { description: 'at the gate' });
    expect((await collector.call(correctFine, { params: { fineId: own.id }, body: noted })).ok).toBe(true);
    expect(await collector.must(listOwnEntries, {})).toEqual({
      fineIds: [own.id],
      removableFineIds: [],
      paymentIds: [],
    });
  });

  test('may not delete a fine if that would reduce one that somebody else entered', async () => {
    await setRule(administrator, true);
    const first = await fineOne(collector, userId, { date: '2026-11-16' });
    const doubled = await fineOne(administrator, userId, { date: '2026-11-17' });
    expect(doubled.amount).toBe(200);
    await refused(() => remove(first.id), 'not-own-entry');
    await setRule(administrator, false);
    expect((await remove(first.id)).ok).toBe(true);
  });

  test('may not change what they entered before today, by the organisation’s day', async () => {
    // Five to midnight in Karachi.
    app.clock.set('2026-11-18T18:55:00Z');
    const fine = await fineOne(collector, userId);
    expect((await collector.must(listOwnEntries, {})).fineIds).toEqual([fine.id]);
    app.clock.set('2026-11-18T19:00:00Z');
    expect((await collector.must(listOwnEntries, {})).fineIds).toEqual([]);
    await refused(() => remove(fine.id), 'not-own-entry');
  });
});

test('anyone who can read every screen sees the fines of all users alike, with their notes', async () => {
  const { user, client: viewer } = await signedInWithAccess(app, administrator, 'viewer');
  const other = await addUser(administrator);
  const { id: fineId } = await fineOne(administrator, other.id, { description: 'was seen by the gate' });
  const { own, items } = await viewer.must(listSummaries, { query: { fines: 1, search: other.userName } });
  expect(own).toBeNull();
  expect(items[0]?.latestFines[0]?.description).toBe('was seen by the gate');
  expect((await viewer.must(readFine, { params: { fineId } })).fine.description).toBe('was seen by the gate');
  expect(user.access).toBe('viewer');
});
