// Users through the API: adding, changing, deleting, listing and searching (USER-6 to USER-11).
import { beforeAll, describe, expect, test } from 'vitest';
import { addFines, listFines } from '../../src/contract/fines/fines.ts';
import { listUserFines } from '../../src/contract/overview.ts';
import {
  addUser as add,
  deleteUser,
  listUserOptions,
  listUsers,
  readUser,
  updateUser,
} from '../../src/contract/users.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import { addUser, addUsers, fineOne, userForm, refusal, submission } from '../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);

const unknownId = 'NOBODY22';
const entriesAbout = (userId: string) =>
  app.db.read.selectFrom('journal').selectAll().where('subject_id', '=', userId).orderBy('sequence').execute();

describe('adding a user', () => {
  test('stores the trimmed fields, with a readable id and the time of creation [NAME-6, NAME-7]', async () => {
    const form = userForm({
      userName: '  Bilal Ahmed ',
      userEmail: ' Bilal@Example.pk ',
      userRole: ' Driver ',
      phone: ' 0321 ',
    });
    const user = await administrator.must(add, { body: form });
    expect(user).toEqual({
      groupId: null,
      id: expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/) as string,
      userName: 'Bilal Ahmed',
      userEmail: 'Bilal@Example.pk',
      userRole: 'Driver',
      phone: '0321',
      number: null,
      status: 'Active',
      access: 'member',
      createdAt: new Date(app.clock.now()).toISOString(),
      updatedAt: null,
      signIn: 'none',
      lastSignIn: null,
    });
    const read = await administrator.must(readUser, { params: { userId: user.id } });
    expect(read).toMatchObject({ user, deleted: false });
    expect(read.summary).toEqual({
      totalFine: 0,
      pendingFine: 0,
      paidAmount: 0,
      credit: 0,
      fineCount: 0,
      paidCount: 0,
      lastActivity: null,
    });
  });

  test('makes the user Active by default [USER-6]', async () => {
    const { status: _, ...form } = userForm();
    expect((await administrator.must(add, { body: form })).status).toBe('Active');
    expect((await addUser(administrator, { status: 'Inactive' })).status).toBe('Inactive');
  });

  test('is journalled: who, when, and the new record [WRITE-2]', async () => {
    const user = await addUser(administrator, { userName: 'Journalled' });
    const [entry, ...others] = await entriesAbout(user.id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ actor: 'admin@jurmana.test', action: 'users.add', subject: 'user', before: null });
    expect(JSON.parse(entry?.after ?? '')).toMatchObject({ id: user.id, user_name: 'Journalled' });
  });

  test('accepts text of any script and punctuation unchanged [V1.1.2, V1.2.3, V1.2.4]', async () => {
    for (const userName of ["Zain O'Neil", 'محمد علی', 'a%b_c\\d "e" `f` <b>g</b>', '🙂 עברית', 'é'.normalize('NFD')]) {
      const user = await addUser(administrator, { userName, userRole: userName });
      const { user: read } = await administrator.must(readUser, { params: { userId: user.id } });
      expect(read).toMatchObject({ userName, userRole: userName });
    }
  });
});

describe('e-mail addresses', () => {
  test('are unique among users, whatever the case [USER-7]', async () => {
    await addUser(administrator, { userEmail: 'Sana.Malik@Example.PK' });
    const answer = refusal(await administrator.call(add, { body: userForm({ userEmail: 'sana.MALIK@example.pk' }) }));
    expect(answer).toMatchObject({ status: 409, code: 'email-in-use', message: 'this email is already in use' });
  });

  test('a user can keep their own, even in another case, but not take another user’s', async () => {
    const [first, second] = [userForm(), userForm()];
    const { id } = await administrator.must(add, { body: first });
    await administrator.must(add, { body: second });
    const louder = { ...first, userEmail: first.userEmail.toUpperCase(), status: 'Active' as const };
    const changed = await administrator.must(updateUser, { params: { userId: id }, body: louder });
    expect(changed.userEmail).toBe(first.userEmail.toUpperCase());
    const body = { ...first, userEmail: second.userEmail.toUpperCase(), status: 'Active' as const };
    const answer = refusal(await administrator.call(updateUser, { params: { userId: id }, body }));
    expect(answer).toMatchObject({ status: 409, code: 'email-in-use' });
  });

  test('are free again once their user is deleted [USER-7]', async () => {
    const form = userForm();
    const { id } = await administrator.must(add, { body: form });
    await administrator.must(deleteUser, { params: { userId: id } });
    expect((await administrator.must(add, { body: form })).userEmail).toBe(form.userEmail);
  });
});

