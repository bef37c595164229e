// However a session ends in one process, its live streams in all other processes close immediately.
import { describe, expect, test } from 'vitest';
import {
  changePassword,
  endOwnSession,
  listOwnSessions,
  signOutEverywhere,
} from '../../src/contract/sign-in/account.ts';
import { signOut } from '../../src/contract/sign-in/auth.ts';
import { deleteUser, updateUser, type User } from '../../src/contract/users.ts';
import { hashOfToken } from '../../src/server/auth/sessions.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import type { Client } from '../helpers/client.ts';
import { signInWithLink, linkFor } from '../helpers/invitations.ts';
import { isChange, isEnded, isHeartbeat, type LiveStream, openLive } from '../helpers/live-stream.ts';
import { MEMBER_PASSWORD, signedInMember } from '../helpers/members.ts';
import { passkeysAt } from '../helpers/passkeys.ts';

/** Length of the dot and signature that follow the token in the session cookie. */
const TOKEN_SIGNATURE = 45;

const app = useApp();
const administrator = useAdministrator(app);
const open = (client: Client, { url }: { url: string }) => openLive(url, client.cookie);

describe('a stream in another process ends at once', () => {
  const second = useApp(() => ({ databaseUrl: app.databaseUrl, clock: app.clock }));

  const ways: [string, (member: { user: User; client: Client }) => Promise<unknown>][] = [
    ['signing out', ({ client }) => client.must(signOut, {})],
    ['signing out everywhere', ({ client }) => client.must(signOutEverywhere, {})],
    [
      'a changed password, in another browser',
      async ({ user }) => {
        const elsewhere = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
        await elsewhere.must(changePassword, {
          body: { currentPassword: MEMBER_PASSWORD, newPassword: 'another-password-of-a-member' },
        });
      },
    ],
    [
      'its ending in the list of sessions, from another browser',
      async ({ user }) => {
        const elsewhere = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
        const { items } = await elsewhere.must(listOwnSessions, {});
        for (const { id, current } of items) {
          if (!current) await elsewhere.must(endOwnSession, { params: { sessionId: id } });
        }
      },
    ],
    ['a sign-in link that is used', async ({ user }) => signInWithLink(app, await linkFor(administrator, user.id))],
    ['signing in again in the same browser', ({ user, client }) => signInAgain(client, user.userEmail ?? '')],
    ['deactivation', ({ user }) => change(user, { status: 'Inactive' })],
    ['another e-mail', ({ user }) => change(user, { userEmail: `other-${user.userEmail ?? ''}` })],
    ['deletion', ({ user }) => administrator.must(deleteUser, { params: { userId: user.id } })],
  ];
  const change = (
    { id, userName, userEmail, userRole, phone }: User,
    over: { status?: 'Inactive'; userEmail?: string },
  ) =>
    administrator.must(updateUser, {
      params: { userId: id },
      body: { userName, userEmail: userEmail ?? '', userRole, phone, status: 'Active' as const, ...over },
    });
  const signInAgain = (client: Client, email: string) =>
    client.fetch('/api/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: MEMBER_PASSWORD }),
    });

  test.concurrent.each(ways)('%s [SIGNIN-15, V7.1.2, V7.4.2]', async (_way, end) => {
    const member = await signedInMember(app, administrator);
    const stream = await open(member.client, { url: second.url });
    const other = await open(administrator, { url: second.url });
    await end(member);
    await stream.endedAtOnce();
    await stream.ended();
    expect(other.received.some(isEnded)).toBe(false);
    other.close();
  });

  test('and the lists of sign-ins on screen are read again, the person’s own and the administrator’s [SIGNIN-22, ACCOUNT-4]', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const another = await signedInMember(app, administrator);
    const own = await open(client, app);
    const readers = [own, await open(administrator, app), await open(administrator, second)];
    const others = await open(another.client, app);
    const heard = ({ received }: LiveStream): number => received.filter(isChange).length;
    const told = async (happens: () => Promise<unknown>): Promise<void> => {
      const before = readers.map(heard);
      await happens();
      await expect.poll(() => readers.every((stream, n) => heard(stream) > (before[n] ?? 0))).toBe(true);
    };
    let elsewhere = app.nobody;
    await told(async () => (elsewhere = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD)));
    await told(() => elsewhere.must(signOut, {}));
    const { add, device } = passkeysAt(app);
    await told(() => add(client, device()));
    // Only that it is to read everything, when it opened.
    expect(heard(others)).toBe(1);
    for (const stream of [...readers, others]) {
      expect(stream.received.some(isHeartbeat)).toBe(false);
      stream.close();
    }
  });

  test('and so do all streams when more sessions end than one notice can name', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const stream = await open(client, { url: second.url });
    const account = await app.db.read
      .selectFrom('sessions')
      .selectAll()
      .where(
        'token_hash',
        '=',
        hashOfToken(decodeURIComponent(client.cookie.split('=')[1] ?? '').slice(0, -TOKEN_SIGNATURE)),
      )
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: 300 }, (_, n) => ({
      ...account,
      id: `more-${user.id}-${n}`,
      token_hash: `t${user.id}${n}`,
    }));
    for (let from = 0; from < more.length; from += 50) {
      await app.db.write
        .insertInto('sessions')
        .values(more.slice(from, from + 50))
        .execute();
    }
    await client.must(signOutEverywhere, {});
    await stream.endedAtOnce();
    expect(stream.received.some(isEnded)).toBe(true);
  });
});
