// The outbox.
import type { MailState } from '../../../core/mail/delivery.ts';
import type { MailKind } from '../../../core/mail/letters.ts';
import type { Language } from '../../../core/text/languages.ts';

/** Messages, each written out when it was queued. They are no records: no journal, not in backups, kept for 90 days. */
export interface MailsTable {
  id: string;
  /** of its headers, without the brackets: the same at each try */
  message_id: string;
  kind: MailKind;
  /** of news: what it tells, JSON, to be looked at again when it goes out; null: it goes out as it is */
  facts: string | null;
  user_id: string | null;
  /** as it was typed, and as it is compared */
  address: string;
  address_key: string;
  recipient: string;
  /** searchKey of recipient and address */
  search_key: string;
  /** the name it comes from; '' for none */
  sender: string;
  language: Language;
  subject: string;
  text: string;
  html: string;
  state: MailState;
  tries: number;
  queued_at: number;
  /** null once it is over; while it is being sent, when it was due */
  next_try_at: number | null;
  tried_at: number | null;
  /** what the server said last, or why there was no answer */
  reply: string;
}

/** Addresses at which a server refused a message for good. One that is accepted later removes it. */
export interface RefusedAddressesTable {
  address_key: string;
  refused_at: number;
  reply: string;
}
