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
}

/** What the organisation says of itself: exactly one row (id 1). */
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
  /** the methods that are not offered, a JSON list; null: all are */
  methods_withheld: string | null;
  /** after how many days a new fine is due; null: new fines have no due day */
  due_days: number | null;
  /** in which members are written to who have not chosen one; null: English */
  language: Language | null;
  /** the texts of reminders; null: the usual ones */
  reminder_en: string | null;
  reminder_ur: string | null;
  how_to_pay: string | null;
  /** of a payment QR code, base64; not in the journal, unlike the hash and the size */
  pay_picture: string | null;
  pay_picture_hash: string | null;
  pay_picture_size: number | null;
  /** on which days after a due day reminders go out by themselves, a JSON list; null: none do */
  remind_steps: string | null;
  /** who owes less is not reminded so; null: whatever they owe */
  remind_minimum: Paisa | null;
  /** 1 while nothing goes out by itself */
  reminders_paused: number | null;
  updated_at: number | null;
}

/** Values shared by all processes on one database, e.g. the secret of session cookies. */
export interface InstanceTable {
  key: string;
  value: string;
}
