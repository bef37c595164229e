// Searches of members and payments find the same as reading every row would, whether by index or, for shorter terms, by
// a scan, and after any change [NAME-4].
import { beforeAll, expect, test } from 'vitest';
import { listPayments, takePayment } from '../../src/contract/money/payments.ts';
import { deleteUser, listUserOptions, listUsers, updateUser, type User } from '../../src/contract/users.ts';
import { MOST_FOUND } from '../../src/core/limits.ts';
import { matches } from '../../src/core/text/search.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { addUser, setRule } from '../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);

const NAMES = [
  'Ayesha Khan',
  'AYESHA "Baji" Khan',
  'José Müller',
  'عمر خان',
  'محمد عمران',
  'فاطمۃ الزہرا',
  '100% O_Neil',
  'Al',
  "' OR words:*",
  'NEAR(a b)',
  '🙂🙂🙂 Zed',
];
/** Terms of every length and script, including characters with a meaning in queries. */
const TERMS = [
  'a',
  'al',
  'kh',
  'خ',
  'خا',
  'yes',
  'KHAN',
  'esha k',
  'khan ayesha',
  'khan aye',
  'k ayesha',
  'kh ay',
  'kha clerk',
  'خان عمر',
  '"baji" ayesha',
  'OR words',
  'b) near(a',
  'خان',
  'عمر',
  'عمرا',
  'فاطمه',
  'jose',
  'JOSÉ',
  'mull',
  'o_n',
  '0%',
  '"',
  '""',
  '"Baji"',
  '"b',
  "'",
  "' or",
  'OR',
  'NEAR(',
  'words:',
  '*',
  '🙂',
  '🙂🙂🙂',
  '\\',
  'nobody of the kind',
  'clerk',
  'pk.example',
];
let users: User[] = [];

beforeAll(async () => {
  await setRule(administrator, false);
  for (const [index, userName] of NAMES.entries()) {
    users.push(
      await addUser(administrator, {
        userName,
        userEmail: `person${index}@pk.example`,
        userRole: index % 2 === 0 ? 'Clerk' : 'خادم',
        phone: `0300 12345${String(index).padStart(2, '0')}`,
      }),
    );
  }
});

const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id).toSorted();

/** What searching every field finds; the list does not search ids, the picker not roles. */
const expected = (term: string, fields: (user: User) => string[]) =>
  ids(users.filter((user) => matches(fields(user), term)));

async function expectFound(): Promise<void> {
  for (const term of TERMS) {
    const query = { search: term, pageSize: 100 };
    const listed = await administrator.must(listUsers, { query });
    const inList = expected(term, ({ userName, userEmail, userRole }) => [userName, userEmail ?? '', userRole]);
    expect([term, ...ids(listed.items).filter((id) => users.some((user) => user.id === id))]).toEqual([
      term,
      ...inList,
    ]);
    const picked = await administrator.must(listUserOptions, { query });
    const inPicker = expected(term, ({ userName, userEmail, id }) => [userName, userEmail ?? '', id]);
    expect([term, ...ids(picked.items).filter((id) => users.some((user) => user.id === id))]).toEqual([
      term,
      ...inPicker,
    ]);
  }
}

test('members are found by any part of their current name, e-mail, role or id, in either script [NAME-4]', async () => {
  await expectFound();
  const [first, second, third, ...others] = users;
  if (first === undefined || second === undefined || third === undefined) throw new Error('There are none.');
  const renamed = await administrator.must(updateUser, {
    params: { userId: first.id },
    body: { userName: 'خان صاحب', userRole: 'Nobody of the kind' },
  });
  await administrator.must(updateUser, { params: { userId: third.id }, body: { phone: '0321 7654321' } });
  await administrator.must(deleteUser, { params: { userId: second.id } });
  users = [renamed, third, ...others];
  await expectFound();
  const byPhone = async (search: string) => ids((await administrator.must(listUsers, { query: { search } })).items);
  expect(await byPhone('321 765')).toEqual([third.id]);
  expect(await byPhone('+92 321 7654321')).toEqual([third.id]);
  expect(await byPhone('0300 1234502')).toEqual([]);
});

test('payments are found by any part of their reference or of the payer’s name, each once [PAY-38]', async () => {
  const [, , , fourth, fifth] = users;
  if (fourth === undefined || fifth === undefined) throw new Error('There are none.');
  const pay = async (user: User, reference: string) => {
    const body = {
      userId: user.id,
      fines: [],
      amount: 10,
      method: 'Bank Transfer' as const,
      reference,
      receivedOn: '2026-11-02',
    };
    return (await administrator.must(takePayment, { body })).payment?.id ?? '';
  };
  const [plain, urdu, short, named] = [
    await pay(fourth, 'TID "77" 4411'),
    await pay(fourth, 'رسید ۱۲'),
    await pay(fifth, '~~1'),
    await pay(fifth, fifth.userName),
  ];
  const found = async (search: string) => ids((await administrator.must(listPayments, { query: { search } })).items);
  expect(await found('tid "77"')).toEqual([plain]);
  expect(await found('4411')).toEqual([plain]);
  expect(await found('4411 tid')).toEqual([plain]);
  expect(await found('رسيد')).toEqual([urdu]);
  expect(await found('رسید 12')).toEqual([urdu]);
  expect(await found('~~1')).toEqual([short]);
  expect(await found('عمران محمد')).toEqual([plain, urdu].toSorted());
  expect(await found(fifth.userName.slice(0, 4))).toEqual([short, named].toSorted());
  expect(await found('nothing of the kind')).toEqual([]);
  const sums = await administrator.must(listPayments, { query: { search: fifth.userName } });
  expect(sums).toMatchObject({ totalItems: 2, received: 20 });
});

test('of very many payments the newest 1,000 are found and counted; the file contains all [PAY-62]', async () => {
  const { db } = app;
  const row = await db.read.selectFrom('payments').selectAll().limit(1).executeTakeFirstOrThrow();
  const copies = Array.from({ length: MOST_FOUND + 50 }, (_, index) => ({
    ...row,
    id: `copy-${index}`,
    sequence: 1_000_000 + index,
    receipt_year: null,
    receipt_number: null,
    reference_key: 'bulk of them',
  }));
  for (let from = 0; from < copies.length; from += 50) {
    await db.write
      .insertInto('payments')
      .values(copies.slice(from, from + 50))
      .execute();
  }
  const list = (page: number) => administrator.must(listPayments, { query: { search: 'bulk', page, pageSize: 100 } });
  expect(await list(1)).toMatchObject({ totalItems: MOST_FOUND, more: true, items: { 0: { id: 'copy-1049' } } });
  expect((await list(10)).items.at(-1)).toMatchObject({ id: 'copy-50' });
  expect((await list(11)).items).toEqual([]);
  const file = await (await administrator.fetch('/api/exports/payments?search=bulk')).text();
  expect(file.trim().split('\r\n')).toHaveLength(copies.length + 1);
});
