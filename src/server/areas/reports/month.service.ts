// A month on one page (REPORT-14). All sums go by the records' own days, so the opening balance plus what came in less
// what was spent is the closing balance.
import type { Month } from '../../../contract/reports.ts';
import { type CalendarDay, daysOfMonth } from '../../../core/calendar.ts';
import { MONTH_EVENTS, MONTH_OWING } from '../../../core/limits.ts';
import { addPaisa, type Paisa } from '../../../core/money/money.ts';
import { displayName } from '../../../core/people/person-name.ts';
import type { Period } from '../../balances/daily-figures/daily-table.ts';
import { fineDays } from '../../balances/daily-figures/fine-days.ts';
import { paymentDays } from '../../balances/daily-figures/payment-days.ts';
import { run, runOne } from '../../db/run.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { waivedByMonth } from './reports.repository.ts';
import { collectedOf, mostReceivedFirst, MOVED, movedOf, sumOf } from './sums.ts';

/** `month`: `yyyy-mm`. `now`: today, the credit that members have, and the amounts of all events. */
export async function readMonth(
  db: Handle,
  month: string,
  now: { credit: Paisa; used: Paisa; today: CalendarDay },
): Promise<Month> {
  const period = daysOfMonth(month);
  // Ends with this month, not the day before it, because the first month of all has no day before.
  const until = { to: period.to };
  const [fines, waived, methods, moneyUntil, spentUntil, spent, events, owing, owingCount] = await settleAll([
    fineDays.sum(db, period),
    waivedByMonth(db, period),
    paymentDays.sumsBy(db, 'method', period),
    paymentDays.sum(db, until),
    spentIn(db, until),
    spentIn(db, period),
    eventsIn(db, period, MONTH_EVENTS),
    mostOwing(db, MONTH_OWING),
    countOwing(db),
  ]);
  const money = sumOf(MOVED, methods);
  const closing = addPaisa(collectedOf(moneyUntil), 0 - spentUntil.amount);
  const planned = now.used - spentUntil.amount;
  const opening = addPaisa(closing, 0 - collectedOf(money), spent.amount);
  return {
    month,
    charged: fines.charged,
    fineCount: fines.fine_count,
    waived: addPaisa(...waived.map((row) => row.waived)),
    ...movedOf(money),
    methods: methods
      .filter((moved) => MOVED.some((figure) => moved[figure] !== 0))
      .toSorted(mostReceivedFirst('method'))
      .map(({ method, ...figures }) => ({
        method,
        paymentCount: figures.payment_count,
        ...movedOf(figures),
      })),
    events,
    eventCount: spent.count,
    spent: spent.amount,
    opening,
    closing,
    available:
      now.today >= period.from && now.today <= period.to
        ? {
            credit: now.credit,
            planned,
            balance: addPaisa(closing, 0 - now.credit, 0 - planned),
          }
        : null,
    owing: owing.map(({ id, user_name: name, pending }) => ({
      userId: id,
      userName: displayName(name),
      pendingFine: pending,
    })),
    owingCount: owingCount.count,
    outstanding: owingCount.pending,
  };
}

const eventsOf = (db: Handle, { from, to }: Period) =>
  db
    .selectFrom('events')
    .$if(from !== undefined, (query) => query.where('date', '>=', from as CalendarDay))
    .$if(to !== undefined, (query) => query.where('date', '<=', to as CalendarDay));

/** The amounts of the events on these days. */
const spentIn = (db: Handle, period: Period): Promise<{ count: number; amount: Paisa }> =>
  runOne(
    db,
    eventsOf(db, period).select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('amount'),
    ]),
  );

const eventsIn = (db: Handle, period: Period, limit: number) =>
  run(db, eventsOf(db, period).select(['id', 'title', 'date', 'amount']).orderBy('date').orderBy('id').limit(limit));

const debtors = (db: Handle) => db.selectFrom('users').where('pending', '>', 0);

/** Users with the largest debts first, including deleted ones. */
const mostOwing = (db: Handle, limit: number) =>
  run(db, debtors(db).select(['id', 'user_name', 'pending']).orderBy('pending', 'desc').orderBy('id').limit(limit));

const countOwing = (db: Handle): Promise<{ count: number; pending: Paisa }> =>
  runOne(
    db,
    debtors(db).select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(eb.fn.sum<number>('pending'), eb.lit(0)).as('pending'),
    ]),
  );
