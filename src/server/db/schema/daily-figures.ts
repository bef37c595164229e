// Figures kept by day (balances/daily-figures).
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { PaymentsTable } from './money.ts';

/** The sums of each day's fines (balances/daily-figures). */
export interface FineDaysTable {
  day: CalendarDay;
  fine_count: number;
  paid_count: number;
  /** the amounts before waivers */
  charged: Paisa;
}

/** Outstanding amounts, by the day from which their age is counted. */
export interface OwedDaysTable {
  /** the due day, or the day of a fine that has none */
  day: CalendarDay;
  counted_from: 'due' | 'fine';
  outstanding: Paisa;
}

/** The sums of each day's fines by type. */
export interface FineTypeDaysTable {
  day: CalendarDay;
  /** as written */
  fine_type: string;
  fine_count: number;
  /** the amounts before waivers */
  charged: Paisa;
  waived: Paisa;
  paid: Paisa;
}

/** The money of each day, by method and person. */
export interface PaymentDaysTable {
  day: CalendarDay;
  method: PaymentsTable['method'];
  /** e-mail of the person who received it or gave it back; empty if not recorded */
  person: string;
  payment_count: number;
  received: Paisa;
  /** reversals of payments of this day, made on any day */
  reversed_since: Paisa;
  /** reversals made on this day, of payments of any day */
  reversed_that_day: Paisa;
  /** refunds of this day, less refunds taken back on it */
  given_back: Paisa;
}
