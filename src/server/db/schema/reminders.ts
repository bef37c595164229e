// Reminders, and what members promised. Append-only.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { ReminderChannel } from '../../../core/people/reminder.ts';

export interface RemindersTable {
  id: string;
  /** of its journal entry */
  sequence: number;
  user_id: string;
  channel: ReminderChannel;
  /** what was owed then, and what of that was late */
  pending: Paisa;
  overdue: Paisa;
  day: CalendarDay;
  /** the e-mail of who did */
  sent_by: string;
  created_at: number;
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
