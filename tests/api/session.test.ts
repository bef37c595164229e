// Sessions: which cookies are accepted, how long a session lasts, and that it works and ends on every process.
import { createHash, createHmac } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { changePassword } from '../../src/contract/sign-in/account.ts';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { listUsers } from '../../src/contract/users.ts';
import { SESSION_ABSOLUTE_TIMEOUT_MS, SESSION_IDLE_TIMEOUT_MS } from '../../src/server/auth/sessions.ts';
import { selectSessions } from '../../src/server/db/built-once/sessions.ts';
import { startApp, useApp } from '../helpers/app.ts';
import { createTestAuth } from '../helpers/auth.ts';
import { engine } from '../helpers/database.ts';
import { ADMINISTRATOR, SECRET } from '../helpers/instance.ts';
import { type Client } from '../helpers/client.ts';
import { refusal } from '../helpers/ledger.ts';
import { addMember, MEMBER_PASSWORD } from '../helpers/members.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const app = useApp();
let administrator: Client;

beforeAll(async () => {
  administrator = await app.administrator();
});

const principalWith = async (cookie: string): Promise<unknown> => {
  const answer = await fetch(`${app.url}/api/auth/session`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { principal: unknown }).principal;
};
const nameNow = () => `jurmana.session_token.${app.instance}`;
const tokenOf = (cookie: string): string => decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).slice(0, -45);

describe('a cookie is accepted only exactly as it was issued', () => {
  test.each<[string, (cookie: string) => string]>([
    ['cut by one character', (cookie) => cookie.slice(0, -1)],
    ['cut in the middle of an escaped character', (cookie) => cookie.replace(/%3D$/, '%3')],
    ['cut to half', (cookie) => cookie.slice(0, cookie.length / 2)],
    ['without its signature', (cookie) => `${nameNow()}=${tokenOf(cookie)}`],
    ['with an empty signature', (cookie) => `${nameNow()}=${tokenOf(cookie)}.`],
    ['with another letter in the token', (cookie) => cookie.replace(/=./, (start) => (start === '=a' ? '=b' : '=a'))],
    [
      'signed with another secret',
      (cookie) => {
        const token = tokenOf(cookie);
        const signature = createHmac('sha256', 'another-secret-of-32-characters-or-more')
          .update(token)
          .digest('base64');
        return `${nameNow()}=${encodeURIComponent(`${token}.${signature}`)}`;
      },
    ],
    [
      'with a token the server never gave, well signed',
      () => {
        const signature = createHmac('sha256', SECRET).update('made-up').digest('base64');
        return `${nameNow()}=${encodeURIComponent(`made-up.${signature}`)}`;
      },
    ],
    ['under another name', (cookie) => cookie.replace('session_token', 'session_data')],
    ['empty', () => `${nameNow()}=`],
    ['a name without a value', () => nameNow()],
    ['nothing but separators', () => '; ;;=; '],
    ['with broken escapes', () => `${nameNow()}=%E0%A4%A`],
    ['10,000 characters long', () => `${nameNow()}=${'a'.repeat(10_000)}`],
    ['one of several hundred', () => Array.from({ length: 400 }, () => `${nameNow()}=x.y`).join('; ')],
  ])('%s [SIGNIN-17]', async (_case, change) => {
    const cookie = change(administrator.cookie);
    expect(cookie).not.toBe(administrator.cookie);
    expect(await principalWith(cookie)).toBeNull();
    const answer = await fetch(`${app.url}/api/users`, { headers: { cookie } });
    expect(answer.status).toBe(401);
  });

  test('it is found among other cookies, even after a forged one with the same name', async () => {
    const cookie = `theme=dark; ${nameNow()}=forged.${'A'.repeat(43)}%3D; ${administrator.cookie}; x="y"`;
    expect(await principalWith(cookie)).toMatchObject({ access: 'administrator' });
  });

  test('a header larger than the limit is refused, and the server keeps running', async () => {
    const answer = await fetch(`${app.url}/api/auth/session`, { headers: { cookie: 'a='.padEnd(40_000, 'x') } }).catch(
      () => null,
    );
    expect(answer?.status ?? 431).toBe(431);
    expect(await principalWith(administrator.cookie)).not.toBeNull();
  });

  test('token and signature belong together: neither works with those of another session [SIGNIN-17, V7.2.2]', async () => {
    const other = await app.administrator();
    const signature = decodeURIComponent(other.cookie).slice(-44);
    expect(
      await principalWith(`${nameNow()}=${encodeURIComponent(`${tokenOf(administrator.cookie)}.${signature}`)}`),
    ).toBeNull();
  });
});

