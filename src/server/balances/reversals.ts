// Taking back payments, refunds and waivers, or parts of them, and hand-overs and pay-outs of cash.
import type { Selectable } from 'kysely';
import type { Reversal } from '../../contract/money/payments.ts';
import { changeOfMoney, EMPTY_BALANCE } from '../../core/fines/fine.ts';
import type { Paisa } from '../../core/money/money.ts';
import { insertion } from '../db/insert.ts';
import { isOneOf, run } from '../db/run.ts';
import type { ReversalsTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import type { CommandContext } from '../ledger/command.ts';
import { newRecordId } from '../shared/ids.ts';
import type { WaiverLeft } from './holdings.ts';

/** What can be taken back, and the column of a reversal that names it. */
const NAMED_IN = {
  payment: 'payment_id',
  refund: 'refund_id',
  waiver: 'waiver_id',
  'hand-over': 'hand_over_id',
  'pay-out': 'pay_out_id',
} as const satisfies Record<string, keyof ReversalsTable>;
type Reversible = keyof typeof NAMED_IN;

/** What a reversal takes back, according to its record; undefined if it names nothing. */
export const kindReversed = (record: Readonly<Record<string, unknown>>): Reversible | undefined =>
  (Object.keys(NAMED_IN) as Reversible[]).find((kind) => typeof record[NAMED_IN[kind]] === 'string');

const insertReversals = insertion('reversals');

/** The direction of the money: a payment's leaves the member's credit, a refund's returns to it. */
const SIGNS = { payment: -1, refund: 1, waiver: 0, 'hand-over': 0, 'pay-out': 0 } as const satisfies Record<
  Reversible,
  number
>;

/** How taking back changes the totals, apart from its effect on fines. */
export const changeOfReversal = (kind: Reversible, amount: Paisa) =>
  SIGNS[kind] === 0 ? EMPTY_BALANCE : changeOfMoney(SIGNS[kind] * amount);

/**
 * Records that an amount (paisa) of a record is taken back today. `userId`: the member concerned, null if there is
 * none.
 */
export function recordReversal(
  context: CommandContext,
  of: { kind: Reversible; id: string; userId: string | null },
  { amount, reason }: { amount: Paisa; reason: string },
): Selectable<ReversalsTable> {
  const reversal = {
    id: newRecordId(),
    payment_id: null,
    refund_id: null,
    waiver_id: null,
    hand_over_id: null,
    pay_out_id: null,
    [NAMED_IN[of.kind]]: of.id,
    amount,
    reason,
    day: context.today,
    made_by: context.actor.name,
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

/** Takes back this amount (paisa) from the waivers, in the order of the list. */
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

/** The reversals of these records by record id, oldest first. */
export async function reversalsOf(
  db: Handle,
  kind: Reversible,
  ids: readonly string[],
): Promise<Map<string | null, Selectable<ReversalsTable>[]>> {
  if (ids.length === 0) return new Map();
  const reversals = db.selectFrom('reversals').selectAll().orderBy('sequence');
  const { [kind]: column } = NAMED_IN;
  const rows = await run(db, reversals.where(isOneOf(db, column, ids)));
  return Map.groupBy(rows, (row) => row[column]);
}

/** Records in the form of the contract, each with its reversals. */
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
  amount,
  reason,
  day,
  madeBy,
});
