// The response cache: responses are reused without reading records, never for anybody else, and never after a change,
// whichever process made it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signOut } from '../../src/contract/sign-in/auth.ts';
import { addEvent, listEvents } from '../../src/contract/events.ts';
import { listFines } from '../../src/contract/fines/fines.ts';
import { listSummaries, listUserFines, readTotals } from '../../src/contract/overview.ts';
import { listUserOptions, updateUser, type User } from '../../src/contract/users.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { type Client } from '../helpers/client.ts';
import { addUser, addUsers, eventForm, fineOne, mark, refusal, setRule } from '../helpers/ledger.ts';
import { signedInMember } from '../helpers/members.ts';
import { recordStatements } from '../helpers/sent-statements.ts';

const app = useApp();
const administrator = useAdministrator(app);
/** Another process on the same database. */
const other = useApp(() => ({ databaseUrl: app.databaseUrl, clock: app.clock }));
const elsewhere = useAdministrator(other);
let sent: string[] = [];
let stopRecording: () => void;

beforeAll(async () => {
  stopRecording = recordStatements(({ sql }) => sent.push(sql));
  await setRule(administrator, false);
});
afterAll(() => stopRecording());
beforeEach(() => (sent = []));

/** The statements that read records. */
const readings = () =>
  sent.filter((sql) => /from "(users|fines|events|fine_days)"/.test(sql) && !/"sessions"/.test(sql));
const textOf = async (client: Client, path: string, accepted = 'identity') => {
  const answer = await client.fetch(path, { headers: { 'accept-encoding': accepted } });
  expect(answer.status).toBe(200);
  return { text: await answer.text(), headers: answer.headers };
};

describe('while nothing changes', () => {
  test.each([
    ['/api/fines?pageSize=20'],
    ['/api/overview?fines=3'],
    ['/api/totals'],
    ['/api/events'],
    ['/api/users/options'],
  ])('%s is computed once and reused, whatever the requested encoding', async (path) => {
    await addUsers(
      administrator,
      Array.from({ length: 10 }, (_, index) => `عثمان Person ${index}`),
    );
    const encodings = ['br', 'gzip', 'identity'] as const;
    const first: Awaited<ReturnType<typeof textOf>>[] = [];
    for (const encoding of encodings) first.push(await textOf(administrator, path, encoding));
    const isLarge = (first[0]?.text.length ?? 0) >= 2048;
    expect(first.map(({ headers }) => headers.get('content-encoding'))).toEqual(
      isLarge ? ['br', 'gzip', null] : [null, null, null],
    );
    expect(readings().length).toBeGreaterThan(0);
    sent = [];
    for (const [index, encoding] of encodings.entries()) {
      const again = await textOf(administrator, path, encoding);
      expect(again.text).toBe(first[0]?.text);
      for (const name of ['content-type', 'content-encoding', 'vary', 'cache-control', 'content-security-policy']) {
        expect(again.headers.get(name), name).toBe(first[index]?.headers.get(name));
      }
      expect(again.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(again.headers.get('cache-control')).toBe('no-store');
    }
    expect(readings()).toEqual([]);
  });

  test('a refused request is refused again', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect(refusal(await administrator.call(listFines, { query: { userId: 'nobody' } })).code).toBe('user-not-found');
      expect(refusal(await administrator.call(listFines, { query: { page: 0 } })).code).toBe('invalid-input');
    }
  });
});

