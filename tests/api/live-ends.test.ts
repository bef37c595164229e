// When live streams must end and when they must not, and changes written by other processes on the same database.
import { createConnection, type Socket } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { signOut } from '../../src/contract/sign-in/auth.ts';
import { addUser as addUserOperation, deleteUser, updateUser } from '../../src/contract/users.ts';
import { DEFAULT_TIME_ZONE } from '../../src/core/calendar.ts';
import { hashOfToken } from '../../src/server/auth/sessions.ts';
import { createJournalTail } from '../../src/server/live/journal-tail.ts';
import { openStream } from '../../src/server/live/sse.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { type Client } from '../helpers/client.ts';
import { engine } from '../helpers/database.ts';
import { addUser, userForm } from '../helpers/ledger.ts';
import { caughtUp, isEnded, isHeartbeat, type LiveStream, newestEventId, openLive } from '../helpers/live-stream.ts';
import { signedInMember } from '../helpers/members.ts';

const app = useApp();
const administrator = useAdministrator(app);
const open = (client: Client, options: Parameters<typeof openLive>[2] & { url?: string } = {}) =>
  openLive(options.url ?? app.url, client.cookie, options);

describe('a stream ends', () => {
  test('at once with its session, in every window, while others stay open [SIGNIN-15, V1.4.3]', async () => {
    const client = await app.administrator();
    const windows = [await open(client), await open(client)];
    const other = await open(administrator);
    await client.must(signOut, {});
    for (const window of windows) {
      await window.endedAtOnce();
      await window.ended();
    }
    await addUser(administrator);
    await caughtUp(app, other);
    expect(other.received.some(isEnded)).toBe(false);
    other.close();
  });

  test('at once when the member is made inactive, deleted or loses the e-mail [V7.4.5]', async () => {
    for (const change of ['inactive', 'deleted', 'e-mail'] as const) {
      const { user, client } = await signedInMember(app, administrator);
      const stream = await open(client);
      const form = userForm({ userName: user.userName });
      if (change === 'deleted') await administrator.must(deleteUser, { params: { userId: user.id } });
      else {
        const body =
          change === 'inactive'
            ? { ...form, userEmail: user.userEmail ?? '', status: 'Inactive' as const }
            : { ...form, status: 'Active' as const };
        await administrator.must(updateUser, { params: { userId: user.id }, body });
      }
      await stream.endedAtOnce();
      await stream.ended();
      expect(stream.received.at(-1)?.event).toBe('ended');
    }
  });

  test('with the server, which does not wait for it, and without saying that the session is over', async () => {
    const own = await startApp();
    const stream = await open(await own.administrator(), { url: own.url });
    await own.stop();
    await stream.ended();
    expect(stream.received.some(isEnded)).toBe(false);
  });

  test('if the browser does not read, instead of filling the memory [LIVE-8, V1.4.3]', async () => {
    const own = Fastify();
    let sent = 0;
    const dropped = new Promise<void>((resolve) => {
      own.get('/flood', (_request, reply) => {
        const stream = openStream(reply, 1000);
        stream.onClose(resolve);
        const flood = () => {
          for (let i = 0; i < 100 && !stream.closed; i += 1) {
            stream.send('change', { text: 'x'.repeat(1000) }, String(i));
            sent += 1000;
          }
          if (!stream.closed && sent < 200_000_000) setImmediate(flood);
        };
        flood();
      });
    });
    const client = await nonReadingClient(await own.listen({ port: 0, host: '127.0.0.1' }), '/flood');
    await dropped;
    // The socket buffers on both sides, and the server's own limit.
    expect(sent).toBeLessThan(50_000_000);
    client.destroy();
    await own.close();
  });

  test('if the browser left before it began', async () => {
    const own = Fastify();
    const ended = new Promise<void>((resolve) => {
      own.get('/late', async ({ raw }, reply) => {
        await new Promise((gone) => raw.socket.once('close', gone));
        openStream(reply, 1000).onClose(resolve);
      });
    });
    const client = await nonReadingClient(await own.listen({ port: 0, host: '127.0.0.1' }), '/late');
    client.destroy();
    await expect(ended).resolves.toBeUndefined();
    await own.close();
  });

  test('with the oldest first, if a program opens too many in one session [LIVE-8]', async () => {
    const client = await app.administrator();
    const many: LiveStream[] = [];
    for (let i = 0; i < 31; i += 1) many.push(await open(client));
    await many[0]?.ended();
    expect(many[0]?.received.some(isEnded)).toBe(false);
    await addUser(administrator);
    await caughtUp(app, ...many.slice(1));
    await client.must(signOut, {});
    for (const stream of many) await stream.ended();
  });
});

