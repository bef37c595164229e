// A session that ends in one process closes its live streams in all the others at once, however it ended.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePassword, endOwnSession, listOwnSessions, signOutEverywhere } from '../../src/contract/account.ts';
import { signOut } from '../../src/contract/auth.ts';
import { deleteUser, updateUser, type User } from '../../src/contract/users.ts';
import { engine, startApp, type TestApp } from '../helpers/app.ts';
import type { Client } from '../helpers/client.ts';
import { enterWith, linkFor } from '../helpers/invitations.ts';
import { isEnded, openLive } from '../helpers/live-stream.ts';
import { MEMBER_PASSWORD, signedInMember } from '../helpers/members.ts';

/** A dot and the signature that follow the token in the session's cookie. */
const TOKEN_SIGNATURE = 45;

let app: TestApp;
let administrator: Client;
beforeAll(async () => {
  app = await startApp();
  administrator = await app.administrator();
});
afterAll(() => app.stop());
const open = (client: Client, { url }: { url: string }) => openLive(url, client.cookie);

/** On SQLite processes do not hear of each other; there the next heartbeat, or the look into the journal every 2 s, tells. */
const ELSEWHERE_PATIENCE_MS = engine === 'postgres' ? 1500 : 16_000;

describe('a stream in another process ends at once', () => {
  let second: TestApp;
  beforeAll(async () => {
    second = await startApp({ databaseUrl: app.databaseUrl, clock: app.clock });
  });
  afterAll(() => second.stop());

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
    ['a sign-in link that is used', async ({ user }) => enterWith(app, await linkFor(administrator, user.id))],
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

  test.concurrent.each(ways)('%s', async (_way, end) => {
    const member = await signedInMember(app, administrator);
    const stream = await open(member.client, { url: second.url });
    const other = await open(administrator, { url: second.url });
    await end(member);
    await stream.until(isEnded, ELSEWHERE_PATIENCE_MS);
    await stream.ended(ELSEWHERE_PATIENCE_MS);
    expect(other.received.some(isEnded)).toBe(false);
    other.close();
  });

  test('and so do all of them where more end than a notice names', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const stream = await open(client, { url: second.url });
    const account = await app.db.read
      .selectFrom('auth_session')
      .selectAll()
      .where('token', '=', decodeURIComponent(client.cookie.split('=')[1] ?? '').slice(0, -TOKEN_SIGNATURE))
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: 300 }, (_, n) => ({
      ...account,
      id: `more-${user.id}-${n}`,
      token: `t${user.id}${n}`,
    }));
    for (let from = 0; from < more.length; from += 50) {
      await app.db.write
        .insertInto('auth_session')
        .values(more.slice(from, from + 50))
        .execute();
    }
    await client.must(signOutEverywhere, {});
    await stream.until(isEnded, ELSEWHERE_PATIENCE_MS);
  });
});
