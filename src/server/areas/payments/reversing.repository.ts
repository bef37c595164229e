// The SQL needed to take back a payment.
import { type Selectable, sql } from 'kysely';
import { isOneOf, run, runFirst } from '../../db/run.ts';
import type { PaymentsTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import { selectFines } from '../../shared/queries.ts';
import type { FineRow } from '../../shared/wire.ts';
import { type PaymentRow, selectPayments } from './payments.repository.ts';

export const findPayment = (db: Handle, paymentId: string): Promise<PaymentRow | undefined> =>
  runFirst(db, selectPayments(db).where('payments.id', '=', paymentId));

/** How a payment was received, and by whom. */
export type PaymentOrigin = Pick<
  Selectable<PaymentsTable>,
  'id' | 'method' | 'received_by' | 'received_by_id' | 'received_on'
>;

export async function paymentOrigins(db: Handle, ids: readonly string[]): Promise<Map<string, PaymentOrigin>> {
  if (ids.length === 0) return new Map();
  const payments = db.selectFrom('payments').select(['id', 'method', 'received_by', 'received_by_id', 'received_on']);
  const rows = await run(db, payments.where(isOneOf(db, 'id', ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** A user's newest fines that are partly paid by credit. */
export const finesPaidByCredit = (db: Handle, userId: string, limit: number): Promise<FineRow[]> =>
  run(
    db,
    selectFines(db)
      .where('fines.user_id', '=', userId)
      .where('fines.paid_amount', '>', 0)
      .where(
        ({ selectFrom, fn }) =>
          sql<boolean>`${selectFrom('allocations')
            .select(fn.sum('amount').as('held'))
            .whereRef('fine_id', '=', 'fines.id')
            .where('payment_id', 'is', null)} > 0`,
      )
      .orderBy('fines.date', 'desc')
      .orderBy('fines.sequence', 'desc')
      .limit(limit),
  );
