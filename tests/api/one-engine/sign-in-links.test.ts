// Sign-in links (LINK-1 to LINK-12): created by the administrator, valid once and for 7 days, replaced by newer ones.
import { pino } from 'pino';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { readSession } from '../../../src/contract/sign-in/auth.ts';
import { createSignInLink, deleteUser, listUsers, updateUser, type User } from '../../../src/contract/users.ts';
import { createInvitations } from '../../../src/server/auth/links/invitations.ts';
import { startApp, useAdministrator, useApp } from '../../helpers/app.ts';
import { createTestAuth } from '../../helpers/auth.ts';
import { expectBooksRight } from '../../helpers/books.ts';
import { ADMINISTRATOR } from '../../helpers/instance.ts';
import { acceptLink, signInWithLink, linkFor, readLink, signInStateOf } from '../../helpers/invitations.ts';
import { addUser, userForm, refusal } from '../../helpers/ledger.ts';
import { caughtUp, openLive } from '../../helpers/live-stream.ts';
import { addMember, MEMBER_PASSWORD } from '../../helpers/members.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const app = useApp();
const administrator = useAdministrator(app);

afterAll(() => expectBooksRight(app.db));

const codeOf = async (answer: ReturnType<typeof readLink> | ReturnType<typeof acceptLink>) => {
  const { status, code } = refusal(await answer);
  return { status, code };
};
const change = (user: User, over: Partial<Parameters<typeof userForm>[0]>) =>
  administrator.must(updateUser, {
    params: { userId: user.id },
    body: { ...userForm({ userEmail: user.userEmail ?? '', ...over }), status: over?.status ?? 'Active' },
  });

