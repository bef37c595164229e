// The people who can be fined; their reminders, promises, and skipped reminders, which are append-only.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { GrantedLevel } from '../../../core/people/permission.ts';
import type { RecordedChannel } from '../../../core/people/reminder.ts';
import type { UserStatus } from '../../../core/people/user-line.ts';

/**
 * A person who can be fined, with the summary of their fines in the same row.
 * A deleted user stays as a nameless row (`deleted_at` set), because the money records stay.
 */
export interface UsersTable {
  id: string;
  user_name: string;
  user_email: string | null;
  user_role: string;
  phone: string;
  status: UserStatus;
  /** null if they are in none */
  group_id: string | null;
  /** their access beyond seeing their own fines; null for none */
  access: GrantedLevel | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
  /** sortKey of the displayed name */
  sort_key: string;
  /** searchKeys of the displayed name, the id and the role; emailKey of the e-mail, unique */
  name_key: string;
  id_key: string;
  role_key: string;
  email_key: string | null;
  /** phoneKey of the number */
  phone_key: string | null;
  total: Paisa;
  pending: Paisa;
  credit: Paisa;
  fine_count: number;
  paid_count: number;
  /** the newest fine date, null without fines */
  newest_fine_date: CalendarDay | null;
  /** the oldest date of their Pending fines above 0, null if there are none */
  oldest_pending_date: CalendarDay | null;
  /** the earliest due day of these fines, null if none has one */
  earliest_due: CalendarDay | null;
  /** of the latest reminder */
  reminded_on: CalendarDay | null;
  reminded_through: RecordedChannel | null;
  /** of the latest promise, null if it was withdrawn */
  promised_until: CalendarDay | null;
  promise_covers: CalendarDay | null;
  /** the steps up to this day were processed by the latest automatic reminder */
  reminded_up_to: CalendarDay | null;
  /** they are spared the steps up to this day; null if that was withdrawn */
  skipped_up_to: CalendarDay | null;
  summary_updated_at: number | null;
}

/**
 * Records that were joined with another one, for which all that was theirs counts. A row for each record that now counts
 * for another, also through one in between, so that no question follows a chain.
 */
export interface JoinedUsersTable {
  user_id: string;
  into_id: string;
  /** of the journal entry of the record that went */
  sequence: number;
}

/** Groups that users may be in: departments, teams, classes. */
export interface GroupsTable {
  id: string;
  name: string;
  /** '' if it has none */
  name_urdu: string;
  /** in the list */
  position: number;
  /** 0: no longer offered */
  active: number;
}

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
