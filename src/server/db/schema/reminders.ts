// Reminders, promises of members, and skipped reminders. Append-only.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { RecordedChannel } from '../../../core/people/reminder.ts';

export interface RemindersTable {
  id: string;
  /** sequence of its journal entry */
  sequence: number;
  user_id: string;
  channel: RecordedChannel;
  /** what was owed at the time, and the overdue part */
  pending: Paisa;
  overdue: Paisa;
  day: CalendarDay;
  /** e-mail of the person who reminded */
  sent_by: string;
  created_at: number;
  /** for an automatic reminder: the steps up to this day have been processed; null for one by hand */
  through: CalendarDay | null;
}

export interface PromisesTable {
  id: string;
  /** sequence of its journal entry */
  sequence: number;
  user_id: string;
  /** inclusive; null: the promise was removed */
  until: CalendarDay | null;
  /** it covers what is owed of fines up to this day */
  covers: CalendarDay;
  day: CalendarDay;
  /** e-mail of the person who recorded it */
  made_by: string;
  created_at: number;
}

/** Automatic reminders that somebody spared a member. */
export interface SkipsTable {
  id: string;
  /** sequence of its journal entry */
  sequence: number;
  user_id: string;
  /** they are spared the steps up to this day; null: they are spared nothing any more */
  up_to: CalendarDay | null;
  day: CalendarDay;
  /** e-mail of the person who did so */
  skipped_by: string;
  created_at: number;
}
