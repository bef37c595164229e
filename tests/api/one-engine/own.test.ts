// What members can read about their own money, and that they can read nobody else's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { correctFine } from '../../../src/contract/fines/fine-details.ts';
import { deleteFine } from '../../../src/contract/fines/fines.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { exportOwnStatement, exportStatement } from '../../../src/contract/exports.ts';
import {
  listOwnPayments,
  readOwnFine,
  readOwnReceipt,
  readOwnStatement,
  readOwnVoucher,
} from '../../../src/contract/money/own.ts';
import { giveRefund, readVoucher } from '../../../src/contract/money/refunds.ts';
import { readReceipt, reversePayment, takePayment } from '../../../src/contract/money/payments.ts';
import { waiveFine } from '../../../src/contract/money/waivers.ts';
import { listSummaries } from '../../../src/contract/overview.ts';
import { readLetterhead, updateOrganisation } from '../../../src/contract/settings/organisation.ts';
import { deleteUser, updateUser, type User } from '../../../src/contract/users.ts';
import { useAdministrator, useApp } from '../../helpers/app.ts';
import { clientWithKey } from '../../helpers/api-keys.ts';
import { expectBooksRight } from '../../helpers/books.ts';
import type { Client } from '../../helpers/client.ts';
import { correction, fineOne, refusal, reverseWaivers, setRule } from '../../helpers/ledger.ts';
import { ONE_PIXEL } from '../../helpers/pictures.ts';
import { signedInMember, signedInWithAccess } from '../../helpers/members.ts';

const DAY = '2026-11-18';
const app = useApp();
const administrator = useAdministrator(app);

interface Member {
  user: User;
  client: Client;
}
let member: Member;
let other: Member;
/** belongs to the other member */
let receipt: string;
let voucher: string;
let fineId: string;

const pay = async ({ user }: Member, amount: number, fines: { id: string; outstanding: number }[] = []) => {
  const shown = fines.map(({ id, outstanding }) => ({ fineId: id, outstanding }));
  const body = { userId: user.id, fines: shown, amount, receivedOn: DAY, reference: `of ${amount}`, note: 'Of Bilal' };
  const { payment } = await administrator.must(takePayment, { body });
  if (payment === null) throw new Error('No payment was made.');
  return payment;
};

/** Takes money that pays no fine, and refunds all of it; returns the voucher's number. */
const giveBack = async (of: Member, amount: number): Promise<string> => {
  await pay(of, amount);
  const body = { userId: of.user.id, credit: amount, amount, givenOn: DAY, note: 'Of Bilal' };
  return (await administrator.must(giveRefund, { body })).refund.voucher;
};

beforeAll(async () => {
  await setRule(administrator, true);
  member = await signedInMember(app, administrator, { userName: 'Ayesha Khan' });
  other = await signedInMember(app, administrator, { userName: 'Bilal Ahmed' });
  const fine = await fineOne(administrator, other.user.id, { amount: 500, date: DAY, fineType: 'Of Bilal' });
  fineId = fine.id;
  receipt = (await pay(other, 77.5, [fine])).receipt ?? '';
  voucher = await giveBack(other, 20);
});
afterAll(() => expectBooksRight(app.db));

