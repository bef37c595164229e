// What ends sign-ins: no earlier way in outlives a change of what somebody may do (SIGNIN-21, SIGNIN-22).
import { describe, expect, test } from 'vitest';
import { changePassword } from '../../src/contract/sign-in/account.ts';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { listOwnPasskeys } from '../../src/contract/sign-in/passkeys.ts';
import { switchRule } from '../../src/contract/settings/rules.ts';
import { deleteUser, endSignIns, readSignIns, setUserAccess, updateUser, type User } from '../../src/contract/users.ts';
import { createLink } from '../../src/server/auth/links/links.ts';
import { inWriteTransaction } from '../../src/server/db/transaction.ts';
import { createAdministratorLink } from '../../src/server/tools/admin-link.ts';
import { startApp, type TestApp, useAdministrator, useApp } from '../helpers/app.ts';
import { createTestAuth } from '../helpers/auth.ts';
import { dump } from '../helpers/books.ts';
import type { Client } from '../helpers/client.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { acceptLink, linkFor, readLink, signInStateOf, signInWithLink } from '../helpers/invitations.ts';
import { addUser, refusal, userForm } from '../helpers/ledger.ts';
import { signedInWithAccess } from '../helpers/members.ts';
import { passkeysAt } from '../helpers/passkeys.ts';

const app = useApp();
const administrator = useAdministrator(app);
const { device, add, signIn } = passkeysAt(app);

const give = (userId: string, access: 'member' | 'viewer' | 'collector' | 'manager') =>
  administrator.must(setUserAccess, { params: { userId }, body: { access } });
const update = (userId: string, body: object) => administrator.must(updateUser, { params: { userId }, body });
const isIn = async (client: Client): Promise<boolean> => (await client.must(readSession, {})).principal !== null;

/** Somebody who has used every way to sign in, as if other people held each of them. */
async function everyWay(access: 'member' | 'viewer' | 'collector') {
  const user = await addUser(administrator);
  if (access !== 'member') await give(user.id, access);
  const used = await linkFor(administrator, user.id);
  const byLink = await signInWithLink(app, used, 'a password of theirs');
  const byPassword = await app.signIn(user.userEmail ?? '', 'a password of theirs');
  const own = device();
  await add(byLink, own, { password: 'a password of theirs' });
  const byPasskey = await signIn(own);
  expect(byPasskey.ok).toBe(true);
  const byProvider = await app.enter(user.userEmail ?? '');
  return { user, used, own, sessions: [byLink, byPassword, byProvider] };
}

/** None of the ways works any more, except perhaps the password. */
async function expectNothingLeft(
  { user, used, own, sessions }: Awaited<ReturnType<typeof everyWay>>,
  { open, password }: { open?: string; password: boolean },
): Promise<void> {
  for (const session of sessions) expect(await isIn(session)).toBe(false);
  expect(await signIn(own)).toMatchObject({ ok: false, code: 'passkey-refused' });
  // Not even as a repeat after a lost answer.
  expect(refusal(await acceptLink(app.nobody, used, 'a password of theirs')).code).toBe('link-used');
  if (open !== undefined) expect(refusal(await acceptLink(app.nobody, open)).code).toBe('link-voided');
  const entered = app.signIn(user.userEmail ?? '', 'a password of theirs');
  if (password) await entered;
  else await expect(entered).rejects.toThrow(/sign-in-failed/);
}

