// Sums the records: what the books must be if the fines and events are right.
import { type Balance, changeOfFine, EMPTY_BALANCE } from '../../../core/fine.ts';
import { sql } from 'kysely';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money.ts';
import type { Handle } from '../../db/types.ts';
import { figuresOf } from '../../fines/change-fine.ts';
import { fingerprintFine } from './fingerprint.ts';
import { emptyFigures, type UserFigures } from './fold-journal.ts';

export interface SummedUserFigures extends UserFigures {
  newest: CalendarDay | null;
  oldestPending: CalendarDay | null;
}

export interface SummedRecords {
  organisation: Balance;
  byUser: Map<string, SummedUserFigures>;
  byDay: Map<CalendarDay, { fines: number; paid: number }>;
  used: Paisa;
  events: number;
}

/** Rows read at a time; bounds memory use. */
const PAGE = 2000;

export async function sumRecords(db: Handle): Promise<SummedRecords> {
  const { used, events } = await db
    .selectFrom('events')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('used'),
      eb.fn.countAll<number>().as('events'),
    ])
    .executeTakeFirstOrThrow();
  const summed: SummedRecords = {
    organisation: { ...EMPTY_BALANCE },
    byUser: new Map(),
    byDay: new Map(),
    used,
    events,
  };
  let last = '';
  for (;;) {
    const page = await db.selectFrom('fines').selectAll().where('id', '>', last).orderBy('id').limit(PAGE).execute();
    for (const fine of page) {
      last = fine.id;
      let figures = summed.byUser.get(fine.user_id);
      if (figures === undefined)
        summed.byUser.set(fine.user_id, (figures = { ...emptyFigures(), newest: null, oldestPending: null }));
      const change = changeOfFine(null, figuresOf(fine));
      for (const balance of [figures, summed.organisation]) {
        balance.total += change.total;
        balance.pending += change.pending;
        balance.credit += change.credit;
        balance.fineCount += change.fineCount;
        balance.paidCount += change.paidCount;
      }
      if (figures.newest === null || fine.date > figures.newest) figures.newest = fine.date;
      if (change.pending > 0 && (figures.oldestPending === null || fine.date < figures.oldestPending)) {
        figures.oldestPending = fine.date;
      }
      fingerprintFine(figures.fines, fine, 1);
      const day = summed.byDay.get(fine.date) ?? { fines: 0, paid: 0 };
      summed.byDay.set(fine.date, { fines: day.fines + 1, paid: day.paid + change.paidCount });
    }
    if (page.length < PAGE) break;
  }
  await addMoney(db, summed);
  return summed;
}

/** Adds what was received from each user, less what was taken back. */
async function addMoney(db: Handle, summed: SummedRecords): Promise<void> {
  const taken = db
    .selectFrom('reversals')
    .select((eb) => ['payment_id', eb.fn.sum<number>('amount').as('amount')])
    .groupBy('payment_id')
    .as('taken');
  const rows = await db
    .selectFrom('payments')
    .leftJoin(taken, 'taken.payment_id', 'payments.id')
    .select(['user_id', sql<number>`sum(payments.amount) - coalesce(sum(taken.amount), 0)`.as('money')])
    .groupBy('user_id')
    .execute();
  for (const { user_id: userId, money } of rows) {
    let figures = summed.byUser.get(userId);
    if (figures === undefined) {
      summed.byUser.set(userId, (figures = { ...emptyFigures(), newest: null, oldestPending: null }));
    }
    figures.credit += money;
    summed.organisation.credit += money;
  }
}
