// What was charged, waived and paid of the fines of each day and type, kept with every change of a fine: reports add up days
// (REPORT-2, REPORT-3, REPORT-6).
import { sql } from 'kysely';
import { preparedUpsert, sumsByKey } from '../db/prepared.ts';
import type { FineTypeDaysTable, FinesTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import type { DeferredWrite } from '../ledger/commit-batch.ts';

type Counted = Pick<FinesTable, 'date' | 'fine_type' | 'amount' | 'waived_amount' | 'paid_amount'>;

const KEY = ['date', 'fine_type'] as const;
export const FINE_TYPE_DAY_FIGURES = ['fine_count', 'charged', 'waived', 'paid'] as const;

/** A fine as it counts on its day; `sign` -1 takes it out again. */
export const countedFine = (fine: Counted, sign: 1 | -1 = 1): FineTypeDaysTable => ({
  date: fine.date,
  fine_type: fine.fine_type,
  fine_count: sign,
  charged: sign * fine.amount,
  waived: sign * fine.waived_amount,
  paid: sign * fine.paid_amount,
});

export const typeDays: DeferredWrite<FineTypeDaysTable> = {
  async write(tx, rows) {
    const sums = sumsByKey(rows, KEY, FINE_TYPE_DAY_FIGURES);
    const changed = sums.filter((row) => FINE_TYPE_DAY_FIGURES.some((figure) => row[figure] !== 0));
    await addToDays(tx, changed);
  },
};

const addToDays = preparedUpsert('fine_type_days', KEY, FINE_TYPE_DAY_FIGURES);

/** Adds up all fines by day and by type, where they were written without being counted. */
export async function recountFineDays(tx: Handle): Promise<void> {
  await tx.deleteFrom('fine_days').execute();
  await tx.deleteFrom('fine_type_days').execute();
  await sql`
    insert into fine_days (date, fine_count, paid_count, charged, outstanding)
    select date, count(*), sum(case when status = 'Paid' then 1 else 0 end), sum(amount),
           sum(amount - waived_amount - paid_amount)
    from fines group by date`.execute(tx);
  await sql`
    insert into fine_type_days (date, fine_type, fine_count, charged, waived, paid) ${summedByTypeAndDay}`.execute(tx);
}

/** The rows that the table should have. */
export const summedByTypeAndDay = sql<FineTypeDaysTable>`
  select date, fine_type, count(*) as fine_count, sum(amount) as charged, sum(waived_amount) as waived,
         sum(paid_amount) as paid
  from fines group by date, fine_type`;
