// Cash in somebody's hands.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';

/** What each person's cash is made of since they last handed over; core/cash.ts says what the figures are. */
export interface CashHoldersTable {
  /** the id of who holds it (core/people/actor.ts) */
  holder: string;
  received: Paisa;
  given_back: Paisa;
  paid_out: Paisa;
  taken_over: Paisa;
}

/** Cash that its holder paid for an event, or for what the note says. Append-only, as are hand-overs. */
export interface PayOutsTable {
  id: string;
  /** the journal sequence of its entry */
  sequence: number;
  /** an e-mail, as it was then, and who has it */
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

/** Cash that changed hands, with what it was made of. */
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
  /** who holds it now; null where that is nobody with access */
  taken_by_id: string | null;
  note: string;
  day: CalendarDay;
  made_by: string;
  made_by_id: string;
  created_at: number;
}