describe('sessions, links and passkeys end', () => {
  test.each([
    ['giving access', 'member', ({ id }: User) => give(id, 'collector')],
    ['raising it', 'viewer', ({ id }: User) => give(id, 'manager')],
    ['lowering it', 'collector', ({ id }: User) => give(id, 'viewer')],
    ['taking it', 'collector', ({ id }: User) => give(id, 'member')],
  ] as const)('by %s; the password stays [SIGNIN-21]', async (_name, access, change) => {
    const before = await everyWay(access);
    const open = await linkFor(administrator, before.user.id);
    await change(before.user);
    await expectNothingLeft(before, { open, password: true });
  });

  test('when somebody is made inactive, even if they become active again [SIGNIN-21]', async () => {
    const before = await everyWay('viewer');
    const open = await linkFor(administrator, before.user.id);
    await update(before.user.id, { status: 'Inactive' });
    await update(before.user.id, { status: 'Active' });
    await expectNothingLeft(before, { open, password: true });
  });

  test('with a change of e-mail, even if it is changed back, and so does the password [SIGNIN-21]', async () => {
    const before = await everyWay('collector');
    const open = await linkFor(administrator, before.user.id);
    await update(before.user.id, { userEmail: userForm().userEmail ?? '' });
    await update(before.user.id, { userEmail: before.user.userEmail ?? '' });
    await expectNothingLeft(before, { open, password: false });
  });

  test('when the user is deleted, even if the e-mail is used again, and so does the password [SIGNIN-21]', async () => {
    const before = await everyWay('member');
    const open = await linkFor(administrator, before.user.id);
    await administrator.must(deleteUser, { params: { userId: before.user.id } });
    await addUser(administrator, { userEmail: before.user.userEmail ?? '' });
    await expectNothingLeft(before, { open, password: false });
  });

  test('when a sign-in link is used: somebody who used an earlier one loses all access [SIGNIN-21]', async () => {
    const before = await everyWay('member');
    const owner = await signInWithLink(app, await linkFor(administrator, before.user.id), 'chosen by the owner');
    await expectNothingLeft(before, { password: false });
    expect(await isIn(owner)).toBe(true);
    await app.signIn(before.user.userEmail ?? '', 'chosen by the owner');
  });

  test('but not when the same access is given again, or the name changes', async () => {
    const { user, own, sessions } = await everyWay('viewer');
    await give(user.id, 'viewer');
    await update(user.id, { userName: 'Another Name' });
    for (const session of sessions) expect(await isIn(session)).toBe(true);
    expect((await signIn(own)).ok).toBe(true);
  });

  test('even if a passkey was checked before but is gone when its session is to be opened [SIGNIN-21]', async () => {
    const { user, own } = await everyWay('member');
    const from = { address: '127.0.0.1', userAgent: null };
    const enter = () => createTestAuth(app, app.db).enter(user.userEmail ?? '', from, { passkeyId: own.id });
    expect(await enter()).not.toBeNull();
    await give(user.id, 'collector');
    expect(await enter()).toBeNull();
  });
});

describe('the administrator’s', () => {
  const config = { administratorEmail: ADMINISTRATOR.email, baseUrl: null, port: 3000 };

  test('end with npm run admin-link, and with using its link [SIGNIN-21]', async () => {
    const session = await app.administrator();
    const own = device();
    await add(session, own, { password: ADMINISTRATOR.password });
    const { address } = await createAdministratorLink(app.db, app.clock, config);
    expect(await isIn(session)).toBe(false);
    expect(await signIn(own)).toMatchObject({ ok: false, code: 'passkey-refused' });

    // Somebody who knows the old password can sign in until the link is used, but no longer.
    const meanwhile = await app.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    await add(meanwhile, own, { password: ADMINISTRATOR.password });
    await signInWithLink(app, address.split('invite=')[1] ?? '', 'a new password of mine');
    expect(await isIn(meanwhile)).toBe(false);
    expect(await signIn(own)).toMatchObject({ ok: false, code: 'passkey-refused' });
    await expect(app.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).rejects.toThrow(/sign-in-failed/);
    Object.assign(administrator, await app.administrator());
  });

  test('end when ADMIN_EMAIL names somebody else, and so do those of the new administrator [SIGNIN-21]', async () => {
    const first = await startApp();
    let second: TestApp | undefined;
    try {
      const former = await first.administrator();
      const { user, client: manager } = await signedInWithAccess(first, former, 'manager');
      const own = device({ origin: first.url });
      await passkeysAt(first).add(manager, own);
      const { databaseUrl, clock } = first;
      const environment = { ADMIN_EMAIL: user.userEmail ?? '' };
      const again = await startApp({ databaseUrl, clock });
      expect(await isIn(former)).toBe(true);
      await again.stop();
      second = await startApp({ databaseUrl, clock, environment });
      expect(await isIn(former)).toBe(false);
      expect(await isIn(manager)).toBe(false);
      expect(await first.db.read.selectFrom('passkeys').select('id').execute()).toEqual([]);
    } finally {
      await second?.stop();
      await first.stop();
    }
  });
});

