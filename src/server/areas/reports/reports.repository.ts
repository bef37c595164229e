// The SQL of reports apart from the daily figures (balances/daily-figures): waivers, the names of types, and who owes
// what.
import { type RawBuilder, sql } from 'kysely';
import { AGE_BANDS, type AgeBand, daysOfBand } from '../../../core/money/ageing.ts';
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import { owedDays } from '../../balances/daily-figures/fine-days.ts';
import { isOneOf, run } from '../../db/run.ts';
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';

/** Both ends included. */
export interface Period {
  from: CalendarDay;
  to: CalendarDay;
}

/** Amounts waived, by the month of the waiver, less waivers taken back in that month. */
export const waivedByMonth = (db: Handle, { from, to }: Period) =>
  run(
    db,
    sql<{ month: string; waived: Paisa }>`
      select substr(day, 1, 7) as month, sum(amount) as waived from (
        select day, amount from waivers where day >= ${from} and day <= ${to}
        union all
        select day, 0 - amount from reversals where waiver_id is not null and day >= ${from} and day <= ${to}
      ) moved group by substr(day, 1, 7)`,
  );

/** The type of the organisation's list behind each of these keys, under its present name or an earlier one. */
export const typesOfKeys = (db: Handle, keys: readonly string[]) =>
  run(
    db,
    db
      .selectFrom('fine_types')
      .innerJoin('listed_fine_types', 'listed_fine_types.id', 'fine_types.listed_as')
      .select(['fine_types.type_key as key', 'listed_fine_types.id', 'name', 'urdu_name as urduName'])
      .where(isOneOf(db, 'fine_types.type_key', keys)),
  );

/** Outstanding amounts by age, counted from the due day if there is one. */
export function outstandingByBand(db: Handle, today: CalendarDay): Promise<{ band: AgeBand; outstanding: Paisa }[]> {
  return settleAll(
    AGE_BANDS.map(async (band) => {
      const { from, to } = daysOfBand(band, today);
      const { outstanding } = await owedDays.sum(db, { from: from ?? undefined, to: to ?? undefined });
      return { band, outstanding };
    }),
  );
}

const isWithin = (day: RawBuilder<unknown>, from: CalendarDay | null, to: CalendarDay | null) => {
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
 * Who owes what of the fines whose age is counted from these days, largest debt first. Uses the conditions of the index
 * fines_pending. The days are written as an expression so that SQLite does not choose another index, with which it
 * would look up every fine.
 */
export const owing = (db: Handle, { from, to }: ReturnType<typeof daysOfBand>): Promise<OwingRow[]> =>
  run(
    db,
    db
      .selectFrom('fines')
      .select((eb) => [
        'user_id as userId',
        sql<Paisa>`sum(amount - waived_amount - paid_amount)`.as('outstanding'),
        eb.fn.countAll<number>().as('fineCount'),
        eb.fn.min<CalendarDay>('date').as('oldest'),
      ])
      .where(sql<boolean>`status = 'Pending' and amount > 0`)
      .where(sql<boolean>`(${isWithin(sql`coalesce(due_on, date)`, from, to)}) is true`)
      .groupBy('user_id')
      .orderBy('outstanding', 'desc')
      .orderBy('user_id'),
  );

/** null: members of no group, with deleted ones */
interface OfGroup {
  group_id: string | null;
}

/** The figures that users' rows have. */
export const membersByGroup = (db: Handle) =>
  run(
    db,
    sql<OfGroup & { members: number; total: Paisa; pending: Paisa }>`
      select group_id, sum(case when deleted_at is null then 1 else 0 end) as members,
        sum(total) as total, sum(pending) as pending
      from users group by group_id`,
  );

/** What of their fines is waived. Uses the condition of the index fines_with_waiver. */
export const waivedByGroup = (db: Handle) =>
  run(
    db,
    sql<OfGroup & { waived: Paisa }>`
      select users.group_id, sum(own.waived) as waived
      from (
        select user_id, sum(waived_amount) as waived from fines where waived_amount <> 0 group by user_id
      ) own join users on users.id = own.user_id
      group by users.group_id`,
  );

/**
 * What is outstanding in each band but the oldest, which is the rest of what users' rows have. Counted like `owing`, and
 * as quickly: most of what is outstanding is old.
 */
export const outstandingByGroup = (db: Handle, today: CalendarDay) => {
  const day = sql`coalesce(due_on, date)`;
  const bands = AGE_BANDS.slice(0, -1).map((band, place) => {
    const days = daysOfBand(band, today);
    const own = sql`case when ${isWithin(day, days.from, days.to)} then amount - waived_amount - paid_amount else 0 end`;
    return { days, own, name: sql.raw(`band_${place}`) };
  });
  const since = bands.at(-1)?.days.from ?? today;
  return run(
    db,
    sql<OfGroup & Record<`band_${number}`, Paisa>>`
      select users.group_id, ${sql.join(bands.map(({ name }) => sql`sum(own.${name}) as ${name}`))}
      from (
        select user_id, ${sql.join(bands.map(({ own, name }) => sql`sum(${own}) as ${name}`))}
        from fines where status = 'Pending' and amount > 0 and (${isWithin(day, since, null)}) is true
        group by user_id
      ) own join users on users.id = own.user_id
      group by users.group_id`,
  );
};

export const namesOf = (db: Handle, ids: readonly string[]) =>
  run(
    db,
    db
      .selectFrom('users')
      .select(['id', 'user_name as userName'])
      .where(isOneOf(db, 'id', ids)),
  );