describe('several processes on one database', () => {
  test('each announces what the other wrote [LIVE-6]', async () => {
    const second = await startApp({ databaseUrl: app.databaseUrl, clock: app.clock });
    const there = await open(administrator, { url: second.url });
    const here = await open(administrator);
    const client = await second.signIn('admin@jurmana.test', 'a-password-for-tests');
    for (const writer of [administrator, client]) {
      await addUser(writer);
      await caughtUp(app, here, there);
    }
    expect(here.changes()).toBe(2);
    expect(there.changes()).toBe(2);

    // The newest version here already includes the other process's write.
    await addUser(client);
    const resumed = await open(administrator, { lastEventId: await newestEventId(app) });
    expect(resumed.readAgain).toBe(false);
    here.close();
    resumed.close();
    await second.stop();
  });
});

describe.concurrent('at the next heartbeat a stream ends', () => {
  test('if its session was removed from the database or expired; other streams stay open [LIVE-7]', async () => {
    const own = await startApp();
    const [removed, expired, lasting] = await Promise.all(
      ['removed', 'expired', 'lasting'].map(async () => {
        const client = await own.administrator();
        return { client, stream: await open(client, { url: own.url }) };
      }),
    );
    if (removed === undefined || expired === undefined || lasting === undefined) throw new Error('unreachable');
    const sessionOf = (client: Client) =>
      own.db.write
        .selectFrom('sessions')
        .select('id')
        .where('token_hash', '=', hashOfToken(tokenOf(client)))
        .executeTakeFirstOrThrow();
    await own.db.write
      .deleteFrom('sessions')
      .where('id', '=', (await sessionOf(removed.client)).id)
      .execute();
    await own.db.write
      .updateTable('sessions')
      .set({ expires_at: own.clock.now() })
      .where('id', '=', (await sessionOf(expired.client)).id)
      .execute();
    for (const { stream } of [removed, expired]) {
      await stream.until(isEnded);
      await stream.ended();
    }
    await lasting.stream.until(isHeartbeat);
    expect(lasting.stream.received.some(isEnded)).toBe(false);
    await own.stop();
  });
});

if (engine === 'postgres') {
  describe('when the database goes away', () => {
    test('streams stay open and go on afterwards; requests are refused as unavailable in the meantime; it is logged once [OPS-8, LIVE-9, V16.5.2]', async () => {
      const own = await startApp();
      const lines: string[] = [];
      const bus = createJournalTail({
        db: own.db,
        clock: own.clock,
        timeZone: DEFAULT_TIME_ZONE,
        log: pino({ level: 'info' }, { write: (line: string) => lines.push(line) }),
      });
      await bus.start();
      const chief = await own.administrator();
      const stream = await open(chief, { url: own.url });
      const name = new URL(own.databaseUrl).pathname.slice(1);
      const outside = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
      await outside.connect();
      await outside.query(`alter database ${name} with allow_connections false`);
      await outside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      const refused = { ok: false, status: 503, code: 'unavailable' };
      expect(await chief.call(addUserOperation, { body: userForm() })).toMatchObject(refused);
      const feed = await chief.fetch('/api/live');
      expect(feed.status).toBe(503);
      expect(await feed.json()).toMatchObject({ error: { code: 'unavailable' } });
      const cannotRead = () => lines.filter((line) => line.includes('cannot read'));
      await expect.poll(cannotRead).toHaveLength(1);
      await new Promise((resolve) => setTimeout(resolve, 5000));
      expect(cannotRead()).toHaveLength(1);
      await outside.query(`alter database ${name} with allow_connections true`);
      await outside.end();

      await addUser(chief);
      await caughtUp(own, stream);
      expect(stream.changes()).toBe(1);
      await expect.poll(() => lines.filter((line) => line.includes('reads the database again'))).toHaveLength(1);
      await bus.stop();
      await own.stop();
    });
  });
}

const tokenOf = (client: Client): string =>
  decodeURIComponent(client.cookie.split('=')[1] ?? '').slice(0, -'.'.length - 44);

/** A client that sends a request and never reads the response. */
function nonReadingClient(url: string, path: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port) }, () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
      socket.pause();
      resolve(socket);
    });
    socket.on('error', reject);
  });
}
