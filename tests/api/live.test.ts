// The live feed (LIVE-1 to LIVE-5): what is sent to whom, and that a client that reconnects misses no change.
import { describe, expect, test } from 'vitest';
import { readSession } from '../../src/contract/sign-in/auth.ts';
import { addEvent } from '../../src/contract/events.ts';
import { setFineStatus } from '../../src/contract/fines/fines.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { changeOf, concerns, EVERYTHING } from '../../src/server/live/changes.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { addUser, eventForm, fine, fineOne, mark, setRule, shownOf } from '../helpers/ledger.ts';
import { caughtUp, isChange, newestEventId, openLive } from '../helpers/live-stream.ts';
import { signedInMember } from '../helpers/members.ts';

const app = useApp();
const administrator = useAdministrator(app);
const open = (client: Client, options: Parameters<typeof openLive>[2] & { url?: string } = {}) =>
  openLive(options.url ?? app.url, client.cookie, options);
/** Waits until the server has read the journal; until then an answer may carry an older version. */
const readUpToNow = async (url: string, { cookie }: { cookie: string }): Promise<void> =>
  (await openLive(url, cookie)).close();
const openCurrent = async () => open(administrator, { lastEventId: await newestEventId(app) });
const picnic = eventForm();
const nameOrganisation = () => administrator.must(updateOrganisation, { body: { name: 'Jinnah Welfare Trust' } });

