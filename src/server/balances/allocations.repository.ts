// The SQL of payments and allocations that changes of money use.
import { type Selectable, sql } from 'kysely';
import type { Paisa } from '../../core/money/money.ts';
import type { Held } from '../../core/money/payment.ts';
import { insertion } from '../db/insert.ts';
import { isOneOf, run } from '../db/run.ts';
import type { AllocationsTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';

export const insertPayments = insertion('payments');

export const insertAllocations = insertion('allocations');

/** A payment's own allocations, in the order in which they were made. */
export const allocationsOf = (db: Handle, paymentId: string): Promise<Selectable<AllocationsTable>[]> =>
  run(
    db,
    db.selectFrom('allocations').selectAll().where('payment_id', '=', paymentId).orderBy('sequence').orderBy('place'),
  );

/** Everything that payments and credit gave to a fine, and what was freed again, oldest first. */
export const allocationsOfFine = (db: Handle, fineId: string) =>
  run(
    db,
    db
      .selectFrom('allocations')
      .leftJoin('payments', 'payments.id', 'allocations.payment_id')
      .select([
        'payment_id',
        'allocations.amount',
        'payments.amount as received',
        'method',
        'received_on',
        'received_by',
        'received_by_id',
        'receipt_year',
        'receipt_number',
      ])
      .where('fine_id', '=', fineId)
      .orderBy('allocations.sequence')
      .orderBy('place'),
  );
export type AllocationRow = Awaited<ReturnType<typeof allocationsOfFine>>[number];

/** A fine's part of a payment or of credit. */
export interface HeldByFine extends Held {
  fineId: string;
}

const selectHeld = (db: Handle) =>
  db
    .selectFrom('allocations')
    .select((eb) => [
      'fine_id as fineId',
      'payment_id as paymentId',
      eb.fn.sum<number>('amount').as('amount'),
      sql<number>`max(case when amount > 0 then sequence end)`.as('sequence'),
    ])
    .groupBy(['fine_id', 'payment_id'])
    .having((eb) => eb(eb.fn.sum('amount'), '>', 0));

/** What fines still hold of a payment. */
export const heldOf = (db: Handle, paymentId: string): Promise<HeldByFine[]> =>
  run(db, selectHeld(db).where('payment_id', '=', paymentId));

/** What these fines hold of any payment, together with what any fine holds of these payments. */
export const heldOfAny = (
  db: Handle,
  { fineIds, paymentIds }: { fineIds: readonly string[]; paymentIds: readonly string[] },
): Promise<HeldByFine[]> =>
  run(
    db,
    selectHeld(db).where((eb) => eb.or([isOneOf(db, 'fine_id', fineIds), isOneOf(db, 'payment_id', paymentIds)])),
  );

/** What a fine holds of each payment and of credit; reads nothing if nothing is paid. */
export const heldBy = async (db: Handle, fine: { id: string; paid_amount: Paisa }): Promise<HeldByFine[]> =>
  fine.paid_amount === 0 ? [] : await run(db, selectHeld(db).where('fine_id', '=', fine.id));
