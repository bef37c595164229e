// All figures that are kept by the day. To keep one more: a column of its table (a migration and db/schema), then what is missing
// where the compiler says; counting anew, comparing (check-books) and the laws follow.
import { settleAll } from '../../db/transaction.ts';
import type { Handle } from '../../db/types.ts';
import { fineDays, fineTypeDays, owedDays } from './fine-days.ts';
import type { Difference } from './kept-table.ts';
import { paymentDays } from './payment-days.ts';

/** By their tables. */
export const KEPT_FIGURES = {
  fine_days: fineDays,
  fine_type_days: fineTypeDays,
  owed_days: owedDays,
  payment_days: paymentDays,
} as const;

export const KEPT_TABLES = Object.keys(KEPT_FIGURES) as (keyof typeof KEPT_FIGURES)[];

/** Counts all records, where they were written without being counted: imports and seeds. */
export async function recountKeptFigures(tx: Handle): Promise<void> {
  await settleAll(Object.values(KEPT_FIGURES).map((kept) => kept.recount(tx)));
}

/** Where they are not what the records come to. */
export async function keptFiguresThatDiffer(db: Handle): Promise<Difference[]> {
  return (await settleAll(Object.values(KEPT_FIGURES).map((kept) => kept.differences(db)))).flat();
}
