// The SQL of changes to fines: the row, its user's summary, the day's count and the fine type.
import { sql, type Transaction } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import { applyChange, type BalanceChange, sumChanges } from '../../core/fines/fine.ts';
import { addPaisa, type Paisa } from '../../core/money/money.ts';
import { memoizeByShape, isOneOf, prepared, preparedInsert } from '../db/prepared.ts';
import type { FinesTable, Schema } from '../db/schema.ts';
import { settleAll } from '../db/transaction.ts';
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
] as const satisfies readonly (keyof FinesTable)[];

export const insertFines = preparedInsert('fines', FINE_COLUMNS);

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
  const [kind, date] =
    newest === null
      ? (['kept', null] as const)
      : 'atLeast' in newest
        ? (['raised', newest.atLeast] as const)
        : (['set', newest.exactly] as const);
  await changeUsers(kind)(tx, { ids, ...change, date, now });
}

/** From the index fines_pending, whose conditions these are. */
const oldestPendingDate = sql<CalendarDay | null>`(
  select min(date) from fines where fines.user_id = users.id and fines.status = 'Pending' and fines.amount > 0
)`;

const changeUsers = memoizeByShape((kind: 'kept' | 'raised' | 'set') =>
  prepared((db, values: BalanceChange & { ids: readonly string[]; date: CalendarDay | null; now: number }) =>
    db
      .updateTable('users')
      .set((eb) => ({
        total: eb('total', '+', values.total),
        pending: eb('pending', '+', values.pending),
        credit: eb('credit', '+', values.credit),
        fine_count: eb('fine_count', '+', values.fineCount),
        paid_count: eb('paid_count', '+', values.paidCount),
        oldest_pending_date: oldestPendingDate,
        summary_updated_at: values.now,
        ...(kind === 'set' && { newest_fine_date: values.date }),
        ...(kind === 'raised' && {
          newest_fine_date: eb
            .case()
            .when(eb.or([eb('newest_fine_date', 'is', null), eb('newest_fine_date', '<', values.date)]))
            .then(values.date)
            .else(eb.ref('newest_fine_date'))
            .end(),
        }),
      }))
      .where(isOneOf(db, 'id', values.ids)),
  ),
);

/** A fine that is added, changed or deleted: what that does to its day. */
export interface DayChange {
  date: CalendarDay;
  change: BalanceChange;
  /** of the amount as charged */
  charged: Paisa;
}

/** Changes the numbers and sums of the fines of each day. */
export const dayCounts: DeferredWrite<DayChange> = {
  async write(tx, changes) {
    const days = Map.groupBy(changes, ({ date }) => date);
    await settleAll(
      Array.from(days, ([date, ofDay]) => {
        const { fineCount, paidCount, pending } = sumChanges(ofDay.map(({ change }) => change));
        const charged = addPaisa(...ofDay.map((change) => change.charged));
        if ([fineCount, paidCount, pending, charged].every((figure) => figure === 0)) return Promise.resolve([]);
        // The row inserted must be valid even where it is there already.
        const first = { fines: Math.max(fineCount, 0), paid: Math.max(paidCount, 0) };
        return addToDay(tx, { date, ...first, byFines: fineCount, byPaid: paidCount, charged, outstanding: pending });
      }),
    );
  },
};

const addToDay = prepared(
  (
    db,
    day: Record<'fines' | 'paid' | 'byFines' | 'byPaid' | 'charged' | 'outstanding', number> & { date: CalendarDay },
  ) =>
    db
      .insertInto('fine_days')
      .values({
        date: day.date,
        fine_count: day.fines,
        paid_count: day.paid,
        charged: day.charged,
        outstanding: day.outstanding,
      })
      .onConflict((conflict) =>
        conflict.column('date').doUpdateSet((eb) => ({
          fine_count: eb('fine_days.fine_count', '+', day.byFines),
          paid_count: eb('fine_days.paid_count', '+', day.byPaid),
          charged: eb('fine_days.charged', '+', day.charged),
          outstanding: eb('fine_days.outstanding', '+', day.outstanding),
        })),
      ),
);

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

const keepType = prepared((db, type: UsedType) => {
  const latest = { fine_type: type.fineType, last_amount: type.amount, last_sequence: type.sequence };
  return db
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
    );
});

/** Changes the given columns of a fine. */
export async function updateFine(
  tx: Transaction<Schema>,
  fineId: string,
  values: Partial<Omit<FinesTable, 'id' | 'sequence' | 'user_id' | 'created_at'>>,
): Promise<void> {
  const fields = Object.keys(values).toSorted();
  await setFields(fields.join(','))(tx, { ...values, fineId });
}

const setFields = memoizeByShape((fields: string) =>
  prepared((db, values: Partial<FinesTable> & { fineId: string }) =>
    db
      .updateTable('fines')
      .set(Object.fromEntries(fields.split(',').map((field) => [field, values[field as keyof FinesTable]])))
      .where('id', '=', values.fineId),
  ),
);

export async function removeFine(tx: Transaction<Schema>, fineId: string): Promise<void> {
  await deleteById(tx, { fineId });
}

const deleteById = prepared((db, { fineId }: { fineId: string }) => db.deleteFrom('fines').where('id', '=', fineId));
