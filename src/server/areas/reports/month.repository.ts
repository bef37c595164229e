// The SQL of a month apart from the daily figures (balances/daily-figures): events by day, and who owes most.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { Period } from '../../balances/daily-figures/daily-table.ts';
import { run, runOne } from '../../db/run.ts';
import type { Handle } from '../../db/types.ts';

const eventsOf = (db: Handle, { from, to }: Period) =>
  db
    .selectFrom('events')
    .$if(from !== undefined, (query) => query.where('date', '>=', from as CalendarDay))
    .$if(to !== undefined, (query) => query.where('date', '<=', to as CalendarDay));

/** The amounts of the events on these days. */
export const spentIn = (db: Handle, period: Period): Promise<{ count: number; amount: Paisa }> =>
  runOne(
    db,
    eventsOf(db, period).select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('amount'),
    ]),
  );

export const eventsIn = (db: Handle, period: Period, limit: number) =>
  run(db, eventsOf(db, period).select(['id', 'title', 'date', 'amount']).orderBy('date').orderBy('id').limit(limit));

const debtors = (db: Handle) => db.selectFrom('users').where('pending', '>', 0);

/** Users with the largest debts first, including deleted ones. */
export const mostOwing = (db: Handle, limit: number) =>
  run(db, debtors(db).select(['id', 'user_name', 'pending']).orderBy('pending', 'desc').orderBy('id').limit(limit));

export const countOwing = (db: Handle): Promise<{ count: number; pending: Paisa }> =>
  runOne(
    db,
    debtors(db).select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(eb.fn.sum<number>('pending'), eb.lit(0)).as('pending'),
    ]),
  );
