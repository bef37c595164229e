// Cash-up: who holds how much, paying out of it, and handing it over (CASH-1 to CASH-5).
import type { Selectable } from 'kysely';
import type {
  CashHolder,
  HandOver,
  handOverCash as handOverOperation,
  PayOut,
  recordPayOut as payOutOperation,
} from '../../contract/money/cash.ts';
import type { Output, ParsedInput } from '../../contract/operation.ts';
import { type CashFlow, cashHeld } from '../../core/money/cash.ts';
import { emailKey } from '../../core/people/email.ts';
import { rupeesFromPaisa } from '../../core/money/money.ts';
import { isAdministrators } from '../../core/people/permission.ts';
import type { HandOversTable } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import { AppError } from '../errors.ts';
import type { CommandContext } from '../ledger/command.ts';
import { newRecordId } from '../shared/ids.ts';
import { paisa, toInstant } from '../shared/wire.ts';
import * as repository from './cash.repository.ts';
import { moveCash } from '../balances/cash-moves.ts';

/** Throws cash-holder-not-found. */
export async function readHolder(db: Handle, holder: string): Promise<repository.HolderRow> {
  const found = await repository.findHolder(db, holder);
  if (found === undefined) throw new AppError('cash-holder-not-found');
  return found;
}

/** What is handed over, and the e-mail under which it is held then; null where nobody of ours takes it. */
export interface HandingOver {
  row: repository.HolderRow;
  taker: string | null;
}

/** Throws cash-holder-not-found, taker-without-access. */
export async function readHandingOver(
  db: Handle,
  { holder, takenBy }: Pick<ParsedInput<typeof handOverOperation>['body'], 'holder' | 'takenBy'>,
  administratorEmail: string,
): Promise<HandingOver> {
  const [row, user] = await settleAll([readHolder(db, holder), repository.userOfEmail(db, emailKey(takenBy))]);
  if (isAdministrators(takenBy, administratorEmail)) return { row, taker: emailKey(administratorEmail) };
  if (user === undefined) return { row, taker: null };
  // As text it would be held by nobody, though everybody would take it for theirs.
  if (user.access === null || user.status !== 'Active') throw new AppError('taker-without-access');
  return { row, taker: user.email_key };
}

/** Throws event-not-found, more-than-cash. */
export async function recordPayOut(
  context: CommandContext,
  { amount: rupees, eventId, note }: ParsedInput<typeof payOutOperation>['body'],
  row: repository.HolderRow,
): Promise<Output<typeof payOutOperation>> {
  const amount = paisa(rupees);
  if (eventId !== null && !(await repository.hasEvent(context.tx, eventId))) throw new AppError('event-not-found');
  if (amount > cashHeld(flowOf(row))) throw new AppError('more-than-cash');
  const payOut = {
    id: newRecordId(),
    holder: row.holder,
    amount,
    event_id: eventId,
    note,
    day: context.today,
    made_by: context.actor,
    created_at: context.now,
  };
  const { id: subjectId } = payOut;
  const sequence = context.record({ subject: 'pay-out', subjectId, userId: null, before: null, after: payOut });
  context.send([repository.insertPayOuts(context.tx, [{ ...payOut, sequence }])]);
  moveCash(context, row.holder, { paidOut: amount });
  return { holder: toHolder({ ...row, paid_out: row.paid_out + amount }) };
}

/** Throws cash-changed (with what is held) if that is not as shown, hand-over-to-oneself. */
export function handOver(
  context: CommandContext,
  body: ParsedInput<typeof handOverOperation>['body'],
  { row, taker }: HandingOver,
): Output<typeof handOverOperation> {
  const held = rupeesFromPaisa(cashHeld(flowOf(row)));
  if (held !== body.held) throw new AppError('cash-changed', { details: toHolder(row) });
  if (emailKey(body.takenBy) === emailKey(row.holder)) throw new AppError('hand-over-to-oneself');
  const counted = paisa(body.counted);
  const { holder, received, given_back, paid_out, taken_over } = row;
  const made = {
    id: newRecordId(),
    holder,
    received,
    given_back,
    paid_out,
    taken_over,
    counted,
    taken_by: taker ?? body.takenBy,
    taken_by_holder: taker,
    note: body.note,
    day: context.today,
    made_by: context.actor,
    created_at: context.now,
  };
  const { id: subjectId } = made;
  const sequence = context.record({ subject: 'hand-over', subjectId, userId: null, before: null, after: made });
  context.send([
    repository.insertHandOvers(context.tx, [{ ...made, sequence }]),
    repository.emptyCash(context.tx, holder),
  ]);
  if (taker !== null) moveCash(context, taker, { takenOver: counted });
  return { handOver: toHandOver({ ...made, sequence }, []) };
}

const flowOf = (row: Omit<repository.HolderRow, 'holder'>): CashFlow => ({
  received: row.received,
  givenBack: row.given_back,
  paidOut: row.paid_out,
  takenOver: row.taken_over,
});

const toFlow = (flow: CashFlow) => ({
  received: rupeesFromPaisa(flow.received),
  givenBack: rupeesFromPaisa(flow.givenBack),
  paidOut: rupeesFromPaisa(flow.paidOut),
  takenOver: rupeesFromPaisa(flow.takenOver),
  held: rupeesFromPaisa(cashHeld(flow)),
});

export const toHolder = (row: repository.HolderRow): CashHolder => ({ holder: row.holder, ...toFlow(flowOf(row)) });

export function toHandOver(row: Selectable<HandOversTable>, payOuts: PayOut[]): HandOver {
  const flow = flowOf(row);
  return {
    id: row.id,
    holder: row.holder,
    ...toFlow(flow),
    counted: rupeesFromPaisa(row.counted),
    difference: rupeesFromPaisa(row.counted - cashHeld(flow)),
    takenBy: row.taken_by,
    note: row.note,
    day: row.day,
    createdAt: toInstant(row.created_at),
    payOuts,
  };
}

export const toPayOut = (row: Awaited<ReturnType<typeof repository.payOutsOf>>[number]): PayOut => ({
  id: row.id,
  holder: row.holder,
  amount: rupeesFromPaisa(row.amount),
  event: row.event_title,
  note: row.note,
  day: row.day,
  madeBy: row.made_by,
});
