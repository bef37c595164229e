// What a fine holds: what payments and credit paid of it, and what was waived of it.
import { sql } from 'kysely';
import type { Paisa } from '../../core/money.ts';
import { prepared } from '../db/prepared.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import type { FineRow } from '../shared/wire.ts';
import { heldBy, type HeldByFine } from './payments.repository.ts';

/** What is left of a waiver; amount in paisa, more than 0. */
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

/** Nothing is read for a fine of which nothing is waived. */
async function waiversLeft(db: Handle, fine: FineRow): Promise<WaiverLeft[]> {
  return fine.waived_amount === 0 ? [] : await waiversOfFine(db, { fineId: fine.id });
}

const waiversOfFine = prepared((db, { fineId }: { fineId: string }) =>
  db
    .selectFrom('waivers')
    .select((eb) => [
      'waivers.id',
      sql<Paisa>`amount - coalesce(${eb
        .selectFrom('reversals')
        .select((of) => of.fn.sum<Paisa>('amount').as('taken'))
        .whereRef('waiver_id', '=', 'waivers.id')}, 0)`.as('amount'),
    ])
    .where('fine_id', '=', fineId)
    .where((eb) =>
      eb(
        'amount',
        '>',
        sql<Paisa>`coalesce(${eb
          .selectFrom('reversals')
          .select((of) => of.fn.sum<Paisa>('amount').as('taken'))
          .whereRef('waiver_id', '=', 'waivers.id')}, 0)`,
      ),
    )
    .orderBy('sequence', 'desc'),
);
