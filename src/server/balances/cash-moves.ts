// What each person holds in cash, as payments, refunds and pay-outs move it (CASH-1).
import type { CashFlow } from '../../core/money/cash.ts';
import { NO_CASH } from '../../core/money/cash.ts';
import { prepared } from '../db/prepared.ts';
import type { PaymentsTable, RefundsTable } from '../db/schema.ts';
import type { CommandContext } from '../ledger/command.ts';

const addCash = prepared((db, move: CashFlow & { holder: string }) =>
  db
    .insertInto('cash_holders')
    .values({
      holder: move.holder,
      received: move.received,
      given_back: move.givenBack,
      paid_out: move.paidOut,
      taken_over: move.takenOver,
    })
    .onConflict((conflict) =>
      conflict.column('holder').doUpdateSet((eb) => ({
        received: eb('cash_holders.received', '+', move.received),
        given_back: eb('cash_holders.given_back', '+', move.givenBack),
        paid_out: eb('cash_holders.paid_out', '+', move.paidOut),
        taken_over: eb('cash_holders.taken_over', '+', move.takenOver),
      })),
    ),
);

/** Adds to what a person holds. */
export function moveCash(context: CommandContext, holder: string, flow: Partial<CashFlow>): void {
  context.send([addCash(context.tx, { ...NO_CASH, ...flow, holder })]);
}

/** A payment in cash, or what is taken back of one (negative), is in the hands of who received it. */
export function moveReceived(
  context: CommandContext,
  { method, received_by: holder }: Pick<PaymentsTable, 'method' | 'received_by'>,
  received: number,
): void {
  if (method === 'Cash' && holder !== null) moveCash(context, holder, { received });
}

/** The same of a refund, which leaves the hands of who gave it. */
export function moveGivenBack(
  context: CommandContext,
  { method, given_by: holder }: Pick<RefundsTable, 'method' | 'given_by'>,
  givenBack: number,
): void {
  if (method === 'Cash') moveCash(context, holder, { givenBack });
}
