// Waiving fines in full, in part and as mistakes, and taking that back.
import { beforeEach, describe, expect, test } from 'vitest';
import { correctFine, readFine } from '../../src/contract/fines/fine-details.ts';
import { addFines, assessFines, deleteFine, listFines } from '../../src/contract/fines/fines.ts';
import { readOwed, takePayment } from '../../src/contract/money/payments.ts';
import { listWaivers, reverseWaiver, waiveFine } from '../../src/contract/money/waivers.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import { addUser, fineOne, mark, refusal, setRule, submission, tryToMark } from '../helpers/ledger.ts';

const DAY = '2026-11-18';
const app = useApp();
const administrator = useAdministrator(app);
let user: Awaited<ReturnType<typeof addUser>>;
beforeEach(async () => {
  await setRule(administrator, true);
  user = await addUser(administrator);
});

const fine = (amount: number, date = DAY) => fineOne(administrator, user.id, { amount, date });
const read = async (fineId: string) => (await administrator.must(readFine, { params: { fineId } })).fine;
const summary = async () => (await administrator.must(listFines, { query: { userId: user.id } })).user?.summary;
const credit = async () => (await administrator.must(readOwed, { params: { userId: user.id } })).credit;
const pay = (fineId: string) => mark(administrator, fineId, 'Paid');
const waiversOf = async (fineId: string) =>
  (await administrator.must(readFine, { params: { fineId } })).waived.map(({ id }) => id);
const takeBack = (waiverId = '', amount = 0) =>
  administrator.call(reverseWaiver, { params: { waiverId }, body: { amount, reason: 'it was none' } });
const waiving = (
  fineId: string,
  body: { outstanding: number; amount?: number; mistake?: boolean; reduces?: string },
) => ({
  params: { fineId },
  body: { reason: 'was in hospital', ...body },
});

