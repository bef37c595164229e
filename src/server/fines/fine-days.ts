// How many fines precede each day in the list of all fines: where a page deep in the list begins. Adding up the days
// takes longer than reading the page, so callers cache the sums until the books change (db/snapshot.ts).
import type { CalendarDay } from '../../core/calendar.ts';
import type { Handle } from '../db/types.ts';
import { prepared } from '../db/prepared.ts';

export interface FineDays {
  /** The day of the fine at this offset of the list, and how many fines are on newer days; null without fines. */
  at(offset: number): { date: CalendarDay; before: number } | null;
}

const daysNewestFirst = prepared((db) =>
  db.selectFrom('fine_days').select(['date', 'fine_count']).where('fine_count', '>', 0).orderBy('date', 'desc'),
);

export const readFineDays = async (db: Handle): Promise<FineDays> => summedUp(await daysNewestFirst(db, {}));

function summedUp(rows: readonly { date: CalendarDay; fine_count: number }[]): FineDays {
  const before: number[] = [];
  let sum = 0;
  for (const { fine_count: count } of rows) {
    before.push(sum);
    sum += count;
  }
  return {
    at(offset) {
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
