// Money received, what it pays, what is let go, given back and taken back. Append-only.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { NOT_RECORDED, PaymentMethod } from '../../../core/money/payment.ts';

/** Money received from a member. Append-only, as are allocations, waivers, refunds and reversals. */
export interface PaymentsTable {
  id: string;
  /**
   * the journal sequence of its entry: unique, increases by creation. Of a fine that came with its payment (one paid
   * before payments were recorded, or imported) the sequence of that fine's first entry
   */
  sequence: number;
  user_id: string;
  amount: Paisa;
  method: PaymentMethod | typeof NOT_RECORDED;
  reference: string;
  /** searchKey of the reference: those with the same key are the same */
  reference_key: string;
  received_on: CalendarDay;
  /** the e-mail of who did; null where that is not recorded */
  received_by: string | null;
  received_by_id: string | null;
  note: string;
  /** both null where there is no receipt */
  receipt_year: number | null;
  receipt_number: number | null;
  /** what the member still owed when it was saved */
  owed_after: Paisa | null;
  created_at: number;
}

/** What each payment, or credit, paid of which fine. The entry that changed the fine has it as well. */
export interface AllocationsTable {
  /** the journal sequence of the entry that changed the fine */
  sequence: number;
  /** counts from 0 within that entry */
  place: number;
  fine_id: string;
  /** null: from credit */
  payment_id: string | null;
  /** negative where it was reversed or released */
  amount: Paisa;
  /** as it was then, for the receipt */
  fine_type: string;
  fine_date: CalendarDay;
}

/** What was let go of a fine, in whole or in part. */
export interface WaiversTable {
  id: string;
  /** the journal sequence of its entry */
  sequence: number;
  fine_id: string;
  user_id: string;
  amount: Paisa;
  /** 1: the whole fine was a mistake */
  mistake: number;
  reason: string;
  /** the organisation's day on which it was made */
  day: CalendarDay;
  made_by: string;
  created_at: number;
  /** as it was then */
  fine_type: string;
  fine_date: CalendarDay;
}

/** Credit given back to a member. */
export interface RefundsTable {
  id: string;
  /** the journal sequence of its entry */
  sequence: number;
  user_id: string;
  amount: Paisa;
  method: PaymentMethod;
  reference: string;
  given_on: CalendarDay;
  given_by: string;
  given_by_id: string;
  note: string;
  voucher_year: number;
  voucher_number: number;
  /** what was left of the member's credit when it was saved */
  credit_after: Paisa;
  created_at: number;
}

/**
 * Takes back a payment, a refund or a waiver, or a part of it, or a hand-over of cash, as if it had never been. Exactly one of
 * the four ids is set.
 */
export interface ReversalsTable {
  id: string;
  /** the journal sequence of its entry */
  sequence: number;
  payment_id: string | null;
  refund_id: string | null;
  waiver_id: string | null;
  hand_over_id: string | null;
  /** of a hand-over what was counted, which may be 0 */
  amount: Paisa;
  reason: string;
  /** the organisation's day on which it was made */
  day: CalendarDay;
  made_by: string;
  created_at: number;
}
