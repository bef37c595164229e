// Deleting and waiving several fines at once (FINE-21, WAIVE-12).
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Fine, listFines } from '../../../src/contract/fines/fines.ts';
import { readFine } from '../../../src/contract/fines/fine-details.ts';
import { deleteFines, readDeletions, waiveFines } from '../../../src/contract/fines/several-fines.ts';
import { readOwed } from '../../../src/contract/money/payments.ts';
import type { User } from '../../../src/contract/users.ts';
import { useAdministrator, useApp } from '../../helpers/app.ts';
import { dump, expectBooksRight } from '../../helpers/books.ts';
import { addUser, fineOne, finesOf, mark, refusal, setRule, shownOf } from '../../helpers/ledger.ts';
import { signedInWithAccess } from '../../helpers/members.ts';

const app = useApp();
const administrator = useAdministrator(app);
let ayesha: User;
let bilal: User;

beforeEach(async () => {
  await setRule(administrator, true);
  ayesha = await addUser(administrator);
  bilal = await addUser(administrator);
});
afterEach(() => expectBooksRight(app.db));

const toDelete = (fines: readonly Fine[]) => fines.map((one) => ({ fineId: one.id, ...shownOf(one) }));
const toWaive = (fines: readonly Fine[]) => fines.map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
const on = (user: User, date: string, amount = 100) => fineOne(administrator, user.id, { amount, date });
const summaryOf = async ({ id: userId }: User) =>
  (await administrator.must(listFines, { query: { userId } })).user?.summary;

test('fines of several users are deleted together, and each user’s figures and newest day are right [FINE-21]', async () => {
  const kept = await on(ayesha, '2026-09-01', 7);
  const gone = [await on(ayesha, '2026-10-01'), await on(ayesha, '2026-11-10'), await on(bilal, '2026-11-10')];
  const before = (await administrator.must(listFines, { query: {} })).totals;
  const { reductions, toCredit, totals } = await administrator.must(deleteFines, { body: { fines: toDelete(gone) } });
  expect({ reductions, toCredit }).toEqual({ reductions: [], toCredit: 0 });
  expect(totals).toMatchObject({ totalFinesAmount: before.totalFinesAmount - 300, fineCount: before.fineCount - 3 });
  expect(await finesOf(administrator, ayesha.id)).toEqual([kept]);
  expect(await summaryOf(ayesha)).toMatchObject({ totalFine: 7, fineCount: 1, lastActivity: '2026-09-01' });
  expect(await summaryOf(bilal)).toMatchObject({ totalFine: 0, fineCount: 0, lastActivity: null });
});

test('what was paid becomes credit, and a remaining fine is no longer doubled [FINE-21, REPEAT-7]', async () => {
  const first = await on(ayesha, '2026-11-16');
  const doubled = await on(ayesha, '2026-11-17');
  const third = await on(ayesha, '2026-11-18');
  await mark(administrator, first.id, 'Paid');
  const [paid] = (await finesOf(administrator, ayesha.id)).filter(({ id }) => id === first.id);
  const chosen = [paid ?? first, doubled];
  const asked = await administrator.must(readDeletions, { body: { fineIds: chosen.map(({ id }) => id) } });
  const fallen = { fineId: third.id, from: 200, to: 100, status: 'Pending', toGiveBack: 0 };
  // The doubled fine is deleted itself, so the third is the one reduced.
  expect(asked.reductions).toEqual([{ ...fallen, fineType: third.fineType, date: third.date }]);
  const fines = toDelete(chosen);
  const refused = refusal(await administrator.call(deleteFines, { body: { fines, reduces: [] } }));
  expect(refused).toMatchObject({ code: 'reduction-changed' });
  const answer = await administrator.must(deleteFines, { body: { fines, reduces: [third.id] } });
  expect(answer).toMatchObject({ reductions: [fallen], toCredit: 100 });
  expect(await finesOf(administrator, ayesha.id)).toMatchObject([{ id: third.id, amount: 100 }]);
  expect(await administrator.must(readOwed, { params: { userId: ayesha.id } })).toMatchObject({ credit: 100 });
});