describe('changing a user', () => {
  test('replaces every field, records when, and leaves the figures unchanged', async () => {
    const user = await addUser(administrator);
    await fineOne(administrator, user.id, { amount: 250 });
    app.clock.advance(60_000);
    const body = userForm({ userName: 'Renamed', userRole: 'Cook', phone: '051', status: 'Inactive' });
    const changed = await administrator.must(updateUser, {
      params: { userId: user.id },
      body: { ...body, status: 'Inactive' },
    });
    expect(changed).toEqual({
      groupId: null,
      ...body,
      number: null,
      id: user.id,
      access: 'member',
      createdAt: user.createdAt,
      updatedAt: new Date(app.clock.now()).toISOString(),
      signIn: 'none',
      lastSignIn: null,
    });
    const read = await administrator.must(readUser, { params: { userId: user.id } });
    expect(read.user).toEqual(changed);
    expect(read.summary).toMatchObject({ totalFine: 250, pendingFine: 250, fineCount: 1 });
    const { items } = await administrator.must(listUserFines, { params: { userId: user.id }, query: {} });
    expect(items[0]?.userName).toBe('Renamed');
    const entries = await entriesAbout(user.id);
    expect(entries.map((entry) => entry.action)).toEqual(['users.add', 'users.update']);
    expect(JSON.parse(entries[1]?.before ?? '')).toMatchObject({ user_name: user.userName });
  });

  test('leaves fields that were not sent as others have set them in the meantime [SCREEN-9, USER-11]', async () => {
    const form = userForm();
    const { id } = await administrator.must(add, { body: form });
    const params = { userId: id };
    await administrator.must(updateUser, { params, body: { status: 'Inactive' } });
    // From a window that does not know of the change above yet.
    const changed = await administrator.must(updateUser, { params, body: { phone: ' 051 ' } });
    expect(changed).toMatchObject({ ...form, status: 'Inactive', phone: '051' });
    for (const body of [
      {},
      { name: 'Ayesha' },
      { userName: '' },
      { userEmail: 'nobody' },
      { status: 'Gone' },
      { phone: 5 },
      { status: null },
    ]) {
      const answer = await administrator.call(updateUser, { params, body: body as never });
      expect(refusal(answer)).toMatchObject({ status: 400, code: 'invalid-input' });
    }
    const { user } = await administrator.must(readUser, { params });
    expect(user).toEqual(changed);
  });

  test('an unknown or deleted user is not found [USER-11]', async () => {
    const { id } = await addUser(administrator);
    await administrator.must(deleteUser, { params: { userId: id } });
    for (const userId of [unknownId, id]) {
      const body = { ...userForm(), status: 'Active' as const };
      expect(refusal(await administrator.call(updateUser, { params: { userId }, body }))).toMatchObject({
        status: 404,
        code: 'user-not-found',
      });
      expect(refusal(await administrator.call(deleteUser, { params: { userId } }))).toMatchObject({
        status: 404,
        code: 'user-not-found',
      });
      expect(refusal(await administrator.call(readUser, { params: { userId } })).code).toBe('user-not-found');
    }
  });
});

