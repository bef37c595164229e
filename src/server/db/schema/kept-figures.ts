// Figures kept by the day (balances/kept-figures).
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { PaymentsTable } from './money.ts';

/** What the fines of each day come to (balances/kept-figures). */
export interface FineDaysTable {
  day: CalendarDay;
  fine_count: number;
  paid_count: number;
  /** the amounts, before anything was waived */
  charged: Paisa;
}

/** What is outstanding, by the day from which its age is counted. */
export interface OwedDaysTable {
  /** the due day, or the day of a fine that has none */
  day: CalendarDay;
  counted_from: 'due' | 'fine';
  outstanding: Paisa;
}

/** What the fines of each day and type come to. */
export interface FineTypeDaysTable {
  day: CalendarDay;
  /** as it is written */
  fine_type: string;
  fine_count: number;
  /** the amounts, before anything was waived */
  charged: Paisa;
  waived: Paisa;
  paid: Paisa;
}

/** The money of each day, by method and by whose hands it went through. */
export interface PaymentDaysTable {
  day: CalendarDay;
  method: PaymentsTable['method'];
  /** who received it or gave it back, an e-mail; empty where that is not recorded */
  person: string;
  payment_count: number;
  received: Paisa;
  /** what was taken back of the payments of this day, on whatever day */
  reversed_since: Paisa;
  /** what was taken back on this day, of payments of whatever day */
  reversed_that_day: Paisa;
  /** refunds of this day, less what was taken back of any on it */
  given_back: Paisa;
}