test('each remaining fine is reduced once, whichever of its causes are deleted [FINE-21, REPEAT-7]', async () => {
  const [one, two] = [await on(ayesha, '2026-11-16'), await on(ayesha, '2026-11-17', 200)];
  await administrator.must(readFine, { params: { fineId: two.id } });
  expect(two.amount).toBe(400);
  const [three, four] = [await on(ayesha, '2026-11-18'), await on(ayesha, '2026-11-18')];
  const { reductions } = await administrator.must(deleteFines, { body: { fines: toDelete([one, three]) } });
  expect(reductions).toMatchObject([
    { fineId: four.id, from: 200, to: 100 },
    { fineId: two.id, from: 400, to: 200 },
  ]);
});

test('if one was paid or deleted in the meantime, nothing changes, and the answer has their current state [FINE-21, WAIVE-12]', async () => {
  const fines = [await on(ayesha, '2026-10-01'), await on(ayesha, '2026-10-10'), await on(bilal, '2026-10-10')];
  const [first, second, third] = fines;
  if (first === undefined || second === undefined || third === undefined) throw new Error('Three fines are expected.');
  const bodies = { fines: toDelete(fines) };
  const waiving = { fines: toWaive(fines), reason: 'in hospital' };
  const { fine: paid } = await mark(administrator, first.id, 'Paid');
  await administrator.must(deleteFines, { body: { fines: toDelete([second]) } });
  const before = await dump(app.db);
  const details = { fines: [paid], deleted: [second.id] };
  const deleting = refusal(await administrator.call(deleteFines, { body: bodies }));
  expect(deleting).toMatchObject({ status: 409, code: 'fines-changed', details });
  expect(refusal(await administrator.call(waiveFines, { body: waiving }))).toMatchObject({
    code: 'fines-changed',
    details,
  });
  expect(await dump(app.db)).toEqual(before);
});

test('the outstanding amounts of several are waived with one reason [WAIVE-12]', async () => {
  const fines = [await on(ayesha, '2026-10-01'), await on(ayesha, '2026-10-10', 20), await on(bilal, '2026-10-10', 5)];
  const before = (await administrator.must(listFines, { query: {} })).totals;
  const body = { fines: toWaive(fines), reason: 'in hospital' };
  const { waived, totals } = await administrator.must(waiveFines, { body });
  expect(waived).toBe(125);
  expect(totals.pendingFinesAmount).toBe(before.pendingFinesAmount - 125);
  for (const { id } of fines) {
    const { fine, waived: waivers } = await administrator.must(readFine, { params: { fineId: id } });
    expect(fine).toMatchObject({ outstanding: 0, status: 'Paid', mistake: false });
    expect(waivers).toMatchObject([{ reason: 'in hospital', mistake: false }]);
  }
  const free = await on(bilal, '2026-10-20', 0);
  const nothing = await administrator.call(waiveFines, { body: { fines: toWaive([free]), reason: 'in hospital' } });
  expect(refusal(nothing)).toMatchObject({ code: 'nothing-to-waive' });
});

test('a collector deletes several only if all are their own, and waives none [FINE-21, ACCESS-17]', async () => {
  const others = await on(ayesha, '2026-10-01');
  const { client: collector } = await signedInWithAccess(app, administrator, 'collector');
  const own = await fineOne(collector, bilal.id, { date: '2026-10-01' });
  const both = await collector.call(deleteFines, { body: { fines: toDelete([own, others]) } });
  expect(refusal(both)).toMatchObject({ code: 'not-own-entry' });
  await collector.must(deleteFines, { body: { fines: toDelete([own]) } });
  const waived = await collector.call(waiveFines, { body: { fines: toWaive([others]), reason: 'in hospital' } });
  expect(refusal(waived)).toMatchObject({ status: 403 });
});