describe('deleting a user', () => {
  test('keeps fines and totals, which then show "Unknown User" with the id [USER-10]', async () => {
    const user = await addUser(administrator, { userName: 'Gone Soon' });
    const charged = await fineOne(administrator, user.id, { amount: 700 });
    const before = await administrator.must(listFines, { query: {} });
    expect(await administrator.must(deleteUser, { params: { userId: user.id } })).toEqual({ id: user.id });
    const after = await administrator.must(listFines, { query: { userId: user.id } });
    expect(after.totals).toEqual(before.totals);
    expect(after.items).toEqual([{ ...charged, userName: 'Unknown User' }]);
    expect(after.user).toMatchObject({ id: user.id, userName: 'Unknown User', summary: { totalFine: 700 } });
    const read = await administrator.must(readUser, { params: { userId: user.id } });
    expect(read).toMatchObject({
      deleted: true,
      user: { userName: 'Unknown User', userEmail: null, phone: '', userRole: '' },
    });
    expect((await administrator.must(listUserFines, { params: { userId: user.id }, query: {} })).totalItems).toBe(1);
    await expectBooksRight(app.db);
  });

  test('removes the user from the lists, and no further fine can be added [FINE-7]', async () => {
    const user = await addUser(administrator, { userName: 'Zubaida Unlisted' });
    const { totalUsers } = await administrator.must(listUsers, { query: {} });
    await administrator.must(deleteUser, { params: { userId: user.id } });
    const list = await administrator.must(listUsers, { query: { search: 'Zubaida' } });
    expect(list).toMatchObject({ items: [], totalItems: 0, totalUsers: totalUsers - 1 });
    expect((await administrator.must(listUserOptions, { query: { search: user.id } })).items).toEqual([]);
    const answer = refusal(await administrator.call(addFines, { body: submission({ userIds: [user.id] }) }));
    expect(answer).toMatchObject({ code: 'user-not-found', details: { userIds: [user.id] } });
  });
});

describe('one user', () => {
  test('has totals and fines, by date and then by creation, newest first [FINE-8]', async () => {
    const { id } = await addUser(administrator);
    const days = ['2026-01-05', '2026-03-05', '2026-02-05', '2026-03-05', '2025-12-31', '2026-01-06'];
    const ids: string[] = [];
    for (const [index, date] of days.entries()) {
      ids.push((await fineOne(administrator, id, { date, amount: 10 + index, fineType: `Type ${index}` })).id);
    }
    const read = await administrator.must(readUser, { params: { userId: id } });
    const { items } = await administrator.must(listUserFines, { params: { userId: id }, query: {} });
    expect(items.map((item) => item.id)).toEqual([3, 1, 2, 5, 0].map((index) => ids[index]));
    expect(read.summary).toMatchObject({ fineCount: 6, lastActivity: '2026-03-05' });
  });
});

