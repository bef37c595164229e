// Taking back payments, refunds and waivers, or parts of them.
import type { Selectable } from 'kysely';
import type { Reversal } from '../../contract/money/payments.ts';
import { changeOfMoney, EMPTY_BALANCE } from '../../core/fines/fine.ts';
import { type Paisa, rupeesFromPaisa } from '../../core/money/money.ts';
import { insertion } from '../db/insert.ts';
import { isOneOf, run } from '../db/run.ts';
import type { ReversalsTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import type { CommandContext } from '../ledger/command.ts';
import { newRecordId } from '../shared/ids.ts';
import type { WaiverLeft } from './holdings.ts';

/** What can be taken back. */
export type Reversible = 'payment' | 'refund' | 'waiver';

const insertReversals = insertion('reversals', [
  'id',
  'sequence',
  'payment_id',
  'refund_id',
  'waiver_id',
  'amount',
  'reason',
  'day',
  'made_by',
  'created_at',
]);

/** The direction of the money: a payment's leaves the member's credit, a refund's returns to it. */
const SIGNS = { payment: -1, refund: 1, waiver: 0 } as const satisfies Record<Reversible, number>;

/** What taking back does to the totals, beside what it does to fines. */
export const changeOfReversal = (kind: Reversible, amount: Paisa) =>
  SIGNS[kind] === 0 ? EMPTY_BALANCE : changeOfMoney(SIGNS[kind] * amount);

/** Records that an amount (paisa) of a payment, refund or waiver is taken back, today. */
export function recordReversal(
  context: CommandContext,
  of: { kind: Reversible; id: string; userId: string },
  { amount, reason }: { amount: Paisa; reason: string },
): Selectable<ReversalsTable> {
  const reversal = {
    id: newRecordId(),
    payment_id: null,
    refund_id: null,
    waiver_id: null,
    [`${of.kind}_id`]: of.id,
    amount,
    reason,
    day: context.today,
    made_by: context.actor,
    created_at: context.now,
  };
  const sequence = context.record({
    subject: 'reversal',
    subjectId: reversal.id,
    userId: of.userId,
    before: null,
    after: reversal,
    balance: changeOfReversal(of.kind, amount),
  });
  const row = { ...reversal, sequence };
  context.send([insertReversals(context.tx, [row])]);
  return row;
}

/** Takes back so much (paisa) of these waivers, of the first in the list first. */
export function reverseWaivers(
  context: CommandContext,
  userId: string,
  waivers: readonly WaiverLeft[],
  { amount, reason }: { amount: Paisa; reason: string },
): void {
  let left = amount;
  for (const waiver of waivers) {
    const part = Math.min(left, waiver.amount);
    if (part > 0) recordReversal(context, { kind: 'waiver', id: waiver.id, userId }, { amount: part, reason });
    left -= part;
  }
}

/** The reversals of these records, oldest first, by the record's id. */
export async function reversalsOf(
  db: Handle,
  kind: Reversible,
  ids: readonly string[],
): Promise<Map<string | null, Selectable<ReversalsTable>[]>> {
  if (ids.length === 0) return new Map();
  const reversals = db.selectFrom('reversals').selectAll().orderBy('sequence');
  const rows = await run(db, reversals.where(isOneOf(db, `${kind}_id`, ids)));
  return Map.groupBy(rows, (row) => row[`${kind}_id`]);
}

/** Payments, refunds or waivers as the contract has them, each with what was taken back of it. */
export async function itemsWithReversals<Row extends { id: string }, Item>(
  db: Handle,
  kind: Reversible,
  rows: readonly Row[],
  toItem: (row: Row, reversals: readonly Selectable<ReversalsTable>[]) => Item,
): Promise<Item[]> {
  const ids = rows.map(({ id }) => id);
  const reversals = await reversalsOf(db, kind, ids);
  return rows.map((row) => toItem(row, reversals.get(row.id) ?? []));
}

export const toReversal = ({ amount, reason, day, made_by: madeBy }: Selectable<ReversalsTable>): Reversal => ({
  amount: rupeesFromPaisa(amount),
  reason,
  day,
  madeBy,
});
