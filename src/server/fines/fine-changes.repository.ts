// The SQL of what changes with a fine: its row, its user's summary, its day and its type.
import type { Selectable, Transaction } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import { applyChange, type BalanceChange } from '../../core/fine.ts';
import type { Paisa } from '../../core/money.ts';
import { searchKey } from '../../core/search.ts';
import { byShape, each, eachRow, prepared } from '../db/prepared.ts';
import type { FinesTable, Schema, UsersTable } from '../db/schema.ts';

/** Rows of one INSERT, below the number of parameters that both engines take. */
const CHUNK = 500;

export async function insertFines(tx: Transaction<Schema>, fines: Selectable<FinesTable>[]): Promise<void> {
  for (let from = 0; from < fines.length; from += CHUNK) {
    const rows = fines.slice(from, from + CHUNK);
    await insertRows(rows.length)(tx, { rows });
  }
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

/**
 * Applies a change to the summaries of users, all the same change. The rows must be those of this transaction.
 * Throws BooksError where a summary could not bear it; nothing is saved then.
 */
export async function changeSummaries(
  tx: Transaction<Schema>,
  rows: readonly Selectable<UsersTable>[],
  change: BalanceChange,
  details: { newestFineDate?: CalendarDay | null; now: number },
): Promise<void> {
  for (const row of rows) {
    applyChange(
      { total: row.total, pending: row.pending, fineCount: row.fine_count, paidCount: row.paid_count },
      change,
    );
  }
  const { newestFineDate: newest, now } = details;
  const ids = rows.map((row) => row.id);
  await changeUsers(ids.length, newest !== undefined)(tx, { ids, ...change, newest: newest ?? null, now });
}

const changeUsers = byShape((count: number, dated: boolean) =>
  prepared((db, values: BalanceChange & { ids: readonly string[]; newest: CalendarDay | null; now: number }) =>
    db
      .updateTable('users')
      .set((eb) => ({
        total: eb('total', '+', values.total),
        pending: eb('pending', '+', values.pending),
        fine_count: eb('fine_count', '+', values.fineCount),
        paid_count: eb('paid_count', '+', values.paidCount),
        summary_updated_at: values.now,
        ...(dated ? { newest_fine_date: values.newest } : {}),
      }))
      .where('id', 'in', each(values.ids, count)),
  ),
);

/** After adding fines: those users' newest fine date is at least this day. */
export async function raiseNewestDate(
  tx: Transaction<Schema>,
  ids: readonly string[],
  date: CalendarDay,
): Promise<void> {
  await raiseDates(ids.length)(tx, { ids, date });
}

const raiseDates = byShape((count: number) =>
  prepared((db, { ids, date }: { ids: readonly string[]; date: CalendarDay }) =>
    db
      .updateTable('users')
      .set({ newest_fine_date: date })
      .where('id', 'in', each(ids, count))
      .where((eb) => eb.or([eb('newest_fine_date', 'is', null), eb('newest_fine_date', '<', date)])),
  ),
);

export async function newestFineDate(tx: Transaction<Schema>, userId: string): Promise<CalendarDay | null> {
  const [row] = await newestDate(tx, { userId });
  return row?.date ?? null;
}

const newestDate = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('fines')
    .select('date')
    .where('user_id', '=', userId)
    .orderBy('date', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1),
);

/** Keeps how many fines a day has. */
export async function changeDay(tx: Transaction<Schema>, date: CalendarDay, by: number): Promise<void> {
  await addToDay(tx, { date, first: Math.max(by, 0), by });
}

const addToDay = prepared((db, { date, first, by }: { date: CalendarDay; first: number; by: number }) =>
  db
    .insertInto('fine_days')
    .values({ date, fine_count: first })
    .onConflict((conflict) =>
      conflict.column('date').doUpdateSet((eb) => ({ fine_count: eb('fine_days.fine_count', '+', by) })),
    ),
);

export async function rememberType(
  tx: Transaction<Schema>,
  type: { fineType: string; amount: Paisa; sequence: number },
): Promise<void> {
  await keepType(tx, { ...type, key: searchKey(type.fineType) });
}

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
