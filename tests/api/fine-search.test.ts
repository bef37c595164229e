// Finding fines by type, note, amount and day, and those waived and partly paid (LIST-37, LIST-38).
import { beforeAll, expect, test } from 'vitest';
import { type Fine, listFines } from '../../src/contract/fines/fines.ts';
import { addType } from '../../src/contract/fines/fine-types.ts';
import { takePayment } from '../../src/contract/money/payments.ts';
import { waiveFine } from '../../src/contract/money/waivers.ts';
import type { CallInput } from '../../src/contract/operation.ts';
import type { User } from '../../src/contract/users.ts';
import { newestNotes, placesFound } from '../../src/server/areas/fines/search.repository.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { addUser, fineOne, finesOf, mark, setRule } from '../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);
let ayesha: User;
let bilal: User;

const list = (query: CallInput<typeof listFines>['query']) => administrator.must(listFines, { query: { ...query } });
/** The fines that a search finds, newest first. */
const found = async (search: string, more: CallInput<typeof listFines>['query'] = {}) =>
  (await list({ search, ...more })).items.map(({ fineType, amount }) => `${fineType} ${amount}`);

beforeAll(async () => {
  await setRule(administrator, false);
  ayesha = await addUser(administrator);
  bilal = await addUser(administrator);
  await administrator.must(addType, { body: { name: 'Noise', urduName: 'شور شرابہ', amount: null, active: true } });
  const fines: [User, string, number, string, string][] = [
    [ayesha, 'Late arrival', 100, '2026-11-02', ''],
    [ayesha, 'LATE report', 1500.5, '2026-11-03', 'by an hour, at 100 %'],
    [bilal, 'Noise', 250, '2026-11-03', 'in the café'],
    [bilal, 'دیر سے آنا', 250, '2026-11-04', 'دفتر کی چابی'],
    [bilal, 'Other_thing', 100, '2026-11-05', ''],
  ];
  for (const [user, fineType, amount, date, description] of fines)
    await fineOne(administrator, user.id, { fineType, amount, date, description });
});

test('fines are found by part of the type in either script, and by the Urdu name of a listed type [LIST-37]', async () => {
  expect(await found('late')).toEqual(['LATE report 1500.5', 'Late arrival 100']);
  expect(await found('دیر')).toEqual(['دیر سے آنا 250']);
  // Typed on an Arabic keyboard: other forms of letters are found, but not without the space.
  expect(await found('ديرسے')).toEqual([]);
  expect(await found('شرابه')).toEqual(['Noise 250']);
  expect(await found('r_t')).toEqual(['Other_thing 100']);
  expect(await found('%')).toEqual(['LATE report 1500.5']);
  expect(await found('nothing of the kind')).toEqual([]);
});

test('fines are found by part of the note, by the amount, and by the day as people write it [LIST-37]', async () => {
  expect(await found('CAFE')).toEqual(['Noise 250']);
  expect(await found('چابي')).toEqual(['دیر سے آنا 250']);
  expect(await found('100')).toEqual(['Other_thing 100', 'LATE report 1500.5', 'Late arrival 100']);
  expect(await found('Rs. 1,500.50')).toEqual(['LATE report 1500.5']);
  expect(await found('3 Nov 2026')).toEqual(['Noise 250', 'LATE report 1500.5']);
  expect(await found('2026-11-04')).toEqual(['دیر سے آنا 250']);
  expect(await found('4 نومبر 2026')).toEqual(['دیر سے آنا 250']);
});

test('a search combines with user, status and pages, and answers the number found [LIST-37]', async () => {
  expect(await found('250', { userId: ayesha.id })).toEqual([]);
  expect(await found('hour', { userId: ayesha.id })).toEqual(['LATE report 1500.5']);
  expect(await found('100', { userId: bilal.id, status: 'Pending' })).toEqual(['Other_thing 100']);
  expect(await found('3 Nov 2026', { userId: bilal.id })).toEqual(['Noise 250']);
  expect(await found('late', { status: 'Paid' })).toEqual([]);
  expect(await found('noise', { status: 'Pending' })).toEqual(['Noise 250']);
  expect(await found('hour', { status: 'Pending' })).toEqual(['LATE report 1500.5']);
  const page = await list({ search: ' 100 ', page: 2, pageSize: 2 });
  expect(page).toMatchObject({ totalItems: 3, search: '100', more: false, notesFrom: null });
  expect(page.items.map(({ fineType }) => fineType)).toEqual(['Late arrival']);
});

