// The live feed: what a stream says, to whom, and that it resumes without a gap (decisions section 1, specification
// section 2: what another window changes appears by itself).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEvent } from '../../src/contract/events.ts';
import { setFineStatus } from '../../src/contract/fines.ts';
import { runCommand } from '../../src/server/command.ts';
import { MAX_USERS_NAMED } from '../../src/server/live/changes.ts';
import { startApp, type TestApp } from '../helpers/app.ts';
import { type Client } from '../helpers/client.ts';
import { addUser, addUsers, fine, fineOne, setRule } from '../helpers/ledger.ts';
import { about, isChange, marker, newestSequence, openLive } from '../helpers/live-stream.ts';
import { signedInMember } from '../helpers/members.ts';

let app: TestApp;
let administrator: Client;
const open = (client: Client, options: Parameters<typeof openLive>[2] & { url?: string } = {}) =>
  openLive(options.url ?? app.url, client.cookie, options);

beforeAll(async () => {
  app = await startApp();
  administrator = await app.administrator();
});
afterAll(() => app.stop());

const EVERYTHING = { topics: ['fine', 'user', 'event', 'setting'], userIds: [], everything: true };
const EVERYTHING_TO_A_MEMBER = { topics: [], userIds: [], everything: true };

describe('a stream', () => {
  test('is not for nobody', async () => {
    const stream = await open(app.nobody);
    expect(stream.status).toBe(401);
    stream.close();
  });

  test('says how to read it, and keeps proxies from holding it back', async () => {
    const stream = await open(administrator);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toContain('no-cache');
    expect(stream.headers.get('cache-control')).toContain('no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(stream.headers.get('x-content-type-options')).toBe('nosniff');
    expect(stream.received).toEqual([{ event: 'hello', id: String(await newestSequence(app.db)), data: {} }]);
    stream.close();
  });

  test('tells of each write once, with its topic, whose figures changed, and its place in the journal', async () => {
    const stream = await open(administrator);
    const user = await addUser(administrator);
    const added = await fineOne(administrator, user.id);
    await administrator.must(setFineStatus, { params: { fineId: added.id }, body: { status: 'Paid' } });
    await administrator.must(addEvent, {
      body: { title: 'Picnic', description: 'For all', date: '2026-11-20', location: 'Murree', amount: 5 },
    });
    await setRule(administrator, false);
    const last = await newestSequence(app.db);
    await stream.until(({ id }) => id === String(last));
    expect(stream.changes()).toEqual([
      { topics: ['user'], userIds: [user.id], everything: false },
      { topics: ['fine'], userIds: [user.id], everything: false },
      { topics: ['fine'], userIds: [user.id], everything: false },
      { topics: ['event'], userIds: [], everything: false },
      { topics: ['setting'], userIds: [], everything: false },
    ]);
    expect(stream.received.filter(isChange).map(({ id }) => Number(id))).toEqual([
      last - 4,
      last - 3,
      last - 2,
      last - 1,
      last,
    ]);
    expect(JSON.stringify(stream.received)).not.toContain(user.userName);
    stream.close();
  });

  test('tells of a write for several users as one change', async () => {
    const users = await addUsers(administrator, ['One', 'Two', 'Three']);
    const stream = await open(administrator);
    await fine(administrator, { userIds: users.map(({ id }) => id) });
    const change = await stream.until(isChange);
    expect(change.data).toEqual({
      topics: ['fine'],
      userIds: expect.arrayContaining(users.map(({ id }) => id)),
      everything: false,
    });
    expect(change.id).toBe(String(await newestSequence(app.db)));
    stream.close();
  });

  test('does not name more than 200 users', async () => {
    const users = await addUsers(
      administrator,
      Array.from({ length: MAX_USERS_NAMED + 1 }, (_, i) => `Person ${i}`),
    );
    const stream = await open(administrator);
    await fine(administrator, { userIds: users.map(({ id }) => id) });
    expect((await stream.until(isChange)).data).toEqual({ topics: ['fine'], userIds: [], everything: true });
    stream.close();
  });

  test('says nothing of a write that failed or was a repetition', async () => {
    const stream = await open(administrator);
    const user = await addUser(administrator);
    const fined = await fineOne(administrator, user.id);
    const request = { params: { fineId: fined.id }, body: { status: 'Paid' as const } };
    await administrator.must(setFineStatus, request, { key: 'the-same-key' });
    await administrator.must(setFineStatus, request, { key: 'the-same-key' });
    expect((await administrator.call(setFineStatus, request)).ok).toBe(false);
    await marker(administrator, stream);
    expect(stream.changes().filter(({ userIds }) => userIds.includes(user.id))).toHaveLength(3);
    stream.close();
  });
});

describe('resuming', () => {
  test('brings exactly what was missed, then what is new', async () => {
    const [first] = await addUsers(administrator, ['Before the break']);
    const place = await newestSequence(app.db);
    const [missed, alsoMissed] = await addUsers(administrator, ['Missed', 'Also missed']);
    const stream = await open(administrator, { lastEventId: String(place) });
    expect(stream.received[0]).toEqual({ event: 'hello', id: null, data: {} });
    const fresh = await addUser(administrator);
    await stream.until(about(fresh.id));
    expect(stream.changes().flatMap(({ userIds }) => userIds)).toEqual([missed?.id, alsoMissed?.id, fresh.id]);
    expect(first).toBeDefined();
    stream.close();
  });

  test('works by address too, for what cannot set headers', async () => {
    const place = await newestSequence(app.db);
    const user = await addUser(administrator);
    const stream = await open(administrator, { path: `/api/live?lastEventId=${place}` });
    await stream.until(about(user.id));
    expect(stream.changes()).toHaveLength(1);
    stream.close();
  });

  test('from the newest place brings nothing old', async () => {
    const stream = await open(administrator, { lastEventId: String(await newestSequence(app.db)) });
    const user = await addUser(administrator);
    await stream.until(about(user.id));
    expect(stream.changes()).toHaveLength(1);
    stream.close();
  });

  test('goes on without a gap while others write', async () => {
    let place = await newestSequence(app.db);
    const heard: string[] = [];
    const added: string[] = [];
    const writing = (async () => {
      for (let i = 0; i < 30; i += 1) added.push((await addUser(administrator)).id);
    })();
    for (let i = 0; i < 6; i += 1) {
      const stream = await open(administrator, { lastEventId: String(place) });
      await stream.until(isChange).catch(() => null);
      stream.close();
      for (const { id, data } of stream.received.filter(isChange)) {
        heard.push(...(data as { userIds: string[] }).userIds);
        place = Number(id);
      }
    }
    await writing;
    const rest = await open(administrator, { lastEventId: String(place) });
    const last = added.at(-1) ?? '';
    if (!heard.includes(last)) await rest.until(about(last));
    heard.push(...rest.changes().flatMap(({ userIds }) => userIds));
    expect(heard).toEqual(added);
    rest.close();
  });

  test('a server just started knows what was before it', async () => {
    const place = await newestSequence(app.db);
    const user = await addUser(administrator);
    const second = await startApp({ databaseUrl: app.databaseUrl, clock: app.clock });
    const stream = await open(administrator, { lastEventId: String(place), url: second.url });
    await stream.until(about(user.id));
    expect(stream.changes()).toHaveLength(1);
    const older = await open(administrator, { lastEventId: '1', url: second.url });
    await older.until(about(user.id));
    expect(older.changes().length).toBeGreaterThan(100);
    await second.stop();
  });

  test('from thousands of changes back is told in brief, and one that stands meanwhile breaks off nowhere', async () => {
    const own = await startApp();
    const chief = await own.administrator();
    const environment = { db: own.db, clock: own.clock, timeZone: 'Asia/Karachi', committed: () => {} };
    const write = (userId: string) =>
      runCommand(
        environment,
        { actor: 'a@example.org', action: 'test', idempotencyKey: null, input: null },
        async ({ record }) => record({ subject: 'user', subjectId: userId, userId, before: null, after: null }),
      );
    const users = ['Ä1', 'B2', 'C3', 'D4'];
    const first = await write('first');
    const standing = await open(chief, { lastEventId: String(first), url: own.url });
    let last = first;
    for (let round = 0; round < 16; round += 1) {
      const many = Array.from({ length: 250 }, (_, turn) => write(users[turn % 4] ?? ''));
      last = Math.max(...(await Promise.all(many)));
    }
    expect(last - first).toBe(4000);
    // One that begins anew has this process read everything first.
    (await open(chief, { url: own.url })).close();
    const resumed = await open(chief, { lastEventId: String(first), url: own.url });
    for (const stream of [standing, resumed]) {
      const newest = await stream.until(({ id }) => id === String(last), 10_000);
      expect(newest.data).toMatchObject({ topics: ['user'], everything: false });
      expect(new Set(stream.changes().flatMap(({ userIds }) => userIds))).toEqual(new Set(users));
    }
    expect(resumed.changes()).toHaveLength(1);
    await own.stop();
  });

  test.each([
    ['a place in the future', '99999999'],
    ['a place beyond all numbers', '9'.repeat(30)],
    ['a negative place', '-1'],
    ['a fraction', '1.5'],
    ['a word', 'yesterday'],
    ['a list', '1, 2'],
    ['an injection', "1'; drop table journal; --"],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('from %s asks the browser to read everything again', async (_case, lastEventId) => {
    const stream = await open(administrator, { lastEventId });
    const change = await stream.until(isChange);
    expect(change).toEqual({ event: 'change', id: String(await newestSequence(app.db)), data: EVERYTHING });
    await marker(administrator, stream);
    expect(stream.changes()).toHaveLength(2);
    stream.close();
  });

  test.each(['?lastEventId=', ''])('without a place ("%s") brings only what is new', async (query) => {
    const stream = await open(administrator, { path: `/api/live${query}` });
    await marker(administrator, stream);
    expect(stream.changes()).toHaveLength(1);
    stream.close();
  });

  test('from more than one place at once asks to read everything again', async () => {
    const stream = await open(administrator, { path: '/api/live?lastEventId=1&lastEventId=2' });
    expect((await stream.until(isChange)).data).toEqual(EVERYTHING);
    stream.close();
  });
});

describe('what a member hears', () => {
  test('is of the own figures alone, and never of events and settings', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const other = await addUser(administrator);
    const stream = await open(client);
    const all = await open(administrator);
    await fineOne(administrator, other.id);
    await administrator.must(addEvent, {
      body: { title: 'Picnic', description: 'For all', date: '2026-11-20', location: 'Murree', amount: 5 },
    });
    await setRule(administrator, true);
    await fine(administrator, { userIds: [other.id, user.id] });
    await marker(administrator, all);
    await stream.until(isChange);
    expect(stream.changes()).toEqual([{ topics: ['fine'], userIds: [user.id], everything: false }]);
    expect(JSON.stringify(stream.received)).not.toContain(other.id);
    stream.close();
    all.close();
  });

  test('is of everybody under the rule "Members can see everyone\'s fines"', async () => {
    const { client } = await signedInMember(app, administrator);
    const other = await addUser(administrator);
    const stream = await open(client);
    await setRule(administrator, true, 'members-see-everyone');
    await stream.until(({ data }) => JSON.stringify(data) === JSON.stringify(EVERYTHING_TO_A_MEMBER));
    await fineOne(administrator, other.id);
    await stream.until(about(other.id));
    await setRule(administrator, false, 'members-see-everyone');
    await fineOne(administrator, other.id);
    const all = await open(administrator, { lastEventId: String((await newestSequence(app.db)) - 1) });
    await all.until(about(other.id));
    expect(stream.changes()).toEqual([
      EVERYTHING_TO_A_MEMBER,
      { topics: ['fine'], userIds: [other.id], everything: false },
      EVERYTHING_TO_A_MEMBER,
    ]);
    stream.close();
    all.close();
  });

  test('after resuming is no more than that', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const other = await addUser(administrator);
    const place = await newestSequence(app.db);
    await fineOne(administrator, other.id);
    await fineOne(administrator, user.id);
    const stream = await open(client, { lastEventId: String(place) });
    await stream.until(isChange);
    expect(stream.changes()).toEqual([{ topics: ['fine'], userIds: [user.id], everything: false }]);
    const lost = await open(client, { lastEventId: 'nowhere' });
    expect((await lost.until(isChange)).data).toEqual(EVERYTHING_TO_A_MEMBER);
    stream.close();
    lost.close();
  });
});
