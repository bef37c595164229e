// Undoing a doubling, because the fine that caused it is deleted or was a mistake (REPEAT-7, WAIVE-4).
import type { Reduction } from '../../contract/fines/fines.ts';
import { weekRange } from '../../core/calendar.ts';
import { type BalanceChange, reducedTo } from '../../core/fines/fine.ts';
import { type Paisa, rupeesFromPaisa } from '../../core/money/money.ts';
import { REVERSAL_REASON } from '../../core/text/own-words.ts';
import { freeNewestFirst } from '../../core/money/payment.ts';
import { reductionOnDelete } from '../../core/fines/repeat-offence.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import { AppError } from '../errors.ts';
import type { CommandContext } from '../ledger/command.ts';
import { isRuleOn, type OnMissingRule } from '../shared/rules.ts';
import type { FineRow } from '../shared/wire.ts';
import { changeFine, figuresOf, freeing } from './change-fine.ts';
import { type Holdings, readHoldings } from './holdings.ts';
import { reverseWaivers } from './reversals.ts';
import { finesOfAmount } from './fine-reads.repository.ts';

/** A fine whose doubling is undone: its amount becomes `to`. */
export interface Reduced {
  before: FineRow;
  to: Paisa;
  holdings: Holdings;
}

/** The doubling that this fine had caused; null if there is none, or the rule is off. */
async function readReduced(tx: Handle, cause: FineRow, onMissing: OnMissingRule): Promise<Reduced | null> {
  const [ruleOn, doubled] = await settleAll([
    isRuleOn(tx, 'repeat-offence', onMissing),
    finesOfAmount(tx, cause.user_id, weekRange(cause.date), 2 * cause.amount),
  ]);
  const reducible = (fine: (typeof doubled)[number]) => ({
    ...fine,
    userId: fine.user_id,
    mistake: fine.mistake === 1,
  });
  const reduction = reductionOnDelete({ ruleOn, deleted: reducible(cause), others: doubled.map(reducible) });
  const found = doubled.find((fine) => fine.id === reduction?.fineId);
  if (reduction === null || found === undefined) return null;
  const before = { ...found, user_name: cause.user_name };
  return { before, to: reduction.to, holdings: await readHoldings(tx, before) };
}

/** Throws `reduction-changed` if this is not what the administrator was told; undefined: nothing was told. */
export function requireAsTold(reduced: Reduced | null, told: string | undefined): void {
  if (told !== undefined && told !== (reduced?.before.id ?? '')) throw new AppError('reduction-changed');
}

/** Undoes the doubling: the waiver is cut to the new amount, and what was paid beyond becomes credit. */
export function reduce(context: CommandContext, { before, to, holdings }: Reduced): BalanceChange {
  const kept = reducedTo(figuresOf(before), to);
  const allocations = freeing(freeNewestFirst(holdings.held, before.paid_amount - kept.paidAmount));
  const values = { amount: to, waived_amount: kept.waivedAmount, doubled_by: null };
  const { balance } = changeFine(context, before, values, { allocations });
  const cut = before.waived_amount - kept.waivedAmount;
  reverseWaivers(context, before.user_id, holdings.waivers, { amount: cut, reason: REVERSAL_REASON.reduced });
  return balance;
}

export function toReduction({ before, to }: Pick<Reduced, 'before' | 'to'>): Reduction {
  const kept = reducedTo(figuresOf(before), to);
  return {
    fineId: before.id,
    from: rupeesFromPaisa(before.amount),
    to: rupeesFromPaisa(to),
    status: before.status,
    toGiveBack: rupeesFromPaisa(before.paid_amount - kept.paidAmount),
  };
}

/** What a fine holds, and what its going would do to another one. */
export async function readConsequences(tx: Handle, fine: FineRow, onMissing: OnMissingRule) {
  const [holdings, reduced] = await settleAll([readHoldings(tx, fine), readReduced(tx, fine, onMissing)]);
  return { holdings, reduced };
}
