// Cash that people hold.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';

/** The parts of each person's cash since they last handed over; core/money/cash.ts explains the figures. */
export interface CashHoldersTable {
  /** the holder's id (core/people/actor.ts) */
  holder: string;
  received: Paisa;
  given_back: Paisa;
  paid_out: Paisa;
  taken_over: Paisa;
}

/** Cash that its holder paid for an event, or for what the note says. Append-only, like hand-overs. */
export interface PayOutsTable {
  id: string;
  /** the journal sequence of its entry */
  sequence: number;
  /** the holder's e-mail at the time, and their id */
  holder: string;
  holder_id: string;
  amount: Paisa;
  event_id: string | null;
  note: string;
  /** the organisation's day on which it was recorded */
  day: CalendarDay;
  made_by: string;
  created_at: number;
}

/** Cash that changed hands, and its parts. */
export interface HandOversTable {
  id: string;
  /** the journal sequence of its entry */
  sequence: number;
  holder: string;
  holder_id: string;
  received: Paisa;
  given_back: Paisa;
  paid_out: Paisa;
  taken_over: Paisa;
  counted: Paisa;
  taken_by: string;
  /** the person who took it; null for somebody without access */
  taken_by_id: string | null;
  note: string;
  day: CalendarDay;
  made_by: string;
  made_by_id: string;
  created_at: number;
}