describe('changes show at once', () => {
  let user: User;
  beforeAll(async () => {
    user = await addUser(administrator, { userName: 'Ayesha Khan' });
  });
  const seen = async (client: Client) => ({
    fines: (await client.must(listFines, { query: {} })).totalItems,
    ofUser: (await client.must(listFines, { query: { userId: user.id } })).user?.summary.paidAmount,
    card: (await client.must(listUserFines, { params: { userId: user.id }, query: {} })).summary.totalFine,
    pending: (await client.must(readTotals, {})).totals.pendingFinesAmount,
    name: (await client.must(listSummaries, { query: {} })).items.find(({ userId }) => userId === user.id)?.userName,
    option: (await client.must(listUserOptions, { query: {} })).items.find(({ id }) => id === user.id)?.status,
    events: (await client.must(listEvents, { query: {} })).totalItems,
  });

  test('changes of any kind, made in this process or another [WRITE-9]', async () => {
    const before = await seen(administrator);
    expect(await seen(elsewhere)).toEqual(before);
    const { id: fineId } = await fineOne(elsewhere, user.id, { amount: 100 });
    const added = { ...before, fines: before.fines + 1, card: 100, pending: before.pending + 100 };
    expect(await seen(administrator)).toEqual(added);
    expect(await seen(elsewhere)).toEqual(added);
    await mark(administrator, fineId, 'Paid');
    const paid = { ...added, ofUser: 100, pending: before.pending };
    expect(await seen(elsewhere)).toEqual(paid);
    expect(await seen(administrator)).toEqual(paid);
    await elsewhere.must(updateUser, {
      params: { userId: user.id },
      body: { userName: 'Ayesha Malik', status: 'Inactive' },
    });
    const renamed = { ...paid, name: 'Ayesha Malik', option: 'Inactive' };
    expect(await seen(administrator)).toEqual(renamed);
    await administrator.must(addEvent, { body: eventForm() });
    expect(await seen(elsewhere)).toEqual({ ...renamed, events: renamed.events + 1 });
  });

  test('a new day', async () => {
    const statuses = async () =>
      (await administrator.must(listEvents, { query: {} })).items.map(({ status }) => status);
    expect(await statuses()).toEqual(['Today']);
    app.clock.advance(24 * 60 * 60 * 1000);
    expect(await statuses()).toEqual(['Completed']);
  });
});

describe('nobody gets an answer made for somebody else', () => {
  test('two members and the administrator ask the same [WRITE-9]', async () => {
    const one = await signedInMember(app, administrator, { userName: 'Member One' });
    const two = await signedInMember(app, administrator, { userName: 'Member Two' });
    await fineOne(administrator, one.user.id, { amount: 10 });
    const names = async (client: Client) =>
      (await client.must(listSummaries, { query: { pageSize: 20 } })).items.map(({ userName }) => userName);
    for (let time = 0; time < 2; time += 1) {
      expect(await names(administrator)).toEqual(expect.arrayContaining(['Member One', 'Member Two']));
      expect(await names(one.client)).toEqual(['Member One']);
      expect(await names(two.client)).toEqual(['Member Two']);
      const ofOne = { params: { userId: one.user.id }, query: {} };
      expect((await one.client.must(listUserFines, ofOne)).totalItems).toBe(1);
      expect(refusal(await two.client.call(listUserFines, ofOne)).code).toBe('user-not-found');
    }
  });

  test('a switched rule applies from the next request on', async () => {
    const { client } = await signedInMember(app, administrator, { userName: 'Member Three' });
    const seenByMember = async () => (await client.must(listSummaries, { query: {} })).totalItems;
    expect(await seenByMember()).toBe(1);
    await setRule(elsewhere, true, 'members-see-everyone');
    expect(await seenByMember()).toBeGreaterThan(1);
    await setRule(elsewhere, false, 'members-see-everyone');
    expect(await seenByMember()).toBe(1);
  });

  test('nor does anyone after their session has ended', async () => {
    const { client } = await signedInMember(app, administrator);
    await client.must(listSummaries, { query: {} });
    await client.must(listSummaries, { query: {} });
    await client.must(signOut, {});
    expect(refusal(await client.call(listSummaries, { query: {} })).code).toBe('not-signed-in');
    expect(refusal(await app.nobody.call(listSummaries, { query: {} })).code).toBe('not-signed-in');
  });
});