describe('how long a session lasts', () => {
  test('exactly 30 days without opening the app [SIGNIN-14, V7.3.1]', async () => {
    const client = await app.administrator();
    app.clock.advance(SESSION_IDLE_TIMEOUT_MS - 1);
    await client.must(listUsers, { query: {} });
    app.clock.advance(1);
    expect(refusal(await client.call(listUsers, { query: {} })).code).toBe('not-signed-in');
    expect((await client.must(readSession, {})).principal).toBeNull();
    administrator = await app.administrator();
  });

  test('opening the app restarts the 30 days, at most once a day [SIGNIN-14]', async () => {
    const client = await app.administrator();
    const open = async () => (await client.fetch('/api/auth/session')).headers.getSetCookie();
    expect(await open()).toEqual([]);
    app.clock.advance(DAY_MS - 1);
    expect(await open()).toEqual([]);
    app.clock.advance(1);
    const [cookie] = await open();
    expect(cookie).toContain(client.cookie);
    expect(cookie).toContain(`Max-Age=${SESSION_IDLE_TIMEOUT_MS / 1000}`);
    expect(await open()).toEqual([]);
    app.clock.advance(SESSION_IDLE_TIMEOUT_MS - 1);
    expect((await client.must(readSession, {})).principal).not.toBeNull();
    administrator = await app.administrator();
  });

  test('at most 180 days after signing in, however often the app is opened [SIGNIN-14, V7.3.2]', async () => {
    const client = await app.administrator();
    const began = app.clock.now();
    const weeks = Math.floor(SESSION_ABSOLUTE_TIMEOUT_MS / (7 * DAY_MS));
    let lasts = 0;
    for (let week = 0; week < weeks; week += 1) {
      app.clock.advance(7 * DAY_MS);
      const answer = await client.fetch('/api/auth/session');
      expect(((await answer.json()) as { principal: unknown }).principal).not.toBeNull();
      lasts = Number(/Max-Age=(\d+)/.exec(answer.headers.getSetCookie().join())?.[1] ?? lasts);
    }
    app.clock.set(began + SESSION_ABSOLUTE_TIMEOUT_MS - 1000);
    expect(await principalWith(client.cookie)).not.toBeNull();
    app.clock.advance(1000);
    expect(await principalWith(client.cookie)).toBeNull();
    // The last extension was in the 22nd week, and the cookie's Max-Age ends with the session.
    expect(lasts).toBe((SESSION_ABSOLUTE_TIMEOUT_MS - 22 * 7 * DAY_MS) / 1000);
    administrator = await app.administrator();
  });

  test('expired sessions leave no rows behind', async () => {
    await app.administrator();
    app.clock.advance(SESSION_IDLE_TIMEOUT_MS + DAY_MS);
    administrator = await app.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    const rows = await app.db.write.selectFrom('sessions').select('expires_at').execute();
    expect(rows.every(({ expires_at }) => expires_at > app.clock.now())).toBe(true);
  });
});

describe('a session ends everywhere at once', () => {
  test('when its row is deleted [V7.2.1]', async () => {
    const client = await app.administrator();
    const { sessionId } = (await principalRow(client)) ?? { sessionId: '' };
    await app.db.write.deleteFrom('sessions').where('id', '=', sessionId).execute();
    expect((await client.must(readSession, {})).principal).toBeNull();
  });

  test('for another process on the same database [SIGNIN-15]', async () => {
    const second = await startApp({ databaseUrl: app.databaseUrl, clock: app.clock });
    try {
      const client = await app.administrator();
      const there = () =>
        fetch(`${second.url}/api/auth/session`, { headers: { cookie: client.cookie } }).then((r) => r.json());
      expect(await there()).toMatchObject({ principal: { access: 'administrator' } });
      await client.fetch('/api/auth/sign-out', { method: 'POST' });
      expect(await there()).toMatchObject({ principal: null });
    } finally {
      await second.stop();
    }
  });

  test('when a new password is set, which is then the only one that works', async () => {
    const user = await addMember(app, administrator);
    const email = user.userEmail ?? '';
    const client = await app.signIn(email, MEMBER_PASSWORD);
    const other = await app.signIn(email, MEMBER_PASSWORD);
    const body = { currentPassword: MEMBER_PASSWORD, newPassword: 'quite-another-password' };
    expect(await other.must(changePassword, { body })).toEqual({ endedSessions: 1, removedPasskeys: 0 });
    expect((await client.must(readSession, {})).principal).toBeNull();
    expect((await other.must(readSession, {})).principal).toMatchObject({ userId: user.id });
    await expect(app.signIn(email, MEMBER_PASSWORD)).rejects.toThrow('sign-in-failed');
    await app.signIn(email, 'quite-another-password');
  });

  const principalRow = (client: Client) => createTestAuth(app, app.db).authenticate(client.cookie);
});

test('finding the caller uses only indexes', async () => {
  const plan = await app.db.write.transaction().execute(async (tx) => {
    // With only three rows, PostgreSQL would prefer a sequential scan.
    if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(tx);
    const statement = selectSessions(tx, 'token_hash', ['a-token', 'another']).compile();
    const explain = engine === 'postgres' ? 'explain' : 'explain query plan';
    const { rows } = await tx.executeQuery(CompiledQuery.raw(`${explain} ${statement.sql}`, [...statement.parameters]));
    return JSON.stringify(rows);
  });
  expect(plan).toMatch(/Index|USING/);
  // The tokens are a JSON list, which SQLite scans like a table.
  expect(plan).not.toMatch(/Seq Scan|SCAN (?!json_each)/);
});

test('reading the database does not give anyone a cookie [V7.2.2]', async () => {
  const token = tokenOf(administrator.cookie);
  expect(token).toMatch(/^[\w-]{32}$/);
  const rows = await app.db.read.selectFrom('sessions').selectAll().execute();
  expect(rows.map(({ token_hash }) => token_hash)).toContain(createHash('sha256').update(token).digest('base64url'));
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a session is listed with the browser’s description of itself, truncated', async () => {
  const auth = createTestAuth(app, app.db);
  const from = { address: '192.0.2.1', userAgent: 'x'.repeat(1000) };
  const entered = await auth.enter(ADMINISTRATOR.email, from);
  const row = await app.db.read
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', entered?.principal.sessionId ?? '')
    .executeTakeFirst();
  expect(row).toMatchObject({ address: '192.0.2.1', user_agent: 'x'.repeat(300) });
});