describe('a member reads', () => {
  test('their own payments, newest first, five at a time [OWN-1]', async () => {
    const { client, user } = await signedInMember(app, administrator);
    expect(await client.must(listOwnPayments, {})).toMatchObject({ items: [], totalItems: 0, received: 0 });
    for (let amount = 1; amount <= 6; amount += 1) await pay({ client, user }, amount);
    const first = await client.must(listOwnPayments, {});
    expect(first).toMatchObject({ totalItems: 6, received: 21, reversed: 0, pageSize: 5 });
    expect(first.items.map(({ amount }) => amount)).toEqual([6, 5, 4, 3, 2]);
    const second = await client.must(listOwnPayments, { query: { page: 2 } });
    expect(second.items.map(({ userId, reference }) => [userId, reference])).toEqual([[user.id, 'of 1']]);
  });

  test('their own receipts, without notes and without who received the money [OWN-2, ACCESS-20]', async () => {
    const fine = await fineOne(administrator, member.user.id, { amount: 100, date: '2026-10-05' });
    const payment = await pay(member, 150, [fine]);
    await administrator.must(reversePayment, {
      params: { paymentId: payment.id },
      body: { amount: 150, reason: 'bounced' },
    });
    const params = { number: payment.receipt ?? '' };
    const own = await member.client.must(readOwnReceipt, { params });
    const given = await administrator.must(readReceipt, { params });
    expect(given.payment).toMatchObject({ note: 'Of Bilal', receivedBy: expect.stringContaining('@') });
    expect(own).toEqual({
      ...given,
      payment: {
        ...given.payment,
        note: '',
        receivedBy: null,
        receivedById: null,
        reversals: [{ amount: 150, reason: 'bounced', day: DAY, madeBy: '' }],
      },
    });
    const { items } = await member.client.must(listOwnPayments, {});
    expect(items).toContainEqual(own.payment);
  });

  test('their own vouchers, without notes and without who gave the money back [OWN-8, ACCESS-20]', async () => {
    const own = await signedInMember(app, administrator);
    const params = { number: await giveBack(own, 30) };
    const given = await administrator.must(readVoucher, { params });
    expect(given.refund).toMatchObject({ note: 'Of Bilal', givenBy: expect.stringContaining('@') as string });
    expect(await own.client.must(readOwnVoucher, { params })).toEqual({
      ...given,
      refund: { ...given.refund, note: '', givenBy: '', givenById: '' },
    });
  });

  test('their own statement as a file, identical to the one that staff get [OWN-3]', async () => {
    const { client, user } = await signedInMember(app, administrator);
    await fineOne(administrator, user.id, { amount: 100, date: '2026-10-05' });
    const query = '?from=2026-10-01&to=2026-10-31&language=ur';
    const file = async (by: Client, path: string) => {
      const answer = await by.fetch(`/api${path}${query}`);
      return [answer.status, answer.headers.get('content-disposition'), await answer.text()];
    };
    const own = await file(client, exportOwnStatement.path);
    expect(own).toEqual(await file(administrator, exportStatement.path.replace(':userId', user.id)));
    expect(own[2]).toContain('100.00');
    expect((await client.fetch(`/api${exportOwnStatement.path}?from=2026-10-06&to=2026-10-05`)).status).toBe(422);
  });

  test('their own statement [OWN-3]', async () => {
    const { client, user } = await signedInMember(app, administrator);
    await fineOne(administrator, user.id, { amount: 100, date: '2026-10-05' });
    await pay({ client, user }, 30);
    expect(await client.must(readOwnStatement, {})).toMatchObject({ userId: user.id, opening: 0, closing: 70 });
    const query = { from: '2026-10-06', to: '2026-10-31' };
    expect(await client.must(readOwnStatement, { query })).toMatchObject({ opening: 100, closing: 100, lines: [] });
    const backwards = await client.call(readOwnStatement, { query: { from: '2026-10-06', to: '2026-10-05' } });
    expect(refusal(backwards).code).toBe('period-backwards');
  });

  test('the history of their own fine and what paid it, without names and notes [OWN-4, ACCESS-20]', async () => {
    const { client, user } = await signedInMember(app, administrator);
    const earlier = await fineOne(administrator, user.id, { amount: 100, date: '2026-10-05', fineType: 'Uniform' });
    const fine = await fineOne(administrator, user.id, {
      amount: 100,
      date: '2026-10-06',
      description: 'Seen by Bilal',
    });
    expect(fine.amount).toBe(200);
    const params = { fineId: fine.id };
    // First a change of the note alone, which members do not see as a change; then of the day.
    const noted = { ...fine, description: '' };
    await administrator.must(correctFine, { params, body: correction(fine, { description: '' }) });
    await administrator.must(correctFine, { params, body: correction(noted, { date: '2026-10-07' }) });
    await administrator.must(waiveFine, {
      params,
      body: { outstanding: 200, amount: 40, reason: 'Bilal asked for it' },
    });
    await reverseWaivers(administrator, fine.id);
    const payment = await pay({ client, user }, 20.1, [{ id: fine.id, outstanding: 200 }]);
    await administrator.must(deleteFine, { params: { fineId: earlier.id } });
    const own = await client.must(readOwnFine, { params });
    expect(own.history.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['reduced', 100],
      ['paid', 20.1],
      ['unwaived', 40],
      ['waived', 40],
      ['corrected', 200],
      ['added', 200],
    ]);
    expect(own.paid).toEqual([
      { amount: 20.1, payment: { receipt: payment.receipt, method: 'Cash', receivedOn: DAY } },
    ]);
    expect(own.fine).toMatchObject({ id: fine.id, amount: 100, outstanding: 79.9 });
    const text = JSON.stringify(own);
    expect(text).not.toMatch(/Bilal|@/);
  });

  test('the letterhead of receipts, and nothing else about the organisation [OWN-2]', async () => {
    await administrator.must(updateOrganisation, { body: { name: 'Our Club', receiptFoot: 'Thank you', dueDays: 14 } });
    expect(await member.client.must(readLetterhead, {})).toEqual({
      name: 'Our Club',
      address: '',
      phone: '',
      receiptFoot: 'Thank you',
      logoVersion: null,
    });
    await administrator.must(updateOrganisation, { body: { dueDays: null } });
  });
});

