// The SQL that finds receipts and vouchers by number, with a few index lookups.
import type { YearNumber } from '../../../core/money/payment.ts';
import { run } from '../../db/run.ts';
import type { Handle } from '../../db/types.ts';

interface Wanted {
  number: number;
  years: readonly number[];
  limit: number;
}

export interface PaperRow extends YearNumber {
  /** empty if the user is deleted or has no name */
  user_name: string;
  amount: number;
  day: string;
}

export async function receiptsNumbered(db: Handle, { number, years, limit }: Wanted): Promise<PaperRow[]> {
  const rows = await run(
    db,
    db
      .selectFrom('payments')
      .innerJoin('users', 'users.id', 'payments.user_id')
      .select(['receipt_year as year', 'users.user_name', 'payments.amount', 'received_on as day'])
      .where('receipt_year', 'in', years)
      .where('receipt_number', '=', number)
      .orderBy('receipt_year', 'desc')
      .limit(limit),
  );
  // The year is never null here, as it is one of those asked for.
  return rows.map((row) => ({ ...row, year: row.year ?? 0, number }));
}

export async function vouchersNumbered(db: Handle, { number, years, limit }: Wanted): Promise<PaperRow[]> {
  const rows = await run(
    db,
    db
      .selectFrom('refunds')
      .innerJoin('users', 'users.id', 'refunds.user_id')
      .select(['voucher_year as year', 'users.user_name', 'refunds.amount', 'given_on as day'])
      .where('voucher_year', 'in', years)
      .where('voucher_number', '=', number)
      .orderBy('voucher_year', 'desc')
      .limit(limit),
  );
  return rows.map((row) => ({ ...row, number }));
}
