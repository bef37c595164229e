// The sums of each day's fines, updated with every change of a fine. With them a page deep in the list of all fines
// finds its day, and reports (REPORT-2, REPORT-3, REPORT-5, REPORT-6) add up days.
import { sql } from 'kysely';
import type { FinesTable } from '../../db/schema.ts';
import type { Handle } from '../../db/types.ts';
import type { CommandContext } from '../../ledger/command.ts';
import { dailyTable } from './daily-table.ts';
import { dayAt, type DayInList } from './day-at.ts';

type Counted = Pick<
  FinesTable,
  'date' | 'due_on' | 'fine_type' | 'status' | 'amount' | 'waived_amount' | 'paid_amount'
>;

/** What {@link countFine} counts for each fine; `charged` is before waivers. */
const records = sql`
  select date as day, fine_type, 1 as fine_count, case when status = 'Paid' then 1 else 0 end as paid_count,
         amount as charged, waived_amount as waived, paid_amount as paid
  from fines`;

export const fineDays = dailyTable('fine_days', {
  key: ['day'],
  figures: ['fine_count', 'paid_count', 'charged'],
  records,
  describe: ({ day }) => `fines of ${day}`,
});

/** `waived` counts waivers by the day of their fine; for waivers by their own day see reports.repository.ts. */
export const fineTypeDays = dailyTable('fine_type_days', {
  key: ['day', 'fine_type'],
  figures: ['fine_count', 'charged', 'waived', 'paid'],
  records,
  describe: ({ day, fine_type: type }) => `fines of ${day} and the type "${type}"`,
});

/**
 * Outstanding amounts, by the day from which their age is counted. An amount counted from a due day before today is
 * overdue.
 */
export const owedDays = dailyTable('owed_days', {
  key: ['day', 'counted_from'],
  figures: ['outstanding'],
  records: sql`
    select coalesce(due_on, date) as day, case when due_on is null then 'fine' else 'due' end as counted_from,
           amount - waived_amount - paid_amount as outstanding
    from fines where status = 'Pending' and amount > 0`,
  describe: ({ day, counted_from: from }) => `what is owed, counted from ${day} (${from})`,
});

/** Counts a change of a fine. `before` is null for a new fine, `after` for a deleted one. */
export function countFine(context: CommandContext, before: Counted | null, after: Counted | null): void {
  for (const [fine, sign] of [[before, -1] as const, [after, 1] as const]) {
    if (fine === null) continue;
    const day = fine.date;
    const fine_count = sign;
    const charged = sign * fine.amount;
    const waived = sign * fine.waived_amount;
    const paid = sign * fine.paid_amount;
    const paid_count = fine.status === 'Paid' ? sign : 0;
    context.defer(fineDays.add, { day, fine_count, paid_count, charged });
    const outstanding = charged - waived - paid;
    const counted_from = fine.due_on === null ? 'fine' : 'due';
    if (outstanding !== 0) context.defer(owedDays.add, { day: fine.due_on ?? day, counted_from, outstanding });
    context.defer(fineTypeDays.add, { day, fine_type: fine.fine_type, fine_count, charged, waived, paid });
  }
}

type CountedStatus = 'all' | FinesTable['status'];

interface FineDays {
  /** The day of the fine at this offset of the list of all fines; null without fines. */
  at(offset: number, status: CountedStatus): DayInList | null;
}

/** Takes longer than reading a page, so callers cache it until the books change (db/snapshot.ts). */
export async function readFineDays(db: Handle): Promise<FineDays> {
  const days = (await fineDays.sumsBy(db, 'day', {})).toSorted((a, b) => (a.day < b.day ? 1 : -1));
  const counts: Record<CountedStatus, (day: (typeof days)[number]) => number> = {
    all: (day) => day.fine_count,
    Paid: (day) => day.paid_count,
    Pending: (day) => day.fine_count - day.paid_count,
  };
  return { at: (offset, status) => dayAt(days, counts[status], offset) };
}
