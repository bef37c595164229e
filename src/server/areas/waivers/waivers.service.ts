// Waiving a fine, and taking that back (WAIVE-1 to WAIVE-6).
import type { Selectable } from 'kysely';
import type { Output, ParsedInput } from '../../../contract/operation.ts';
import type { waiveFines } from '../../../contract/fines/several-fines.ts';
import type * as contract from '../../../contract/money/waivers.ts';
import { outstanding, sumChanges } from '../../../core/fines/fine.ts';
import { TOLD_AFTER_MS } from '../../../core/mail/delivery.ts';
import { displayName } from '../../../core/people/person-name.ts';
import type { ReversalsTable } from '../../db/schema.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { AppError } from '../../base/errors.ts';
import type { Command, CommandContext } from '../../ledger/command.ts';
import type { OnMissingRule } from '../../shared/rules.ts';
import { toFine, toInstant, toTotals } from '../../shared/wire.ts';
import { changeFine, figuresOf, freeing, requireAsShown, requireNoneChanged } from '../../balances/change-fine.ts';
import { changeSummaries } from '../../balances/fine-changes.repository.ts';
import { type Holdings, readHoldings } from '../../balances/holdings.ts';
import { surchargesAbout } from '../../balances/surcharges.ts';
import {
  readConsequences,
  reduce,
  type Reduced,
  requireAsAnnounced,
  announcedList,
  toReduction,
} from '../../balances/reduction.ts';
import { recordReversal, reversalsOf, toReversal } from '../../balances/reversals.ts';
import { recordWaiver } from '../../balances/record-waiver.ts';
import { tell } from '../../mail/outbox.ts';
import { findWaiver, type WaiverRow } from './waivers.repository.ts';
import { findFines, type FoundFines, readFine, type FineWithUser } from '../../balances/fine-reads.repository.ts';

/** A fine about to be waived, and the consequences if it was a mistake. */
export interface Waiving extends FineWithUser {
  holdings: Holdings;
  reduced: Reduced | null;
  /** its late surcharges, as far as they are not waived already */
  surcharges: readonly Waiving[];
}

/** Throws fine-not-found. */
export async function readWaiving(tx: Handle, fineId: string, onMissing: OnMissingRule): Promise<Waiving> {
  const found = await readFine(tx, fineId);
  const [consequences = { holdings: { held: [], waivers: [] }, reduced: null }] = await readConsequences(
    tx,
    [found.fine],
    onMissing,
  );
  return { ...found, ...consequences, surcharges: await readSurcharges(tx, fineId) };
}

async function readSurcharges(tx: Handle, fineId: string): Promise<Waiving[]> {
  const { bear } = await surchargesAbout(tx, [fineId]);
  if (bear.length === 0) return [];
  const found = await findFines(
    tx,
    bear.map(({ id }) => id),
  );
  const left = [...found.values()].filter(({ fine }) => fine.amount > fine.waived_amount);
  return settleAll(
    left.map(async (one) => ({
      ...one,
      holdings: await readHoldings(tx, one.fine),
      reduced: null,
      surcharges: [],
    })),
  );
}

/**
 * Waives what is outstanding of a fine, in whole or in part. As a mistake it waives the whole fine: what was paid
 * becomes credit, its surcharges go with it, and with the rule on, a doubling it caused is undone. Throws fine-changed (with the fine as it is) if
 * the outstanding amount is not as shown, nothing-to-waive, waived-too-much, reduction-changed.
 */
export function waive(
  context: CommandContext,
  { fine: before, user, holdings, reduced, surcharges }: Waiving,
  body: ParsedInput<typeof contract.waiveFine>['body'],
): Output<typeof contract.waiveFine> {
  const { mistake, reason } = body;
  const left = outstanding(figuresOf(before));
  if (left !== body.outstanding) throw new AppError('fine-changed', { details: toFine(before) });
  const charged = before.amount - before.waived_amount;
  if (charged === 0) throw new AppError('nothing-to-waive');
  const amount = mistake ? charged : (body.amount ?? 0);
  if (!mistake && amount > left) throw new AppError('waived-too-much');
  if (mistake) {
    requireAsShown(before, { paidAmount: body.paidAmount });
    requireAsAnnounced([reduced], announcedList(body.reduces));
  }

  const ofOther = mistake && reduced !== null ? [reduce(context, reduced)] : [];
  const values = { waived_amount: before.waived_amount + amount, mistake: mistake ? 1 : before.mistake };
  const allocations = mistake ? freeing(holdings.held) : [];
  const { after, balance } = changeFine(context, before, values, { allocations });
  const waiverId = recordWaiver(context, before, { amount, mistake, reason });
  // Its member has not been told of the fine yet, and will not be.
  const isUnheardOf = mistake && context.now < before.created_at + TOLD_AFTER_MS;
  const news = { id: waiverId, fineType: before.fine_type, day: before.date, amount };
  if (!isUnheardOf) tell(context, { to: user.id, kind: 'waived', facts: { fines: [news] } });
  const all = sumChanges([balance, ...ofOther]);
  context.send([changeSummaries(context.tx, [user], all, { now: context.now })]);
  const gone = (mistake ? surcharges : []).map((one) =>
    waive(context, one, { outstanding: outstanding(figuresOf(one.fine)), mistake, reason }),
  );
  return {
    fine: toFine(after),
    waived: amount,
    reduction: mistake && reduced !== null ? toReduction(reduced) : null,
    toCredit: gone.reduce((sum, { toCredit }) => sum + toCredit, all.credit),
    batch: context.batch,
    totals: toTotals(context.books()),
  };
}

