// The SQL of reports: sums of what is kept by day (fine_days, fine_type_days, payment_days), and who is behind them.
import { sql } from 'kysely';
import { AGE_BANDS, type AgeBand, daysOfBand } from '../../core/money/ageing.ts';
import type { CalendarDay } from '../../core/calendar.ts';
import type { Paisa } from '../../core/money/money.ts';
import { isOneOf, prepared } from '../db/prepared.ts';
import type { PaymentDaysTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';

/** Both ends included. */
export interface Period {
  from: CalendarDay;
  to: CalendarDay;
}

const monthOf = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, 7)`;

/** What was charged, by the month of the fines. */
export const chargedByMonth = prepared((db, { from, to }: Period) =>
  db
    .selectFrom('fine_days')
    .select((eb) => [monthOf('date').as('month'), eb.fn.sum<Paisa>('charged').as('charged')])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy(monthOf('date')),
);

/** What was waived, by the month in which it was, less what was taken back of waivers in that month. */
export const waivedByMonth = prepared((db, { from, to }: Period) => {
  const waived = sql<{ month: string; waived: Paisa }>`
    select substr(day, 1, 7) as month, sum(amount) as waived from (
      select day, amount from waivers where day >= ${from} and day <= ${to}
      union all
      select day, 0 - amount from reversals where waiver_id is not null and day >= ${from} and day <= ${to}
    ) moved group by substr(day, 1, 7)`;
  return { compile: () => waived.compile(db) };
});

/** Money that came in and went out again. */
export interface Moved {
  paymentCount: number;
  received: Paisa;
  takenBack: Paisa;
  givenBack: Paisa;
}

const moved = [
  sql<number>`coalesce(sum(payment_count), 0)`.as('paymentCount'),
  sql<Paisa>`coalesce(sum(received), 0)`.as('received'),
  sql<Paisa>`coalesce(sum(reversed), 0)`.as('takenBack'),
  sql<Paisa>`coalesce(sum(given_back), 0)`.as('givenBack'),
] as const;

const movedIn = (db: Handle, { from, to }: Period) =>
  db.selectFrom('payment_days').where('received_on', '>=', from).where('received_on', '<=', to).select(moved);

export const movedByMonth = prepared((db, period: Period) =>
  movedIn(db, period).select(monthOf('received_on').as('month')).groupBy(monthOf('received_on')),
);

const movedBy = <C extends keyof PaymentDaysTable & ('method' | 'received_by')>(column: C) =>
  prepared((db, period: Period) =>
    movedIn(db, period).select(column).groupBy(column).orderBy('received', 'desc').orderBy(column),
  );

export const movedByMethod = movedBy('method');
export const movedByPerson = movedBy('received_by');

/** What became of fines. */
export interface FineSums {
  fineCount: number;
  charged: Paisa;
  waived: Paisa;
  paid: Paisa;
}

/** By the type as it is written, the most charged first. */
export const finesByType = prepared((db, { from, to }: Period) =>
  db
    .selectFrom('fine_type_days')
    .select((eb) => [
      'fine_type as fineType',
      eb.fn.sum<number>('fine_count').as('fineCount'),
      eb.fn.sum<Paisa>('charged').as('charged'),
      eb.fn.sum<Paisa>('waived').as('waived'),
      eb.fn.sum<Paisa>('paid').as('paid'),
    ])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy('fine_type')
    .having((eb) => eb.fn.sum('fine_count'), '>', 0)
    .orderBy('charged', 'desc')
    .orderBy('fine_type'),
);

/** The type of the organisation's list that each of these keys stands for, under its present name or an earlier one. */
export const listedTypes = prepared((db, { keys }: { keys: readonly string[] }) =>
  db
    .selectFrom('fine_types')
    .innerJoin('listed_fine_types', 'listed_fine_types.id', 'fine_types.listed_as')
    .select(['fine_types.type_key as key', 'listed_fine_types.id', 'name', 'urdu_name as urduName'])
    .where(isOneOf(db, 'fine_types.type_key', keys)),
);

/** What is outstanding of the fines of each age. */
export async function outstandingByBand(db: Handle, today: CalendarDay): Promise<Record<AgeBand, Paisa>> {
  const bands = AGE_BANDS.map((band) => [band, daysOfBand(band, today)] as const);
  const sums = await db
    .selectFrom('fine_days')
    .select(
      bands.map(([band, { from, to }]) =>
        sql<Paisa>`coalesce(sum(case when ${isWithin('date', from, to)} then outstanding else 0 end), 0)`.as(band),
      ),
    )
    .executeTakeFirstOrThrow();
  return sums;
}

const isWithin = (column: string, from: CalendarDay | null, to: CalendarDay | null) => {
  const day = sql.ref(column);
  if (from === null) return sql<boolean>`${day} <= ${to}`;
  return to === null ? sql<boolean>`${day} >= ${from}` : sql<boolean>`${day} between ${from} and ${to}`;
};

export interface OwingRow {
  userId: string;
  outstanding: Paisa;
  fineCount: number;
  oldest: CalendarDay;
}

/**
 * Who owes what of the fines of these days, who owes most of it first. From the index fines_pending, whose conditions these are;
 * as an expression the days keep SQLite from choosing another one, in which it would look up every fine.
 */
export const owing = (db: Handle, { from, to }: ReturnType<typeof daysOfBand>): Promise<OwingRow[]> =>
  db
    .selectFrom('fines')
    .select((eb) => [
      'user_id as userId',
      sql<Paisa>`sum(amount - waived_amount - paid_amount)`.as('outstanding'),
      eb.fn.countAll<number>().as('fineCount'),
      eb.fn.min<CalendarDay>('date').as('oldest'),
    ])
    .where(sql<boolean>`status = 'Pending' and amount > 0`)
    .where(sql<boolean>`(${isWithin('date', from, to)}) is true`)
    .groupBy('user_id')
    .orderBy('outstanding', 'desc')
    .orderBy('user_id')
    .execute();

export const namesOf = prepared((db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('users')
    .select(['id', 'user_name as userName'])
    .where(isOneOf(db, 'id', ids)),
);
