// Cash-up: who holds how much, paying out of it, handing it over, and taking that back (CASH-1 to CASH-5, CASH-9).
import type { Selectable } from 'kysely';
import type * as contract from '../../../contract/money/cash.ts';
import type { ParsedInput } from '../../../contract/operation.ts';
import { type CashFlow, cashHeld } from '../../../core/money/cash.ts';
import { type Actor, ADMINISTRATOR_ID, idOfUser } from '../../../core/people/actor.ts';
import { emailKey } from '../../../core/people/email.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { isAdministratorEmail, isStaff, mayTakeBackAnyCash } from '../../../core/people/permission.ts';
import type { HandOversTable, ReversalsTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { Command } from '../../ledger/command.ts';
import { newRecordId } from '../../shared/ids.ts';
import { presentHolderOf } from '../../shared/joined-users.ts';
import { namesOf } from '../../shared/people.ts';
import { titleThen } from '../../shared/queries.ts';
import { toInstant } from '../../shared/wire.ts';
import * as repository from './cash.repository.ts';
import { moveCash } from '../../balances/cash-moves.ts';
import { itemsWithReversals, recordReversal, reversalsOf, toReversal } from '../../balances/reversals.ts';

/** What somebody holds, and their present name. */
export interface Holder {
  row: repository.HolderRow;
  name: string;
}

/** Everybody who holds or has held cash, by name. */
export async function readHolders(db: Handle, administratorEmail: string): Promise<contract.CashHolder[]> {
  const rows = await repository.allHolders(db);
  const ids = rows.map(({ holder }) => holder);
  const nameOf = await namesOf(db, ids, administratorEmail);
  const holders = rows.map((row) => toHolder({ row, name: nameOf(row.holder) }));
  // Two people may have had the same e-mail, one after the other.
  const order = ({ holder, holderId }: contract.CashHolder): string => `${holder}\n${holderId}`;
  return holders.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** What somebody holds now. */
export async function readHeld(db: Handle, id: string): Promise<Paisa> {
  const row = await repository.findHolder(db, id);
  return row === undefined ? 0 : cashHeld(flowOf(row));
}

/** Whoever holds it since a join. Throws cash-holder-not-found. */
export async function readHolder(db: Handle, asked: string, administratorEmail: string): Promise<Holder> {
  const id = await presentHolderOf(db, asked);
  const [row, nameOf] = await settleAll([repository.findHolder(db, id), namesOf(db, [id], administratorEmail)]);
  if (row === undefined) throw new AppError('cash-holder-not-found');
  return { row, name: nameOf(id) };
}

/** A hand-over: who gives the cash and who takes it; null if the taker has no access. */
export interface HandingOver {
  from: Holder;
  taker: Actor | null;
}

/** Throws cash-holder-not-found, taker-without-access. */
export async function readHandingOver(
  db: Handle,
  { holderId, takenBy }: Pick<ParsedInput<typeof contract.handOverCash>['body'], 'holderId' | 'takenBy'>,
  administratorEmail: string,
): Promise<HandingOver> {
  const [from, user] = await settleAll([
    readHolder(db, holderId, administratorEmail),
    repository.userOfEmail(db, emailKey(takenBy)),
  ]);
  if (isAdministratorEmail(takenBy, administratorEmail)) {
    return { from, taker: { id: ADMINISTRATOR_ID, name: emailKey(administratorEmail) } };
  }
  if (user === undefined) return { from, taker: null };
  // Taken as a mere name, the cash would be held by nobody, although everybody would think this person holds it.
  if (!isStaff(user.access) || user.status !== 'Active') throw new AppError('taker-without-access');
  return { from, taker: { id: idOfUser(user.id), name: emailKey(takenBy) } };
}

/** Throws event-not-found, more-than-cash. */
export const recordPayOut: Command<typeof contract.recordPayOut, Holder> = async (
  context,
  { body: { amount, eventId, note } },
  { row, name },
) => {
  if (eventId !== null && !(await repository.hasEvent(context.tx, eventId))) throw new AppError('event-not-found');
  if (amount > cashHeld(flowOf(row))) throw new AppError('more-than-cash');
  const payOut = {
    id: newRecordId(),
    holder: name,
    holder_id: row.holder,
    amount,
    event_id: eventId,
    note,
    day: context.today,
    made_by: context.actor.name,
    created_at: context.now,
  };
  const { id: subjectId } = payOut;
  const sequence = context.record({ subject: 'pay-out', subjectId, userId: null, before: null, after: payOut });
  context.send([repository.insertPayOuts(context.tx, [{ ...payOut, sequence }])]);
  moveCash(context, row.holder, { paidOut: amount });
  return { holder: toHolder({ row: { ...row, paid_out: row.paid_out + amount }, name }) };
};

/** Throws cash-changed (with the present sum) if the sum is not as shown, and hand-over-to-oneself. */
export const handOver: Command<typeof contract.handOverCash, HandingOver> = (context, { body }, { from, taker }) => {
  const { row } = from;
  const held = cashHeld(flowOf(row));
  if (held !== body.held) throw new AppError('cash-changed', { details: toHolder(from) });
  if (taker?.id === row.holder) throw new AppError('hand-over-to-oneself');
  const { counted } = body;
  const { holder, received, given_back, paid_out, taken_over } = row;
  const made = {
    id: newRecordId(),
    holder: from.name,
    holder_id: holder,
    received,
    given_back,
    paid_out,
    taken_over,
    counted,
    taken_by: taker?.name ?? body.takenBy,
    taken_by_id: taker?.id ?? null,
    note: body.note,
    day: context.today,
    made_by: context.actor.name,
    made_by_id: context.actor.id,
    created_at: context.now,
  };
  const { id: subjectId } = made;
  const sequence = context.record({ subject: 'hand-over', subjectId, userId: null, before: null, after: made });
  context.send([
    repository.insertHandOvers(context.tx, [{ ...made, sequence }]),
    repository.emptyCash(context.tx, holder),
  ]);
  if (taker !== null) moveCash(context, taker.id, { takenOver: counted });
  return { handOver: toHandOver({ ...made, sequence }, [], []) };
};

/** A hand-over about to be taken back. */
export interface Reversing {
  row: repository.HandOverRow;
  payOuts: contract.PayOut[];
  isReversed: boolean;
  handedOverSince: boolean;
  /** undefined if the taker had no access */
  taker: repository.HolderRow | undefined;
}

/** Throws hand-over-not-found. */
export async function readReversing(db: Handle, handOverId: string): Promise<Reversing> {
  const ids = [handOverId];
  const [row, payOuts, reversals, handedOverSince] = await settleAll([
    repository.findHandOver(db, handOverId),
    repository.payOutsOf(db, ids),
    reversalsOf(db, 'hand-over', ids),
    repository.hasHandedOverSince(db, handOverId),
  ]);
  if (row === undefined) throw new AppError('hand-over-not-found');
  const taker =
    row.taken_by_id === null ? undefined : await repository.findHolder(db, await presentHolderOf(db, row.taken_by_id));
  return { row, payOuts: payOuts.map(toPayOut), isReversed: reversals.size > 0, handedOverSince, taker };
}

/**
 * Takes back a hand-over: its holder holds the cash again, and the taker that much less. Throws not-own-hand-over,
 * hand-over-reversed, handed-over-since, cash-passed-on (with what the taker holds).
 */
export const reverseHandOver: Command<typeof contract.reverseHandOver, Reversing> = (
  context,
  { body: { reason } },
  { row, payOuts, isReversed, handedOverSince, taker },
) => {
  const isOwn = row.made_by_id === context.actor.id && row.day === context.today;
  if (!isOwn && !mayTakeBackAnyCash(context.access)) throw new AppError('not-own-hand-over');
  if (isReversed) throw new AppError('hand-over-reversed');
  // Otherwise it would be unclear what a person's cash consists of since their last hand-over.
  if (handedOverSince) throw new AppError('handed-over-since');
  const { counted } = row;
  if (taker !== undefined && counted > Math.max(0, cashHeld(flowOf(taker)))) {
    throw new AppError('cash-passed-on', { details: toHolder({ row: taker, name: row.taken_by }) });
  }
  const reversal = recordReversal(
    context,
    { kind: 'hand-over', id: row.id, userId: null },
    { amount: counted, reason },
  );
  moveCash(context, row.holder_id, flowOf(row));
  if (row.taken_by_id !== null) moveCash(context, row.taken_by_id, { takenOver: 0 - counted });
  return { handOver: toHandOver(row, payOuts, [reversal]) };
};

/** Throws hand-over-not-found. */
export async function readHandOver(db: Handle, handOverId: string): Promise<contract.HandOver> {
  const row = await repository.findHandOver(db, handOverId);
  const [found] = await handOversOf(db, row === undefined ? [] : [row]);
  if (found === undefined) throw new AppError('hand-over-not-found');
  return found;
}

/** Hand-overs in the form of the contract, each with the pay-outs before it and its reversal. */
export async function handOversOf(db: Handle, rows: readonly repository.HandOverRow[]): Promise<contract.HandOver[]> {
  const paid = await repository.payOutsOf(
    db,
    rows.map(({ id }) => id),
  );
  const payOuts = Map.groupBy(paid, (payOut) => payOut.hand_over_id);
  return itemsWithReversals(db, 'hand-over', rows, (row, reversals) =>
    toHandOver(row, (payOuts.get(row.id) ?? []).map(toPayOut), reversals),
  );
}

const flowOf = (row: Omit<repository.HolderRow, 'holder'>): CashFlow => ({
  received: row.received,
  givenBack: row.given_back,
  paidOut: row.paid_out,
  takenOver: row.taken_over,
});

const toFlow = (flow: CashFlow) => ({
  received: flow.received,
  givenBack: flow.givenBack,
  paidOut: flow.paidOut,
  takenOver: flow.takenOver,
  held: cashHeld(flow),
});

const toHolder = ({ row, name }: Holder): contract.CashHolder => ({
  holderId: row.holder,
  holder: name,
  ...toFlow(flowOf(row)),
});

function toHandOver(
  row: Selectable<HandOversTable>,
  payOuts: contract.PayOut[],
  reversals: readonly Selectable<ReversalsTable>[],
): contract.HandOver {
  const flow = flowOf(row);
  return {
    id: row.id,
    holder: row.holder,
    holderId: row.holder_id,
    ...toFlow(flow),
    counted: row.counted,
    difference: row.counted - cashHeld(flow),
    takenBy: row.taken_by,
    takenById: row.taken_by_id,
    note: row.note,
    day: row.day,
    madeBy: row.made_by,
    madeById: row.made_by_id,
    createdAt: toInstant(row.created_at),
    payOuts,
    reversals: reversals.map(toReversal),
  };
}

const toPayOut = (row: Awaited<ReturnType<typeof repository.payOutsOf>>[number]): contract.PayOut => ({
  id: row.id,
  holder: row.holder,
  amount: row.amount,
  event: titleThen(row.event_then),
  note: row.note,
  day: row.day,
  madeBy: row.made_by,
});
