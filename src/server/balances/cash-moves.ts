// What each person holds in cash, as payments, refunds and pay-outs move it (CASH-1).
import type { CashFlow } from '../../core/money/cash.ts';
import { NO_CASH } from '../../core/money/cash.ts';
import { additionOfSums } from '../db/insert.ts';
import type { PaymentsTable, RefundsTable } from '../db/schema.ts';
import type { CommandContext } from '../ledger/command.ts';

const addCash = additionOfSums('cash_holders', ['holder'], ['received', 'given_back', 'paid_out', 'taken_over']);

/** Adds to what a person holds. `holder`: their id. */
export function moveCash(context: CommandContext, holder: string, flow: Partial<CashFlow>): void {
  const { received, givenBack, paidOut, takenOver } = { ...NO_CASH, ...flow };
  const moved = { holder, received, given_back: givenBack, paid_out: paidOut, taken_over: takenOver };
  context.send([addCash(context.tx, [moved])]);
}

/** A payment in cash, or what is taken back of one (negative), is in the hands of who received it. */
export function moveReceived(
  context: CommandContext,
  { method, received_by_id: holder }: Pick<PaymentsTable, 'method' | 'received_by_id'>,
  received: number,
): void {
  if (method === 'Cash' && holder !== null) moveCash(context, holder, { received });
}

/** The same of a refund, which leaves the hands of who gave it. */
export function moveGivenBack(
  context: CommandContext,
  { method, given_by_id: holder }: Pick<RefundsTable, 'method' | 'given_by_id'>,
  givenBack: number,
): void {
  if (method === 'Cash') moveCash(context, holder, { givenBack });
}
