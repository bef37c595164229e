// The SQL of what a member owes, and of earlier payments that a new one may repeat.
import { sql } from 'kysely';
import { run } from '../../db/run.ts';
import type { PaymentsTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import { selectFines } from '../../shared/queries.ts';
import type { FineRow } from '../../shared/wire.ts';
import { type PaymentRow, selectPayments } from './payments.repository.ts';

/**
 * Literals, not parameters: SQLite uses the partial index fines_pending only if it can read the condition, and
 * otherwise reads all pending fines.
 */
export const isOpen = sql<boolean>`fines.status = 'Pending' and fines.amount > 0`;

/** A user's fines with something outstanding, oldest first, from the index fines_pending. */
export const owedFines = (db: Handle, userId: string, limit: number): Promise<FineRow[]> =>
  run(
    db,
    selectFines(db)
      .where('fines.user_id', '=', userId)
      .where(isOpen)
      .orderBy('fines.date')
      .orderBy('fines.sequence')
      .limit(limit),
  );

/** Payments with the same method and reference, newest first, from the index payments_by_reference. */
export const paymentsWithReference = (
  db: Handle,
  { method, key, limit }: { method: PaymentsTable['method']; key: string; limit: number },
): Promise<PaymentRow[]> =>
  run(
    db,
    selectPayments(db)
      .where('reference_key', '=', key)
      // A literal, as for isOpen.
      .where(sql<boolean>`reference_key <> ''`)
      .where('method', '=', method)
      .orderBy('payments.sequence', 'desc')
      .limit(limit),
  );
