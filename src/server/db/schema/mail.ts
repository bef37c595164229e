// The outbox, and the devices that show notices.
import type { Channel, MailState } from '../../../core/mail/delivery.ts';
import type { MailKind } from '../../../core/mail/letters.ts';
import type { Language } from '../../../core/text/languages.ts';

/** Messages, each written out when it was queued. They are no records: no journal, not in backups, kept for 90 days. */
export interface MailsTable {
  id: string;
  /** of its headers, without the brackets: the same at each try */
  message_id: string;
  channel: Channel;
  kind: MailKind;
  /** of news: what it tells, JSON, to be looked at again when it goes out; null: it goes out as it is */
  facts: string | null;
  user_id: string | null;
  /** of a notice: the device; null of an e-mail. Without a reference: the message stays when the device goes. */
  subscription_id: string | null;
  /** of a notice: where a press leads; null of an e-mail */
  path: string | null;
  /** as it was typed, and as it is compared; of a notice the names of browser and system, and '' */
  address: string;
  address_key: string;
  recipient: string;
  /** searchKey of recipient and address */
  search_key: string;
  /** the name it comes from; '' for none */
  sender: string;
  language: Language;
  subject: string;
  /** as is the HTML: '' of a notice, which has a subject only */
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

/** Devices that show notices: of each session at most one, which ends with it. */
export interface PushSubscriptionsTable {
  id: string;
  session_id: string;
  /** where its push service takes messages for it; whoever knows it and the keys can send one that our key signs */
  endpoint: string;
  /** what a message is encrypted for, Base64url */
  p256dh: string;
  auth: string;
  created_at: number;
}