describe('a stream', () => {
  test('requires a session [LIVE-1, V4.4.1]', async () => {
    const stream = await open(app.nobody);
    expect(stream.status).toBe(401);
    stream.close();
  });

  test('says how to read it, and keeps proxies from buffering it [LIVE-4]', async () => {
    const stream = await openCurrent();
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toContain('no-cache');
    expect(stream.headers.get('cache-control')).toContain('no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(stream.headers.get('x-content-type-options')).toBe('nosniff');
    const data = { email: ADMINISTRATOR.email };
    expect(stream.received).toEqual([{ event: 'hello', id: await newestEventId(app), data }]);
    stream.close();
  });

  test('announces each write and nothing else, without saying what was written [LIVE-1]', async () => {
    const stream = await openCurrent();
    const user = await addUser(administrator);
    await caughtUp(app, stream);
    const added = await fineOne(administrator, user.id);
    await caughtUp(app, stream);
    await mark(administrator, added.id, 'Paid');
    await caughtUp(app, stream);
    await administrator.must(addEvent, { body: picnic });
    await caughtUp(app, stream);
    await setRule(administrator, false);
    await caughtUp(app, stream);
    const changes = stream.received.filter(isChange);
    expect(changes.map(({ data }) => data)).toEqual([{}, {}, {}, {}, {}]);
    expect(new Set(changes.map(({ id }) => id)).size).toBe(5);
    stream.close();
  });

  test('announces neither failed writes nor repeats [LIVE-2]', async () => {
    const user = await addUser(administrator);
    const fined = await fineOne(administrator, user.id);
    const body = { status: 'Paid' as const, shown: shownOf(fined) };
    const request = { params: { fineId: fined.id }, body };
    await administrator.must(setFineStatus, request, { key: 'the-same-key' });
    const stream = await openCurrent();
    await administrator.must(setFineStatus, request, { key: 'the-same-key' });
    expect((await administrator.call(setFineStatus, request)).ok).toBe(false);
    await administrator.must(addEvent, { body: picnic });
    await caughtUp(app, stream);
    expect(stream.changes()).toBe(1);
    stream.close();
  });
});

describe('coming back', () => {
  test('with the newest id announces nothing [LIVE-3]', async () => {
    const stream = await openCurrent();
    expect(stream.readAgain).toBe(false);
    await addUser(administrator);
    await caughtUp(app, stream);
    expect(stream.changes()).toBe(1);
    stream.close();
  });

  test('with the id from the session announces what was written since that answer [LIVE-3]', async () => {
    const before = (await administrator.must(readSession, {})).principal?.booksVersion ?? '';
    const current = await open(administrator, { lastEventId: before });
    expect(current.readAgain).toBe(false);
    await addUser(administrator);
    const behind = await open(administrator, { lastEventId: before });
    expect(behind.readAgain).toBe(true);
    current.close();
    behind.close();
  });

  test('every answer carries the id from which the feed must start so that nothing since is missed [SCREEN-22]', async () => {
    const idOf = async ({ cookie }: Client): Promise<string | null> =>
      (await fetch(`${app.url}/api/overview`, { headers: { cookie } })).headers.get('last-event-id');
    const current = await openCurrent();
    await addUser(administrator);
    await caughtUp(app, current);
    const id = await idOf(administrator);
    expect(id).toBe((await administrator.must(readSession, {})).principal?.booksVersion);
    expect((await open(administrator, { lastEventId: id ?? '' })).readAgain).toBe(false);
    await addUser(administrator);
    expect((await open(administrator, { lastEventId: id ?? '' })).readAgain).toBe(true);
    // For members (LIVE-5).
    const { client } = await signedInMember(app, administrator);
    await readUpToNow(app.url, administrator);
    const sealed = (await idOf(client)) ?? '';
    expect(sealed).toMatch(/^[\w-]{96}$/);
    expect((await open(client, { lastEventId: sealed })).readAgain).toBe(false);
    current.close();
  });

  test('also works with the id in the address, for clients that cannot set headers', async () => {
    const stream = await open(administrator, { path: `/api/live?lastEventId=${await newestEventId(app)}` });
    expect(stream.readAgain).toBe(false);
    stream.close();
  });

  test('works the same with a server that has just started', async () => {
    const place = await newestEventId(app);
    await addUser(administrator);
    const second = await startApp({ databaseUrl: app.databaseUrl, clock: app.clock });
    const current = await open(administrator, { lastEventId: await newestEventId(app), url: second.url });
    expect(current.readAgain).toBe(false);
    expect((await open(administrator, { lastEventId: place, url: second.url })).readAgain).toBe(true);
    await second.stop();
  });

  test('misses nothing that another server has just written', async () => {
    const before = await newestEventId(app);
    const current = await open(administrator, { lastEventId: before });
    const second = await startApp({ databaseUrl: app.databaseUrl, clock: app.clock });
    await addUser(createClient(second.url, administrator.cookie));
    const behind = await open(administrator, { lastEventId: before });
    expect(behind.readAgain).toBe(true);
    current.close();
    behind.close();
    await second.stop();
  });

  test('misses nothing while others write [LIVE-3]', async () => {
    let lastEventId = await newestEventId(app);
    const writing = (async () => {
      for (let i = 0; i < 30; i += 1) await addUser(administrator);
    })();
    for (let i = 0; i < 6; i += 1) {
      const before = await newestEventId(app);
      const stream = await open(administrator, { lastEventId });
      // By now, everything committed before the stream opened has been received.
      expect(before === lastEventId || stream.received.some(isChange)).toBe(true);
      stream.close();
      lastEventId = stream.received.findLast(({ id }) => id !== null)?.id ?? lastEventId;
    }
    const rest = await open(administrator, { lastEventId });
    await writing;
    await caughtUp(app, rest);
    rest.close();
  });

  test.each([
    ['no id', undefined],
    ['an older one', '1.1.2026-11-18'],
    ['one in the future', '99999999.99999999.2026-11-18'],
    ['one without its day', '1.1'],
    ['one beyond all numbers', '9'.repeat(30)],
    ['a word', 'yesterday'],
    ['a list', '1, 2'],
    ['an injection', "1'; drop table journal; --"],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('with %s means to read everything again [LIVE-3]', async (_case, lastEventId) => {
    const stream = await open(administrator, lastEventId === undefined ? {} : { lastEventId });
    expect(await stream.until(isChange)).toEqual({
      event: 'change',
      id: await newestEventId(app),
      data: {},
    });
    expect(stream.changes()).toBe(0);
    stream.close();
  });

  test('with the ids of several answers announces what has changed since the oldest [LIVE-3, SCREEN-22]', async () => {
    const { user, client } = await signedInMember(app, administrator);
    for (const one of [administrator, client]) {
      await readUpToNow(app.url, administrator);
      const idOf = async () => (await one.must(readSession, {})).principal?.booksVersion ?? '';
      const old = await idOf();
      expect((await open(one, { lastEventId: [old, await idOf()].join() })).readAgain).toBe(false);
      await fineOne(administrator, user.id);
      await readUpToNow(app.url, administrator);
      const now = await idOf();
      expect((await open(one, { lastEventId: now })).readAgain).toBe(false);
      expect((await open(one, { lastEventId: [now, old, now].join() })).readAgain).toBe(true);
      // An id without meaning may be older than all others.
      for (const other of ['', 'x'])
        expect((await open(one, { lastEventId: [now, other].join() })).readAgain).toBe(true);
      expect((await open(one, { lastEventId: Array.from({ length: 21 }, () => now).join() })).readAgain).toBe(true);
    }
  });

  test('with two ids in the address means to read everything again', async () => {
    expect((await open(administrator, { path: '/api/live?lastEventId=1&lastEventId=2' })).readAgain).toBe(true);
  });
});

describe('what a member hears [LIVE-5]', () => {
  test('is about their own record, the rules and the organisation, never about others or events', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const other = await addUser(administrator);
    const stream = await open(client);
    const all = await openCurrent();
    const heard = async (changes: number) => {
      await caughtUp(app, all);
      await expect.poll(() => stream.changes()).toBe(changes);
    };
    await fineOne(administrator, other.id);
    await administrator.must(addEvent, { body: picnic });
    await fine(administrator, { userIds: [other.id, user.id] });
    await heard(1);
    await setRule(administrator, true);
    await heard(2);
    await nameOrganisation();
    await heard(3);
    stream.close();
    all.close();
  });

  test('is about everything under the rule "Members can see everyone\'s fines"', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const other = await addUser(administrator);
    const stream = await open(client);
    const all = await openCurrent();
    const heard = async (changes: number) => {
      await caughtUp(app, all);
      await expect.poll(() => stream.changes()).toBe(changes);
    };
    await setRule(administrator, true, 'members-see-everyone');
    await heard(1);
    await fineOne(administrator, other.id);
    await heard(2);
    await setRule(administrator, false, 'members-see-everyone');
    await heard(3);
    await fineOne(administrator, other.id);
    await caughtUp(app, all);
    await fineOne(administrator, user.id);
    await heard(4);
    stream.close();
    all.close();
  });

  test('goes on from an id that reveals nothing, whatever others have done in the meantime', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const other = await signedInMember(app, administrator);
    await readUpToNow(app.url, administrator);
    const idOf = async () => (await client.must(readSession, {})).principal?.booksVersion ?? '';
    const ids = [await idOf(), await idOf()];
    expect(ids[0]).toMatch(/^[\w-]{96}$/);
    expect(ids[1]).not.toBe(ids[0]);
    const readsAgain = async (lastEventId: string, who = client): Promise<boolean> => {
      const stream = await open(who, { lastEventId });
      // A stream that goes on from there is also sent a version.
      expect(stream.received.at(-1)?.id).toMatch(/^[\w-]{96}$/);
      stream.close();
      return stream.readAgain;
    };
    expect(await readsAgain(ids[0] ?? '')).toBe(false);
    await fineOne(administrator, other.user.id);
    await administrator.must(addEvent, { body: picnic });
    for (const id of ids) expect(await readsAgain(id)).toBe(false);
    // Ids of another member, altered ids and plain versions are not accepted.
    expect(await readsAgain(ids[0] ?? '', other.client)).toBe(true);
    const first = ids[0]?.startsWith('A') === true ? 'B' : 'A';
    expect(await readsAgain(`${first}${ids[0]?.slice(1)}`)).toBe(true);
    expect(await readsAgain(await newestEventId(app))).toBe(true);
    await fineOne(administrator, user.id);
    for (const id of ids) expect(await readsAgain(id)).toBe(true);
  });
});

