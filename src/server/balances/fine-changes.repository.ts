// The SQL of changes to fines: their rows, their users' summaries and the fine types.
import type { Transaction } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import { applyChange, type BalanceChange } from '../../core/fines/fine.ts';
import type { Paisa } from '../../core/money/money.ts';
import { changeRow, insertion } from '../db/insert.ts';
import { changeSummary, deleteFine, keepType } from '../db/built-once/fines.ts';
import type { FinesTable, Schema } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
import type { DeferredWrite } from '../ledger/commit-batch.ts';
import type { SummaryRow } from './fine-reads.repository.ts';

export const insertFines = insertion('fines');

/** The change of users' newest fine date: raised to at least this day, or set to exactly this one. */
type NewestDate = { atLeast: CalendarDay } | { exactly: CalendarDay | null };

/**
 * Applies the same change to the summaries of several users. The rows must have been read in this transaction, and
 * changes of their fines must already have been sent, because the oldest pending date and the earliest due day are
 * looked up among them. Throws BooksError if a summary would become invalid; nothing is saved then.
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
  const [kind, date] =
    newest === null
      ? (['kept', null] as const)
      : 'atLeast' in newest
        ? (['raised', newest.atLeast] as const)
        : (['set', newest.exactly] as const);
  await changeSummary[kind](tx, { ids, ...change, date, now });
}

/** A use of a fine type, identified by its searchKey(), with the amount to offer next time. */
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

/** Changes the given columns of a fine. */
export const updateFine = (
  tx: Transaction<Schema>,
  fineId: string,
  values: Partial<Omit<FinesTable, 'id' | 'sequence' | 'user_id' | 'created_at'>>,
) => changeRow(tx, 'fines', fineId, values);

export const removeFine = (tx: Transaction<Schema>, id: string) => deleteFine(tx, { id });
