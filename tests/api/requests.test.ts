// Members' requests: "I have paid" and "Appeal", how they are decided, and what is refused.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { correctFine } from '../../src/contract/fines/fine-details.ts';
import { deleteFine, listFines } from '../../src/contract/fines/fines.ts';
import { exportRequests } from '../../src/contract/exports.ts';
import { readReceipt } from '../../src/contract/money/payments.ts';
import {
  acceptAppeal,
  acceptClaim,
  countRequests,
  listOwnRequests,
  listRequests,
  readPicture,
  refuseAppeal,
  refuseClaim,
  sendAppeal,
  sendClaim,
  withdrawRequest,
} from '../../src/contract/money/requests.ts';
import { listWaivers, waiveFine } from '../../src/contract/money/waivers.ts';
import type { CallInput, Operation } from '../../src/contract/operation.ts';
import { updateOrganisation } from '../../src/contract/settings/organisation.ts';
import { deleteUser, updateUser } from '../../src/contract/users.ts';
import { PAYMENT_METHODS } from '../../src/core/money/payment.ts';
import { useAdministrator, useApp } from '../helpers/app.ts';
import { clientWithKey } from '../helpers/api-keys.ts';
import { dump, expectBooksRight } from '../helpers/books.ts';
import type { Answer, Client } from '../helpers/client.ts';
import { addUser, correction, fineOne, finesOf, mark, refusal, setRule } from '../helpers/ledger.ts';
import { signedInMember, signedInWithAccess } from '../helpers/members.ts';
import { ONE_PIXEL } from '../helpers/pictures.ts';

const DAY = '2026-11-18';
const app = useApp();
const administrator = useAdministrator(app);
let collector: Client;
let manager: Client;
let member: Client;
let userId: string;

beforeAll(async () => {
  ({ client: collector } = await signedInWithAccess(app, administrator, 'collector'));
  ({ client: manager } = await signedInWithAccess(app, administrator, 'manager'));
});
beforeEach(async () => {
  const signedIn = await signedInMember(app, administrator);
  member = signedIn.client;
  userId = signedIn.user.id;
});

type Claim = CallInput<typeof sendClaim>['body'];
const fine = (amount: number, date = DAY) => fineOne(administrator, userId, { amount, date });
const claimOf = (over: Partial<Claim> = {}): Claim => ({
  amount: 100,
  method: 'Raast',
  reference: 'TRX 77',
  receivedOn: DAY,
  ...over,
});
const claim = async (over: Partial<Claim> = {}) => (await member.must(sendClaim, { body: claimOf(over) })).request;
const appeal = async (fineId: string, reason = 'I was in hospital') =>
  (await member.must(sendAppeal, { body: { fineId, reason } })).request;
const own = async () => member.must(listOwnRequests, {});
const summary = async () => (await administrator.must(listFines, { query: { userId } })).user?.summary;
const params = (requestId: string) => ({ requestId });

/** Expects a refusal with this code and sentence, and that nothing was written. */
async function expectRefused<O extends Operation>(attempt: () => Promise<Answer<O>>, code: string, sentence = /./) {
  const before = await dump(app.db);
  const answer = refusal(await attempt());
  expect(answer.code).toBe(code);
  expect(answer.message).toMatch(sentence);
  expect(await dump(app.db)).toEqual(before);
  return answer;
}

test('what waits for the office is summed over all open requests, until each is answered [OVERVIEW-15]', async () => {
  const fines = [];
  // One a week, so that none is doubled.
  for (const month of ['05', '06', '07', '08', '09', '10', '11']) fines.push(await fine(100, `2026-${month}-02`));
  const [appealed, ...claimed] = fines;
  expect((await own()).waiting).toEqual({ claimed: 0, appealed: 0 });
  const requests = [];
  for (const { id, amount } of claimed) requests.push(await claim({ fineIds: [id], amount }));
  await appeal(appealed?.id ?? '');
  // More than are on a page.
  const { items } = await member.must(listOwnRequests, { query: { pageSize: 5 } });
  expect(items).toHaveLength(5);
  expect((await own()).waiting).toEqual({ claimed: 600, appealed: 100 });
  await member.must(withdrawRequest, { params: params(requests[0]?.id ?? '') });
  await mark(administrator, appealed?.id ?? '', 'Paid');
  expect((await own()).waiting).toEqual({ claimed: 500, appealed: 0 });
});