describe("the organisation's new day", () => {
  test('is announced to everybody within seconds, and to those who reconnect later [LIVE-11]', async () => {
    const own = await startApp();
    const chief = await own.administrator();
    const { client } = await signedInMember(own, chief);
    await readUpToNow(own.url, chief);
    const versions = await Promise.all(
      [chief, client].map(async (one) => (await one.must(readSession, {})).principal?.booksVersion ?? ''),
    );
    const streams = await Promise.all(
      [chief, client].map((one, n) => openLive(own.url, one.cookie, { lastEventId: versions[n] ?? '' })),
    );
    expect(streams.map(({ readAgain }) => readAgain)).toEqual([false, false]);
    own.clock.set('2026-11-18T18:59:59Z');
    own.clock.advance(1000);
    for (const stream of streams) await stream.until(isChange);
    await caughtUp(own, ...streams.slice(0, 1));
    expect((await client.must(readSession, {})).organisation.today).toBe('2026-11-19');
    for (const [n, one] of [chief, client].entries()) {
      const late = await openLive(own.url, one.cookie, { lastEventId: versions[n] ?? '' });
      expect(late.readAgain).toBe(true);
      late.close();
    }
    await own.stop();
  });
});

describe('whom a change concerns', () => {
  const entry = (subject: 'fine' | 'user' | 'event' | 'setting' | 'organisation', userId: string | null) => ({
    sequence: 1,
    at: 1,
    subject,
    subject_id: 'x',
    user_id: userId,
  });
  const chief = { access: 'administrator' as const, userId: null };
  const member = { access: 'member' as const, userId: 'm' };

  test('is decided by user, whatever else is in the same commit [LIVE-5]', () => {
    const others = changeOf([entry('fine', 'other'), entry('event', null)]);
    expect(concerns(chief, others, false)).toBe(true);
    expect(concerns(member, others, false)).toBe(false);
    expect(concerns(member, others, true)).toBe(true);
    expect(concerns(member, changeOf([entry('fine', 'other'), entry('user', 'm')]), false)).toBe(true);
    for (const subject of ['setting', 'organisation'] as const)
      expect(concerns(member, changeOf([entry(subject, null)]), false)).toBe(true);
  });

  test('is everybody if everything may have changed', () => {
    expect([chief, member].map((one) => concerns(one, EVERYTHING, false))).toEqual([true, true]);
  });
});