describe('the list of users', () => {
  const own = useApp();
  const client = useAdministrator(own);
  // In the expected order: Latin names ignoring case and accents, then Urdu names in alphabetical order.
  const names = [
    'Ádil Shah',
    'ahmad raza',
    'Ahmed Khan',
    'bilal',
    'Óscar',
    'Zara',
    'اسلم',
    'آمنہ',
    'بشریٰ',
    'ٹیپو',
    'یاسر',
  ];

  beforeAll(async () => {
    await addUsers(client, names.toReversed());
    for (let n = 0; n < 40; n += 1)
      await addUser(client, { userName: `Worker ${String(n).padStart(2, '0')}`, userRole: `100% of_role ${n}` });
    await addUser(client, { userName: 'Caller', phone: '+92 (345) 6789012' });
    await addUser(client, { userName: 'بہنور' });
    await addUser(client, { userName: 'Twin', userEmail: 'b%c@example.pk', userRole: 'a\\b' });
    await addUser(client, { userName: 'Twin', userEmail: "o'neil_x@example.pk", userRole: 'say "no"' });
  });

  const found = async (search: string): Promise<string[]> =>
    (await client.must(listUsers, { query: { search, pageSize: 100 } })).items.map((user) => user.userName);

  test('is sorted by name, in the same way on every engine [NAME-3]', async () => {
    const items = await found('');
    expect(items.filter((name) => names.includes(name))).toEqual(names);
    expect(items.indexOf('Twin')).toBeLessThan(items.indexOf('Worker 00'));
    expect(items.indexOf('Worker 39')).toBeLessThan(items.indexOf('Zara'));
  });

  test('comes in pages that together are the whole list, and is empty past the end [API-5]', async () => {
    const { items: all, totalItems, totalUsers } = await client.must(listUsers, { query: { pageSize: 100 } });
    expect([totalItems, totalUsers, all.length]).toEqual([55, 55, 55]);
    const pages: string[] = [];
    for (let page = 1; page <= 8; page += 1) {
      const { items, ...rest } = await client.must(listUsers, { query: { page, pageSize: 7 } });
      expect(rest).toMatchObject({ page, pageSize: 7, totalItems: 55 });
      pages.push(...items.map((user) => user.id));
    }
    expect(pages).toEqual(all.map((user) => user.id));
    expect((await client.must(listUsers, { query: { page: 9, pageSize: 7 } })).items).toEqual([]);
    expect((await client.must(listUsers, { query: { page: 10_000_000, pageSize: 100 } })).items).toEqual([]);
    expect((await client.must(listUsers, { query: {} })).pageSize).toBe(25);
  });

  test.each([
    ['ADIL', ['Ádil Shah']],
    ['  ahm  ', ['ahmad raza', 'Ahmed Khan']],
    ['امنه', ['آمنہ']],
    ['ياسر', ['یاسر']],
    ['%', [...Array.from({ length: 40 }, (_, n) => `Worker ${String(n).padStart(2, '0')}`), 'Twin'].toSorted()],
    ['b%c', ['Twin']],
    ['_x@', ['Twin']],
    ['f_role 39', ['Worker 39']],
    ['fxrole', []],
    ["o'neil", ['Twin']],
    ['"NO"', ['Twin']],
    ['a\\b', ['Twin']],
    ['\\', ['Twin']],
    ['PERSON', expect.arrayContaining(['bilal', 'Worker 07']) as string[]],
    ['0345 6', ['Caller']],
    ['+92 345-67', ['Caller']],
    ['٠٣٤٥٦٧٨٩٠١٢', ['Caller']],
    ['89-0', []],
    ['بھنور', ['بہنور']],
    ["'; drop table users; --", []],
    ['\u202B', expect.arrayContaining(names) as string[]],
  ])('finds by name, e-mail, role or telephone number: %j [NAME-8, USER-1]', async (search, expected) => {
    expect(await found(search)).toEqual(expected);
  });

  test('counts both the matching users and all users', async () => {
    const list = await client.must(listUsers, { query: { search: 'worker', pageSize: 5 } });
    expect([list.items.length, list.totalItems, list.totalUsers]).toEqual([5, 40, 55]);
  });

  test('offers users for selection by name, e-mail, id or number, without further details', async () => {
    const user = await addUser(client, { userName: 'Chosen One', userRole: 'Secret Role', phone: '0321 5551234' });
    const email = user.userEmail ?? '';
    const marked = `\u202a${email.replace('@', '\u200b@')}\u200e`;
    for (const search of [user.id.toLowerCase(), 'chosen', email, marked, '0321-55']) {
      const { items } = await client.must(listUserOptions, { query: { search } });
      expect(items).toEqual([{ id: user.id, userName: 'Chosen One', userEmail: user.userEmail, status: 'Active' }]);
    }
    expect((await client.must(listUserOptions, { query: { search: 'secret role' } })).items).toEqual([]);
  });

  test('a picker lists names that begin with the term first, then later words, then other matches; inactive users last [LIST-18]', async () => {
    const people = ['Zobair Sina', 'Sina Mir', 'Rehana Tasinim', 'Sinaullah Khan', 'سنا میر'];
    for (const userName of people) await addUser(client, { userName });
    await addUser(client, { userName: 'Sina Aslam', status: 'Inactive' });
    await addUser(client, { userName: '100% Sina_', userEmail: 'percent@example.pk' });
    const picked = async (search: string) =>
      (await client.must(listUserOptions, { query: { search } })).items.map(({ userName }) => userName);
    // Ids are searched too, but contain no I.
    expect(await picked('sin')).toEqual([
      'Sina Mir',
      'Sinaullah Khan',
      '100% Sina_',
      'Zobair Sina',
      'Rehana Tasinim',
      'Sina Aslam',
    ]);
    expect(await picked('سنا')).toEqual(['سنا میر']);
    expect(await picked('0%')).toEqual(['100% Sina_']);
    expect(await picked('a_')).toEqual(['100% Sina_']);
  });

  test('finds an e-mail address with an accent as it was typed', async () => {
    await addUser(client, { userName: 'Accent', userEmail: 'José.Peña@Example.pk' });
    expect(await found('josé.peña@')).toEqual(['Accent']);
  });
});
