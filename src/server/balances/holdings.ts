// What a fine holds: what payments and credit paid of it, and what was waived.
import { sql } from 'kysely';
import type { Paisa } from '../../core/money/money.ts';
import { isOneOf, run } from '../db/run.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import type { FineRow } from '../shared/wire.ts';
import { heldBy, type HeldByFine } from './allocations.repository.ts';

/** The remaining part of a waiver; its amount is in paisa and more than 0. */
export interface WaiverLeft {
  id: string;
  amount: Paisa;
}

export interface Holdings {
  held: readonly HeldByFine[];
  /** newest first */
  waivers: readonly WaiverLeft[];
}

export async function readHoldings(db: Handle, fine: FineRow): Promise<Holdings> {
  const [held, waivers] = await settleAll([heldBy(db, fine), waiversLeft(db, fine)]);
  return { held, waivers };
}

/** The ids of a fine and of its payments and waivers: the records affected when the fine goes. */
export const recordsTouched = (fine: { id: string }, { held, waivers }: Holdings): string[] => [
  fine.id,
  ...held.flatMap(({ paymentId }) => paymentId ?? []),
  ...waivers.map(({ id }) => id),
];

const amountLeft = sql<Paisa>`waivers.amount - coalesce(sum(reversals.amount), 0)`;

const selectWaiversLeft = (db: Handle) =>
  db
    .selectFrom('waivers')
    .leftJoin('reversals', 'reversals.waiver_id', 'waivers.id')
    .groupBy(['waivers.id', 'waivers.fine_id', 'waivers.amount', 'waivers.sequence'])
    .select(['waivers.id', 'waivers.fine_id as fineId', amountLeft.as('amount')])
    .having(amountLeft, '>', 0);

/** Newest first; reads nothing if nothing is waived. */
const waiversLeft = async (db: Handle, fine: FineRow): Promise<WaiverLeft[]> =>
  fine.waived_amount === 0
    ? []
    : await run(db, selectWaiversLeft(db).where('waivers.fine_id', '=', fine.id).orderBy('waivers.sequence', 'desc'));

/** The remaining parts of the waivers of these fines. */
export const waiversLeftOf = (db: Handle, fineIds: readonly string[]) =>
  run(db, selectWaiversLeft(db).where(isOneOf(db, 'waivers.fine_id', fineIds)));
