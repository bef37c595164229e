// The cash that each person holds, as payments, refunds and pay-outs change it (CASH-1).
import { type CashFlow, NO_CASH } from '../../core/money/cash.ts';
import { additionOfSums } from '../db/insert.ts';
import type { PaymentsTable, RefundsTable } from '../db/schema.ts';
import type { CommandContext } from '../ledger/command.ts';

const addCash = additionOfSums('cash_holders', ['holder'], ['received', 'given_back', 'paid_out', 'taken_over']);

/** Changes what a person holds. `holder`: their id. */
export function moveCash(context: CommandContext, holder: string, flow: Partial<CashFlow>): void {
  const { received, givenBack, paidOut, takenOver } = { ...NO_CASH, ...flow };
  const moved = { holder, received, given_back: givenBack, paid_out: paidOut, taken_over: takenOver };
  context.send([addCash(context.tx, [moved])]);
}

/** A cash payment, or a part taken back (negative), changes what its receiver holds. */
export function moveReceived(
  context: CommandContext,
  { method, received_by_id: holder }: Pick<PaymentsTable, 'method' | 'received_by_id'>,
  received: number,
): void {
  if (method === 'Cash' && holder !== null) moveCash(context, holder, { received });
}

/** A cash refund reduces what the person who gave it holds. */
export function moveGivenBack(
  context: CommandContext,
  { method, given_by_id: holder }: Pick<RefundsTable, 'method' | 'given_by_id'>,
  givenBack: number,
): void {
  if (method === 'Cash') moveCash(context, holder, { givenBack });
}
