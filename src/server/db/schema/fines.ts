// Fines and their types.
import type { CalendarDay } from '../../../core/calendar.ts';
import type { FineStatus } from '../../../core/fines/fine.ts';
import type { Paisa } from '../../../core/money/money.ts';

export interface FinesTable {
  id: string;
  /** the journal sequence of the entry that added the user: unique, increases by creation */
  sequence: number;
  user_id: string;
  fine_type: string;
  description: string;
  amount: Paisa;
  date: CalendarDay;
  status: FineStatus;
  created_at: number;
  /** an instant of the day received of the payment that left nothing to pay, or when credit or a waiver did; null while Pending */
  paid_on: number | null;
  updated_at: number;
  /** what payments and credit have paid of it: the sum of its allocations */
  paid_amount: Paisa;
  /** what was let go of it: the sum of its waivers that were not taken back */
  waived_amount: Paisa;
  /** 1 while it is waived as a mistake: it does not count as an offence then */
  mistake: number;
  /**
   * the id of the fine of the same week for which this one was doubled, deleted or not, whatever was corrected since; null
   * where it was not doubled, or that is not known
   */
  doubled_by: string | null;
  /** until when it is to be paid, that day included; null where it has no due day */
  due_on: CalendarDay | null;
}

/** Fine types in use, offered when adding a fine. */
export interface FineTypesTable {
  /** searchKey of the type */
  type_key: string;
  fine_type: string;
  /** the amount last entered for it, before any doubling */
  last_amount: Paisa;
  last_sequence: number;
  /** how often it was entered */
  use_count: number;
  /** the type of the list that it is, under the present name or an earlier one; null for free text */
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
  /** null where it is typed each time */
  amount: Paisa | null;
  active: number;
  position: number;
  created_at: number;
  updated_at: number | null;
}

/** Files that were imported. */
export interface ImportsTable {
  /** of the journal entry of its last record */
  sequence: number;
  /** SHA-256 of its rows */
  fingerprint: string;
  /** the e-mail of who imported it */
  actor: string;
  at: number;
}

/** Each fine that came with a file. Append-only. */
export interface ImportedFinesTable {
  /** the journal sequence of the entry that added it */
  sequence: number;
  /** SHA-256 of what its row said */
  row_key: string;
}
