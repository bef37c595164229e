// What was charged, waived and paid of the fines of each day and type, kept with every change of a fine: reports add up days
// (REPORT-2, REPORT-3, REPORT-5). Types are told apart as searches compare them.
import type { CalendarDay } from '../../core/calendar.ts';
import { searchKey } from '../../core/search.ts';
import { preparedUpsert, sumsByKey } from '../db/prepared.ts';
import type { FineTypeDaysTable, FinesTable } from '../db/schema.ts';
import type { Handle } from '../db/types.ts';
import type { DeferredWrite } from '../ledger/commit-batch.ts';

export type CountedFine = Pick<FinesTable, 'date' | 'fine_type' | 'amount' | 'waived_amount' | 'paid_amount'>;

const KEY = ['date', 'type_key'] as const;
export const FINE_TYPE_DAY_FIGURES = ['fine_count', 'charged', 'waived', 'paid'] as const;

/** A fine as it counts on its day; `sign` -1 takes it out again. */
export const countedFine = (fine: CountedFine, sign: 1 | -1 = 1): FineTypeDaysTable => ({
  date: fine.date,
  type_key: searchKey(fine.fine_type),
  fine_count: sign,
  charged: sign * fine.amount,
  waived: sign * fine.waived_amount,
  paid: sign * fine.paid_amount,
});

const addToDays = preparedUpsert('fine_type_days', KEY, FINE_TYPE_DAY_FIGURES);

export const typeDays: DeferredWrite<FineTypeDaysTable> = {
  async write(tx, rows) {
    const changed = sumsByKey(rows, KEY, FINE_TYPE_DAY_FIGURES).filter((row) =>
      FINE_TYPE_DAY_FIGURES.some((figure) => row[figure] !== 0),
    );
    await addToDays(tx, changed);
  },
};

/** Adds up all fines, where they were written without being counted. Some days at a time bound memory. */
export async function recountFineTypeDays(tx: Handle): Promise<void> {
  await tx.deleteFrom('fine_type_days').execute();
  for await (const rows of fineTypeDays(tx)) await addToDays(tx, rows);
}

const DAYS_AT_ONCE = 100;

/** The rows that the table should have, some days at a time, in the order of their days. */
export async function* fineTypeDays(db: Handle): AsyncGenerator<FineTypeDaysTable[]> {
  const days = await db.selectFrom('fines').select('date').distinct().orderBy('date').execute();
  for (let from = 0; from < days.length; from += DAYS_AT_ONCE) {
    const some: { date: CalendarDay }[] = days.slice(from, from + DAYS_AT_ONCE);
    const rows = await db
      .selectFrom('fines')
      .select((eb) => [
        'date',
        'fine_type',
        eb.fn.countAll<number>().as('fine_count'),
        eb.fn.sum<number>('amount').as('charged'),
        eb.fn.sum<number>('waived_amount').as('waived'),
        eb.fn.sum<number>('paid_amount').as('paid'),
      ])
      .where('date', '>=', some[0]?.date ?? '')
      .where('date', '<=', some.at(-1)?.date ?? '')
      .groupBy(['date', 'fine_type'])
      .execute();
    const keyed = rows.map(({ fine_type: spelled, ...row }) => ({ ...row, type_key: searchKey(spelled) }));
    yield sumsByKey(keyed, KEY, FINE_TYPE_DAY_FIGURES);
  }
}