describe('waiving', () => {
  test('waives a part, then the rest, with a reason [WAIVE-2]', async () => {
    const { id } = await fine(500);
    const part = await administrator.must(waiveFine, waiving(id, { outstanding: 500, amount: 120.5 }));
    expect(part.fine).toMatchObject({ amount: 500, waivedAmount: 120.5, outstanding: 379.5, status: 'Pending' });
    expect(part).toMatchObject({ reduction: null, toCredit: 0 });
    expect(await summary()).toMatchObject({ totalFine: 379.5, pendingFine: 379.5, paidAmount: 0, paidCount: 0 });
    const rest = await administrator.must(waiveFine, waiving(id, { outstanding: 379.5, amount: 379.5 }));
    expect(rest.fine).toMatchObject({ waivedAmount: 500, outstanding: 0, status: 'Paid', mistake: false });
    expect(rest.fine.paidOn?.slice(0, 10)).toBe(DAY);
    expect(await summary()).toMatchObject({ totalFine: 0, pendingFine: 0, paidAmount: 0, paidCount: 1 });
    await expectBooksRight(app.db);
  });

  test('is refused if it exceeds what is left, or figures are not as shown, and nothing is saved [WAIVE-2]', async () => {
    const { id } = await fine(500);
    const free = await fine(0);
    const before = await dump(app.db);
    const refused = async (fineId: string, body: Parameters<typeof waiving>[1], reason = 'was in hospital') => {
      const { params, body: rest } = waiving(fineId, body);
      return refusal(await administrator.call(waiveFine, { params, body: { ...rest, reason } }));
    };
    expect(await refused(id, { outstanding: 500, amount: 500.01 })).toMatchObject({ code: 'waived-too-much' });
    expect(await refused(id, { outstanding: 499, amount: 100 })).toMatchObject({
      code: 'fine-changed',
      details: { id, outstanding: 500 },
    });
    expect(await refused(free.id, { outstanding: 0, mistake: true })).toMatchObject({ code: 'nothing-to-waive' });
    expect(await refused('NOFINE222222', { outstanding: 1, amount: 1 })).toMatchObject({ code: 'fine-not-found' });
    const invalid: [Parameters<typeof waiving>[1], string?][] = [
      [{ outstanding: 500, amount: 0 }],
      [{ outstanding: 500, amount: -1 }],
      [{ outstanding: 500, amount: 0.001 }],
      [{ outstanding: 500 }],
      [{ outstanding: 500, amount: 5, mistake: true }],
      [{ outstanding: 500, amount: 5 }, 'ab'],
      [{ outstanding: 500, amount: 5 }, '   '],
      [{ outstanding: 500, amount: 5 }, 'a'.repeat(501)],
    ];
    for (const [body, reason] of invalid) {
      expect(await refused(id, body, reason)).toMatchObject({ code: 'invalid-input' });
    }
    expect(await dump(app.db)).toEqual(before);
  });

  test('a waived fine cannot be marked unpaid, and keeps its amount [WAIVE-3]', async () => {
    const { id } = await fine(500);
    await administrator.must(waiveFine, waiving(id, { outstanding: 500, amount: 200 }));
    const shown = { fineType: 'Late arrival', description: '', amount: 500, date: DAY };
    const correct = (amount: number) =>
      administrator.call(correctFine, { params: { fineId: id }, body: { ...shown, amount, shown } });
    expect(refusal(await correct(199))).toMatchObject({ code: 'below-waived' });
    await administrator.must(waiveFine, waiving(id, { outstanding: 300, amount: 300 }));
    expect(refusal(await correct(600))).toMatchObject({ code: 'fine-waived' });
    const unpaid = await tryToMark(administrator, id, 'Pending');
    expect(refusal(unpaid)).toMatchObject({ code: 'fine-waived' });
    expect(await read(id)).toMatchObject({ amount: 500, waivedAmount: 500, status: 'Paid' });
  });

  test('as a mistake frees what was paid, and undoes a doubling that the fine caused [WAIVE-4]', async () => {
    const first = await fine(100);
    const doubled = await fine(100);
    expect(doubled.amount).toBe(200);
    await pay(first.id);
    await pay(doubled.id);
    const told = await administrator.call(waiveFine, waiving(first.id, { outstanding: 0, mistake: true, reduces: '' }));
    expect(refusal(told)).toMatchObject({ code: 'reduction-changed' });
    const answer = await administrator.must(
      waiveFine,
      waiving(first.id, { outstanding: 0, mistake: true, reduces: doubled.id }),
    );
    expect(answer).toMatchObject({
      fine: { waivedAmount: 100, paidAmount: 0, mistake: true, status: 'Paid' },
      reduction: { fineId: doubled.id, from: 200, to: 100, toGiveBack: 100 },
      toCredit: 200,
    });
    expect(await credit()).toBe(200);
    // The other fine is now the first of the week, and stays so when this one is deleted.
    const { charges } = await administrator.must(assessFines, { body: submission({ userIds: [user.id] }) });
    expect(charges).toMatchObject([{ doubled: true, earlier: { amount: 100 } }]);
    const { reduction } = await administrator.must(deleteFine, { params: { fineId: first.id } });
    expect(reduction).toBeNull();
    await expectBooksRight(app.db);
  });

  test('when taken back, restores the fine but not the doublings it caused [WAIVE-5]', async () => {
    const { id } = await fine(100);
    await administrator.must(waiveFine, waiving(id, { outstanding: 100, amount: 40 }));
    await administrator.must(waiveFine, waiving(id, { outstanding: 60, mistake: true }));
    const body = submission({ userIds: [user.id], amount: 100 });
    const { charges } = await administrator.must(assessFines, { body });
    expect(charges).toMatchObject([{ doubled: false }]);
    const { fineIds } = await administrator.must(addFines, {
      body: { ...body, confirmed: charges.map(({ userId, amount, doubled }) => ({ userId, amount, doubled })) },
    });
    const [part, mistake] = await waiversOf(id);
    expect(refusal(await takeBack(mistake, 59))).toMatchObject({ status: 409, code: 'waiver-reversed' });
    // Otherwise part of a mistake would be owed.
    expect(refusal(await takeBack(part, 40))).toMatchObject({ status: 409, code: 'mistake-first' });
    const after = await takeBack(mistake, 60);
    expect(after).toMatchObject({
      value: {
        fine: { waivedAmount: 40, mistake: false, outstanding: 60, status: 'Pending', paidOn: null },
        waiver: { id: mistake, reversals: [{ amount: 60, reason: 'it was none' }] },
      },
    });
    expect(refusal(await takeBack(mistake, 60))).toMatchObject({ code: 'waiver-reversed' });
    expect(await read(fineIds[0] ?? '')).toMatchObject({ amount: 100 });
    await expectBooksRight(app.db);
  });

  test('of several waivers, one can be taken back without affecting the others; a reduced one by what is left of it [WAIVE-5]', async () => {
    const half = await fine(100);
    const { id } = await fine(100);
    for (const [outstanding, amount] of [
      [200, 120],
      [80, 30],
      [50, 50],
    ] as const)
      await administrator.must(waiveFine, waiving(id, { outstanding, amount }));
    const [first, second, third] = await waiversOf(id);
    expect(await takeBack(second, 30)).toMatchObject({
      value: { fine: { amount: 200, waivedAmount: 170, outstanding: 30, status: 'Pending' } },
    });
    expect(await summary()).toMatchObject({ totalFine: 130, pendingFine: 130 });
    // The doubling is undone: of the 170 waived, 100 can stand, and the newest waivers are cut first.
    await administrator.must(deleteFine, { params: { fineId: half.id } });
    expect(await read(id)).toMatchObject({ amount: 100, waivedAmount: 100, outstanding: 0 });
    expect(refusal(await takeBack(third, 50))).toMatchObject({ code: 'waiver-reversed' });
    expect(refusal(await takeBack(first, 120))).toMatchObject({ code: 'waiver-reversed' });
    expect(await takeBack(first, 100)).toMatchObject({ value: { fine: { waivedAmount: 0, outstanding: 100 } } });
    await administrator.must(deleteFine, { params: { fineId: id } });
    expect(refusal(await takeBack(first, 100))).toMatchObject({ code: 'waiver-reversed' });
    expect(refusal(await takeBack('NOWAIVER2222', 1))).toMatchObject({ status: 404, code: 'waiver-not-found' });
    await expectBooksRight(app.db);
  });

  test('as a mistake is refused if more was paid than shown, because that would become credit [PAY-60]', async () => {
    const { id } = await fine(100);
    await administrator.must(waiveFine, waiving(id, { outstanding: 100, amount: 40 }));
    const [part] = await waiversOf(id);
    const shown = { ...(await read(id)), reason: 'was in hospital', mistake: true };
    await takeBack(part, 40);
    const body = { userId: user.id, fines: [{ fineId: id, outstanding: 100 }], amount: 40, receivedOn: DAY };
    await administrator.must(takePayment, { body });
    const { outstanding, paidAmount, reason, mistake } = shown;
    const asShown = { params: { fineId: id }, body: { outstanding, paidAmount, reason, mistake } };
    const answer = await administrator.call(waiveFine, asShown);
    expect(refusal(answer)).toMatchObject({ code: 'fine-changed', details: { outstanding: 60, paidAmount: 40 } });
  });

  test('are listed newest first, with sums and what was taken back [WAIVE-7, WAIVE-10]', async () => {
    const one = await fine(500);
    const two = await fine(300, '2026-11-10');
    await administrator.must(waiveFine, waiving(one.id, { outstanding: 500, amount: 100 }));
    app.clock.advance(86_400_000);
    await administrator.must(waiveFine, waiving(two.id, { outstanding: 300, amount: 300 }));
    await administrator.must(deleteFine, { params: { fineId: one.id } });
    const list = await administrator.must(listWaivers, { query: { userId: user.id } });
    expect(list).toMatchObject({ totalItems: 2, waived: 400, reversed: 100 });
    expect(list.items).toMatchObject([
      { fineId: two.id, amount: 300, reason: 'was in hospital', day: '2026-11-19', date: '2026-11-10', reversals: [] },
      { fineId: one.id, amount: 100, reversals: [{ amount: 100, reason: 'Fine deleted', day: '2026-11-19' }] },
    ]);
    const first = await administrator.must(listWaivers, { query: { userId: user.id, to: DAY } });
    expect(first).toMatchObject({ totalItems: 1, waived: 100, reversed: 100 });
    const madeBy = list.items[0]?.madeBy ?? '';
    for (const [who, count] of [
      [madeBy, 2],
      ['somebody.else@jurmana.test', 0],
    ] as const) {
      const { totalItems } = await administrator.must(listWaivers, { query: { userId: user.id, madeBy: who } });
      expect(totalItems).toBe(count);
    }
    const none = await administrator.must(listWaivers, { query: { search: 'nobody of this name' } });
    expect(none).toMatchObject({ items: [], totalItems: 0, waived: 0, reversed: 0 });
    await expectBooksRight(app.db);
  });
});
