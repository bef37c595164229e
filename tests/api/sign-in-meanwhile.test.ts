// Changes during a sign-in, between checking the password and opening the session: a session that is no longer
// allowed is not opened.
import type { Transaction } from 'kysely';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { changePassword } from '../../src/contract/sign-in/account.ts';
import { deleteUser, updateUser, type User } from '../../src/contract/users.ts';
import { emailKey } from '../../src/core/people/email.ts';
import { endSignInsOf } from '../../src/server/auth/access.ts';
import { replacePassword } from '../../src/server/auth/accounts.ts';
import type { Auth } from '../../src/server/auth/auth.ts';
import { createInvitations } from '../../src/server/auth/links/invitations.ts';
import { endSessionsOf } from '../../src/server/auth/sessions.ts';
import type { Database } from '../../src/server/db/types.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { AppError } from '../../src/server/base/errors.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { createTestAuth, CHEAP_PASSWORDS } from '../helpers/auth.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { linkFor } from '../helpers/invitations.ts';
import { userForm } from '../helpers/ledger.ts';
import { addMember, MEMBER_PASSWORD, signedInMember } from '../helpers/members.ts';

const FROM = { address: '192.0.2.1', userAgent: null };
const log = pino({ level: 'silent' });
const app = useApp();
const administrator = useAdministrator(app);

/** A database that runs `happens` after its first read, before the result is returned. */
function meanwhile(happens: () => Promise<unknown>): Database {
  let happened = false;
  const read = app.db.read.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!happened) {
        happened = true;
        await happens();
      }
      return result;
    },
  });
  return { ...app.db, read };
}

const emailOf = (user: User): string => user.userEmail ?? '';
const sessionsOf = (user: User) =>
  app.db.read
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .where('accounts.email_key', '=', emailKey(emailOf(user)))
    .select('sessions.id')
    .execute();
const accountOf = (user: User) =>
  app.db.read
    .selectFrom('accounts')
    .where('email_key', '=', emailKey(emailOf(user)))
    .select(['id', 'password_hash as password'])
    .executeTakeFirstOrThrow();
const suspend = (user: User) =>
  administrator.must(updateUser, {
    params: { userId: user.id },
    body: { ...userForm({ userEmail: emailOf(user) }), status: 'Inactive' },
  });
const signIn = (auth: Auth, user: User) =>
  auth.signIn({ ...FROM, email: emailOf(user), password: MEMBER_PASSWORD }).then(
    () => 'signed in',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('no session is opened', () => {
  test('with a password that has been changed in the meantime [SIGNIN-20, V7.4.3]', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const body = { currentPassword: MEMBER_PASSWORD, newPassword: 'quite another one' };
    const auth = createTestAuth(
      app,
      meanwhile(() => client.must(changePassword, { body })),
    );
    expect(await signIn(auth, user)).toBe('sign-in-failed');
    // Only the session that changed the password.
    expect(await sessionsOf(user)).toHaveLength(1);
    await app.signIn(emailOf(user), 'quite another one');
  });

  test.each<[string, (user: User) => Promise<unknown>]>([
    ['made inactive', suspend],
    ['deleted', (user) => administrator.must(deleteUser, { params: { userId: user.id } })],
  ])('for a user who has been %s in the meantime [SIGNIN-20]', async (_case, happens) => {
    const user = await addMember(app, administrator);
    expect(
      await signIn(
        createTestAuth(
          app,
          meanwhile(() => happens(user)),
        ),
        user,
      ),
    ).toBe('sign-in-failed');
    expect(await sessionsOf(user)).toEqual([]);
  });

  test('with a sign-in link whose password was changed before the session was opened', async () => {
    const user = await addMember(app, administrator);
    const token = await linkFor(administrator, user.id);
    const newest = await linkTo(user, 'changed once more');
    const auth = createTestAuth(app, app.db);
    const { accept } = createInvitations({
      environment: { db: app.db, clock: app.clock, timeZone: 'UTC', onCommit: () => {} },
      auth: { ...auth, attempts: { ...auth.attempts, reset: newest } },
      administratorEmail: ADMINISTRATOR.email,
      log,
    });
    await expect(accept({ ...FROM, token, password: 'chosen with a link' })).rejects.toMatchObject({
      code: 'link-voided',
    });
    expect(await sessionsOf(user)).toEqual([]);
  });
});

/** Returns a function that sets a new password and ends the sessions, like accepting a newer link. */
async function linkTo(user: User, password: string): Promise<() => Promise<void>> {
  const to = await CHEAP_PASSWORDS.hash(password);
  return async () => {
    const { id, password: from } = await accountOf(user);
    await app.db.write.transaction().execute(async (tx) => {
      await replacePassword(tx, { accountId: id, from: from ?? '', to });
      await endSessionsOf(tx, id);
    });
  };
}

describe('a sign-in waits for an uncommitted change', () => {
  type Change = (tx: Transaction<Schema>) => Promise<unknown>;
  /** Starts a sign-in within the transaction of a change, which commits once it could have opened a session. */
  async function during<T>(change: Change, comeIn: () => Promise<T>): Promise<T> {
    let coming: Promise<T> | undefined;
    await app.db.write.transaction().execute(async (tx) => {
      await change(tx);
      coming = comeIn();
      await new Promise((resolve) => setTimeout(resolve, 1000));
    });
    return coming as Promise<T>;
  }
  const madeInactive =
    ({ id, userEmail }: User): Change =>
    async (tx) => {
      await tx.updateTable('users').set({ status: 'Inactive' }).where('id', '=', id).execute();
      const whose = { id, email_key: emailKey(userEmail ?? '') };
      await endSignInsOf(tx, app.clock.now(), whose, ADMINISTRATOR.email);
    };

  test('of the password', async () => {
    const user = await addMember(app, administrator);
    const { id, password } = await accountOf(user);
    const to = await CHEAP_PASSWORDS.hash('quite another one');
    const change: Change = async (tx) => {
      await replacePassword(tx, { accountId: id, from: password ?? '', to });
      await endSessionsOf(tx, id);
    };
    expect(await during(change, () => signIn(createTestAuth(app, app.db), user))).toBe('sign-in-failed');
    expect(await sessionsOf(user)).toEqual([]);
  });

  test('of the user', async () => {
    const user = await addMember(app, administrator);
    expect(await during(madeInactive(user), () => signIn(createTestAuth(app, app.db), user))).toBe('sign-in-failed');
    expect(await sessionsOf(user)).toEqual([]);
  });

  test('of the user, even if a provider vouches for them', async () => {
    const user = await addMember(app, administrator);
    expect(await during(madeInactive(user), () => createTestAuth(app, app.db).enter(emailOf(user), FROM))).toBeNull();
    expect(await sessionsOf(user)).toEqual([]);
  });
});
