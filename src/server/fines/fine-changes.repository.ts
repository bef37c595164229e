// The SQL of what changes with a fine: its row, its user's summary, its day and its type.
import type { Selectable, Transaction } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import { applyChange, type BalanceChange } from '../../core/fine.ts';
import type { Paisa } from '../../core/money.ts';
import { searchKey } from '../../core/search.ts';
import { byShape, each, eachRow, inParts, prepared } from '../db/prepared.ts';
import type { FinesTable, Schema } from '../db/schema.ts';
import { together } from '../db/transactions.ts';
import type { AtEnd } from '../ledger.ts';
import type { SummaryRow } from './fines.repository.ts';

export async function insertFines(tx: Transaction<Schema>, fines: readonly Selectable<FinesTable>[]): Promise<void> {
  await together(inParts(fines).map((rows) => insertRows(rows.length)(tx, { rows })));
}

const COLUMNS: readonly (keyof FinesTable)[] = [
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
];
const insertRows = byShape((count: number) =>
  prepared((db, { rows }: { rows: readonly Selectable<FinesTable>[] }) =>
    db.insertInto('fines').values(eachRow(rows, count, COLUMNS)),
  ),
);

/** What happens to the newest fine date of users: it becomes this day at least, or just this one. */
export type NewestDate = { atLeast: CalendarDay } | { exactly: CalendarDay | null };

/**
 * Applies a change to the summaries of users, all the same change. The rows must be those of this transaction.
 * Throws BooksError where a summary could not bear it; nothing is saved then.
 */
export async function changeSummaries(
  tx: Transaction<Schema>,
  rows: readonly Omit<SummaryRow, 'newest_fine_date'>[],
  change: BalanceChange,
  { newest = null, now }: { newest?: NewestDate | null; now: number },
): Promise<void> {
  for (const row of rows) {
    applyChange(
      { total: row.total, pending: row.pending, fineCount: row.fine_count, paidCount: row.paid_count },
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
  await changeUsers(ids.length, kind)(tx, { ids, ...change, date, now });
}

const changeUsers = byShape((count: number, kind: 'kept' | 'raised' | 'set') =>
  prepared((db, values: BalanceChange & { ids: readonly string[]; date: CalendarDay | null; now: number }) =>
    db
      .updateTable('users')
      .set((eb) => ({
        total: eb('total', '+', values.total),
        pending: eb('pending', '+', values.pending),
        fine_count: eb('fine_count', '+', values.fineCount),
        paid_count: eb('paid_count', '+', values.paidCount),
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
      .where('id', 'in', each(values.ids, count)),
  ),
);

/** How many fines more, or fewer, a day has. */
export const dayCounts: AtEnd<{ date: CalendarDay; by: number }> = {
  async write(tx, changes) {
    const sums = new Map<CalendarDay, number>();
    for (const { date, by } of changes) sums.set(date, (sums.get(date) ?? 0) + by);
    await together([...sums].map(([date, by]) => addToDay(tx, { date, first: Math.max(by, 0), by })));
  },
};

const addToDay = prepared((db, { date, first, by }: { date: CalendarDay; first: number; by: number }) =>
  db
    .insertInto('fine_days')
    .values({ date, fine_count: first })
    .onConflict((conflict) =>
      conflict.column('date').doUpdateSet((eb) => ({ fine_count: eb('fine_days.fine_count', '+', by) })),
    ),
);

/** The types fines were added with, the last one of each being what is offered next. */
export const usedTypes: AtEnd<{ fineType: string; amount: Paisa; sequence: number }> = {
  async write(tx, used) {
    const last = new Map(used.map((type) => [searchKey(type.fineType), type]));
    await together([...last].map(([key, type]) => keepType(tx, { ...type, key })));
  },
};

const keepType = prepared((db, type: { key: string; fineType: string; amount: Paisa; sequence: number }) => {
  const latest = { fine_type: type.fineType, last_amount: type.amount, last_sequence: type.sequence };
  return db
    .insertInto('fine_types')
    .values({ type_key: type.key, ...latest })
    .onConflict((conflict) => conflict.column('type_key').doUpdateSet(latest));
});

/** Changes a fine's fields, named in any order. */
export async function updateFine(
  tx: Transaction<Schema>,
  fineId: string,
  values: Partial<Pick<FinesTable, 'status' | 'paid_on' | 'amount' | 'updated_at'>>,
): Promise<void> {
  const fields = Object.keys(values).toSorted();
  await setFields(fields.join(','))(tx, { ...values, fineId });
}

const setFields = byShape((fields: string) =>
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
