// Refunds of credit, vouchers, and taking refunds back.
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../src/core/calendar.ts';
import { readOwed, reversePayment, takePayment } from '../../src/contract/money/payments.ts';
import { giveRefund, listRefunds, readVoucher, reverseRefund } from '../../src/contract/money/refunds.ts';
import { listSummaries, listUserFines } from '../../src/contract/overview.ts';
import { deleteUser, readUser, updateUser } from '../../src/contract/users.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import type { Client } from '../helpers/client.ts';
import { addUser, refusal, setRule } from '../helpers/ledger.ts';
import { signedInMember } from '../helpers/members.ts';

const DAY = '2026-11-18';
const app = useApp();
const administrator = useAdministrator(app);
let user: Awaited<ReturnType<typeof addUser>>;
beforeEach(async () => {
  user = await addUser(administrator);
});

const pay = async (amount: number) => {
  const body = { userId: user.id, fines: [], amount, receivedOn: DAY };
  return (await administrator.must(takePayment, { body })).payment;
};
const credit = async () => (await administrator.must(readOwed, { params: { userId: user.id } })).credit;
const giving = (body: { credit: number; amount: number; givenOn?: string }) => ({
  body: { userId: user.id, givenOn: DAY, ...body },
});
const give = (body: Parameters<typeof giving>[0]) => administrator.must(giveRefund, giving(body));

