// All figures kept by day. To add one, add a column to its table (a migration and db/schema), then whatever the
// compiler finds missing; recounting, comparing (check-books) and the laws follow.
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { fineDays, fineTypeDays, owedDays } from './fine-days.ts';
import type { Difference } from './daily-table.ts';
import { paymentDays } from './payment-days.ts';

/** By table. */
export const DAILY_FIGURES = {
  fine_days: fineDays,
  fine_type_days: fineTypeDays,
  owed_days: owedDays,
  payment_days: paymentDays,
} as const;

export const DAILY_TABLES = Object.keys(DAILY_FIGURES) as (keyof typeof DAILY_FIGURES)[];

/** Counts all records again, after imports and seeds that write records without counting them. */
export async function recountDailyFigures(tx: Handle): Promise<void> {
  await settleAll(Object.values(DAILY_FIGURES).map((kept) => kept.recount(tx)));
}

/** The daily figures that differ from the sums of their records. */
export async function dailyFiguresThatDiffer(db: Handle): Promise<Difference[]> {
  return (await settleAll(Object.values(DAILY_FIGURES).map((kept) => kept.differences(db)))).flat();
}
