// Fines and their types.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { FineStatus } from '../../../core/fines/fine.ts';
import type { Paisa } from '../../../core/money/money.ts';

export interface FinesTable {
  id: string;
  /** the journal sequence of the entry that added the fine: unique, increases by creation */
  sequence: number;
  user_id: string;
  fine_type: string;
  description: string;
  amount: Paisa;
  date: CalendarDay;
  status: FineStatus;
  created_at: number;
  /**
   * an instant on the day of the payment that left nothing to pay, or when credit or a waiver did; null while Pending
   */
  paid_on: number | null;
  updated_at: number;
  /** paid by payments and credit: the sum of its allocations */
  paid_amount: Paisa;
  /** waived: the sum of its waivers that were not taken back */
  waived_amount: Paisa;
  /** 1 while it is waived as a mistake and does not count as an offence */
  mistake: number;
  /**
   * the id of the fine of the same week that doubled this one, even if deleted or corrected since; null if it was not
   * doubled or that is unknown
   */
  doubled_by: string | null;
  /** the last day for paying it; null if it has no due day */
  due_on: CalendarDay | null;
  /** the digests of its pictures, a JSON list; null: it has none. They stay when the pictures are deleted in time. */
  pictures: string | null;
}

/** The surcharges for late payment. Append-only, also when fines are deleted. */
export interface SurchargesTable {
  /** the journal sequence of the entry that added it */
  sequence: number;
  /** the fine that was not paid in time */
  fine_id: string;
  /** counts the surcharges of that fine, from 1; some may be left out */
  number: number;
  /** the surcharge, a fine of its own */
  id: string;
}

/** Fine types in use, offered when adding a fine. */
export interface FineTypesTable {
  /** searchKey of the type */
  type_key: string;
  fine_type: string;
  /** the amount last entered for it, before any doubling */
  last_amount: Paisa;
  last_sequence: number;
  /** how often it was used */
  use_count: number;
  /** the type of the list with this name, now or formerly; null for free text */
  listed_as: string | null;
}

/** The organisation's list of fine types. */
export interface ListedFineTypesTable {
  id: string;
  /** searchKeys of both names */
  type_key: string;
  urdu_key: string;
  name: string;
  urdu_name: string;
  /** null if the amount is typed each time */
  amount: Paisa | null;
  active: number;
  position: number;
  created_at: number;
  updated_at: number | null;
}

/** Files that were imported. */
export interface ImportsTable {
  /** sequence of the journal entry of its last record */
  sequence: number;
  /** SHA-256 of its rows */
  fingerprint: string;
  /** e-mail of the person who imported it */
  actor: string;
  at: number;
}

/** The fines that were imported. Append-only. */
export interface ImportedFinesTable {
  /** the journal sequence of the entry that added it */
  sequence: number;
  /** SHA-256 of the content of its row */
  row_key: string;
}
