// The SQL of fines: pages, weeks, types, and the changes of a fine with its user's summary and its day.
import { type Selectable, sql, type Transaction } from 'kysely';
import type { CalendarDay } from '../../core/calendar.ts';
import { applyChange, type BalanceChange } from '../../core/fine.ts';
import type { Paisa } from '../../core/money.ts';
import { searchKey } from '../../core/search.ts';
import type { Handle } from '../db/engine.ts';
import type { FinesTable, Schema, UsersTable } from '../db/schema.ts';
import { contains, selectFines } from '../shared/queries.ts';
import type { FineRow } from '../shared/wire.ts';

/** Up to here walking the index is quicker than asking how many fines each day has. */
const WALKED = 500;
/** Rows of one INSERT, below the number of parameters that both engines take. */
const CHUNK = 500;

/** All users' fines, newest date first, then newest created. A page deep in the list costs what the first one costs. */
export async function finesPage(db: Handle, limit: number, offset: number): Promise<FineRow[]> {
  const from = offset <= WALKED ? null : await dayAt(db, offset);
  // What is skipped is read from the index alone, and neither engine can begin with the users, which would mean sorting.
  const page = db
    .selectFrom('fines')
    .select(['date', 'sequence'])
    .$if(from !== null, (query) => query.where('date', '<=', from?.date ?? ''))
    .orderBy('date', 'desc')
    .orderBy('sequence', 'desc')
    .limit(limit)
    .offset(offset - (from?.before ?? 0))
    .as('page');
  return db
    .selectFrom(page)
    .innerJoin('fines', (join) =>
      join.onRef('fines.date', '=', 'page.date').onRef('fines.sequence', '=', 'page.sequence'),
    )
    .innerJoin('users', 'users.id', 'fines.user_id')
    .selectAll('fines')
    .select('users.user_name')
    .orderBy('page.date', 'desc')
    .orderBy('page.sequence', 'desc')
    .execute();
}

/** The day on which the fine at this place of the list lies, and how many fines are on newer days. */
async function dayAt(db: Handle, offset: number): Promise<{ date: CalendarDay; before: number } | null> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('fine_days')
        .select((inner) => [
          'date',
          sql<number>`${inner.fn.sum<number>('fine_count').over((over) => over.orderBy('date', 'desc'))} - fine_count`.as(
            'before',
          ),
        ])
        .as('days'),
    )
    .selectAll()
    .where('before', '<=', offset)
    .orderBy('before', 'desc')
    .orderBy('date')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export function findFine(db: Handle, fineId: string): Promise<FineRow | undefined> {
  return selectFines(db).where('fines.id', '=', fineId).executeTakeFirst();
}

/** The users' rows by id, those deleted left out. */
export async function usersToFine(db: Handle, ids: readonly string[]): Promise<Map<string, Selectable<UsersTable>>> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which of the users have any fine dated from Monday to Sunday. */
export async function usersFinedBetween(
  db: Handle,
  ids: readonly string[],
  week: { monday: CalendarDay; sunday: CalendarDay },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('fines')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', [...ids])
    .where('date', '>=', week.monday)
    .where('date', '<=', week.sunday)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** A user's fines of exactly this amount in a week. */
export function finesOfAmount(
  db: Handle,
  userId: string,
  week: { monday: CalendarDay; sunday: CalendarDay },
  amount: Paisa,
): Promise<Selectable<FinesTable>[]> {
  return db
    .selectFrom('fines')
    .selectAll()
    .where('user_id', '=', userId)
    .where('date', '>=', week.monday)
    .where('date', '<=', week.sunday)
    .where('amount', '=', amount)
    .execute();
}

export async function insertFines(tx: Transaction<Schema>, fines: Selectable<FinesTable>[]): Promise<void> {
  for (let from = 0; from < fines.length; from += CHUNK) {
    await tx
      .insertInto('fines')
      .values(fines.slice(from, from + CHUNK))
      .execute();
  }
}

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
  await tx
    .updateTable('users')
    .set((eb) => ({
      total: eb('total', '+', change.total),
      pending: eb('pending', '+', change.pending),
      fine_count: eb('fine_count', '+', change.fineCount),
      paid_count: eb('paid_count', '+', change.paidCount),
      summary_updated_at: details.now,
      ...(details.newestFineDate === undefined ? {} : { newest_fine_date: details.newestFineDate }),
    }))
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
}

/** After adding fines: those users' newest fine date is at least this day. */
export async function raiseNewestDate(
  tx: Transaction<Schema>,
  ids: readonly string[],
  date: CalendarDay,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ newest_fine_date: date })
    .where('id', 'in', [...ids])
    .where((eb) => eb.or([eb('newest_fine_date', 'is', null), eb('newest_fine_date', '<', date)]))
    .execute();
}

export async function newestFineDate(tx: Transaction<Schema>, userId: string): Promise<CalendarDay | null> {
  const row = await tx
    .selectFrom('fines')
    .select('date')
    .where('user_id', '=', userId)
    .orderBy('date', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.date ?? null;
}

/** Keeps how many fines a day has. */
export async function changeDay(tx: Transaction<Schema>, date: CalendarDay, by: number): Promise<void> {
  await tx
    .insertInto('fine_days')
    .values({ date, fine_count: Math.max(by, 0) })
    .onConflict((conflict) =>
      conflict.column('date').doUpdateSet((eb) => ({ fine_count: eb('fine_days.fine_count', '+', by) })),
    )
    .execute();
}

export async function rememberType(
  tx: Transaction<Schema>,
  type: { fineType: string; amount: Paisa; sequence: number },
): Promise<void> {
  const latest = { fine_type: type.fineType, last_amount: type.amount, last_sequence: type.sequence };
  await tx
    .insertInto('fine_types')
    .values({ type_key: searchKey(type.fineType), ...latest })
    .onConflict((conflict) => conflict.column('type_key').doUpdateSet(latest))
    .execute();
}

export function fineTypes(db: Handle, search: string, limit: number) {
  const condition = contains(['type_key'], search);
  return db
    .selectFrom('fine_types')
    .select(['fine_type', 'last_amount'])
    .$if(condition !== null, (query) => query.where(condition ?? sql<boolean>`true`))
    .orderBy('last_sequence', 'desc')
    .limit(limit)
    .execute();
}

export async function updateFine(
  tx: Transaction<Schema>,
  fineId: string,
  values: Partial<Pick<FinesTable, 'status' | 'paid_on' | 'amount' | 'updated_at'>>,
): Promise<void> {
  await tx.updateTable('fines').set(values).where('id', '=', fineId).execute();
}

export async function removeFine(tx: Transaction<Schema>, fineId: string): Promise<void> {
  await tx.deleteFrom('fines').where('id', '=', fineId).execute();
}