describe('"I have paid"', () => {
  test('can be sent for all that is owed or for chosen fines, and pays nothing yet [REQ-1]', async () => {
    const { id } = await fine(100);
    const request = await claim({ fineIds: [id], picture: ONE_PIXEL });
    expect(request).toEqual({
      id: expect.any(String),
      kind: 'claim',
      state: 'open',
      userId,
      userName: expect.any(String),
      fines: [{ fineId: id, fineType: 'Late arrival', date: DAY }],
      amount: 100,
      method: 'Raast',
      reference: 'TRX 77',
      receivedOn: DAY,
      reason: '',
      picture: expect.any(String),
      sentOn: DAY,
      answer: '',
      decidedBy: null,
      decidedOn: null,
      receipt: null,
    });
    expect(await own()).toMatchObject({ items: [request], totalItems: 1, open: [id] });
    expect(await summary()).toMatchObject({ pendingFine: 100, paidAmount: 0 });
    expect((await claim({ amount: 5 })).fines).toEqual([]);
    await expectBooksRight(app.db);
  });

  test('for all that is owed names what is owed then and has no open request, oldest first [REQ-1, REQ-17]', async () => {
    const [newer, appealed, older] = [await fine(70), await fine(50, '2026-11-03'), await fine(100, '2026-11-02')];
    await appeal(appealed.id);
    const request = await claim({ amount: 170 });
    expect(request.fines.map(({ fineId }) => fineId)).toEqual([older.id, newer.id]);
    const later = await fine(30, '2026-10-01');
    await appeal(later.id);
    await expectRefused(() => member.call(sendAppeal, { body: { fineId: older.id, reason: 'ill' } }), 'request-open');
    expect((await own()).open.toSorted()).toEqual([older, newer, appealed, later].map(({ id }) => id).toSorted());
    await expectBooksRight(app.db);
  });

  test('when accepted, pays the fines it names, with a receipt [REQ-6, PAY-4]', async () => {
    const [older, newer] = [await fine(70, '2026-10-01'), await fine(100, '2026-11-02')];
    const request = await claim({ fineIds: [newer.id], amount: 130, receivedOn: '2026-11-03' });
    const fines = [{ fineId: newer.id, outstanding: 100 }];
    const body = { fines, answer: 'Thank you' };
    const accepted = await collector.must(acceptClaim, { params: params(request.id), body });
    expect(accepted).toMatchObject({ credit: 30, pendingFine: 70, payment: { amount: 130, method: 'Raast' } });
    const receipt = accepted.payment?.receipt ?? '';
    const decided = { state: 'accepted', answer: 'Thank you', receipt, decidedOn: DAY };
    expect(accepted.request).toMatchObject(decided);
    expect(await collector.must(readReceipt, { params: { number: receipt } })).toMatchObject({
      payment: { reference: 'TRX 77', receivedOn: '2026-11-03', userId },
      fines: [{ paid: 100 }],
      toCredit: 30,
    });
    expect((await own()).items).toMatchObject([{ ...decided, decidedBy: null }]);
    expect((await finesOf(administrator, userId)).map(({ id, status }) => [id, status])).toEqual([
      [newer.id, 'Paid'],
      [older.id, 'Pending'],
    ]);
    await expectBooksRight(app.db);
  });

  test('that names no fines pays the oldest first when accepted, and is one entry with its payment in the history [REQ-6]', async () => {
    const [older, newer] = [await fine(70, '2026-10-01'), await fine(100, '2026-11-02')];
    const request = await claim({ amount: 100 });
    const fines = [newer, older].map(({ id: fineId, outstanding }) => ({ fineId, outstanding }));
    await collector.must(acceptClaim, { params: params(request.id), body: { fines } });
    const left = (await finesOf(administrator, userId)).map(({ outstanding }) => outstanding);
    expect(left).toEqual([70, 0]);
    const entries = await app.db.read
      .selectFrom('journal')
      .select(['subject', 'batch', 'action'])
      .where('user_id', '=', userId)
      .where('action', '=', 'requests.acceptClaim')
      .execute();
    expect(entries.map(({ subject }) => subject).toSorted()).toEqual(['fine', 'fine', 'payment', 'request']);
    expect(new Set(entries.map(({ batch }) => batch)).size).toBe(1);
  });

  test('accepted twice at once makes one payment [REQ-6]', async () => {
    const { id } = await fine(100);
    const request = await claim({ fineIds: [id] });
    const input = { params: params(request.id), body: { fines: [{ fineId: id, outstanding: 100 }] } };
    const answers = await Promise.all([collector, manager, administrator].map((one) => one.call(acceptClaim, input)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers.filter(({ ok }) => !ok)) {
      expect(refusal(answer)).toMatchObject({ code: 'request-decided', message: expect.stringMatching(/answered or/) });
    }
    await expectRefused(() => collector.call(acceptClaim, input), 'request-decided');
    await expectRefused(
      () => collector.call(refuseClaim, { params: params(request.id), body: { answer: 'nothing came' } }),
      'request-decided',
    );
    expect(await summary()).toMatchObject({ pendingFine: 0, credit: 0 });
    await expectBooksRight(app.db);
  });

  test('for a fine paid in the meantime is shown again; the money becomes credit, or the request is refused [REQ-8]', async () => {
    const { id } = await fine(100);
    const request = await claim({ fineIds: [id] });
    await mark(administrator, id, 'Paid');
    const body = { fines: [{ fineId: id, outstanding: 100 }] };
    const { details } = await expectRefused(
      () => collector.call(acceptClaim, { params: params(request.id), body }),
      'payment-changed',
      /changed in the meantime/,
    );
    expect(details).toMatchObject({ userId, fines: [], pendingFine: 0 });
    const taken = await collector.must(acceptClaim, { params: params(request.id), body: { fines: [] } });
    expect(taken).toMatchObject({ credit: 100, request: { state: 'accepted' } });
    await expectBooksRight(app.db);
  });

  test('for a fine deleted in the meantime still names it [REQ-8]', async () => {
    const { id } = await fine(100);
    const request = await claim({ fineIds: [id] });
    await administrator.must(deleteFine, { params: { fineId: id }, query: {} });
    expect((await own()).items).toMatchObject([{ fines: [{ fineId: id, fineType: 'Late arrival' }], state: 'open' }]);
    const body = { answer: 'this fine is gone' };
    await collector.must(refuseClaim, { params: params(request.id), body });
    expect((await own()).items).toMatchObject([{ state: 'refused', answer: 'this fine is gone' }]);
  });
});

describe('an appeal', () => {
  test('when accepted, waives the whole fine as a mistake, with the member’s reason [REQ-7]', async () => {
    const first = await fine(100);
    await setRule(administrator, true);
    const doubled = await fine(100);
    const request = await appeal(first.id);
    expect(request).toMatchObject({ kind: 'appeal', reason: 'I was in hospital', amount: null, method: null });
    const shown = { outstanding: 100, paidAmount: 0, reduces: doubled.id };
    const body = { fine: shown, answer: '' };
    const accepted = await manager.must(acceptAppeal, { params: params(request.id), body });
    expect(accepted).toMatchObject({
      request: { state: 'accepted' },
      waived: { fine: { mistake: true, outstanding: 0 }, reduction: { from: 200, to: 100 } },
    });
    const { items } = await manager.must(listWaivers, { query: { userId } });
    expect(items).toMatchObject([{ reason: 'I was in hospital', mistake: true, amount: 100 }]);
    await setRule(administrator, false);
    await expectBooksRight(app.db);
  });

  test('of a fine paid in the meantime turns the payment into credit, once that has been shown [REQ-8]', async () => {
    const { id } = await fine(100);
    const request = await appeal(id);
    await mark(administrator, id, 'Paid');
    const accept = (outstanding: number, paidAmount: number) => ({
      params: params(request.id),
      body: { fine: { outstanding, paidAmount, reduces: '' } },
    });
    await expectRefused(() => manager.call(acceptAppeal, accept(100, 0)), 'fine-changed', /changed in the meantime/);
    const accepted = await manager.must(acceptAppeal, accept(0, 100));
    expect(accepted.waived).toMatchObject({ toCredit: 100 });
    await expectBooksRight(app.db);
  });

  test.each(['deleted', 'waived'] as const)(
    'of a fine that was %s in the meantime is accepted without any other change [REQ-8]',
    async (how) => {
      const { id } = await fine(100);
      const request = await appeal(id);
      const fineId = { fineId: id };
      const body = { fine: { outstanding: 100, paidAmount: 0, reduces: '' } };
      await expectRefused(
        () => manager.call(acceptAppeal, { params: params(request.id), body: { fine: null } }),
        'fine-changed',
      );
      if (how === 'deleted') await administrator.must(deleteFine, { params: fineId, query: {} });
      else {
        const waiver = { outstanding: 100, amount: 100, reason: 'was in hospital' };
        await administrator.must(waiveFine, { params: fineId, body: waiver });
      }
      await expectRefused(
        () => manager.call(acceptAppeal, { params: params(request.id), body }),
        'appealed-fine-gone',
        /deleted or waived in the meantime/,
      );
      const accepted = await manager.must(acceptAppeal, { params: params(request.id), body: { fine: null } });
      expect(accepted).toMatchObject({ waived: null, request: { state: 'accepted' } });
      await expectBooksRight(app.db);
    },
  );

  test('can be refused only with an answer, which the member reads [REQ-7]', async () => {
    const { id } = await fine(100);
    const request = await appeal(id);
    for (const answer of ['', '  ', 'no']) {
      await expectRefused(
        () => manager.call(refuseAppeal, { params: params(request.id), body: { answer } }),
        'invalid-input',
        /^answer must/,
      );
    }
    await manager.must(refuseAppeal, { params: params(request.id), body: { answer: 'You were seen at ten.' } });
    const [shown] = (await own()).items;
    expect(shown).toMatchObject({ state: 'refused', answer: 'You were seen at ten.', decidedOn: DAY });
    // Afterwards the member may appeal again about the same fine.
    await appeal(id, 'It was my brother');
    await expectBooksRight(app.db);
  });
});

describe('withdrawing', () => {
  test('ends an open request, which can then no longer be decided [REQ-5]', async () => {
    const { id } = await fine(100);
    const request = await claim({ fineIds: [id], picture: ONE_PIXEL });
    const withdrawn = await member.must(withdrawRequest, { params: params(request.id) });
    expect(withdrawn.request).toMatchObject({ state: 'withdrawn', picture: null, decidedOn: DAY });
    expect((await own()).open).toEqual([]);
    const body = { fines: [{ fineId: id, outstanding: 100 }] };
    await expectRefused(
      () => collector.call(acceptClaim, { params: params(request.id), body }),
      'request-decided',
      /answered or withdrawn/,
    );
    await expectRefused(() => member.call(withdrawRequest, { params: params(request.id) }), 'request-decided');
    await expectBooksRight(app.db);
  });

  test('is refused if the request was decided, or is somebody else’s [REQ-5]', async () => {
    const { id } = await fine(100);
    const request = await appeal(id);
    const { client: other } = await signedInMember(app, administrator);
    for (const one of [other, manager, administrator]) {
      await expectRefused(() => one.call(withdrawRequest, { params: params(request.id) }), 'request-not-found');
    }
    await manager.must(refuseAppeal, { params: params(request.id), body: { answer: 'you were seen' } });
    await expectRefused(() => member.call(withdrawRequest, { params: params(request.id) }), 'request-decided');
  });
});

describe('a request is refused', () => {
  test('for somebody else’s fine and for an unknown one, as not found [REQ-2]', async () => {
    const { id: other } = await addUser(administrator);
    const { id } = await fineOne(administrator, other);
    await setRule(administrator, true, 'members-see-everyone');
    for (const fineId of [id, 'NOFINE222222']) {
      await expectRefused(() => member.call(sendAppeal, { body: { fineId, reason: 'not mine' } }), 'fine-not-found');
      await expectRefused(() => member.call(sendClaim, { body: claimOf({ fineIds: [fineId] }) }), 'fine-not-found');
    }
    await setRule(administrator, false, 'members-see-everyone');
  });

  test('for a fine that has an open request of either kind [REQ-3]', async () => {
    const { id: fineId } = await fine(100);
    const request = await claim({ fineIds: [fineId] });
    const another = { body: { fineId, reason: 'was ill' } };
    await expectRefused(() => member.call(sendAppeal, another), 'request-open', /open request for this fine/);
    await expectRefused(() => member.call(sendClaim, { body: claimOf({ fineIds: [fineId] }) }), 'request-open');
    await collector.must(refuseClaim, { params: params(request.id), body: { answer: 'nothing came' } });
    await member.must(sendAppeal, another);
  });

  test('if two arrive at once for a fine: one is accepted [REQ-3]', async () => {
    const { id: fineId } = await fine(100);
    const body = { fineId, reason: 'was ill' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => member.call(sendAppeal, { body })));
    expect(answers.map((answer) => (answer.ok ? 'sent' : answer.code)).toSorted()).toEqual([
      'request-open',
      'request-open',
      'request-open',
      'sent',
    ]);
  });

  test('beyond 20 open ones, or 40 in a day [REQ-4]', async () => {
    const sent: string[] = [];
    for (let n = 0; n < 20; n += 1) sent.push((await claim()).id);
    const body = claimOf();
    await expectRefused(() => member.call(sendClaim, { body }), 'too-many-open-requests', /20 open requests/);
    for (const id of sent) await member.must(withdrawRequest, { params: params(id) });
    for (let n = 0; n < 20; n += 1) await member.must(withdrawRequest, { params: params((await claim()).id) });
    await expectRefused(() => member.call(sendClaim, { body }), 'too-many-requests-today', /40 requests today/);
  });

  test('for what was already paid or waived, for a future day, or for nothing [REQ-2]', async () => {
    const { id } = await fine(100);
    await mark(administrator, id, 'Paid');
    await expectRefused(
      () => member.call(sendClaim, { body: claimOf({ fineIds: [id] }) }),
      'nothing-owed',
      /nothing left to pay/,
    );
    await mark(administrator, id, 'Pending');
    const waiver = { outstanding: 100, mistake: true, reason: 'was in hospital' };
    await administrator.must(waiveFine, { params: { fineId: id }, body: waiver });
    await expectRefused(
      () => member.call(sendAppeal, { body: { fineId: id, reason: 'was ill' } }),
      'nothing-to-waive',
      /nothing left to waive/,
    );
    await expectRefused(
      () => member.call(sendClaim, { body: claimOf({ receivedOn: '2026-11-19' }) }),
      'received-in-future',
    );
    await expectRefused(() => member.call(sendClaim, { body: claimOf({ amount: 0 }) }), 'invalid-input', /more than 0/);
  });

  test('if the organisation does not offer it; open ones can still be decided [REQ-11]', async () => {
    const { id } = await fine(100);
    const request = await appeal(id);
    await setRule(administrator, false, 'members-appeal');
    expect((await own()).offered).toEqual(['claim']);
    const { id: fineId } = await fine(5, '2026-10-02');
    await expectRefused(
      () => member.call(sendAppeal, { body: { fineId, reason: 'was ill' } }),
      'request-not-offered',
      /does not take this kind/,
    );
    await manager.must(refuseAppeal, { params: params(request.id), body: { answer: 'you were seen' } });
    await setRule(administrator, false, 'members-claim');
    expect((await own()).offered).toEqual([]);
    await expectRefused(() => member.call(sendClaim, { body: claimOf() }), 'request-not-offered');
    for (const rule of ['members-appeal', 'members-claim'] as const) await setRule(administrator, true, rule);
    await administrator.must(updateOrganisation, { body: { methods: ['Cash', 'Raast'] } });
    expect(await own()).toMatchObject({ offered: ['claim', 'appeal'], methods: ['Cash', 'Raast'] });
    await administrator.must(updateOrganisation, { body: { methods: [...PAYMENT_METHODS] } });
  });

  test('from the administrator, who is not a member, and from keys [REQ-2, KEY-1]', async () => {
    await expectRefused(() => administrator.call(sendClaim, { body: claimOf() }), 'not-allowed');
    expect(await administrator.must(listOwnRequests, {})).toMatchObject({ items: [], offered: [] });
    const key = await clientWithKey(app, administrator, 'manager');
    const { id: fineId } = await fine(100);
    const { id } = await appeal(fineId);
    await expectRefused(() => key.call(sendClaim, { body: claimOf() }), 'not-allowed');
    await expectRefused(() => key.call(withdrawRequest, { params: params(id) }), 'not-allowed');
    await expectRefused(() => key.call(listOwnRequests, {}), 'not-allowed');
    expect((await key.fetch(`/api/requests/${id}/picture`)).status).toBe(403);
  });

  test('from somebody made inactive or deleted in the meantime; their earlier requests can still be decided [REQ-12]', async () => {
    const { id: fineId } = await fine(100);
    const request = await appeal(fineId);
    await administrator.must(updateUser, { params: { userId }, body: { status: 'Inactive' } });
    await expectRefused(() => member.call(sendClaim, { body: claimOf() }), 'not-signed-in', /sign in/);
    await expectRefused(() => member.call(withdrawRequest, { params: params(request.id) }), 'not-signed-in');
    const body = { fine: { outstanding: 100, paidAmount: 0, reduces: '' } };
    expect(await manager.must(acceptAppeal, { params: params(request.id), body })).toMatchObject({
      request: { state: 'accepted' },
    });
    const gone = await signedInMember(app, administrator);
    const { request: claimed } = await gone.client.must(sendClaim, { body: claimOf() });
    await administrator.must(deleteUser, { params: { userId: gone.user.id } });
    expect((await collector.must(acceptClaim, { params: params(claimed.id), body: { fines: [] } })).credit).toBe(100);
    await expectBooksRight(app.db);
  });
});

