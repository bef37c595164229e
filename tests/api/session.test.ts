// Sessions: which cookies are believed, how long a session lasts, that it ends everywhere at once, and what the sign-in
// library would say to our tables and cookies.
import { createHmac } from 'node:crypto';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { CompiledQuery, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '../../src/contract/account.ts';
import { readSession } from '../../src/contract/auth.ts';
import { listUsers } from '../../src/contract/users.ts';
import { libraryOptions, SESSION_AT_MOST_MS, SESSION_MS } from '../../src/server/auth/library.ts';
import { selectSessions } from '../../src/server/auth/sessions.ts';
import { systemClock } from '../../src/server/clock.ts';
import { ADMINISTRATOR, engine, startApp, type TestApp } from '../helpers/app.ts';
import { authOn } from '../helpers/auth.ts';
import { SECRET } from '../helpers/instance.ts';
import { type Client, cookieOf } from '../helpers/client.ts';
import { refusal } from '../helpers/ledger.ts';
import { addMember, givePassword, MEMBER_PASSWORD } from '../helpers/members.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const log = pino({ level: 'silent' });
let app: TestApp;
let administrator: Client;

beforeAll(async () => {
  app = await startApp();
  administrator = await app.administrator();
});
afterAll(() => app.stop());

const visitorWith = async (cookie: string): Promise<unknown> => {
  const answer = await fetch(`${app.url}/api/auth/session`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { visitor: unknown }).visitor;
};
const name = 'jurmana.session_token';
const tokenOf = (cookie: string): string => decodeURIComponent(cookie.slice(`${name}=`.length)).slice(0, -45);

describe('a cookie is believed only as it was given', () => {
  test.each<[string, (cookie: string) => string]>([
    ['cut by one character', (cookie) => cookie.slice(0, -1)],
    ['cut in the middle of an escaped character', (cookie) => cookie.replace(/%3D$/, '%3')],
    ['cut to half', (cookie) => cookie.slice(0, cookie.length / 2)],
    ['without its signature', (cookie) => `${name}=${tokenOf(cookie)}`],
    ['with an empty signature', (cookie) => `${name}=${tokenOf(cookie)}.`],
    ['with another letter in the token', (cookie) => cookie.replace(/=./, (start) => (start === '=a' ? '=b' : '=a'))],
    [
      'signed with another secret',
      (cookie) => {
        const token = tokenOf(cookie);
        const signature = createHmac('sha256', 'another-secret-of-32-characters-or-more')
          .update(token)
          .digest('base64');
        return `${name}=${encodeURIComponent(`${token}.${signature}`)}`;
      },
    ],
    [
      'with a token the server never gave, well signed',
      () => {
        const signature = createHmac('sha256', SECRET).update('made-up').digest('base64');
        return `${name}=${encodeURIComponent(`made-up.${signature}`)}`;
      },
    ],
    ['under another name', (cookie) => cookie.replace('session_token', 'session_data')],
    ['empty', () => `${name}=`],
    ['a name without a value', () => name],
    ['nothing but separators', () => '; ;;=; '],
    ['with broken escapes', () => `${name}=%E0%A4%A`],
    ['10,000 characters long', () => `${name}=${'a'.repeat(10_000)}`],
    ['one of several hundred', () => Array.from({ length: 400 }, () => `${name}=x.y`).join('; ')],
  ])('%s', async (_case, change) => {
    const cookie = change(administrator.cookie);
    expect(cookie).not.toBe(administrator.cookie);
    expect(await visitorWith(cookie)).toBeNull();
    const answer = await fetch(`${app.url}/api/users`, { headers: { cookie } });
    expect(answer.status).toBe(401);
  });

  test('it is found among other cookies, also behind a forged one of the same name', async () => {
    const cookie = `theme=dark; ${name}=forged.${'A'.repeat(43)}%3D; ${administrator.cookie}; x="y"`;
    expect(await visitorWith(cookie)).toMatchObject({ role: 'administrator' });
  });

  test('a header larger than the server takes is refused, and the server lives', async () => {
    const answer = await fetch(`${app.url}/api/auth/session`, { headers: { cookie: 'a='.padEnd(40_000, 'x') } }).catch(
      () => null,
    );
    expect(answer?.status ?? 431).toBe(431);
    expect(await visitorWith(administrator.cookie)).not.toBeNull();
  });

  test('another session does not come with it: token and signature belong together', async () => {
    const other = await app.administrator();
    const signature = decodeURIComponent(other.cookie).slice(-44);
    expect(
      await visitorWith(`${name}=${encodeURIComponent(`${tokenOf(administrator.cookie)}.${signature}`)}`),
    ).toBeNull();
  });
});

describe('how long a session lasts', () => {
  test('30 days without the app, then not a moment longer', async () => {
    const client = await app.administrator();
    app.clock.advance(SESSION_MS - 1);
    await client.must(listUsers, { query: {} });
    app.clock.advance(1);
    expect(refusal(await client.call(listUsers, { query: {} })).code).toBe('not-signed-in');
    expect((await client.must(readSession, {})).visitor).toBeNull();
    administrator = await app.administrator();
  });

  test('opening the app starts the 30 days anew, at most once a day', async () => {
    const client = await app.administrator();
    const open = async () => (await client.fetch('/api/auth/session')).headers.getSetCookie();
    expect(await open()).toEqual([]);
    app.clock.advance(DAY_MS - 1);
    expect(await open()).toEqual([]);
    app.clock.advance(1);
    const [cookie] = await open();
    expect(cookie).toContain(client.cookie);
    expect(cookie).toContain(`Max-Age=${SESSION_MS / 1000}`);
    expect(await open()).toEqual([]);
    app.clock.advance(SESSION_MS - 1);
    expect((await client.must(readSession, {})).visitor).not.toBeNull();
    administrator = await app.administrator();
  });

  test('180 days after signing in it ends, however often the app was opened', async () => {
    const client = await app.administrator();
    const began = app.clock.now();
    const weeks = Math.floor(SESSION_AT_MOST_MS / (7 * DAY_MS));
    let lasts = 0;
    for (let week = 0; week < weeks; week += 1) {
      app.clock.advance(7 * DAY_MS);
      const answer = await client.fetch('/api/auth/session');
      expect(((await answer.json()) as { visitor: unknown }).visitor).not.toBeNull();
      lasts = Number(/Max-Age=(\d+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? lasts);
    }
    app.clock.set(began + SESSION_AT_MOST_MS - 1000);
    expect(await visitorWith(client.cookie)).not.toBeNull();
    app.clock.advance(1000);
    expect(await visitorWith(client.cookie)).toBeNull();
    // The last extension, in the 22nd week, told the browser as much.
    expect(lasts).toBe((SESSION_AT_MOST_MS - 22 * 7 * DAY_MS) / 1000);
    administrator = await app.administrator();
  });

  test('sessions that ran out leave no rows behind', async () => {
    await app.administrator();
    app.clock.advance(SESSION_MS + DAY_MS);
    administrator = await app.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    const rows = await app.db.write.selectFrom('auth_session').select('expiresAt').execute();
    expect(rows.every(({ expiresAt }) => new Date(expiresAt).getTime() > app.clock.now())).toBe(true);
  });
});

describe('a session ends everywhere at once', () => {
  test('when its row is gone', async () => {
    const client = await app.administrator();
    const { sessionId } = (await visitorRow(client)) ?? { sessionId: '' };
    await app.db.write.deleteFrom('auth_session').where('id', '=', sessionId).execute();
    expect((await client.must(readSession, {})).visitor).toBeNull();
  });

  test('for another process on the same database', async () => {
    const second = await startApp({ databaseUrl: app.databaseUrl, clock: app.clock });
    try {
      const client = await app.administrator();
      const there = () =>
        fetch(`${second.url}/api/auth/session`, { headers: { cookie: client.cookie } }).then((r) => r.json());
      expect(await there()).toMatchObject({ visitor: { role: 'administrator' } });
      await client.fetch('/api/auth/sign-out', { method: 'POST' });
      expect(await there()).toMatchObject({ visitor: null });
    } finally {
      await second.stop();
    }
  });

  test('with a new password, which is the only one that then works', async () => {
    const user = await addMember(app, administrator);
    const email = user.userEmail ?? '';
    const client = await app.signIn(email, MEMBER_PASSWORD);
    const other = await app.signIn(email, MEMBER_PASSWORD);
    const body = { currentPassword: MEMBER_PASSWORD, newPassword: 'quite-another-password' };
    expect(await other.must(changePassword, { body })).toEqual({ endedSessions: 1 });
    expect((await client.must(readSession, {})).visitor).toBeNull();
    expect((await other.must(readSession, {})).visitor).toMatchObject({ userId: user.id });
    await expect(app.signIn(email, MEMBER_PASSWORD)).rejects.toThrow('sign-in-failed');
    await app.signIn(email, 'quite-another-password');
  });

  const visitorRow = (client: Client) => authOn(app, app.db).recognise(client.cookie).confirmed;
});

test('reading who calls goes through indexes alone', async () => {
  const plan = await app.db.write.transaction().execute(async (tx) => {
    // A planner that sees three rows would read them all; what counts is that it need not.
    if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(tx);
    const statement = selectSessions(tx, ['a-token', 'another']).compile();
    const explain = engine === 'postgres' ? 'explain' : 'explain query plan';
    const { rows } = await tx.executeQuery(CompiledQuery.raw(`${explain} ${statement.sql}`, [...statement.parameters]));
    return JSON.stringify(rows);
  });
  expect(plan).toMatch(/Index|USING/);
  expect(plan).not.toMatch(/Seq Scan|SCAN/);
});

describe('the sign-in library', () => {
  const options = () =>
    libraryOptions({ database: app.db.write, engine, config: { baseUrl: null }, secret: SECRET, log });

  test('finds its tables as it would make them', async () => {
    const { toBeCreated, toBeAdded } = await getMigrations(options());
    expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
  });

  test('reads the cookies and sessions we make, and ends them', async () => {
    // The library knows no clock but the machine's.
    const auth = authOn({ clock: systemClock }, app.db);
    const user = await addMember(app, administrator);
    await givePassword(app, user);
    const { cookies, visitor } = await auth.signIn({
      email: user.userEmail ?? '',
      password: MEMBER_PASSWORD,
      address: '192.0.2.1',
      userAgent: 'x'.repeat(1000),
    });
    const library = betterAuth(options());
    const headers = new Headers({ cookie: cookies[0]?.split(';')[0] ?? '' });
    const session = await library.api.getSession({ headers });
    expect(session?.user.email).toBe(user.userEmail);
    expect(session?.session).toMatchObject({
      id: visitor.sessionId,
      ipAddress: '192.0.2.1',
      userAgent: 'x'.repeat(300),
    });
    expect(session?.session.expiresAt.getTime()).toBe(visitor.expiresAt);
    await library.api.signOut({ headers });
    expect(await auth.recognise(headers.get('cookie') ?? '').confirmed).toBeNull();
  });

  test('signs in with the passwords we keep, and we read its cookies', async () => {
    const user = await addMember(app, administrator);
    const library = betterAuth(options());
    const answer = await library.api.signInEmail({
      body: { email: user.userEmail ?? '', password: MEMBER_PASSWORD },
      asResponse: true,
    });
    const auth = authOn({ clock: systemClock }, app.db);
    expect(await auth.recognise(cookieOf(answer)).confirmed).toMatchObject({ userId: user.id });
  });
});
