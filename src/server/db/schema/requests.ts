// What members ask for, and the pictures that came with it.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { RequestKind, RequestState } from '../../../core/money/member-request.ts';
import type { Paisa } from '../../../core/money/money.ts';
import type { PaymentMethod } from '../../../core/money/payment.ts';

/** The newest entry of the journal about a request is its row. */
export interface RequestsTable {
  id: string;
  user_id: string;
  kind: RequestKind;
  state: RequestState;
  /** the fines as they were then, a JSON list of `{ id, type, date }`: of an appeal one; of a claim none for all that is owed */
  fines: string;
  /** of a claim, as are the method and the day */
  amount: Paisa | null;
  method: PaymentMethod | null;
  /** empty where there is none */
  reference: string;
  received_on: CalendarDay | null;
  /** of an appeal, else empty */
  reason: string;
  /** SHA-256 of the picture that came with it, hexadecimal, and its bytes; they stay when the picture goes */
  picture_hash: string | null;
  picture_size: number | null;
  sent_by: string;
  /** the organisation's day on which it was sent */
  sent_on: CalendarDay;
  created_at: number;
  /** to the member */
  answer: string;
  /** an e-mail; null where it was withdrawn */
  decided_by: string | null;
  /** the organisation's day; like the instant also of what was withdrawn */
  decided_on: CalendarDay | null;
  decided_at: number | null;
  /** what an accepted claim became */
  payment_id: string | null;
}

/** Not in the journal. Deleted when a request is withdrawn, and 90 days after it was decided. */
export interface RequestPicturesTable {
  request_id: string;
  /** base64 */
  picture: string;
}
