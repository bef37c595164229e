// Adding several users at once (USER-15, USER-16).
import { afterEach, expect, test } from 'vitest';
import { addUsers, deleteUser, listUsers, readUser } from '../../src/contract/users.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { ADMINISTRATOR } from '../helpers/instance.ts';
import { addUser, refusal, userForm } from '../helpers/ledger.ts';
import { caughtUp, newestEventId, openLive } from '../helpers/live-stream.ts';

const app = useApp();
const administrator = useAdministrator(app);
afterEach(() => expectBooksRight(app.db));

const forms = (count: number) => Array.from({ length: count }, () => userForm());
const add = (users: ReturnType<typeof forms>) => administrator.call(addUsers, { body: { users } });
const entriesOf = (ids: readonly string[]) =>
  app.db.read
    .selectFrom('journal')
    .select(['subject', 'subject_id', 'batch', 'actor', 'action', 'before', 'after'])
    .where('subject_id', 'in', ids)
    .orderBy('sequence')
    .execute();

test('all are added at one instant, each as a single one would be, with a journal entry each [USER-15]', async () => {
  const { status: _, ...plain } = userForm({ userName: '  Ayesha Khan ', userEmail: ' Ayesha.Khan@Example.PK ' });
  const { userIds } = await administrator.must(addUsers, {
    body: { users: [plain, userForm({ userName: 'محمد علی', status: 'Inactive' })] },
  });
  const now = new Date(app.clock.now()).toISOString();
  const read = (userId = '') => administrator.must(readUser, { params: { userId } });
  const [ayesha, ali] = [await read(userIds[0]), await read(userIds[1])];
  expect(ayesha.user).toMatchObject({
    id: expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/) as string,
    userName: 'Ayesha Khan',
    userEmail: 'Ayesha.Khan@Example.PK',
    status: 'Active',
    createdAt: now,
    updatedAt: null,
    signIn: 'none',
  });
  expect(ali.user).toMatchObject({ userName: 'محمد علی', status: 'Inactive', createdAt: now });
  const entries = await entriesOf(userIds);
  expect(entries.map(({ subject_id }) => subject_id)).toEqual(userIds);
  expect(new Set(entries.map(({ batch }) => batch)).size).toBe(1);
  for (const entry of entries) {
    expect(entry).toMatchObject({
      actor: ADMINISTRATOR.email,
      action: 'users.addSeveral',
      subject: 'user',
      before: null,
    });
  }
  expect(entries.map(({ after }) => (JSON.parse(after ?? '') as { user_name: string }).user_name)).toEqual([
    'Ayesha Khan',
    'محمد علی',
  ]);
});

test('500 can be added at once [USER-15, USER-19]', async () => {
  const { totalUsers } = await administrator.must(listUsers, { query: {} });
  const answer = await add(forms(500));
  expect(answer.status).toBe(200);
  expect((await administrator.must(listUsers, { query: {} })).totalUsers).toBe(totalUsers + 500);
});

test('e-mails of other users are all reported at once, and nobody is added [USER-16]', async () => {
  const taken = [await addUser(administrator), await addUser(administrator)];
  const gone = await addUser(administrator);
  await administrator.must(deleteUser, { params: { userId: gone.id } });
  const users = forms(5);
  Object.assign(users[1] ?? {}, { userEmail: taken[0]?.userEmail?.toUpperCase() });
  Object.assign(users[2] ?? {}, { userEmail: gone.userEmail });
  Object.assign(users[4] ?? {}, { userEmail: taken[1]?.userEmail });
  const before = await dump(app.db);
  expect(refusal(await add(users))).toMatchObject({
    status: 409,
    code: 'emails-in-use',
    message: 'Some of these e-mails are already in use. Nothing was saved.',
    details: [
      { path: 'body.users.1.userEmail', message: 'this email is already in use' },
      { path: 'body.users.4.userEmail', message: 'this email is already in use' },
    ],
  });
  expect(await dump(app.db)).toEqual(before);
  expect((await add([...users.slice(0, 1), ...users.slice(2, 4)])).status).toBe(200);
});

test('every invalid line and field is reported at once, even of the last of 500 [USER-16]', async () => {
  const users = forms(500);
  for (const user of users) Object.assign(user, { userName: ' ', userEmail: 'nobody', userRole: '', phone: '' });
  users[498] = userForm({ userEmail: 'Twice@example.pk' });
  users[499] = userForm({ userEmail: 'twice@Example.pk', phone: 'x'.repeat(41) });
  const before = await dump(app.db);
  const answer = refusal(await add(users));
  expect(answer).toMatchObject({ status: 400, code: 'invalid-input' });
  const problems = answer.details as { path: string; message: string }[];
  expect(problems).toHaveLength(498 * 4 + 2);
  expect(problems.slice(0, 4)).toEqual([
    { path: 'body.users.0.userName', message: 'must not be empty' },
    { path: 'body.users.0.userEmail', message: 'must be an e-mail address' },
    { path: 'body.users.0.userRole', message: 'must not be empty' },
    { path: 'body.users.0.phone', message: 'must not be empty' },
  ]);
  expect(problems.slice(-2)).toEqual([
    { path: 'body.users.499.phone', message: 'must be at most 40 characters' },
    { path: 'body.users.499.userEmail', message: 'must not be in the list twice' },
  ]);
  expect(await dump(app.db)).toEqual(before);
});

test('a repeat under the same key gets the same answer and adds nobody twice [USER-15]', async () => {
  const body = { users: forms(3) };
  const key = 'several-only-once';
  const first = await administrator.must(addUsers, { body }, { key });
  await administrator.must(deleteUser, { params: { userId: first.userIds[0] ?? '' } });
  const after = await dump(app.db);
  expect(await administrator.must(addUsers, { body }, { key })).toEqual(first);
  expect(await dump(app.db)).toEqual(after);
  const other = await administrator.call(addUsers, { body: { users: forms(1) } }, { key });
  expect(refusal(other).code).toBe('idempotency-key-reused');
});

test('of two windows that add the same list at once, one is told that the other came first [USER-16]', async () => {
  const users = forms(3);
  const answers = await Promise.all([add(users), add(users.toReversed())]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('a record with the administrator’s e-mail has no power over that account', async () => {
  await administrator.must(addUsers, { body: { users: [userForm({ userEmail: ADMINISTRATOR.email }), userForm()] } });
  await expect(app.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password)).resolves.toBeDefined();
});

test('live streams are notified once', async () => {
  const stream = await openLive(app.url, administrator.cookie, { lastEventId: await newestEventId(app) });
  await administrator.must(addUsers, { body: { users: forms(3) } });
  await caughtUp(app, stream);
  expect(stream.changes()).toBe(1);
  stream.close();
});
