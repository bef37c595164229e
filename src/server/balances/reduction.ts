// Undoes a doubling after the fine that caused it is deleted, undone or was a mistake (REPEAT-7, FINE-20, WAIVE-4).
import type { Selectable } from 'kysely';
import type { Reduction } from '../../contract/fines/fines.ts';
import { weekRange } from '../../core/calendar.ts';
import { type BalanceChange, reducedTo } from '../../core/fines/fine.ts';
import type { Paisa } from '../../core/money/money.ts';
import { REVERSAL_REASON } from '../../core/text/own-words.ts';
import { freeNewestFirst } from '../../core/money/payment.ts';
import { reductionOnDelete, reductionOnUndo } from '../../core/fines/repeat-offence.ts';
import { settleAll } from '../db/transaction.ts';
import type { FinesTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import { AppError } from '../base/errors.ts';
import type { CommandContext } from '../ledger/command.ts';
import { inParts } from '../shared/in-parts.ts';
import { isRuleOn, type OnMissingRule } from '../shared/rules.ts';
import type { FineRow } from '../shared/wire.ts';
import { changeFine, figuresOf, freeing } from './change-fine.ts';
import { type Holdings, readHoldings } from './holdings.ts';
import { reverseWaivers } from './reversals.ts';
import { surchargesAbout } from './surcharges.ts';
import { finesInWeek } from './fine-reads.repository.ts';

/** A fine whose doubling is undone: its amount becomes `to`. */
export interface Reduced {
  before: FineRow;
  to: Paisa;
  holdings: Holdings;
}

/**
 * How fines go: a deletion or a mistake reduces by the amount, as people look for the doubled fine; undoing reduces
 * only what is recorded to have been doubled by it.
 */
export type Going = 'deleted' | 'undone';

/**
 * For each of several fines that go together, the fine whose doubling it caused. Only fines that stay are reduced, each
 * once.
 */
async function readReduced(
  tx: Handle,
  causes: readonly FineRow[],
  going: Going,
  onMissing: OnMissingRule,
): Promise<(Reduced | null)[]> {
  const amountOf = ({ amount }: FineRow) => (going === 'deleted' ? 2 * amount : undefined);
  const [ruleOn, doubled] = await settleAll([
    isRuleOn(tx, 'repeat-offence', onMissing),
    inParts(causes, (part) =>
      settleAll(part.map((fine) => finesInWeek(tx, fine.user_id, weekRange(fine.date), amountOf(fine)))),
    ),
  ]);
  const { are } = await surchargesAbout(
    tx,
    [...causes, ...doubled.flat(2)].map(({ id }) => id),
  );
  const surcharges = new Set(are.map(({ id }) => id));
  const reducible = (fine: Selectable<FinesTable>) => ({
    ...fine,
    userId: fine.user_id,
    // A surcharge is no offence either.
    mistake: fine.mistake === 1 || surcharges.has(fine.id),
    doubledBy: fine.doubled_by,
  });
  const taken = new Set(causes.map(({ id }) => id));
  const reductions = causes.map((cause, place) => {
    const others = doubled.flat()[place]?.filter(({ id }) => !taken.has(id)) ?? [];
    const basis = { ruleOn, others: others.map(reducible) };
    const reduction =
      going === 'deleted'
        ? reductionOnDelete({ ...basis, deleted: reducible(cause) })
        : reductionOnUndo({ ...basis, undone: reducible(cause) });
    const found = others.find((fine) => fine.id === reduction?.fineId);
    if (reduction === null || found === undefined) return null;
    taken.add(found.id);
    return { before: { ...found, user_name: cause.user_name }, to: reduction.to };
  });
  return settleAll(
    reductions.map(async (reduction) =>
      reduction === null ? null : { ...reduction, holdings: await readHoldings(tx, reduction.before) },
    ),
  );
}

/** Throws `reduction-changed` unless exactly the announced fines are reduced; undefined: none were announced. */
export function requireAsAnnounced(
  reduced: readonly (Reduced | null)[],
  announced: readonly string[] | undefined,
): void {
  if (announced === undefined) return;
  const ids = reduced.flatMap((one) => one?.before.id ?? []);
  if (ids.length !== announced.length || !ids.every((id) => announced.includes(id)))
    throw new AppError('reduction-changed');
}

/** The announcement for a single fine as a list: an empty id means none. */
export const announcedList = (reduces: string | undefined): readonly string[] | undefined =>
  reduces === '' ? [] : reduces === undefined ? undefined : [reduces];

/** Undoes the doubling: the waiver is cut to the new amount, and any excess payment becomes credit. */
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
    from: before.amount,
    to,
    status: before.status,
    toGiveBack: before.paid_amount - kept.paidAmount,
  };
}

/** What each of these fines holds, and which other fine is reduced when they go together, in their order. */
export async function readConsequences(
  tx: Handle,
  fines: readonly FineRow[],
  onMissing: OnMissingRule,
  going: Going = 'deleted',
) {
  const [holdings, reduced] = await settleAll([
    inParts(fines, (part) => settleAll(part.map((fine) => readHoldings(tx, fine)))),
    readReduced(tx, fines, going, onMissing),
  ]);
  const ofEach = holdings.flat();
  return fines.map((_, place) => ({
    holdings: ofEach[place] ?? { held: [], waivers: [] },
    reduced: reduced[place] ?? null,
  }));
}
