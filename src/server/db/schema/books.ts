// The books, their journal, and what repeats of writes are answered with.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Action, Subject } from '../../../core/journal.ts';
import type { Paisa } from '../../../core/money/money.ts';

/**
 * The organisation's books: exactly one row (id 1). Every write locks it first, so that writes are serialized on both
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
  /** what members have paid, no fine holds and was not given back */
  credit: Paisa;
  /** all that ever grew one of these figures, and whatever was paid out or handed over (core/turnover.ts) */
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
  /** what who did it was called then: an e-mail, the name of an API key, or of a part of the program */
  actor: string;
  action: Action;
  subject: Subject;
  subject_id: string;
  /** whose figures changed, null for events, settings, fine types, the organisation and API keys */
  user_id: string | null;
  /** the record before and after, JSON; null before it was added and after it was deleted */
  before: string | null;
  after: string | null;
  /** the change of the totals */
  total_change: Paisa;
  pending_change: Paisa;
  credit_change: Paisa;
  used_change: Paisa;
  /** the organisation's day on which it was made */
  day: CalendarDay;
  /** what was written with it beside its record, JSON (ledger/attached.ts); null where nothing was */
  attached: string | null;
  /** who did it (core/people/actor.ts); null in entries from before ids were recorded */
  actor_id: string | null;
  /** of what it says and of the hash before it (ledger/journal-hash.ts) */
  hash: string;
}

/** Stored answers of completed writes: a repeated request gets the first answer and writes nothing. */
export interface IdempotencyTable {
  /** whose key it is: the id of their record, or the e-mail of who has none */
  actor: string;
  key: string;
  /** hash of operation and input */
  fingerprint: string;
  /** the answer's JSON */
  answer: string;
  at: number;
}