describe('changing one’s own password', () => {
  test('ends the other sessions, and on request removes the passkeys [ACCOUNT-2]', async () => {
    const { user, own, sessions } = await everyWay('member');
    const [client, ...others] = sessions;
    if (client === undefined) throw new Error('Nobody is signed in.');
    const change = (currentPassword: string, newPassword: string, removePasskeys?: boolean) =>
      client.must(changePassword, {
        body: { currentPassword, newPassword, ...(removePasskeys !== undefined && { removePasskeys }) },
      });
    // Including the session that the passkey opened.
    expect(await change('a password of theirs', 'another one')).toEqual({ endedSessions: 3, removedPasskeys: 0 });
    for (const session of others) expect(await isIn(session)).toBe(false);
    expect((await signIn(own)).ok).toBe(true);
    expect(await change('another one', 'a third one', true)).toEqual({ endedSessions: 1, removedPasskeys: 1 });
    expect(await signIn(own)).toMatchObject({ ok: false, code: 'passkey-refused' });
    expect(await isIn(client)).toBe(true);
    await app.signIn(user.userEmail ?? '', 'a third one');
  });

  test('ends a link that was not used, also the administrator’s, but not if the password is wrong [ACCOUNT-2]', async () => {
    const { user, sessions } = await everyWay('member');
    const [client] = sessions;
    const open = await linkFor(administrator, user.id);
    const change = (currentPassword: string) =>
      client?.call(changePassword, { body: { currentPassword, newPassword: 'another one' } });
    expect(await change('a wrong one')).toMatchObject({ ok: false, code: 'password-wrong' });
    expect(await readLink(app.nobody, open)).toMatchObject({ ok: true });
    expect(await change('a password of theirs')).toMatchObject({ ok: true });
    expect(refusal(await acceptLink(app.nobody, open)).code).toBe('link-voided');

    const own = await startApp();
    try {
      const { token } = await inWriteTransaction(own.db, (tx) =>
        createLink(tx, own.clock.now(), { userId: null, emailKey: ADMINISTRATOR.email }),
      );
      const { password } = ADMINISTRATOR;
      const body = { currentPassword: password, newPassword: password };
      await (await own.administrator()).must(changePassword, { body });
      expect(refusal(await acceptLink(own.nobody, token)).code).toBe('link-voided');
    } finally {
      await own.stop();
    }
  });

  test('removes no passkeys if the user could not sign in without one; then nothing changes [ACCOUNT-2]', async () => {
    const { sessions } = await everyWay('collector');
    const [client] = sessions;
    const rule = (allow: number) =>
      app.db.write
        .updateTable('settings')
        .set({ allow_disallow: allow })
        .where('id', '=', 'money-needs-passkey')
        .execute();
    await rule(1);
    const before = await dump(app.db);
    const body = { currentPassword: 'a password of theirs', newPassword: 'another one', removePasskeys: true };
    const refused = await client?.call(changePassword, { body });
    expect(refused).toMatchObject({ ok: false, code: 'passkey-needed' });
    expect(await dump(app.db)).toEqual(before);
    expect((await client?.must(listOwnPasskeys, {}))?.items).toHaveLength(1);
    await administrator.must(switchRule, { params: { ruleId: 'money-needs-passkey' }, body: { allowDisallow: false } });
  });
});

describe('"End all sign-ins"', () => {
  test('ends the password as well; the administrator sees the sign-ins before and after, and a new link lets the user in again [SIGNIN-22, V7.4.5]', async () => {
    const before = await everyWay('viewer');
    const { user } = before;
    const params = { userId: user.id };
    const open = await linkFor(administrator, user.id);
    const seen = await administrator.must(readSignIns, { params });
    expect(seen).toMatchObject({
      password: true,
      passkeys: [{ name: 'Phone' }],
      linkExpiresAt: expect.any(String) as string,
    });
    expect(seen.passkeys[0]?.lastUsedAt).not.toBeNull();
    expect(seen.sessions).toHaveLength(4);
    expect(seen.sessions[0]).toEqual({
      browser: null,
      system: null,
      signedInAt: expect.any(String) as string,
      lastOpenedAt: expect.any(String) as string,
    });

    expect(await administrator.must(endSignIns, { params })).toEqual({ id: user.id });
    await expectNothingLeft(before, { open, password: false });
    const nothing = { password: false, passkeys: [], sessions: [], linkExpiresAt: null };
    expect(await administrator.must(readSignIns, { params })).toEqual(nothing);
    expect(await signInStateOf(administrator, user)).toEqual({ signIn: 'none', lastSignIn: null });

    const back = await signInWithLink(app, await linkFor(administrator, user.id), 'chosen once more');
    expect((await back.must(readSession, {})).principal?.access).toBe('viewer');
  });

  test('only the administrator may do it, and not to their own account [SIGNIN-22]', async () => {
    const { user, client: manager } = await signedInWithAccess(app, administrator, 'manager');
    const own = await addUser(administrator, { userEmail: ADMINISTRATOR.email });
    const before = await dump(app.db);
    const code = async (client: Client, userId: string) =>
      refusal(await client.call(endSignIns, { params: { userId } })).code;
    expect(await code(manager, user.id)).toBe('not-allowed');
    expect(refusal(await manager.call(readSignIns, { params: { userId: user.id } })).code).toBe('not-allowed');
    expect(await code(administrator, own.id)).toBe('user-is-administrator');
    expect(await code(administrator, 'nobody')).toBe('user-not-found');
    expect(await dump(app.db)).toEqual(before);
    await administrator.must(deleteUser, { params: { userId: own.id } });
  });
});