test('members are told how to pay; that answer tells nobody else [OVERVIEW-19]', async () => {
  const told = async (client: Client) => (await client.must(listSummaries, {})).howToPay;
  expect(await told(member.client)).toBeNull();
  const body = { howToPayEn: 'Raast 0300 1234567\nor cash at the office', payPicture: ONE_PIXEL };
  const { payPictureVersion } = await administrator.must(updateOrganisation, { body });
  expect(payPictureVersion).not.toBeNull();
  expect(await told(member.client)).toEqual({ en: body.howToPayEn, ur: '', picture: payPictureVersion });
  expect(await told(administrator)).toBeNull();
  await administrator.must(updateOrganisation, { body: { howToPayEn: '', howToPayUr: 'راست' } });
  expect(await told(member.client)).toEqual({ en: '', ur: 'راست', picture: payPictureVersion });
  await administrator.must(updateOrganisation, { body: { howToPayUr: '' } });
  expect(await told(member.client)).toEqual({ en: '', ur: '', picture: payPictureVersion });
  await administrator.must(updateOrganisation, { body: { payPicture: null } });
  expect(await told(member.client)).toBeNull();
});

const OWN: [string, Operation, () => string][] = [
  ['payments', listOwnPayments, () => '/own/payments'],
  ['receipt', readOwnReceipt, () => `/own/receipts/${receipt}`],
  ['voucher', readOwnVoucher, () => `/own/vouchers/${voucher}`],
  ['statement', readOwnStatement, () => '/own/statement'],
  ['statement as a file', exportOwnStatement, () => exportOwnStatement.path],
  ['fine', readOwnFine, () => `/own/fines/${fineId}`],
];

