// The statement of a member.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { correctFine } from '../../../src/contract/fines/fine-details.ts';
import { deleteFine } from '../../../src/contract/fines/fines.ts';
import { reversePayment, takePayment } from '../../../src/contract/money/payments.ts';
import { giveRefund, reverseRefund } from '../../../src/contract/money/refunds.ts';
import { readStatement } from '../../../src/contract/money/statements.ts';
import { deleteUser, type User } from '../../../src/contract/users.ts';
import { waiveFine } from '../../../src/contract/money/waivers.ts';
import { useAdministrator, useApp } from '../../helpers/app.ts';
import { expectBooksRight } from '../../helpers/books.ts';
import { addUser, correction, fineOne, mark, refusal, setRule, reverseWaivers } from '../../helpers/ledger.ts';

const DAY = '2026-11-18';
const app = useApp();
const administrator = useAdministrator(app);
let user: User;
beforeEach(async () => {
  await setRule(administrator, true);
  user = await addUser(administrator);
});
afterAll(() => expectBooksRight(app.db));

const read = (query: { from?: string; to?: string } = {}) =>
  administrator.must(readStatement, { params: { userId: user.id }, query });
const lines = async (query = {}) =>
  (await read(query)).lines.map(({ day, kind, fineType, number, reason, amount, balance }) =>
    [day.slice(5), kind, fineType, number?.replace(/\d{6}/, 'n'), reason, amount, balance]
      .filter((part) => part !== '' && part !== undefined)
      .join(' '),
  );
const fine = (amount: number, date = DAY, fineType = 'Late') =>
  fineOne(administrator, user.id, { amount, date, fineType });
const pay = async (amount: number, fines: { id: string; outstanding: number }[] = [], receivedOn = DAY) => {
  const shown = fines.map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
  const body = { userId: user.id, fines: shown, amount, receivedOn };
  const { payment } = await administrator.must(takePayment, { body });
  if (payment === null) throw new Error('No payment was made.');
  return payment;
};
const setStatus = (fineId: string, status: 'Paid' | 'Pending') => mark(administrator, fineId, status);