test('waived and partly paid fines have lists of their own [LIST-38]', async () => {
  const [report, arrival] = await finesOf(administrator, ayesha.id);
  const [other, urdu, noise] = await finesOf(administrator, bilal.id);
  if (!report || !arrival || !other || !urdu || !noise) throw new Error('Five fines are expected.');
  const waive = ({ id, outstanding }: Fine, amount: number) =>
    administrator.must(waiveFine, { params: { fineId: id }, body: { outstanding, amount, reason: 'in hospital' } });
  await waive(arrival, 100);
  await waive(other, 40);
  await administrator.must(takePayment, {
    body: { userId: bilal.id, fines: [{ fineId: noise.id, outstanding: 250 }], amount: 50, receivedOn: '2026-11-18' },
  });
  await mark(administrator, urdu.id, 'Paid');
  const typesOf = async (status: 'Waived' | 'PartlyPaid' | 'Paid' | 'Pending', userId?: string) => {
    const { items, totalItems } = await list({ status, ...(userId !== undefined && { userId }) });
    expect(totalItems).toBe(items.length);
    return items.map(({ fineType }) => fineType);
  };
  expect(await typesOf('Waived')).toEqual(['Late arrival']);
  expect(await typesOf('Waived', ayesha.id)).toEqual(['Late arrival']);
  expect(await typesOf('Waived', bilal.id)).toEqual([]);
  expect(await typesOf('PartlyPaid')).toEqual(['Noise']);
  expect(await typesOf('PartlyPaid', bilal.id)).toEqual(['Noise']);
  expect(await typesOf('Paid')).toEqual(['دیر سے آنا', 'Late arrival']);
  expect(await typesOf('Pending')).toEqual(['Other_thing', 'Noise', 'LATE report']);
  expect(await found('100', { status: 'Waived' })).toEqual(['Late arrival 100']);
  expect(await found('cafe', { status: 'PartlyPaid' })).toEqual(['Noise 250']);
  expect(await found('cafe', { status: 'Waived' })).toEqual([]);
});

test('the exported file contains what was found [LIST-37, EXPORT-1]', async () => {
  const fileOf = async (query: string) =>
    (await (await administrator.fetch(`/api/exports/fines?${query}`)).text()).trim().split(/\r?\n/).slice(1);
  const rows = await fileOf('search=100&language=en');
  expect(rows.map((row) => row.split(',')[0])).toEqual(['2026-11-05', '2026-11-03', '2026-11-02']);
  expect(await fileOf('search=100&status=Waived&language=en')).toHaveLength(1);
  expect(await fileOf(`search=noise&userId=${bilal.id}&language=en`)).toHaveLength(1);
});

test('an older note of the status asked for is found behind as many newer ones of others as are read [LIST-37, LIST-38]', async () => {
  const { id } = await addUser(administrator);
  const add = (date: string) => fineOne(administrator, id, { amount: 5, date, description: 'crowded' });
  const waived = await add('2026-10-01');
  for (const date of ['2026-10-02', '2026-10-03']) await add(date);
  await administrator.must(waiveFine, {
    params: { fineId: waived.id },
    body: { outstanding: 5, amount: 5, reason: 'in hospital' },
  });
  const notes = (await newestNotes(app.db.read, id)).map(({ date, sequence }) => ({ date, sequence }));
  const search = { day: null, amount: null, types: [], notes };
  const part = { userId: undefined, status: 'Waived', group: '', behind: null, limit: 1 } as const;
  expect(await placesFound(app.db.read, search, part)).toMatchObject([{ date: '2026-10-01' }]);
});