describe('a refund', () => {
  test('gives credit back with a voucher, even to deleted users [REFUND-1]', async () => {
    await pay(500);
    const {
      refund,
      credit: left,
      totals,
    } = await administrator.must(giveRefund, {
      body: { ...giving({ credit: 500, amount: 120.5 }).body, method: 'Raast', reference: ' T 1 ', note: 'by phone' },
    });
    expect(refund).toMatchObject({ amount: 120.5, method: 'Raast', reference: 'T 1', note: 'by phone', givenOn: DAY });
    expect(refund.voucher).toMatch(/^V-2026-\d{6}$/);
    expect(left).toBe(379.5);
    expect(totals.creditHeld).toBeGreaterThanOrEqual(379.5);
    expect(await credit()).toBe(379.5);
    await administrator.must(deleteUser, { params: { userId: user.id } });
    expect((await give({ credit: 379.5, amount: 379.5 })).credit).toBe(0);
    await expectBooksRight(app.db);
  });

  test('a deleted member whose money is here has a page, and a card while there is credit, but not for members [PAY-69]', async () => {
    await pay(500);
    await administrator.must(deleteUser, { params: { userId: user.id } });
    const page = () => administrator.must(readUser, { params: { userId: user.id } });
    expect(await page()).toMatchObject({ deleted: true, summary: { credit: 500, fineCount: 0 } });
    const cards = async (client: Client = administrator) =>
      (await client.must(listSummaries, { query: { search: user.id } })).items;
    expect(await cards()).toMatchObject([{ userName: 'Unknown User', summary: { credit: 500 } }]);
    const file = await (await administrator.fetch('/api/exports/members')).text();
    expect(file).toContain(`Unknown User,${user.id},`);

    await setRule(administrator, true, 'members-see-everyone');
    const { client: member } = await signedInMember(app, administrator);
    expect(await cards(member)).toEqual([]);
    const fines = await member.call(listUserFines, { params: { userId: user.id }, query: {} });
    expect(refusal(fines)).toMatchObject({ code: 'user-not-found' });

    await give({ credit: 500, amount: 500 });
    expect(await page()).toMatchObject({ deleted: true, summary: { credit: 0 } });
    expect(await cards()).toEqual([]);
  });

  test('is refused if it exceeds the credit, the credit is not as shown, or the day is in the future; nothing is saved [REFUND-1]', async () => {
    await pay(500);
    const before = await dump(app.db);
    const refused = async (body: Parameters<typeof giving>[0]) =>
      refusal(await administrator.call(giveRefund, giving(body)));
    expect(await refused({ credit: 500, amount: 500.01 })).toMatchObject({ code: 'more-than-credit', status: 422 });
    expect(await refused({ credit: 499, amount: 1 })).toMatchObject({
      code: 'credit-changed',
      details: { credit: 500 },
    });
    expect(await refused({ credit: 500, amount: 1, givenOn: '2026-11-19' })).toMatchObject({ code: 'given-in-future' });
    for (const amount of [0, -1, 0.001, 1_000_000_000]) {
      expect(await refused({ credit: 500, amount })).toMatchObject({ code: 'invalid-input' });
    }
    const unknown = await administrator.call(giveRefund, {
      body: { ...giving({ credit: 0, amount: 1 }).body, userId: 'NOBODY22' },
    });
    expect(refusal(unknown)).toMatchObject({ code: 'user-not-found' });
    expect(await dump(app.db)).toEqual(before);
  });

  test('vouchers have no gaps or duplicate numbers, even with 10 at once [REFUND-2]', async () => {
    await pay(500);
    const first = (await give({ credit: 500, amount: 1 })).refund.voucher;
    const others = await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (;;) {
          const answer = await administrator.call(giveRefund, giving({ credit: await credit(), amount: 1 }));
          if (answer.ok) return answer.value.refund.voucher;
          expect(refusal(answer).code).toBe('credit-changed');
        }
      }),
    );
    const numbers = [first, ...others].map((voucher) => Number(voucher.slice(7))).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, place) => (numbers[0] ?? 0) + place));
    await expectBooksRight(app.db);
  });

  test('a refund can be taken back once and is then credit again, and the voucher shows both, with the name of that time [PAY-70, REFUND-3, REFUND-5]', async () => {
    await pay(500);
    const { refund } = await give({ credit: 500, amount: 200 });
    await administrator.must(updateUser, { params: { userId: user.id }, body: { userName: 'Somebody Else' } });
    const takeBack = () =>
      administrator.call(reverseRefund, { params: { refundId: refund.id }, body: { reason: 'not handed over' } });
    const [one, two] = await Promise.all([takeBack(), takeBack()]);
    expect([one, two].filter(({ ok }) => ok)).toHaveLength(1);
    expect([one, two].flatMap((answer) => (answer.ok ? [] : refusal(answer).code))).toEqual(['refund-reversed']);
    expect(await credit()).toBe(500);
    const voucher = await administrator.must(readVoucher, { params: { number: refund.voucher.toLowerCase() } });
    expect(voucher).toMatchObject({
      refund: {
        amount: 200,
        userName: user.userName,
        reversals: [{ amount: 200, reason: 'not handed over', day: DAY }],
      },
      creditAfter: 300,
    });
    for (const number of ['V-2026-999999', 'V-26-1', 'R-2026-000001', 'x']) {
      const answer = await administrator.call(readVoucher, { params: { number } });
      expect(refusal(answer)).toMatchObject({ status: 404, code: 'voucher-not-found' });
    }
    const unknown = { params: { refundId: 'NOREFUND2222' }, body: { reason: 'not there' } };
    expect(refusal(await administrator.call(reverseRefund, unknown))).toMatchObject({ code: 'refund-not-found' });
    const later = await give({ credit: 500, amount: 50 });
    const list = await administrator.must(listRefunds, { query: { userId: user.id } });
    expect(list).toMatchObject({ totalItems: 2, given: 250, reversed: 200 });
    expect(list.items.map(({ id }) => id)).toEqual([later.refund.id, refund.id]);
    const digits = refund.voucher.slice(7);
    const asTyped = [digits, `V ${digits}`, `${refund.voucher.slice(2, 6)}-${Number(digits)}`];
    for (const search of [refund.voucher, refund.voucher.toLowerCase().replace(/-0+/, '-'), ...asTyped]) {
      const found = await administrator.must(listRefunds, { query: { search } });
      expect(found.items.map(({ id }) => id)).toEqual([refund.id]);
    }
    const count = async (query: { givenBy?: string; method?: 'Cash' | 'Cheque'; from?: string; to?: string }) =>
      (await administrator.must(listRefunds, { query: { userId: user.id, ...query } })).totalItems;
    expect(await count({ givenBy: refund.givenBy, method: 'Cash', from: DAY, to: DAY })).toBe(2);
    expect(await count({ givenBy: 'somebody.else@jurmana.test' })).toBe(0);
    expect(await count({ method: 'Cheque' })).toBe(0);
    expect(await count({ to: addDays(DAY, -1) })).toBe(0);
    await expectBooksRight(app.db);
  });

  test('a payment whose credit was refunded cannot be taken back before the refund [REFUND-4]', async () => {
    const payment = await pay(500);
    const { refund } = await give({ credit: 500, amount: 1 });
    const takeBack = () =>
      administrator.call(reversePayment, {
        params: { paymentId: payment?.id ?? '' },
        body: { amount: 500, reason: 'counted twice' },
      });
    expect(refusal(await takeBack())).toMatchObject({
      code: 'credit-used',
      details: { fines: [], vouchers: [refund.voucher] },
    });
    await administrator.must(reverseRefund, { params: { refundId: refund.id }, body: { reason: 'not handed over' } });
    expect((await takeBack()).ok).toBe(true);
    expect(await credit()).toBe(0);
    await expectBooksRight(app.db);
  });
});
