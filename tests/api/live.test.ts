// The live feed (LIVE-1 to LIVE-5): what is sent to whom, and that a reconnecting client misses no change.
import { describe, expect, test } from 'vitest';
import { readSession } from '../../src/contract/auth.ts';
import { addEvent } from '../../src/contract/events.ts';
import { setFineStatus } from '../../src/contract/fines.ts';
import { TOPICS } from '../../src/contract/topics.ts';
import { changeOf, EVERYTHING, topicsFor } from '../../src/server/live/changes.ts';
import { startApp, useAdministrator, useApp } from '../helpers/app.ts';
import { type Client, createClient } from '../helpers/client.ts';
import { addUser, eventForm, fine, fineOne, setRule } from '../helpers/ledger.ts';
import { caughtUp, isChange, newestEventId, openLive } from '../helpers/live-stream.ts';
import { signedInMember } from '../helpers/members.ts';

const app = useApp();
const administrator = useAdministrator(app);
const open = (client: Client, options: Parameters<typeof openLive>[2] & { url?: string } = {}) =>
  openLive(options.url ?? app.url, client.cookie, options);
const openCurrent = async () => open(administrator, { lastEventId: await newestEventId(app.db) });
const picnic = eventForm();

describe('a stream', () => {
  test('is not for nobody', async () => {
    const stream = await open(app.nobody);
    expect(stream.status).toBe(401);
    stream.close();
  });

  test('says how to read it, and keeps proxies from holding it back', async () => {
    const stream = await openCurrent();
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toContain('no-cache');
    expect(stream.headers.get('cache-control')).toContain('no-transform');
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('content-encoding')).toBeNull();
    expect(stream.headers.get('x-content-type-options')).toBe('nosniff');
    expect(stream.received).toEqual([{ event: 'hello', id: await newestEventId(app.db), data: {} }]);
    stream.close();
  });

  test('tells of each write with its topic, and of nothing else', async () => {
    const stream = await openCurrent();
    const user = await addUser(administrator);
    await caughtUp(app.db, stream);
    const added = await fineOne(administrator, user.id);
    await caughtUp(app.db, stream);
    await administrator.must(setFineStatus, { params: { fineId: added.id }, body: { status: 'Paid' } });
    await caughtUp(app.db, stream);
    await administrator.must(addEvent, { body: picnic });
    await caughtUp(app.db, stream);
    await setRule(administrator, false);
    await caughtUp(app.db, stream);
    expect(stream.changes()).toEqual([['user'], ['fine'], ['fine', 'payment'], ['event'], ['rule']]);
    expect(JSON.stringify(stream.received)).not.toContain(user.userName);
    expect(JSON.stringify(stream.received)).not.toContain(user.id);
    stream.close();
  });

  test('says nothing of a write that failed or was a repetition', async () => {
    const user = await addUser(administrator);
    const fined = await fineOne(administrator, user.id);
    const request = { params: { fineId: fined.id }, body: { status: 'Paid' as const } };
    await administrator.must(setFineStatus, request, { key: 'the-same-key' });
    const stream = await openCurrent();
    await administrator.must(setFineStatus, request, { key: 'the-same-key' });
    expect((await administrator.call(setFineStatus, request)).ok).toBe(false);
    await administrator.must(addEvent, { body: picnic });
    await caughtUp(app.db, stream);
    expect(stream.changes()).toEqual([['event']]);
    stream.close();
  });
});

