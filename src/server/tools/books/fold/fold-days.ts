// Compares the books at the end of each day, folded from the journal, with those stored.
import type { CalendarDay } from '../../../../core/calendar.ts';
import type { BooksByDayTable } from '../../../db/schema.ts';
import type { Handle } from '../../../db/types.ts';
import type { Problems } from '../problems.ts';
import type { Entry } from '../records.ts';

export type Days = Map<CalendarDay, Omit<BooksByDayTable, 'day'>>;

/** `figures`: the organisation's, after the entry. */
export function foldDay(days: Days, entry: Entry, figures: Record<'total' | 'pending' | 'used', number>): void {
  const { total, pending, used } = figures;
  days.set(entry.day, { total, pending, used, updated_at: entry.at });
}

export async function compareBooksByDay(db: Handle, days: Days, problems: Problems): Promise<void> {
  const rows = await db.selectFrom('books_by_day').selectAll().orderBy('day').execute();
  const kept = new Set(rows.map(({ day }) => day));
  for (const { day, ...row } of rows) {
    const folded = days.get(day);
    const figures = ['total', 'pending', 'used', 'updated_at'] as const;
    if (folded === undefined || figures.some((figure) => folded[figure] !== row[figure])) {
      problems.add(`The books kept for the end of ${day} differ from the journal.`);
    }
  }
  for (const day of days.keys()) if (!kept.has(day)) problems.add(`The books for the end of ${day} are missing.`);
}
