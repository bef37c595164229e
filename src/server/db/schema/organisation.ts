// The organisation, its events and rules, and what its processes share.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { Language } from '../../../core/text/languages.ts';
import type { Paisa } from '../../../core/money/money.ts';

export interface EventsTable {
  id: string;
  title: string;
  description: string;
  date: CalendarDay;
  location: string;
  amount: Paisa;
  created_at: number;
  updated_at: number | null;
}

export interface SettingsTable {
  id: string;
  description: string;
  allow_disallow: number;
  position: number;
  updated_at: number | null;
  /** the terms of a rule that has some, JSON; null: the suggested ones */
  terms: string | null;
}

/** What the organisation tells about itself: exactly one row (id 1). */
export interface OrganisationTable {
  id: number;
  /** empty until it is named */
  name: string;
  address: string | null;
  phone: string | null;
  receipt_foot: string | null;
  /** base64; not in the journal, unlike the hash and the size */
  logo: string | null;
  /** SHA-256 of the picture, hexadecimal */
  logo_hash: string | null;
  /** bytes */
  logo_size: number | null;
  /** the payment methods that are not offered, a JSON list; null: all are offered */
  methods_withheld: string | null;
  /** the days after which a new fine is due; null: new fines have no due day */
  due_days: number | null;
  /** the language for members who have not chosen one; null: English */
  language: Language | null;
  /** the texts of reminders; null: the default texts */
  reminder_en: string | null;
  reminder_ur: string | null;
  /** how to pay, in English and in Urdu; where one is null the other is said */
  how_to_pay: string | null;
  how_to_pay_ur: string | null;
  /** the picture of a payment QR code, base64; not in the journal, unlike the hash and the size */
  pay_picture: string | null;
  pay_picture_hash: string | null;
  pay_picture_size: number | null;
  /** the days after a due day on which automatic reminders go out, a JSON list; null: there are none */
  remind_steps: string | null;
  /** members who owe less are not reminded automatically; null: no minimum */
  remind_minimum: Paisa | null;
  /** 1 while automatic reminders are suspended */
  reminders_paused: number | null;
  updated_at: number | null;
}

/** Values shared by all processes on one database, e.g. the secret of session cookies. */
export interface InstanceTable {
  key: string;
  value: string;
}
