// The SQL of changes to fines: the row, its user's summary and the fine type.
import { sql, type Transaction } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import { applyChange, type BalanceChange } from '../../core/fines/fine.ts';
import type { Paisa } from '../../core/money/money.ts';
import { insertion } from '../db/insert.ts';
import { isOneOf, run } from '../db/run.ts';
import type { FinesTable, Schema } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
import type { Handle } from '../db/types.ts';
import type { DeferredWrite } from '../ledger/commit-batch.ts';
import { type SummaryRow } from './fine-reads.repository.ts';

/** All columns of a fine. */
export const FINE_COLUMNS = [
  'id',
  'sequence',
  'user_id',
  'fine_type',
  'description',
  'amount',
  'date',
  'status',
  'created_at',
  'paid_on',
  'updated_at',
  'paid_amount',
  'waived_amount',
  'mistake',
  'doubled_by',
] as const;

export const insertFines = insertion('fines', FINE_COLUMNS);

/** What happens to the newest fine date of users: raised to at least this day, or set to exactly this one. */
export type NewestDate = { atLeast: CalendarDay } | { exactly: CalendarDay | null };

/**
 * Applies the same change to the summaries of several users. The rows must have been read in this transaction, and what
 * changes their fines must have been sent before: the oldest pending date is looked up among them. Throws BooksError
 * where a summary would become invalid; nothing is saved then.
 */
export async function changeSummaries(
  tx: Transaction<Schema>,
  rows: readonly Omit<SummaryRow, 'newest_fine_date'>[],
  change: BalanceChange,
  { newest = null, now }: { newest?: NewestDate | null; now: number },
): Promise<void> {
  for (const row of rows) {
    applyChange(
      {
        total: row.total,
        pending: row.pending,
        credit: row.credit,
        fineCount: row.fine_count,
        paidCount: row.paid_count,
      },
      change,
    );
  }
  const ids = rows.map((row) => row.id);
  await run(
    tx,
    tx
      .updateTable('users')
      .set((eb) => ({
        total: eb('total', '+', change.total),
        pending: eb('pending', '+', change.pending),
        credit: eb('credit', '+', change.credit),
        fine_count: eb('fine_count', '+', change.fineCount),
        paid_count: eb('paid_count', '+', change.paidCount),
        oldest_pending_date: oldestPendingDate,
        summary_updated_at: now,
        ...newestDate(newest),
      }))
      .where(isOneOf(tx, 'id', ids)),
  );
}

function newestDate(newest: NewestDate | null) {
  if (newest === null) return {};
  if ('exactly' in newest) return { newest_fine_date: newest.exactly };
  const { atLeast } = newest;
  return {
    newest_fine_date: sql<CalendarDay>`
      case when newest_fine_date >= ${atLeast} then newest_fine_date else ${atLeast} end`,
  };
}

/** From the index fines_pending, whose conditions these are. */
const oldestPendingDate = sql<CalendarDay | null>`(
  select min(date) from fines where fines.user_id = users.id and fines.status = 'Pending' and fines.amount > 0
)`;

/** A fine type just used, by its searchKey(), with the amount to offer next time. */
export interface UsedType {
  key: string;
  fineType: string;
  amount: Paisa;
  sequence: number;
  uses: number;
}

export const usedTypes: DeferredWrite<UsedType> = {
  async write(tx, used) {
    const byKey = Map.groupBy(used, ({ key }) => key);
    await settleAll(
      Array.from(byKey.values()).flatMap((types) => {
        const last = types.at(-1);
        const uses = types.reduce((sum, type) => sum + type.uses, 0);
        return last === undefined ? [] : [keepType(tx, { ...last, uses })];
      }),
    );
  },
};

function keepType(db: Handle, type: UsedType) {
  const latest = { fine_type: type.fineType, last_amount: type.amount, last_sequence: type.sequence };
  return run(
    db,
    db
      .insertInto('fine_types')
      .values((eb) => ({
        type_key: type.key,
        ...latest,
        use_count: type.uses,
        listed_as: eb.selectFrom('listed_fine_types').where('type_key', '=', type.key).select('id'),
      }))
      .onConflict((conflict) =>
        conflict
          .column('type_key')
          .doUpdateSet((eb) => ({ ...latest, use_count: eb('fine_types.use_count', '+', type.uses) })),
      ),
  );
}

/** Changes the given columns of a fine. */
export const updateFine = (
  tx: Transaction<Schema>,
  fineId: string,
  values: Partial<Omit<FinesTable, 'id' | 'sequence' | 'user_id' | 'created_at'>>,
) => run(tx, tx.updateTable('fines').set(values).where('id', '=', fineId));

export const removeFine = (tx: Transaction<Schema>, fineId: string) =>
  run(tx, tx.deleteFrom('fines').where('id', '=', fineId));
