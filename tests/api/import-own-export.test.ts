// Our own exports of users and fines can be imported into an empty server, with nothing lost or changed (FILE-8).
import { expect, test } from 'vitest';
import { addType } from '../../src/contract/fines/fine-types.ts';
import { addFines, setFineStatus } from '../../src/contract/fines/fines.ts';
import { checkFineImport, checkUserImport, importFines, importUsers } from '../../src/contract/fines/imports.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { readTotals } from '../../src/contract/overview.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { placesOf } from '../../src/core/files/import-heads.ts';
import type { ImportKind } from '../../src/core/files/import-columns.ts';
import { readFile } from '../../src/web/features/imports/file/read-file.ts';
import { fineRows, userRows } from '../../src/web/features/imports/rows/rows.ts';
import { startApp } from '../helpers/app.ts';
import { expectBooksRight } from '../helpers/books.ts';
import type { Client } from '../helpers/client.ts';
import { addUser, fineOne, only, refusal, setRule } from '../helpers/ledger.ts';
import { signedInWithAccess } from '../helpers/members.ts';

/** The file as a browser downloads it. */
async function exported(client: Client, kind: ImportKind, language = 'en'): Promise<File> {
  const answer = await client.fetch(`/api/exports/${kind}?language=${language}`);
  return new File([new Uint8Array(await answer.arrayBuffer())], `${kind}.csv`);
}

async function tableOf(client: Client, kind: ImportKind, language?: string) {
  const file = await readFile(kind, await exported(client, kind, language));
  if ('problem' in file) throw new Error(file.problem);
  const { table } = only(file.sheets);
  if ('problem' in table) throw new Error(table.problem);
  return { table, places: placesOf(kind, table.heads) };
}

async function usersOf(client: Client, language?: string) {
  return userRows(await tableOf(client, 'users', language));
}

async function finesOf(client: Client, language?: string) {
  return fineRows(await tableOf(client, 'fines', language));
}

/** The whole file except the days on which things were entered. */
async function said(client: Client, kind: ImportKind): Promise<string[][]> {
  const { table } = await tableOf(client, kind);
  const left = new Set(['Entered on', 'Sign-in', 'Last sign-in', 'Access'].map((head) => table.heads.indexOf(head)));
  return table.rows.map(({ cells }) => cells.filter((_, place) => !left.has(place)));
}

/** Types that files in Urdu have by their Urdu names: one of them is active. */
async function addTypes(client: Client): Promise<void> {
  for (const [name, urduName, active] of [
    ['Late', 'دیر', true],
    ['Asleep', 'نیند', false],
  ] as const) {
    await client.must(addType, { body: { name, urduName, amount: null, active } });
  }
}

async function fillWithOddThings(client: Client): Promise<void> {
  await setRule(client, true);
  const ali = await addUser(client, { userName: "=cmd|'x'", phone: '923001234567', userRole: "'0300" });
  const beena = await addUser(client, { userName: 'بینا "ب", خان', phone: '03001234567', status: 'Inactive' });
  const may = await addUser(client, { userName: 'May 2026', phone: '+92 300 1234567', userRole: '1e5' });
  await fineOne(client, ali.id, { amount: 500, fineType: '10:30', description: '- two\nlines, "quoted"' });
  const doubled = await fineOne(client, ali.id, { amount: 250, fineType: 'TRUE', description: '20 Nov 2026' });
  expect(doubled.amount).toBe(500);
  const part = await fineOne(client, beena.id, { amount: 300.5, date: '2026-11-02' });
  const receivedOn = '2026-11-04';
  const body = { userId: beena.id, fines: [{ fineId: part.id, outstanding: 300.5 }], amount: 100.25, receivedOn };
  await client.must(takePayment, { body });
  const waive = async (fineId: string, outstanding: number, more: { mistake: boolean; amount?: number }) =>
    client.must(waiveFine, { params: { fineId }, body: { outstanding, reason: 'Kind', ...more } });
  await waive(part.id, 200.25, { mistake: false, amount: 50 });
  const paid = await fineOne(client, may.id, { amount: 40, date: '2026-10-01' });
  await client.must(takePayment, {
    body: { userId: may.id, fines: [{ fineId: paid.id, outstanding: 40 }], amount: 40, receivedOn },
  });
  const mistaken = await fineOne(client, may.id, { amount: 70, date: '2026-09-01' });
  await waive(mistaken.id, 70, { mistake: true });
  const ofNothing = await fineOne(client, may.id, { amount: 0, date: '2026-08-01' });
  await client.must(setFineStatus, {
    params: { fineId: ofNothing.id },
    body: { status: 'Paid', shown: { amount: 0, paidAmount: 0, waivedAmount: 0 } },
  });
  const shared = { fineType: 'Late', description: '', amount: 9.99, date: '2026-07-01' };
  await setRule(client, false);
  await client.must(addFines, { body: { ...shared, userIds: [ali.id, may.id] } });
  await fineOne(client, may.id, { amount: 20, date: '2026-06-01', fineType: 'Asleep' });
  await client.must(updateOrganisation, { body: { dueDays: 14 } });
  await fineOne(client, may.id, { amount: 3, date: '2026-11-20' });
}

