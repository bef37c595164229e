// How many fines precede each day in a list of all users' fines: where a page deep in the list begins. Adding up the days
// takes longer than reading the page, so callers cache the sums until the books change (db/snapshot.ts).
import type { StatusFilter } from '../../contract/fines/fines.ts';
import type { CalendarDay } from '../../core/calendar.ts';
import type { Handle } from '../db/types.ts';
import { prepared } from '../db/prepared.ts';

export interface FineDays {
  /** The day of the fine at this offset of the list, and how many fines of the list are on newer days; null without fines. */
  at(offset: number, status: StatusFilter): { date: CalendarDay; before: number } | null;
}

interface Day {
  date: CalendarDay;
  fine_count: number;
  paid_count: number;
}

const daysNewestFirst = prepared((db) =>
  db
    .selectFrom('fine_days')
    .select(['date', 'fine_count', 'paid_count'])
    .where('fine_count', '>', 0)
    .orderBy('date', 'desc'),
);

export const readFineDays = async (db: Handle): Promise<FineDays> => summedUp(await daysNewestFirst(db, {}));

const COUNT: Record<StatusFilter, (day: Day) => number> = {
  all: ({ fine_count }) => fine_count,
  Paid: ({ paid_count }) => paid_count,
  Pending: ({ fine_count, paid_count }) => fine_count - paid_count,
};

function summedUp(rows: readonly Day[]): FineDays {
  const sums = new Map<StatusFilter, number[]>();
  const sumsOf = (status: StatusFilter): number[] => {
    const known = sums.get(status);
    if (known !== undefined) return known;
    const before: number[] = [];
    let sum = 0;
    for (const row of rows) {
      before.push(sum);
      sum += COUNT[status](row);
    }
    sums.set(status, before);
    return before;
  };
  return {
    at(offset, status) {
      const before = sumsOf(status);
      let [low, high] = [0, rows.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((before[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      const row = rows[low];
      return row === undefined ? null : { date: row.date, before: before[low] ?? 0 };
    },
  };
}