describe('who may decide', () => {
  test('collectors and above decide claims, managers and above appeals; nobody else may, and nobody their own [REQ-6, REQ-7]', async () => {
    const { id: fineId } = await fine(100);
    const [appealed, claimed] = [(await appeal(fineId)).id, (await claim()).id];
    const { client: viewer } = await signedInWithAccess(app, administrator, 'viewer');
    const { client: other } = await signedInMember(app, administrator);
    const answer = { answer: 'nothing came' };
    const keyOf = (access: 'viewer' | 'collector') => clientWithKey(app, administrator, access);
    const shown = { fine: { outstanding: 100, paidAmount: 0, reduces: '' } };
    for (const client of [member, other, viewer, await keyOf('viewer')]) {
      await expectRefused(
        () => client.call(acceptClaim, { params: params(claimed), body: { fines: [] } }),
        'not-allowed',
      );
      await expectRefused(() => client.call(refuseClaim, { params: params(claimed), body: answer }), 'not-allowed');
    }
    for (const client of [member, other, viewer, collector, await keyOf('collector')]) {
      await expectRefused(() => client.call(acceptAppeal, { params: params(appealed), body: shown }), 'not-allowed');
      await expectRefused(() => client.call(refuseAppeal, { params: params(appealed), body: answer }), 'not-allowed');
    }
    // Nor through the address of the other kind.
    await expectRefused(
      () => collector.call(acceptClaim, { params: params(appealed), body: { fines: [] } }),
      'request-not-found',
    );
    await expectRefused(
      () => collector.call(refuseClaim, { params: params(appealed), body: answer }),
      'request-not-found',
    );
    await expectRefused(
      () => manager.call(acceptAppeal, { params: params(claimed), body: shown }),
      'request-not-found',
    );
    const key = await keyOf('collector');
    expect((await key.call(refuseClaim, { params: params(claimed), body: answer })).ok).toBe(true);
  });

  test('a manager who was fined can send requests like others, but not decide them [REQ-6]', async () => {
    const fined = await signedInWithAccess(app, administrator, 'manager');
    const { id: fineId } = await fineOne(administrator, fined.user.id);
    const { request } = await fined.client.must(sendAppeal, { body: { fineId, reason: 'was ill' } });
    const body = { fine: { outstanding: 100, paidAmount: 0, reduces: '' } };
    await expectRefused(
      () => fined.client.call(acceptAppeal, { params: params(request.id), body }),
      'own-request',
      /Somebody else must decide/,
    );
    await expectRefused(
      () => fined.client.call(refuseAppeal, { params: params(request.id), body: { answer: 'no way' } }),
      'own-request',
    );
    const { open } = await fined.client.must(countRequests, {});
    expect((await administrator.must(countRequests, {})).open).toBe(open + 1);
    await manager.must(acceptAppeal, { params: params(request.id), body });
  });

  test('the number of open requests is shown to those who may decide them [REQ-13]', async () => {
    const count = async (client: Client) => (await client.must(countRequests, {})).open;
    const [ofCollector, ofManager] = [await count(collector), await count(manager)];
    const { id } = await fine(100);
    await appeal(id);
    await claim();
    expect([await count(collector), await count(manager)]).toEqual([ofCollector + 1, ofManager + 2]);
    await expectRefused(() => member.call(countRequests, {}), 'not-allowed');
  });
});

