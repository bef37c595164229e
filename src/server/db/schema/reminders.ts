// Reminders, what members promised, and whom a reminder was spared. Append-only.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { RecordedChannel } from '../../../core/people/reminder.ts';

export interface RemindersTable {
  id: string;
  /** of its journal entry */
  sequence: number;
  user_id: string;
  channel: RecordedChannel;
  /** what was owed then, and what of that was late */
  pending: Paisa;
  overdue: Paisa;
  day: CalendarDay;
  /** the e-mail of who did */
  sent_by: string;
  created_at: number;
  /** of one that went out by itself: the steps up to this day are dealt with; null: of one by hand */
  through: CalendarDay | null;
}

export interface PromisesTable {
  id: string;
  /** of its journal entry */
  sequence: number;
  user_id: string;
  /** that day included; null: there is no promise any more */
  until: CalendarDay | null;
  /** what is owed of fines up to this day is what it is about */
  covers: CalendarDay;
  day: CalendarDay;
  /** the e-mail of who recorded it */
  made_by: string;
  created_at: number;
}

/** Reminders that were to go out by themselves, and of which somebody spared a member. */
export interface SkipsTable {
  id: string;
  /** of its journal entry */
  sequence: number;
  user_id: string;
  /** the steps up to this day are dealt with; null: they are spared nothing any more */
  up_to: CalendarDay | null;
  day: CalendarDay;
  /** the e-mail of who did */
  skipped_by: string;
  created_at: number;
}
