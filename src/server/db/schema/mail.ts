// The outbox, and the devices that show notifications.
import type { Channel, MailState } from '../../../core/mail/delivery.ts';
import type { MailKind } from '../../../core/mail/letters.ts';
import type { Language } from '../../../core/text/languages.ts';

/**
 * Messages, each written out when it was queued. They are not records: not in the journal, not in backups, and kept for
 * 90 days.
 */
export interface MailsTable {
  id: string;
  /** the Message-ID header without brackets, the same for each try */
  message_id: string;
  channel: Channel;
  kind: MailKind;
  /** what it tells (JSON), to be checked again when it is sent; null only for a test message */
  facts: string | null;
  user_id: string | null;
  /**
   * the device of a notification; null for an e-mail. No foreign key, because the message stays when the device goes.
   */
  subscription_id: string | null;
  /** where a press on a notification leads; null for an e-mail */
  path: string | null;
  /** as typed, and as compared; for a notification the names of browser and system, and '' */
  address: string;
  address_key: string;
  recipient: string;
  /** searchKey of recipient and address */
  search_key: string;
  /** the sender's name; '' for none */
  sender: string;
  language: Language;
  subject: string;
  /** like the HTML, '' for a notification, which has only a subject */
  text: string;
  html: string;
  state: MailState;
  tries: number;
  queued_at: number;
  /** null once it is finished; while it is being sent, when it was due */
  next_try_at: number | null;
  tried_at: number | null;
  /** the last reply of the server, or why there was none */
  reply: string;
}

/** Addresses for which a server refused a message permanently. A message accepted later removes the row. */
export interface RefusedAddressesTable {
  address_key: string;
  refused_at: number;
  reply: string;
}

/** Devices that show notifications: at most one for each session, which ends with it. */
export interface PushSubscriptionsTable {
  id: string;
  session_id: string;
  /** the push service's address for this device; whoever knows it and the keys can send a message that our key signs */
  endpoint: string;
  /** the keys a message is encrypted with, Base64url */
  p256dh: string;
  auth: string;
  created_at: number;
}