describe('a statement', () => {
  test('has every fine, payment, reversal and refund on its day, with the amount owed after each [STATE-1]', async () => {
    const first = await fine(500, '2026-10-05');
    await fine(100, '2026-11-02');
    const payment = await pay(700, [{ id: first.id, outstanding: 500 }], '2026-11-01');
    const { refund } = await administrator.must(giveRefund, {
      body: { userId: user.id, credit: 200, amount: 50, givenOn: '2026-11-17', method: 'Raast' },
    });
    await administrator.must(reverseRefund, { params: { refundId: refund.id }, body: { reason: 'not given' } });
    await administrator.must(reversePayment, {
      params: { paymentId: payment.id },
      body: { amount: 700, reason: 'bounced' },
    });
    expect(await lines()).toEqual([
      '10-05 fine Late 500 500',
      '11-01 payment R-2026-n -700 -200',
      '11-02 fine Late 100 -100',
      '11-17 refund V-2026-n 50 -50',
      '11-18 refund-reversal V-2026-n not given -50 -100',
      '11-18 payment-reversal R-2026-n bounced 700 600',
    ]);
    expect(await read()).toMatchObject({
      userName: user.userName,
      from: '2026-10-05',
      to: DAY,
      opening: 0,
      leftOut: 0,
      closing: 600,
    });
  });

  test('has a line for every correction, waiver, deletion, reduction and release [STATE-1]', async () => {
    const monday = await fine(100, '2026-11-16');
    const doubled = await fine(100, '2026-11-17', 'Phone');
    await administrator.must(waiveFine, {
      params: { fineId: doubled.id },
      body: { outstanding: 200, amount: 150, reason: 'was ill' },
    });
    const other = await fineOne(administrator, user.id, { amount: 40, date: '2026-11-09', fineType: 'Tea' });
    const corrected = correction(other, { amount: 30 });
    await administrator.must(correctFine, { params: { fineId: other.id }, body: corrected });
    await setStatus(other.id, 'Paid');
    await setStatus(other.id, 'Pending');
    await administrator.must(deleteFine, { params: { fineId: monday.id }, query: { reduces: doubled.id } });
    await reverseWaivers(administrator, doubled.id, 'a mistake');
    const credit = { userId: user.id, amount: 0, receivedOn: DAY };
    await pay(30);
    await administrator.must(takePayment, {
      body: { ...credit, fines: [{ fineId: other.id, outstanding: 30 }], credit: 30 },
    });
    await setStatus(other.id, 'Pending');
    expect(await lines()).toEqual([
      '11-09 fine Tea 40 40',
      '11-16 fine Late 100 140',
      '11-17 fine Phone 200 340',
      '11-18 waiver Phone was ill -150 190',
      '11-18 correction Tea -10 180',
      '11-18 payment R-2026-n -30 150',
      '11-18 payment-reversal R-2026-n Marked as unpaid 30 180',
      '11-18 reduction Phone -50 130',
      '11-18 deletion Late -100 30',
      '11-18 waiver-reversal Phone a mistake 100 130',
      '11-18 payment R-2026-n -30 100',
      '11-18 release Tea 0 100',
    ]);
  });

  test('of a period begins where the previous one ended, even for deleted users [STATE-2]', async () => {
    await fine(500, '2026-10-05');
    await fine(100, '2026-11-02');
    await pay(250, [], '2026-11-01');
    await administrator.must(deleteUser, { params: { userId: user.id } });
    const october = await read({ from: '2026-10-01', to: '2026-10-31' });
    expect(october).toMatchObject({ opening: 0, closing: 500 });
    const november = await read({ from: '2026-11-01' });
    expect(november).toMatchObject({ to: DAY, opening: 500, closing: 350 });
    expect(november.lines.map(({ balance }) => balance)).toEqual([250, 350]);
    expect(await read({ from: '2026-10-06', to: '2026-10-06' })).toMatchObject({
      opening: 500,
      lines: [],
      closing: 500,
    });
  });

  test('ends today by default; fines of future days are one more line, which leads to the amount owed [STATE-2]', async () => {
    await setRule(administrator, false);
    await fine(300);
    const [next, paid, gone, moved] = await Promise.all([
      fine(500, '2026-11-19', 'Tea'),
      fine(90, '2026-11-20'),
      fine(70, '2026-12-01'),
      fine(40, '2026-11-25'),
    ]);
    expect(await read()).toMatchObject({ to: DAY, closing: 300, toCome: { amount: 700, owed: 1000 } });
    await pay(90, [{ id: paid.id, outstanding: 90 }]);
    await administrator.must(deleteFine, { params: { fineId: gone.id }, query: {} });
    await administrator.must(waiveFine, {
      params: { fineId: next.id },
      body: { outstanding: 500, amount: 200, reason: 'was ill' },
    });
    const corrected = correction(moved, { date: '2026-11-10', amount: 50 });
    await administrator.must(correctFine, { params: { fineId: moved.id }, body: corrected });
    // Changes of a future fine appear on the fine's day; a fine moved from there counts from the move.
    const untilToday = ['11-18 fine Late 300 300', '11-18 payment R-2026-n -90 210', '11-18 correction Late 50 260'];
    expect(await lines()).toEqual(untilToday);
    const toCome = { amount: 300 + 90, owed: 650 };
    expect(await read()).toMatchObject({ to: DAY, closing: 260, toCome });
    expect(await read({ to: DAY })).toMatchObject({ closing: 260, toCome });
    expect(await read({ to: '2026-11-17' })).toMatchObject({ closing: 0, toCome: null });
    expect(await read({ to: '2026-11-19' })).toMatchObject({ closing: 560, toCome: { amount: 90, owed: 650 } });
    expect(await lines({ to: '2027-01-01' })).toEqual([
      ...untilToday,
      '11-19 fine Tea 500 760',
      '11-19 waiver Tea was ill -200 560',
      '11-20 fine Late 90 650',
      // In this order the balance never contains the fine twice.
      '11-25 correction Late -40 610',
      '11-25 fine Late 40 650',
      '12-01 fine Late 70 720',
      '12-01 deletion Late -70 650',
    ]);
    expect(await read({ to: '2027-01-01' })).toMatchObject({ closing: 650, toCome: null });
    for (const [language, said] of [
      ['en', ',Fines dated in the future,,,,,,390.00,650.00'],
      ['ur', ',آنے والے دنوں کے جرمانے,,,,,,390.00,650.00'],
    ]) {
      const csv = await fetch(`${app.url}/api/exports/statements/${user.id}?language=${language}`, {
        headers: { cookie: administrator.cookie },
      });
      expect((await csv.text()).split('\r\n').at(-2)).toBe(said);
    }
  });

  test('for an unknown user, or from a day after its last day, is refused [STATE-4]', async () => {
    const unknown = await administrator.call(readStatement, { params: { userId: 'NOBODY22' }, query: {} });
    expect(refusal(unknown)).toMatchObject({ code: 'user-not-found', status: 404 });
    for (const query of [{ from: '2026-11-02', to: '2026-11-01' }, { from: '2026-11-19' }]) {
      const backwards = await administrator.call(readStatement, { params: { userId: user.id }, query });
      expect(refusal(backwards)).toMatchObject({ code: 'period-backwards', status: 422 });
    }
  });
});
