// Members send requests about their own fines, and withdraw them (REQ-1 to REQ-5).
import type * as contract from '../../../contract/money/requests.ts';
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import { outstanding } from '../../../core/fines/fine.ts';
import type { RuleName } from '../../../core/fines/rules.ts';
import { MAX_FINES_CLAIMED, MAX_FINES_COLLECTED } from '../../../core/limits.ts';
import { type RequestKind, whyNotNow } from '../../../core/money/member-request.ts';
import { figuresOf } from '../../balances/change-fine.ts';
import { findFines } from '../../balances/fine-reads.repository.ts';
import { AppError } from '../../base/errors.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Command, CommandContext } from '../../ledger/command.ts';
import { newRecordId } from '../../shared/ids.ts';
import { dropPictures, keepPictures, type SentPicture } from '../../shared/pictures/kept-pictures.ts';
import { findUser } from '../../shared/queries.ts';
import { isRuleOn, type OnMissingRule } from '../../shared/rules.ts';
import type { FineRow } from '../../shared/wire.ts';
import { owedFines } from '../payments/taking.repository.ts';
import { toRequest } from './requests.list.ts';
import {
  countSentOn,
  findRequest,
  finesOf,
  insertRequests,
  openOf,
  type RequestedFine,
  type RequestRecord,
  type RequestRow,
  updateRequest,
} from './requests.repository.ts';

/** The rule that enables each kind. */
export const OFFERED_BY = { claim: 'members-claim', appeal: 'members-appeal' } as const satisfies Record<
  RequestKind,
  RuleName
>;

/**
 * "I have paid". Throws AppError not-allowed for callers without a user record, request-not-offered, fine-not-found for
 * a fine that is not theirs, nothing-owed, request-open, too-many-open-requests, too-many-requests-today,
 * received-in-future.
 */
export async function sendClaim(
  context: CommandContext,
  { fineIds, amount, method, reference, receivedOn }: ParsedInput<typeof contract.sendClaim>['body'],
  picture: SentPicture | null,
  onMissing: OnMissingRule,
): Promise<Output<typeof contract.sendClaim>> {
  const asking = await readMemberAndFines(context, 'claim', fineIds, onMissing);
  if (asking.fines.some((fine) => outstanding(figuresOf(fine)) === 0)) throw new AppError('nothing-owed');
  if (receivedOn > context.today) throw new AppError('received-in-future');
  const content = { amount, method, reference, received_on: receivedOn, reason: '' };
  return send(context, 'claim', asking, content, picture);
}

/** Like {@link sendClaim}, for an appeal; throws nothing-to-waive for a fine of which nothing is charged. */
export async function sendAppeal(
  context: CommandContext,
  { fineId, reason }: ParsedInput<typeof contract.sendAppeal>['body'],
  onMissing: OnMissingRule,
): Promise<Output<typeof contract.sendAppeal>> {
  const asking = await readMemberAndFines(context, 'appeal', [fineId], onMissing);
  if (asking.fines.some((fine) => fine.amount === fine.waived_amount)) throw new AppError('nothing-to-waive');
  return send(
    context,
    'appeal',
    asking,
    { amount: null, method: null, reference: '', received_on: null, reason },
    null,
  );
}

interface MemberAndFines {
  user: { id: string; user_name: string };
  fines: readonly FineRow[];
}

/**
 * Who sends the request, and about which fines, if they may do so now. A claim that names none is about what is owed
 * now and has no open request, the oldest first, not about what is added later.
 */
async function readMemberAndFines(
  { tx, userId, today }: CommandContext,
  kind: RequestKind,
  fineIds: readonly string[],
  onMissing: OnMissingRule,
): Promise<MemberAndFines> {
  // The administrator is not a member.
  if (userId === null) throw new AppError('not-allowed');
  const isForAll = kind === 'claim' && fineIds.length === 0;
  const [user, isOffered, found, open, sentToday, owed] = await settleAll([
    findUser(tx, userId),
    isRuleOn(tx, OFFERED_BY[kind], onMissing),
    findFines(tx, fineIds),
    openOf(tx, userId),
    countSentOn(tx, userId, today),
    isForAll ? owedFines(tx, userId, MAX_FINES_COLLECTED) : [],
  ]);
  if (user === undefined) throw new AppError('not-allowed');
  if (!isOffered) throw new AppError('request-not-offered');
  const fines = fineIds.map((id) => found.get(id)?.fine);
  // For a member the fines of others do not exist, so that ids cannot be probed.
  const own = fines.filter((fine) => fine?.user_id === userId) as FineRow[];
  if (own.length < fines.length) throw new AppError('fine-not-found');
  const asked = { open: open.map((one) => finesOf(one).map(({ id }) => id)), sentToday };
  const problem = whyNotNow(asked, fineIds);
  if (problem !== null) throw new AppError(problem);
  if (!isForAll) return { user, fines: own };
  const busy = new Set(asked.open.flat());
  return { user, fines: owed.filter(({ id }) => !busy.has(id)).slice(0, MAX_FINES_CLAIMED) };
}

type RequestContent = Pick<RequestRecord, 'amount' | 'method' | 'reference' | 'received_on' | 'reason'>;

function send(
  context: CommandContext,
  kind: RequestKind,
  { user, fines }: MemberAndFines,
  content: RequestContent,
  picture: SentPicture | null,
): Output<typeof contract.sendClaim> {
  const { tx, now, today, actor } = context;
  const about: RequestedFine[] = fines.map(({ id, fine_type: type, date }) => ({ id, type, date }));
  const request: RequestRecord = {
    id: newRecordId(),
    user_id: user.id,
    kind,
    state: 'open',
    fines: JSON.stringify(about),
    ...content,
    picture_hash: picture?.hash ?? null,
    picture_size: picture?.size ?? null,
    sent_by: actor.name,
    sent_on: today,
    created_at: now,
    answer: '',
    decided_by: null,
    decided_on: null,
    decided_at: null,
    payment_id: null,
  };
  const { id: subjectId, user_id: userId } = request;
  context.record({ subject: 'request', subjectId, userId, before: null, after: request });
  context.send([insertRequests(tx, [request])]);
  keepPictures(context, [subjectId], picture === null ? [] : [picture]);
  const beside = { user_name: user.user_name, receipt_year: null, receipt_number: null };
  return { request: toRequest({ ...request, ...beside, has_picture: picture === null ? 0 : 1 }) };
}

/** Throws request-not-found unless it is their own request, and request-decided. */
export const withdraw: Command<typeof contract.withdrawRequest> = async (context, { params }) => {
  const row = await findRequest(context.tx, params.requestId);
  if (row === undefined || row.user_id !== context.userId) throw new AppError('request-not-found');
  if (row.state !== 'open') throw new AppError('request-decided');
  const ended = endRequest(context, row, { state: 'withdrawn' });
  dropPictures(context, [row.id], row.picture_hash === null ? [] : [row.picture_hash]);
  return { request: toRequest({ ...ended, has_picture: 0 }) };
};

/** Records how a request ended. It is open until it is decided or withdrawn, and does not change after that. */
export function endRequest(context: CommandContext, row: RequestRow, ending: Partial<RequestRecord>): RequestRow {
  const { tx, now, today } = context;
  const changes = { ...ending, decided_on: today, decided_at: now };
  const { user_name, receipt_year, receipt_number, has_picture, ...before } = row;
  const after = { ...before, ...changes };
  context.record({ subject: 'request', subjectId: row.id, userId: row.user_id, before, after });
  context.send([updateRequest(tx, row.id, changes)]);
  return { ...after, user_name, receipt_year, receipt_number, has_picture };
}