describe('a link', () => {
  test('names the user, lets them choose a password, and signs them in [LINK-1]', async () => {
    const user = await addUser(administrator, { userName: 'Zainab Noor', userEmail: 'Zainab@Example.pk' });
    const made = await administrator.must(createSignInLink, { params: { userId: user.id } });
    expect(made).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/) as string,
      expiresAt: new Date(app.clock.now() + 7 * DAY_MS).toISOString(),
      baseUrl: null,
    });
    const seen = { name: 'Zainab Noor', email: 'Zainab@Example.pk', expiresAt: made.expiresAt };
    expect(await readLink(app.nobody, made.token)).toMatchObject({ ok: true, value: seen });
    expect(await readLink(app.nobody, made.token)).toMatchObject({ ok: true });

    const member = await signInWithLink(app, made.token, 'eight888');
    expect((await member.must(readSession, {})).principal).toMatchObject({
      email: 'zainab@example.pk',
      name: 'Zainab Noor',
      access: 'member',
      userId: user.id,
    });
    await app.signIn('zainab@example.pk', 'eight888');
  });

  test('has the public address, if one is configured [LINK-11]', async () => {
    const own = await startApp({ environment: { BASE_URL: 'https://fines.example.pk/' } });
    try {
      const signIn = await own.nobody.fetch('/api/auth/sign-in', {
        method: 'POST',
        headers: { origin: 'https://fines.example.pk', 'content-type': 'application/json' },
        body: JSON.stringify(ADMINISTRATOR),
      });
      const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const send = (path: string, body?: object) =>
        own.nobody.fetch(path, {
          method: 'POST',
          headers: {
            origin: 'https://fines.example.pk',
            cookie,
            'idempotency-key': 'a-key-of-this-test',
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
      const user = (await (await send('/api/users', userForm())).json()) as User;
      const answer = await send(`/api/users/${user.id}/sign-in-link`);
      expect(await answer.json()).toMatchObject({ baseUrl: 'https://fines.example.pk' });
    } finally {
      await own.stop();
    }
  });

  test('works once, even if two people use it at the same moment [LINK-1, V6.4.1]', async () => {
    const user = await addUser(administrator);
    const token = await linkFor(administrator, user.id);
    const answers = await Promise.all([
      acceptLink(app.nobody, token, 'the first one'),
      acceptLink(app.nobody, token, 'another one'),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const works = answers[0]?.ok ? 'the first one' : 'another one';
    await app.signIn(user.userEmail ?? '', works);
    expect(await codeOf(acceptLink(app.nobody, token))).toEqual({ status: 410, code: 'link-used' });
    expect(await codeOf(readLink(app.nobody, token))).toEqual({ status: 410, code: 'link-used' });
  });

  test('whose answer was lost signs in whoever repeats the request, for as long as it would be valid [LINK-9]', async () => {
    const user = await addUser(administrator);
    const token = await linkFor(administrator, user.id);
    const first = await signInWithLink(app, token, 'chosen by a member');
    app.clock.advance(7 * DAY_MS - 1);
    const again = await signInWithLink(app, token, 'chosen by a member');
    expect((await again.must(readSession, {})).principal).toMatchObject({ userId: user.id });
    // The session of the first request still works, so the repeat changed nothing.
    expect((await first.must(readSession, {})).principal).not.toBeNull();
    expect(await codeOf(acceptLink(app.nobody, token, 'not that one'))).toEqual({ status: 410, code: 'link-used' });
    app.clock.advance(1);
    expect(await codeOf(acceptLink(app.nobody, token))).toEqual({ status: 410, code: 'link-used' });
  });

  test('that was used cannot serve to guess the password [LINK-9]', async () => {
    const user = await addUser(administrator);
    const token = await linkFor(administrator, user.id);
    await signInWithLink(app, token, 'chosen by a member');
    for (let n = 0; n < 10; n += 1)
      expect((await codeOf(acceptLink(app.nobody, token, `a guess, the ${n}th`))).code).toBe('link-used');
    expect(await codeOf(acceptLink(app.nobody, token, 'one guess more'))).toEqual({
      status: 429,
      code: 'too-many-attempts',
    });
  });

  test('works even if resetting the attempts or opening the session fails after the commit', async () => {
    const user = await addUser(administrator);
    const token = await linkFor(administrator, user.id);
    const log = pino({ level: 'silent' });
    const auth = createTestAuth(app, app.db);
    const away = () => Promise.reject(new Error('the database is away'));
    let entering = 0;
    const { accept: acceptWith } = createInvitations({
      environment: { db: app.db, clock: app.clock, timeZone: 'UTC', onCommit: () => {} },
      auth: {
        ...auth,
        attempts: { ...auth.attempts, reset: away },
        enter: (...what) => ((entering += 1) === 1 ? away() : auth.enter(...what)),
      },
      administratorEmail: ADMINISTRATOR.email,
      log,
    });
    const use = { token, password: 'chosen by a member', address: '192.0.2.1', userAgent: null };
    await expect(acceptWith(use)).rejects.toThrow('the database is away');
    expect(await acceptWith(use)).toMatchObject({ principal: { userId: user.id } });
    const other = await linkFor(administrator, user.id);
    expect(await acceptWith({ ...use, token: other })).toMatchObject({ principal: { userId: user.id } });
  });

  test('is valid for exactly 7 days [LINK-1, LINK-4, V6.4.1]', async () => {
    const user = await addUser(administrator);
    const token = await linkFor(administrator, user.id);
    app.clock.advance(7 * DAY_MS - 1);
    expect(await readLink(app.nobody, token)).toMatchObject({ ok: true });
    app.clock.advance(1);
    expect(await codeOf(readLink(app.nobody, token))).toEqual({ status: 410, code: 'link-expired' });
    expect(await codeOf(acceptLink(app.nobody, token))).toEqual({ status: 410, code: 'link-expired' });
  });

  test('is replaced by a newer one [LINK-2, LINK-4]', async () => {
    const user = await addUser(administrator);
    const first = await linkFor(administrator, user.id);
    const second = await linkFor(administrator, user.id);
    expect(await codeOf(acceptLink(app.nobody, first))).toEqual({ status: 410, code: 'link-voided' });
    await signInWithLink(app, second);
  });

  test('can replace a forgotten password: it ends the earlier sessions and their streams [LINK-3, V6.4.3, V7.4.3]', async () => {
    const user = await addMember(app, administrator);
    const before = await app.signIn(user.userEmail ?? '', MEMBER_PASSWORD);
    const stream = await openLive(app.url, before.cookie);
    const token = await linkFor(administrator, user.id);
    expect((await before.must(readSession, {})).principal).not.toBeNull();
    const after = await signInWithLink(app, token, 'a new password');
    await stream.endedAtOnce();
    expect((await before.must(readSession, {})).principal).toBeNull();
    expect((await after.must(readSession, {})).principal).toMatchObject({ userId: user.id });
    await expect(app.signIn(user.userEmail ?? '', MEMBER_PASSWORD)).rejects.toThrow('sign-in-failed');
  });

  test('lets in somebody who is locked out because others guessed passwords', async () => {
    const user = await addMember(app, administrator);
    const email = user.userEmail ?? '';
    for (let i = 0; i < 10; i += 1) await expect(app.signIn(email, 'guess')).rejects.toThrow('sign-in-failed');
    await expect(app.signIn(email, MEMBER_PASSWORD)).rejects.toThrow('too-many-attempts');
    await signInWithLink(app, await linkFor(administrator, user.id), 'a new password');
    await app.signIn(email, 'a new password');
  });

  test.each<[string, (user: User) => Promise<unknown>]>([
    ['made inactive', (user) => change(user, { status: 'Inactive' })],
    [
      'made inactive and active again',
      async (user) => {
        await change(user, { status: 'Inactive' });
        await change(user, { status: 'Active' });
      },
    ],
    ['given another e-mail', (user) => change(user, { userEmail: userForm().userEmail })],
    ['deleted', (user) => administrator.must(deleteUser, { params: { userId: user.id } })],
  ])('is void once the user has been %s [LINK-6]', async (_case, happens) => {
    const user = await addUser(administrator);
    const token = await linkFor(administrator, user.id);
    await happens(user);
    expect(await codeOf(readLink(app.nobody, token))).toEqual({ status: 410, code: 'link-voided' });
    expect(await codeOf(acceptLink(app.nobody, token))).toEqual({ status: 410, code: 'link-voided' });
  });

  test('stays valid when the user is renamed [LINK-6]', async () => {
    const user = await addUser(administrator);
    const token = await linkFor(administrator, user.id);
    await change(user, { userName: 'Renamed', userEmail: (user.userEmail ?? '').toUpperCase() });
    expect(await readLink(app.nobody, token)).toMatchObject({ ok: true, value: { name: 'Renamed' } });
  });
});

describe('making a link is refused for', () => {
  test.each<[string, () => Promise<string>, number, string]>([
    ['for nobody', async () => 'NOBODY22', 404, 'user-not-found'],
    [
      'for an inactive user',
      async () => (await addUser(administrator, { status: 'Inactive' })).id,
      409,
      'user-inactive',
    ],
    [
      'for a deleted user',
      async () => {
        const { id } = await addUser(administrator);
        await administrator.must(deleteUser, { params: { userId: id } });
        return id;
      },
      404,
      'user-not-found',
    ],
    [
      'for a user without an e-mail',
      async () => {
        const { id, userEmail } = await addUser(administrator);
        const setEmail = (user_email: string | null) =>
          app.db.write
            .updateTable('users')
            .set({ user_email, email_key: user_email?.toLowerCase() ?? null })
            .where('id', '=', id)
            .execute();
        await setEmail(null);
        // Restores the e-mail of the journal, for check-books.
        onTestFinished(async () => void (await setEmail(userEmail)));
        return id;
      },
      409,
      'user-without-email',
    ],
    [
      'for the e-mail of the administrator',
      async () => (await addUser(administrator, { userEmail: ADMINISTRATOR.email.toUpperCase() })).id,
      409,
      'user-is-administrator',
    ],
  ])('%s [LINK-5]', async (_case, prepare, status, code) => {
    const userId = await prepare();
    expect(refusal(await administrator.call(createSignInLink, { params: { userId } }))).toMatchObject({ status, code });
  });
});

test('the journal records that a link was made and used; no token is stored anywhere [LINK-8, V6.5.1, V14.2.1]', async () => {
  const user = await addUser(administrator);
  const stream = await openLive(app.url, administrator.cookie);
  const token = await linkFor(administrator, user.id);
  await caughtUp(app, stream);
  stream.close();
  const kept = async (): Promise<string> => {
    const tables = [
      'sign_in_links',
      'journal',
      'idempotency',
      'accounts',
      'sessions',
      'instance',
      'sign_in_attempts',
    ] as const;
    const rows = await Promise.all(tables.map((table) => app.db.write.selectFrom(table).selectAll().execute()));
    return JSON.stringify(rows);
  };
  expect(await kept()).not.toContain(token);
  await signInWithLink(app, token, 'a-secret-password');
  expect(await kept()).not.toContain(token);
  expect(await kept()).not.toContain('a-secret-password');
  const entries = await app.db.read
    .selectFrom('journal')
    .select(['actor', 'action'])
    .where('subject_id', '=', user.id)
    .orderBy('sequence')
    .execute();
  expect(entries).toEqual([
    { actor: ADMINISTRATOR.email, action: 'users.add' },
    { actor: ADMINISTRATOR.email, action: 'users.createSignInLink' },
    { actor: user.userEmail, action: 'auth.acceptInvitation' },
  ]);
});

test('the administrator sees who was invited, who can sign in, and when each person last did [LINK-12]', async () => {
  const user = await addUser(administrator);
  expect(await signInStateOf(administrator, user)).toEqual({ signIn: 'none', lastSignIn: null });
  const token = await linkFor(administrator, user.id);
  expect(await signInStateOf(administrator, user)).toEqual({ signIn: 'invited', lastSignIn: null });
  app.clock.advance(7 * DAY_MS);
  expect(await signInStateOf(administrator, user)).toEqual({ signIn: 'none', lastSignIn: null });
  expect((await readLink(app.nobody, token)).ok).toBe(false);

  await signInWithLink(app, await linkFor(administrator, user.id), 'chosen by a member');
  const first = new Date(app.clock.now()).toISOString();
  expect(await signInStateOf(administrator, user)).toEqual({ signIn: 'active', lastSignIn: first });
  app.clock.advance(DAY_MS);
  await linkFor(administrator, user.id);
  expect(await signInStateOf(administrator, user)).toEqual({ signIn: 'active', lastSignIn: first });
  await app.signIn(user.userEmail ?? '', 'chosen by a member');
  const { items } = await administrator.must(listUsers, { query: { search: user.userEmail ?? '' } });
  expect(items).toMatchObject([{ signIn: 'active', lastSignIn: new Date(app.clock.now()).toISOString() }]);

  const moved = await change(user, { userEmail: userForm().userEmail });
  expect(moved).toMatchObject({ signIn: 'none', lastSignIn: null });
});

test('somebody given a former e-mail of another user does not inherit the password [ACCESS-5]', async () => {
  const first = await addMember(app, administrator);
  const email = first.userEmail ?? '';
  await change(first, { userEmail: userForm().userEmail });
  const second = await addUser(administrator, { userEmail: email });
  expect(await signInStateOf(administrator, second)).toEqual({ signIn: 'none', lastSignIn: null });
  await expect(app.signIn(email, MEMBER_PASSWORD)).rejects.toThrow('sign-in-failed');
});

test('a user record with the administrator’s e-mail has no power over the administrator’s account [ACCESS-2]', async () => {
  const own = await startApp();
  try {
    const chief = await own.administrator();
    const record = await addUser(chief, { userEmail: ADMINISTRATOR.email });
    await chief.must(updateUser, { params: { userId: record.id }, body: { ...userForm(), status: 'Inactive' } });
    await chief.must(deleteUser, { params: { userId: record.id } });
    expect((await chief.must(readSession, {})).principal?.access).toBe('administrator');
    await own.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  } finally {
    await own.stop();
  }
});
