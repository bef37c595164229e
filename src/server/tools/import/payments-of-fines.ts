// The payments of fines that were paid before payments were recorded.
import type { Selectable, Transaction } from 'kysely';
import { dayOf } from '../../../core/calendar.ts';
import { NOT_RECORDED } from '../../../core/money/payment.ts';
import type { AllocationsTable, FinesTable, PaymentsTable, Schema } from '../../db/schema.ts';
import { insertAllocations, insertPayments } from '../../balances/allocations.repository.ts';

/** The payment of a fine has the fine's id and sequence, no receipt and no entry of its own, as in migration 0011. */
export function paymentsOf(
  fines: readonly FinesTable[],
  timeZone: string,
): { payments: Selectable<PaymentsTable>[]; allocations: AllocationsTable[] } {
  const paid = fines.filter(({ paid_amount }) => paid_amount > 0);
  const payments = paid.map(({ id, sequence, user_id, paid_amount: amount, paid_on, date, created_at }) => ({
    id,
    sequence,
    user_id,
    amount,
    method: NOT_RECORDED,
    reference: '',
    reference_key: '',
    received_on: paid_on === null ? date : dayOf(paid_on, timeZone),
    received_by: null,
    received_by_id: null,
    note: '',
    receipt_year: null,
    receipt_number: null,
    owed_after: null,
    created_at: paid_on ?? created_at,
  }));
  const allocations = paid.map(({ id, sequence, paid_amount: amount, fine_type, date }) => ({
    sequence,
    place: 0,
    fine_id: id,
    payment_id: id,
    amount,
    fine_type,
    fine_date: date,
  }));
  return { payments, allocations };
}

export async function writePayments(
  tx: Transaction<Schema>,
  { payments, allocations }: ReturnType<typeof paymentsOf>,
): Promise<void> {
  await insertPayments(tx, payments);
  await insertAllocations(tx, allocations);
}
