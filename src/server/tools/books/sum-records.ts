// Sums the records: what the books must be if the fines and events are right.
import { type Balance, changeOfFine, EMPTY_BALANCE } from '../../../core/fines/fine.ts';
import { sql } from 'kysely';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { Handle } from '../../db/types.ts';
import { figuresOf } from '../../balances/change-fine.ts';
import { fingerprintFine } from './fingerprint.ts';
import { emptyFigures, type UserFigures } from './fold/fold-journal.ts';

export interface SummedUserFigures extends UserFigures {
  newest: CalendarDay | null;
  oldestPending: CalendarDay | null;
  earliestDue: CalendarDay | null;
}

export const noFigures = (): SummedUserFigures => ({
  ...emptyFigures(),
  newest: null,
  oldestPending: null,
  earliestDue: null,
});

export interface SummedRecords {
  organisation: Balance;
  byUser: Map<string, SummedUserFigures>;
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
    used,
    events,
  };
  let last = '';
  for (;;) {
    const page = await db.selectFrom('fines').selectAll().where('id', '>', last).orderBy('id').limit(PAGE).execute();
    for (const fine of page) {
      last = fine.id;
      let figures = summed.byUser.get(fine.user_id);
      if (figures === undefined) summed.byUser.set(fine.user_id, (figures = noFigures()));
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
      if (change.pending > 0 && fine.due_on !== null && fine.due_on < (figures.earliestDue ?? '~')) {
        figures.earliestDue = fine.due_on;
      }
      fingerprintFine(figures.fines, fine, 1);
    }
    if (page.length < PAGE) break;
  }
  await addMoney(db, summed);
  return summed;
}

/** Adds the money received from each user, less what was taken back or given back. */
async function addMoney(db: Handle, summed: SummedRecords): Promise<void> {
  const { rows } = await sql<{ userId: string; money: Paisa }>`
    select user_id as "userId", sum(amount) as money from (
      select user_id, amount from payments
      union all
      select user_id, 0 - amount from refunds
      union all
      select payments.user_id, 0 - reversals.amount from reversals join payments on payments.id = payment_id
      union all
      select refunds.user_id, reversals.amount from reversals join refunds on refunds.id = refund_id
    ) moved group by user_id`.execute(db);
  for (const { userId, money } of rows) {
    let figures = summed.byUser.get(userId);
    if (figures === undefined) {
      summed.byUser.set(userId, (figures = noFigures()));
    }
    figures.credit += money;
    summed.organisation.credit += money;
  }
}