describe('coming back', () => {
  test('with the newest id brings nothing old', async () => {
    const stream = await openCurrent();
    expect(stream.readAgain).toBe(false);
    await addUser(administrator);
    await caughtUp(app.db, stream);
    expect(stream.changes()).toEqual([['user']]);
    stream.close();
  });

  test('with the id of the session brings what was written since that answer', async () => {
    const before = (await administrator.must(readSession, {})).principal?.booksVersion ?? '';
    const current = await open(administrator, { lastEventId: before });
    expect(current.readAgain).toBe(false);
    await addUser(administrator);
    const behind = await open(administrator, { lastEventId: before });
    expect(behind.readAgain).toBe(true);
    current.close();
    behind.close();
  });

  test('an answer carries the id from which the feed must begin to miss nothing since', async () => {
    const idOf = async ({ cookie }: Client): Promise<string | null> =>
      (await fetch(`${app.url}/api/overview`, { headers: { cookie } })).headers.get('last-event-id');
    const current = await openCurrent();
    await addUser(administrator);
    await caughtUp(app.db, current);
    const id = await idOf(administrator);
    expect(id).toBe((await administrator.must(readSession, {})).principal?.booksVersion);
    expect((await open(administrator, { lastEventId: id ?? '' })).readAgain).toBe(false);
    await addUser(administrator);
    expect((await open(administrator, { lastEventId: id ?? '' })).readAgain).toBe(true);
    // LIVE-5
    const { client } = await signedInMember(app, administrator);
    expect(await idOf(client)).toBeNull();
    current.close();
  });

  test('works by address too, for what cannot set headers', async () => {
    const stream = await open(administrator, { path: `/api/live?lastEventId=${await newestEventId(app.db)}` });
    expect(stream.readAgain).toBe(false);
    stream.close();
  });

  test('to a server just started is the same', async () => {
    const place = await newestEventId(app.db);
    await addUser(administrator);
    const second = await startApp({ databaseUrl: app.databaseUrl, clock: app.clock });
    const current = await open(administrator, { lastEventId: await newestEventId(app.db), url: second.url });
    expect(current.readAgain).toBe(false);
    expect((await open(administrator, { lastEventId: place, url: second.url })).readAgain).toBe(true);
    await second.stop();
  });

  test('misses nothing that another server has just written', async () => {
    const before = await newestEventId(app.db);
    const current = await open(administrator, { lastEventId: before });
    const second = await startApp({ databaseUrl: app.databaseUrl, clock: app.clock });
    await addUser(createClient(second.url, administrator.cookie));
    const behind = await open(administrator, { lastEventId: before });
    expect(behind.readAgain).toBe(true);
    current.close();
    behind.close();
    await second.stop();
  });

  test('loses nothing while others write', async () => {
    let lastEventId = await newestEventId(app.db);
    const writing = (async () => {
      for (let i = 0; i < 30; i += 1) await addUser(administrator);
    })();
    for (let i = 0; i < 6; i += 1) {
      const before = await newestEventId(app.db);
      const stream = await open(administrator, { lastEventId });
      // Everything committed before the stream opened has been received by now.
      expect(before === lastEventId || stream.received.some(isChange)).toBe(true);
      stream.close();
      lastEventId = stream.received.findLast(({ id }) => id !== null)?.id ?? lastEventId;
    }
    const rest = await open(administrator, { lastEventId });
    await writing;
    await caughtUp(app.db, rest);
    rest.close();
  });

  test.each([
    ['no id', undefined],
    ['an older one', '1.1'],
    ['one in the future', '99999999.99999999'],
    ['one beyond all numbers', '9'.repeat(30)],
    ['a word', 'yesterday'],
    ['a list', '1, 2'],
    ['an injection', "1'; drop table journal; --"],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('with %s means to read everything again', async (_case, lastEventId) => {
    const stream = await open(administrator, lastEventId === undefined ? {} : { lastEventId });
    expect(await stream.until(isChange)).toEqual({
      event: 'change',
      id: await newestEventId(app.db),
      data: { topics: TOPICS },
    });
    expect(stream.changes()).toEqual([]);
    stream.close();
  });

  test('with several ids at once means to read everything again', async () => {
    expect((await open(administrator, { path: '/api/live?lastEventId=1&lastEventId=2' })).readAgain).toBe(true);
  });
});

describe('what a member hears', () => {
  test('is of the own figures alone, never of events and settings, and no number', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const other = await addUser(administrator);
    expect((await client.must(readSession, {})).principal?.booksVersion).toBeNull();
    const stream = await open(client, { lastEventId: await newestEventId(app.db) });
    expect(await stream.until(isChange)).toEqual({ event: 'change', id: null, data: { topics: ['fine', 'user'] } });
    const all = await openCurrent();
    await fineOne(administrator, other.id);
    await administrator.must(addEvent, { body: picnic });
    await setRule(administrator, true);
    await caughtUp(app.db, all);
    await fine(administrator, { userIds: [other.id, user.id] });
    await expect.poll(() => stream.changes()).toEqual([['fine']]);
    expect(stream.received.every(({ id }) => id === null)).toBe(true);
    stream.close();
    all.close();
  });

  test('is of everybody under the rule "Members can see everyone\'s fines"', async () => {
    const { user, client } = await signedInMember(app, administrator);
    const other = await addUser(administrator);
    const stream = await open(client);
    const all = await openCurrent();
    await setRule(administrator, true, 'members-see-everyone');
    await expect.poll(() => stream.changes()).toEqual([['fine', 'user']]);
    await fineOne(administrator, other.id);
    await expect.poll(() => stream.changes()).toEqual([['fine', 'user'], ['fine']]);
    await setRule(administrator, false, 'members-see-everyone');
    await expect.poll(() => stream.changes()).toEqual([['fine', 'user'], ['fine'], ['fine', 'user']]);
    await fineOne(administrator, other.id);
    await caughtUp(app.db, all);
    await fineOne(administrator, user.id);
    await expect.poll(() => stream.changes()).toEqual([['fine', 'user'], ['fine'], ['fine', 'user'], ['fine']]);
    stream.close();
    all.close();
  });
});

describe('the topics of a change', () => {
  const entry = (subject: 'fine' | 'user' | 'event' | 'setting', userId: string | null, subjectId = 'x') => ({
    sequence: 1,
    at: 1,
    subject,
    subject_id: subjectId,
    user_id: userId,
  });
  const chief = { access: 'administrator' as const, userId: null };
  const member = { access: 'member' as const, userId: 'm' };

  test('are told apart by user, whatever else is in the same commit', () => {
    const change = changeOf([entry('fine', 'other'), entry('user', 'm'), entry('event', null)]);
    expect(topicsFor(chief, change, false)).toEqual(['fine', 'user', 'event']);
    expect(topicsFor(member, change, false)).toEqual(['user']);
    expect(topicsFor(member, change, true)).toEqual(['fine', 'user']);
    expect(topicsFor(member, changeOf([entry('setting', null, '1')]), true)).toEqual([]);
    expect(topicsFor(member, changeOf([entry('setting', null, 'members-see-everyone')]), false)).toEqual([
      'fine',
      'user',
    ]);
  });

  test('are all that a principal may hear of, where everything may have changed', () => {
    expect(topicsFor(chief, EVERYTHING, false)).toEqual(TOPICS);
    expect(topicsFor(member, EVERYTHING, false)).toEqual(['fine', 'user']);
  });
});