describe("another member's", () => {
  test.each(['off', 'on'])(
    'receipt, voucher and fine look as if they did not exist, with the rule that shows everyone %s [OWN-5, V8.2.2]',
    async (rule) => {
      await setRule(administrator, rule === 'on', 'members-see-everyone');
      const { client: viewer } = await signedInWithAccess(app, administrator, 'viewer');
      for (const client of [member.client, viewer, administrator]) {
        const none = refusal(await client.call(readOwnReceipt, { params: { number: 'R-2026-999999' } }));
        expect(none).toMatchObject({ code: 'receipt-not-found' });
        expect(refusal(await client.call(readOwnReceipt, { params: { number: receipt } }))).toEqual(none);
        const noVoucher = refusal(await client.call(readOwnVoucher, { params: { number: 'V-2026-999999' } }));
        expect(noVoucher).toMatchObject({ code: 'voucher-not-found' });
        expect(refusal(await client.call(readOwnVoucher, { params: { number: voucher } }))).toEqual(noVoucher);
        const noFine = refusal(await client.call(readOwnFine, { params: { fineId: 'NOBODY22' } }));
        expect(noFine).toMatchObject({ code: 'fine-not-found' });
        expect(refusal(await client.call(readOwnFine, { params: { fineId } }))).toEqual(noFine);
      }
      expect((await other.client.must(readOwnReceipt, { params: { number: receipt } })).payment.amount).toBe(77.5);
      await setRule(administrator, false, 'members-see-everyone');
    },
  );

  test('records cannot be reached by naming them in the query [OWN-5, V8.2.2]', async () => {
    const of = other.user.id;
    for (const [name, , path] of OWN) {
      for (const query of [`userId=${of}`, `user=${of}`, `of=${of}`, `search=${receipt}`]) {
        const plain = await member.client.fetch(`/api${path()}`);
        const asked = await member.client.fetch(`/api${path()}?${query}`);
        expect([asked.status, await asked.text()], `${name}?${query}`).toEqual([plain.status, await plain.text()]);
      }
    }
    const mine = await member.client.must(listOwnPayments, { query: { pageSize: 100 } });
    expect(mine.items.filter(({ userId }) => userId !== member.user.id)).toEqual([]);
  });

  test.each(['/receipts/', '/vouchers/', '/statements/', '/fines/', '/payments?userId='])(
    'records below %s are refused to a member, and so are their own [OWN-5, ACCESS-10]',
    async (path) => {
      const ids =
        path === '/receipts/'
          ? [receipt]
          : path === '/vouchers/'
            ? [voucher]
            : path === '/fines/'
              ? [fineId]
              : [other.user.id, member.user.id];
      for (const id of ids) expect((await member.client.fetch(`/api${path}${id}`)).status).toBe(403);
    },
  );

  test.each(OWN)(
    'records are refused to API keys of every level: %s [OWN-5, KEY-1]',
    async (_name, _operation, path) => {
      for (const access of ['viewer', 'collector', 'manager'] as const) {
        const key = await clientWithKey(app, administrator, access);
        expect((await key.fetch(`/api${path()}`)).status).toBe(403);
      }
      expect((await app.nobody.fetch(`/api${path()}`)).status).toBe(401);
    },
  );

  test('the administrator, who is not a member, has no payments and no statement [OWN-5]', async () => {
    expect(await administrator.must(listOwnPayments, {})).toMatchObject({ items: [], totalItems: 0, received: 0 });
    expect(refusal(await administrator.call(readOwnStatement, {})).code).toBe('user-not-found');
  });

  test.each(['inactive', 'deleted'])(
    'own records are no longer available to somebody who is %s [OWN-5, ACCESS-4]',
    async (how) => {
      const { client, user } = await signedInMember(app, administrator);
      const fine = await fineOne(administrator, user.id, { amount: 5, date: DAY });
      const own = await pay({ client, user }, 5, [fine]);
      expect((await client.must(readOwnReceipt, { params: { number: own.receipt ?? '' } })).payment.amount).toBe(5);
      const params = { userId: user.id };
      if (how === 'inactive') await administrator.must(updateUser, { params, body: { status: 'Inactive' } });
      else await administrator.must(deleteUser, { params });
      for (const [name, , path] of OWN) expect((await client.fetch(`/api${path()}`)).status, name).toBe(401);
      const paths = [`/own/receipts/${own.receipt}`, `/own/fines/${fine.id}`];
      for (const path of paths) expect((await client.fetch(`/api${path}`)).status, path).toBe(401);
    },
  );
});
