// Accepting and refusing members' requests (REQ-6 to REQ-8).
import * as contract from '../../../contract/money/requests.ts';
import { REQUEST_KINDS, type RequestKind } from '../../../core/money/member-request.ts';
import { numberOf } from '../../../core/money/payment.ts';
import { isAllowed } from '../../../core/people/permission.ts';
import type { MailFacts } from '../../../core/mail/letters.ts';
import type { Principal } from '../../auth/principal.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import { findFines } from '../../balances/fine-reads.repository.ts';
import type { Command, CommandContext } from '../../ledger/command.ts';
import { tell } from '../../mail/outbox.ts';
import { type OwedRows, readOwed, takePayment } from '../payments/taking.service.ts';
import type { OnMissingRule } from '../../shared/rules.ts';
import { toFine, toTotals } from '../../shared/wire.ts';
import { readWaiving, waive, type Waiving } from '../waivers/waivers.service.ts';
import { endRequest } from './sending.service.ts';
import { toRequest } from './requests.list.ts';
import { countOpen, finesOf, findRequest, type RequestRecord, type RequestRow } from './requests.repository.ts';

/** The number of open requests that somebody may decide. */
export const countToDecide = (tx: Handle, { access, userId }: Principal): Promise<number> =>
  countOpen(tx, isAllowed(contract.acceptAppeal.needs, access) ? REQUEST_KINDS : ['claim'], userId);

/** Throws request-not-found if there is no request of this kind. */
export async function readRequest(tx: Handle, requestId: string, kind: RequestKind): Promise<RequestRow> {
  const row = await findRequest(tx, requestId);
  if (row?.kind !== kind) throw new AppError('request-not-found');
  return row;
}

export interface Claimed {
  request: RequestRow;
  owed: OwedRows;
}

export async function readClaimed(tx: Handle, requestId: string): Promise<Claimed> {
  const request = await readRequest(tx, requestId, 'claim');
  return { request, owed: await readOwed(tx, request.user_id) };
}

/**
 * Takes the payment that a member claims to have made. Throws request-decided, own-request, and payment-changed (with
 * what is owed now) if the fines are not as shown.
 */
export const acceptClaim: Command<typeof contract.acceptClaim, Claimed> = (
  context,
  { body: { fines, answer } },
  { request, owed },
) => {
  requireDecidable(context, request);
  const { user_id: userId, amount, method, reference, received_on: receivedOn } = request;
  if (amount === null || method === null || receivedOn === null) throw new AppError('request-not-found');
  const money = { credit: 0, amount, method, reference, receivedOn, note: '' };
  const taken = takePayment(context, { userId, fines, ...money }, owed);
  const { id = null, receipt = null } = taken.payment ?? {};
  tellAnswer(context, request, {
    accepted: true,
    answer,
    payment: id === null ? null : { id, receipt },
    waived: false,
  });
  const number = receipt === null ? null : numberOf('receipt', receipt);
  const decided = decide(context, request, { state: 'accepted', answer, payment_id: id });
  const accepted = toRequest({
    ...decided,
    receipt_year: number?.year ?? null,
    receipt_number: number?.number ?? null,
  });
  return { ...taken, request: accepted, totals: toTotals(context.books()) };
};

export interface Appealed {
  request: RequestRow;
  /** null if the fine was deleted, or all of it was waived */
  waiving: Waiving | null;
}

export async function readAppealed(tx: Handle, requestId: string, onMissing: OnMissingRule): Promise<Appealed> {
  const request = await readRequest(tx, requestId, 'appeal');
  const [about] = finesOf(request);
  const found = about === undefined ? undefined : (await findFines(tx, [about.id])).get(about.id);
  const isLeft = found !== undefined && found.fine.amount > found.fine.waived_amount;
  return { request, waiving: isLeft ? await readWaiving(tx, found.fine.id, onMissing) : null };
}

/**
 * Waives the whole fine as a mistake. Throws request-decided, own-request, fine-changed (with the fine as it is) if it
 * is not as shown, appealed-fine-gone if nothing of it is left, reduction-changed.
 */
export const acceptAppeal: Command<typeof contract.acceptAppeal, Appealed> = (
  context,
  { body: { fine: shown, answer } },
  { request, waiving },
) => {
  requireDecidable(context, request);
  if (shown !== null && waiving === null) throw new AppError('appealed-fine-gone');
  if (shown === null && waiving !== null) throw new AppError('fine-changed', { details: toFine(waiving.fine) });
  const waived =
    shown === null || waiving === null
      ? null
      : waive(context, waiving, { ...shown, mistake: true, reason: request.reason });
  tellAnswer(context, request, { accepted: true, answer, payment: null, waived: waived !== null });
  const decided = decide(context, request, { state: 'accepted', answer });
  return {
    request: toRequest(decided),
    waived:
      waived === null
        ? null
        : { fine: waived.fine, waived: waived.waived, reduction: waived.reduction, toCredit: waived.toCredit },
    totals: toTotals(context.books()),
  };
};

/** Throws request-decided, own-request. */
export const refuse: Command<typeof contract.refuseClaim, RequestRow> = (context, { body: { answer } }, request) => {
  requireDecidable(context, request);
  tellAnswer(context, request, { accepted: false, answer, payment: null, waived: false });
  return { request: toRequest(decide(context, request, { state: 'refused', answer })) };
};

function requireDecidable({ userId }: CommandContext, request: RequestRow): void {
  if (request.state !== 'open') throw new AppError('request-decided');
  if (request.user_id === userId) throw new AppError('own-request');
}

/** Notifies the member of the answer. `waived`: by accepting it. */
function tellAnswer(
  context: CommandContext,
  request: RequestRow,
  { waived, ...end }: Pick<MailFacts['answered'], 'accepted' | 'answer' | 'payment'> & { waived: boolean },
): void {
  const { id, user_id: to, kind, amount, method, received_on: day } = request;
  const [about] = kind === 'appeal' ? finesOf(request) : [];
  const fine = about === undefined ? null : { id: about.id, fineType: about.type, day: about.date, waived };
  const claimed = amount === null || method === null || day === null ? null : { amount, day, method };
  tell(context, { to, kind: 'answered', facts: { id, request: kind, ...end, claimed, fine } });
}

type Decision = Pick<RequestRecord, 'state' | 'answer'> & Partial<Pick<RequestRecord, 'payment_id'>>;

/** Records the decision. */
const decide = (context: CommandContext, row: RequestRow, decision: Decision): RequestRow =>
  endRequest(context, row, { ...decision, decided_by: context.actor.name });