describe('the list', () => {
  test('has open requests oldest first, all others newest first, and can be filtered [REQ-13]', async () => {
    const first = await claim({ amount: 7 });
    const { id } = await fine(100);
    app.clock.advance(60_000);
    const second = await appeal(id);
    const { client: viewer } = await signedInWithAccess(app, administrator, 'viewer');
    const list = async (query: CallInput<typeof listRequests>['query']) => {
      const { items, claimed, totalItems } = await viewer.must(listRequests, { query: { userId, ...query } });
      return { ids: items.map((item) => item.id), claimed, totalItems };
    };
    expect(await list({})).toEqual({ ids: [second.id, first.id], claimed: 7, totalItems: 2 });
    expect((await list({ state: 'open' })).ids).toEqual([first.id, second.id]);
    expect((await list({ kind: 'claim' })).ids).toEqual([first.id]);
    expect((await list({ from: DAY, to: DAY })).totalItems).toBe(2);
    expect((await list({ to: '2026-11-17' })).totalItems).toBe(0);
    expect((await list({ search: 'nobody of this name' })).totalItems).toBe(0);
    await expectRefused(() => member.call(listRequests, {}), 'not-allowed');
    const file = await (await viewer.fetch(`/api${exportRequests.path}?userId=${userId}`)).text();
    expect(file.split('\r\n').slice(0, 3)).toEqual([
      'Date,Kind,Member,Member ID,Fine type,Amount,Method,Reference,Paid on,Reason,Status,Answer,Answered by,Answered on,Receipt',
      expect.stringMatching(new RegExp(`^${DAY},Appeal,[^,]+,${userId},Late arrival,,,,,I was in hospital,Open,,,,$`)),
      expect.stringMatching(new RegExp(`^${DAY},I have paid,[^,]+,${userId},,7.00,Raast,TRX 77,${DAY},,Open,,,,$`)),
    ]);
  });

  test('shows members only their own, without who answered [REQ-5, ACCESS-9]', async () => {
    const { id } = await fine(100);
    const request = await appeal(id);
    await manager.must(refuseAppeal, { params: params(request.id), body: { answer: 'you were seen' } });
    const { client: other } = await signedInMember(app, administrator);
    expect(await other.must(listOwnRequests, {})).toMatchObject({ items: [], totalItems: 0, open: [] });
    expect((await own()).items).toMatchObject([{ id: request.id, decidedBy: null }]);
    const { items } = await collector.must(listRequests, { query: { userId } });
    expect(items[0]?.decidedBy).toMatch(/^Person \d+$/);
    expect((await other.fetch(`/api${readPicture.path.replace(':requestId', request.id)}`)).status).toBe(404);
  });

  test('shows what was asked unchanged after the fine is corrected [REQ-8]', async () => {
    const asked = await fine(100);
    await appeal(asked.id);
    await administrator.must(correctFine, {
      params: { fineId: asked.id },
      body: correction(asked, { fineType: 'Very late' }),
    });
    expect((await own()).items[0]?.fines).toEqual([{ fineId: asked.id, fineType: 'Late arrival', date: DAY }]);
  });
});
