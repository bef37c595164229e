// The books, their journal, the figures kept by day (balances/daily-figures), and the stored answers for repeated writes.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Action, Subject } from '../../../core/journal.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { PaymentsTable } from './money.ts';

/**
 * The organisation's books: exactly one row (id 1). Every write locks it first, so writes are serialized on both
 * engines, and journal sequences have no gaps and increase in commit order.
 */
export interface BooksTable {
  id: number;
  /** sequence of the newest journal entry */
  last_sequence: number;
  total: Paisa;
  pending: Paisa;
  /** sum of all events' amounts */
  used: Paisa;
  /** money received from members that no fine holds, less refunds */
  credit: Paisa;
  /** the sum of all increases of these figures, and of everything paid out or handed over (core/money/turnover.ts) */
  turnover: Paisa;
  fine_count: number;
  paid_count: number;
  /** of the newest receipt; the year is 0 before there is one */
  receipt_year: number;
  last_receipt: number;
  /** of the newest voucher */
  voucher_year: number;
  last_voucher: number;
  /** of the newest journal entry; empty before there is one */
  journal_hash: string;
  updated_at: number;
}

/** The books at the end of each day on which they changed, for charts. */
export interface BooksByDayTable {
  day: CalendarDay;
  total: Paisa;
  pending: Paisa;
  used: Paisa;
  updated_at: number;
}

/** Every change, append-only: rows are never updated or deleted. */
export interface JournalTable {
  sequence: number;
  /** the sequence of the first entry of the same request */
  batch: number;
  at: number;
  /** the actor's name at the time: an e-mail, or the name of an API key or a part of the program */
  actor: string;
  action: Action;
  subject: Subject;
  subject_id: string;
  /** the user whose figures changed; null for events, settings, fine types, the organisation and API keys */
  user_id: string | null;
  /** the record before and after, JSON; null before it was added and after it was deleted */
  before: string | null;
  after: string | null;
  /** how the totals changed */
  total_change: Paisa;
  pending_change: Paisa;
  credit_change: Paisa;
  used_change: Paisa;
  /** the organisation's day on which it was made */
  day: CalendarDay;
  /** rows written with it in other tables, JSON (ledger/attached.ts); null if there were none */
  attached: string | null;
  /** the actor's id (core/people/actor.ts); null in entries from before ids were recorded */
  actor_id: string | null;
  /** hash of its content and of the previous hash (ledger/journal-hash.ts) */
  hash: string;
}

/** Stored answers of completed writes: a repeated request gets the first answer and writes nothing. */
export interface IdempotencyTable {
  /** the owner of the key: their user id, or the e-mail if they have no user record */
  actor: string;
  key: string;
  /** hash of operation and input */
  fingerprint: string;
  /** the answer's JSON */
  answer: string;
  at: number;
}

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
