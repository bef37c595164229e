// The queries that run for every fine that is added, marked or deleted.
import { type RawBuilder, sql } from 'kysely';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { BalanceChange } from '../../../core/fines/fine.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { isOneOf } from '../run.ts';
import { builtOnce, type PlaceOf } from './built-once.ts';

/** Fines by id, with the name and the figures of their users. */
export const finesWithUsers = builtOnce((db, place: PlaceOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('fines')
    .innerJoin('users', 'users.id', 'fines.user_id')
    .selectAll('fines')
    .select([
      'users.user_name',
      'users.total as summary_total',
      'users.pending as summary_pending',
      'users.credit as summary_credit',
      'users.fine_count as summary_fines',
      'users.paid_count as summary_paid',
      'users.newest_fine_date as summary_newest',
    ])
    .where(isOneOf(db, 'fines.id', place('ids'))),
);

/** Present users by id; `fined_in_week`: their first fine on those days that is neither a mistake nor a surcharge. */
export const usersToFine = builtOnce(
  (db, place: PlaceOf<{ ids: readonly string[]; monday: CalendarDay; sunday: CalendarDay }>) =>
    db
      .selectFrom('users')
      .select(['id', 'user_name', 'total', 'pending', 'credit', 'fine_count', 'paid_count', 'newest_fine_date'])
      .select((eb) => [
        eb
          .selectFrom('fines')
          .select('fines.id')
          .whereRef('fines.user_id', '=', 'users.id')
          .where('fines.date', '>=', place('monday'))
          .where('fines.date', '<=', place('sunday'))
          .where('fines.mistake', '=', 0)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('surcharges').select('number').whereRef('surcharges.id', '=', 'fines.id'))),
          )
          .orderBy('fines.date')
          .orderBy('fines.sequence')
          .limit(1)
          .as('fined_in_week'),
      ])
      .where(isOneOf(db, 'id', place('ids')))
      .where('deleted_at', 'is', null),
);

interface SummaryChange extends BalanceChange {
  ids: readonly string[];
  date: CalendarDay | null;
  now: number;
}

const summaryChange = (newest: (place: PlaceOf<SummaryChange>) => RawBuilder<CalendarDay | null>) =>
  builtOnce((db, place: PlaceOf<SummaryChange>) =>
    db
      .updateTable('users')
      .set((eb) => ({
        total: eb('total', '+', place('total')),
        pending: eb('pending', '+', place('pending')),
        credit: eb('credit', '+', place('credit')),
        fine_count: eb('fine_count', '+', place('fineCount')),
        paid_count: eb('paid_count', '+', place('paidCount')),
        newest_fine_date: newest(place),
        // Both use the conditions of the index fines_pending.
        oldest_pending_date: sql<CalendarDay | null>`(
          select min(date) from fines where fines.user_id = users.id and fines.status = 'Pending' and fines.amount > 0
        )`,
        earliest_due: sql<CalendarDay | null>`(
          select min(due_on) from fines where fines.user_id = users.id and fines.status = 'Pending' and fines.amount > 0
        )`,
        summary_updated_at: place('now'),
      }))
      .where(isOneOf(db, 'id', place('ids'))),
  );

/** Changes the figures of users. The name says what happens to the date of their newest fine. */
export const changeSummary = {
  kept: summaryChange(() => sql`newest_fine_date`),
  raised: summaryChange(
    (place) => sql`case when newest_fine_date >= ${place('date')} then newest_fine_date else ${place('date')} end`,
  ),
  set: summaryChange((place) => place('date')),
};

export const deleteFine = builtOnce((db, place: PlaceOf<{ id: string }>) =>
  db.deleteFrom('fines').where('id', '=', place('id')),
);

interface UsedType {
  key: string;
  fineType: string;
  amount: Paisa;
  sequence: number;
  uses: number;
}

/** Remembers a fine type after use, with the amount to offer next time. */
export const keepType = builtOnce((db, place: PlaceOf<UsedType>) => {
  const latest = { fine_type: place('fineType'), last_amount: place('amount'), last_sequence: place('sequence') };
  return db
    .insertInto('fine_types')
    .values((eb) => ({
      type_key: place('key'),
      ...latest,
      use_count: place('uses'),
      listed_as: eb.selectFrom('listed_fine_types').where('type_key', '=', place('key')).select('id'),
    }))
    .onConflict((conflict) =>
      conflict
        .column('type_key')
        .doUpdateSet((eb) => ({ ...latest, use_count: eb('fine_types.use_count', '+', place('uses')) })),
    );
});
