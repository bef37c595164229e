// Money received, what it pays, waivers, refunds and reversals, which are append-only; the cash that people hold; and
// requests of members.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { RequestKind, RequestState } from '../../../core/money/member-request.ts';
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

/** A request; its newest journal entry equals its row. */
export interface RequestsTable {
  id: string;
  user_id: string;
  kind: RequestKind;
  state: RequestState;
  /**
   * the fines at the time, a JSON list of `{ id, type, date }`: one for an appeal; none for a claim sent while nothing
   * without a request was owed, which pays whatever is owed when it is accepted
   */
  fines: string;
  /** only for a claim, like the method and the day */
  amount: Paisa | null;
  method: PaymentMethod | null;
  /** may be empty */
  reference: string;
  received_on: CalendarDay | null;
  /** for an appeal, otherwise empty */
  reason: string;
  /** SHA-256 (hexadecimal) and size in bytes of the picture sent with it; they stay when the picture is deleted */
  picture_hash: string | null;
  picture_size: number | null;
  sent_by: string;
  /** the organisation's day on which it was sent */
  sent_on: CalendarDay;
  created_at: number;
  /** to the member */
  answer: string;
  /** an e-mail; null if it was withdrawn */
  decided_by: string | null;
  /** the organisation's day; set for withdrawn requests too, like the instant */
  decided_on: CalendarDay | null;
  decided_at: number | null;
  /** the payment that an accepted claim became */
  payment_id: string | null;
}

/** The pictures of requests and fines, of which the journal has only the digests. Each is kept once. */
export interface PicturesTable {
  /** SHA-256, hexadecimal */
  hash: string;
  /** base64 */
  picture: string;
}

/** For which records pictures are kept; without any, a picture is deleted (shared/pictures/kept-pictures.ts). */
export interface KeptPicturesTable {
  /** of a request or a fine */
  record_id: string;
  hash: string;
}