test.each(['en', 'ur'])(
  'users and fines can be imported into an empty server, from files in %s [FILE-8, DUE-6, TYPE-10]',
  async (language) => {
    const [from, to] = [await startApp(), await startApp()];
    const [old, empty] = [await from.administrator(), await to.administrator()];
    await addTypes(old);
    await addTypes(empty);
    await fillWithOddThings(old);
    // The amounts are doubled already, and this rule must not double them again.
    await setRule(empty, true);
    // Nor may fines without a due day get one.
    await empty.must(updateOrganisation, { body: { dueDays: 30 } });

    const users = await usersOf(old, language);
    expect(await empty.must(checkUserImport, { body: { rows: users } })).toMatchObject({ problems: [] });
    await empty.must(importUsers, { body: { rows: users } });
    expect(await said(empty, 'users')).toEqual(await said(old, 'users'));

    const rows = await finesOf(old, language);
    const { problems, checked } = await empty.must(checkFineImport, { body: { rows } });
    expect(problems).toEqual([]);
    const types = new Set(rows.map(({ fineType }) => fineType));
    expect([types.has('نیند'), types.has('Asleep')]).toEqual([language === 'ur', language === 'en']);
    await empty.must(importFines, { body: { rows, checked } });
    expect(await said(empty, 'fines')).toEqual(await said(old, 'fines'));
    const [before, after] = [await old.must(readTotals, {}), await empty.must(readTotals, {})];
    expect(after.totals).toEqual(before.totals);
    await expectBooksRight(to.db);

    // Each fine is recognised by its id, both on the old server and, after the import, on the new one.
    for (const client of [old, empty]) {
      const again = await client.must(checkFineImport, { body: { rows } });
      expect(again.before).toEqual(rows.map((_, row) => row));
    }
    await from.stop();
    await to.stop();
  },
);

test('only managers may import fines with payments or waivers, and never more than the amount of the fine [FILE-8]', async () => {
  const app = await startApp();
  const administrator = await app.administrator();
  const { id } = await addUser(administrator);
  const row = { member: id, fineType: 'Late', amount: '100', date: '2026-11-02', description: '' };
  const rows = [
    { ...row, paid: '60' },
    { ...row, waived: '10' },
    { ...row, paid: '60', waived: '40.01' },
    { ...row, paid: '1', paidOn: '2026-11-19' },
    { ...row, status: 'Lost', mistake: 'maybe' },
    { ...row, id: 'SAME' },
    { ...row, id: 'SAME' },
  ];
  const { client: collector } = await signedInWithAccess(app, administrator, 'collector');
  const problemsOf = async (client: Client) =>
    (await client.must(checkFineImport, { body: { rows } })).problems.map(
      ({ row: place, column, problem }) => `${place} ${column} ${problem}`,
    );
  const wrong = [
    '2 paid more-than-amount',
    '3 paidOn day-in-future',
    '4 status not-a-status',
    '4 mistake not-a-status',
    '6 id id-repeated',
  ];
  expect(await problemsOf(administrator)).toEqual(wrong);
  expect((await problemsOf(collector)).filter((problem) => problem.endsWith('needs-manager'))).toEqual([
    '0 paid needs-manager',
    '1 waived needs-manager',
    '2 waived needs-manager',
    '3 paid needs-manager',
  ]);
  const body = { rows: rows.slice(0, 1), checked: 'x' };
  expect(refusal(await collector.call(importFines, { body }))).toMatchObject({ code: 'import-problems' });
  await app.stop();
});

test('a user cannot get the id of another user, even a deleted one [FILE-8]', async () => {
  const app = await startApp();
  const administrator = await app.administrator();
  const { id } = await addUser(administrator);
  const row = { userName: 'Ali', userRole: 'Clerk', phone: '0300', status: '' };
  const rows = [
    { ...row, userEmail: 'a@example.pk', id },
    { ...row, userEmail: 'b@example.pk', id: 'NEW' },
    { ...row, userEmail: 'c@example.pk', id: 'NEW' },
  ];
  const { problems } = await administrator.must(checkUserImport, { body: { rows } });
  expect(problems).toEqual([
    { row: 0, column: 'id', problem: 'id-in-use' },
    { row: 2, column: 'id', problem: 'id-repeated', earlier: 1 },
  ]);
  await app.stop();
});
