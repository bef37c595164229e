// Taking back a fine just added: a deletion on condition that nothing has happened to the fine since (FINE-20).
import { afterEach, beforeEach, expect, test } from 'vitest';
import { correctFine } from '../../src/contract/fines/fine-details.ts';
import { deleteFine, type Fine, listFines } from '../../src/contract/fines/fines.ts';
import type { User } from '../../src/contract/users.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { addUser, fineOne, finesOf, mark, refusal, setRule } from '../helpers/ledger.ts';

const app = useApp();
const administrator = useAdministrator(app);
let user: User;

beforeEach(async () => {
  await setRule(administrator, true);
  user = await addUser(administrator);
});
afterEach(() => expectBooksRight(app.db));

const undo = ({ id }: Fine) =>
  administrator.call(deleteFine, { params: { fineId: id }, query: { reduces: '', state: 'as-added' } });
const setStatus = ({ id }: Fine, status: 'Paid' | 'Pending') => mark(administrator, id, status);

async function expectRefused(fine: Fine, code: string, details?: Partial<Fine>): Promise<void> {
  const before = await dump(app.db);
  const refused = refusal(await undo(fine));
  expect(refused).toMatchObject({ status: code === 'fine-not-found' ? 404 : 409, code });
  if (details !== undefined) expect(refused).toMatchObject({ details: { id: fine.id, ...details } });
  expect(await dump(app.db)).toEqual(before);
}

test('a fine just added is deleted, and nothing else [FINE-20]', async () => {
  const kept = await fineOne(administrator, user.id, { amount: 70 });
  const { totals } = await administrator.must(listFines, { query: {} });
  const added = await fineOne(administrator, user.id, { amount: 30 });
  expect((await undo(added)).status).toBe(200);
  expect((await finesOf(administrator, user.id)).map(({ id }) => id)).toEqual([kept.id]);
  expect((await administrator.must(listFines, { query: {} })).totals).toEqual(totals);
  await expectRefused(added, 'fine-not-found');
});

test('paid since, also if it is pending again: refused, with the fine as it is [FINE-20]', async () => {
  const added = await fineOne(administrator, user.id);
  // The clock may stand still between two writes of a test.
  app.clock.advance(1);
  await setStatus(added, 'Paid');
  await expectRefused(added, 'fine-changed', { status: 'Paid' });
  await setStatus(added, 'Pending');
  await expectRefused(added, 'fine-changed', { status: 'Pending' });
});

test('corrected since: refused [FINE-20]', async () => {
  const added = await fineOne(administrator, user.id, { amount: 100 });
  const { fineType, description, amount, date } = added;
  const shown = { fineType, description, amount, date };
  app.clock.advance(1);
  await administrator.must(correctFine, { params: { fineId: added.id }, body: { ...shown, amount: 90, shown } });
  await expectRefused(added, 'fine-changed', { amount: 90 });
});

test('another would be reduced with it, doubled by it since or not: refused [FINE-20]', async () => {
  const added = await fineOne(administrator, user.id, { amount: 100, date: '2026-11-16' });
  await fineOne(administrator, user.id, { amount: 100, date: '2026-11-17' });
  await expectRefused(added, 'reduction-changed');
});
