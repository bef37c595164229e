// Money received, what it pays, waivers, refunds and reversals. Append-only.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { NOT_RECORDED, PaymentMethod } from '../../../core/money/payment.ts';

/** Money received from a member. Append-only, like allocations, waivers, refunds and reversals. */
export interface PaymentsTable {
  id: string;
  /**
   * the journal sequence of its entry: unique, increases by creation. For a fine that came with its payment (paid
   * before payments were recorded, or imported) the sequence of that fine's first entry
   */
  sequence: number;
  user_id: string;
  amount: Paisa;
  method: PaymentMethod | typeof NOT_RECORDED;
  reference: string;
  /** searchKey of the reference: equal keys mean equal references */
  reference_key: string;
  received_on: CalendarDay;
  /** e-mail of the person who received it; null if not recorded */
  received_by: string | null;
  received_by_id: string | null;
  note: string;
  /** both null if there is no receipt */
  receipt_year: number | null;
  receipt_number: number | null;
  /** what the member still owed when it was saved */
  owed_after: Paisa | null;
  created_at: number;
}

/** What each payment, or credit, paid of which fine. The journal entry that changed the fine also contains it. */
export interface AllocationsTable {
  /** the journal sequence of the entry that changed the fine */
  sequence: number;
  /** counts from 0 within that entry */
  place: number;
  fine_id: string;
  /** null: from credit */
  payment_id: string | null;
  /** negative if it was reversed or freed */
  amount: Paisa;
  /** as they were at the time, for the receipt */
  fine_type: string;
  fine_date: CalendarDay;
}

/** Amounts of fines that were waived, in whole or in part. */
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
  /** as they were at the time */
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
  /** the member's remaining credit when it was saved */
  credit_after: Paisa;
  created_at: number;
}

/**
 * Takes back a payment, refund or waiver, or a part of it, or a hand-over or pay-out of cash, as if it had never been.
 * Exactly one of the five ids is set.
 */
export interface ReversalsTable {
  id: string;
  /** the journal sequence of its entry */
  sequence: number;
  payment_id: string | null;
  refund_id: string | null;
  waiver_id: string | null;
  hand_over_id: string | null;
  pay_out_id: string | null;
  /** for a hand-over the counted amount, which may be 0 */
  amount: Paisa;
  reason: string;
  /** the organisation's day on which it was made */
  day: CalendarDay;
  made_by: string;
  created_at: number;
}
