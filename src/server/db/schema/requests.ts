// Requests of members, and the pictures that came with them.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { RequestKind, RequestState } from '../../../core/money/member-request.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { PaymentMethod } from '../../../core/money/payment.ts';

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

/** Not in the journal. Deleted when a request is withdrawn, and 90 days after it was decided. */
export interface RequestPicturesTable {
  request_id: string;
  /** base64 */
  picture: string;
}