/**
 * Waives everything outstanding of several fines, all or none. Throws fines-changed (with fines whose outstanding
 * amount is not as shown, and those that are gone), nothing-to-waive.
 */
export const waiveAll: Command<typeof waiveFines, FoundFines> = (
  context,
  { body: { fines: shown, reason } },
  found,
) => {
  const chosen = shown.flatMap((one) => {
    const fine = found.get(one.fineId);
    return fine === undefined ? [] : { ...fine, shown: one.outstanding };
  });
  requireNoneChanged(
    chosen.flatMap(({ fine, shown: left }) => (outstanding(figuresOf(fine)) === left ? [] : fine)),
    shown.flatMap(({ fineId }) => (found.has(fineId) ? [] : fineId)),
  );
  let waived = 0;
  for (const { fine, user, shown: amount } of chosen) {
    if (amount === 0) throw new AppError('nothing-to-waive');
    const nothingElse = { holdings: { held: [], waivers: [] }, reduced: null, surcharges: [] };
    waive(context, { fine, user, ...nothingElse }, { outstanding: amount, amount, mistake: false, reason });
    waived += amount;
  }
  return { waived, batch: context.batch, totals: toTotals(context.books()) };
};

/** A waiver about to be taken back, with its fine. */
export interface Reversing extends FineWithUser {
  waiver: WaiverRow;
  reversals: readonly Selectable<ReversalsTable>[];
}

/** Throws waiver-not-found, waiver-reversed if its fine was deleted. */
export async function readReversing(tx: Handle, waiverId: string): Promise<Reversing> {
  const waiver = await findWaiver(tx, waiverId);
  if (waiver === undefined) throw new AppError('waiver-not-found');
  const [fines, reversals] = await settleAll([findFines(tx, [waiver.fine_id]), reversalsOf(tx, 'waiver', [waiverId])]);
  const found = fines.get(waiver.fine_id);
  if (found === undefined) throw new AppError('waiver-reversed');
  return { ...found, waiver, reversals: reversals.get(waiverId) ?? [] };
}

/**
 * Takes back the rest of a waiver. A fine that was a mistake counts as an offence again, but doubles nothing. Throws
 * waiver-reversed if the rest is not as shown, mistake-first for a partial waiver of a fine that is a mistake.
 */
export function reverseWaiver(
  context: CommandContext,
  { fine: before, user, waiver, reversals }: Reversing,
  { amount: shown, reason }: ParsedInput<typeof contract.reverseWaiver>['body'],
): Output<typeof contract.reverseWaiver> {
  const left = reversals.reduce((rest, { amount }) => rest - amount, waiver.amount);
  if (left === 0 || left !== shown) throw new AppError('waiver-reversed');
  // A fine that is a mistake must stay waived as a whole, so the mistake itself has to be taken back first.
  if (before.mistake === 1 && waiver.mistake === 0) throw new AppError('mistake-first');
  const values = { waived_amount: before.waived_amount - left, mistake: 0 };
  const { after, balance } = changeFine(context, before, values);
  const reversal = recordReversal(
    context,
    { kind: 'waiver', id: waiver.id, userId: user.id },
    { amount: left, reason },
  );
  context.send([changeSummaries(context.tx, [user], balance, { now: context.now })]);
  return {
    fine: toFine(after),
    waiver: toWaiver(waiver, [...reversals, reversal]),
    totals: toTotals(context.books()),
  };
}

export function toWaiver(row: WaiverRow, reversals: readonly Selectable<ReversalsTable>[]): contract.Waiver {
  return {
    id: row.id,
    fineId: row.fine_id,
    userId: row.user_id,
    userName: displayName(row.user_name),
    fineType: row.fine_type,
    date: row.fine_date,
    amount: row.amount,
    mistake: row.mistake === 1,
    reason: row.reason,
    day: row.day,
    madeBy: row.made_by,
    createdAt: toInstant(row.created_at),
    reversals: reversals.map(toReversal),
  };
}
