// The tables, as Kysely sees them. Money is whole paisa, instants are milliseconds since 1970 UTC, days are
// 'yyyy-mm-dd', booleans are 0 or 1, documents are JSON text: one representation for both engines.
import type { CalendarDay } from '../../core/calendar.ts';
import type { FineStatus } from '../../core/fines/fine.ts';
import type { Action, Subject } from '../../core/journal.ts';
import type { Language } from '../../core/text/languages.ts';
import type { Paisa } from '../../core/money/money.ts';
import type { GrantedLevel } from '../../core/people/permission.ts';
import type { NOT_RECORDED, PaymentMethod } from '../../core/money/payment.ts';
import type { UserStatus } from '../../core/people/user-line.ts';

/**
 * The organisation's books: exactly one row (id 1). Every write locks it first, so that writes are serialized on both
 * engines, and journal sequences have no gaps and increase in commit order.
 */
export interface BooksTable {
  id: number;
  /** sequence of the newest journal entry */
  last_sequence: number;
  total: Paisa;
  pending: Paisa;
  /** sum of all events' amounts */
  used: Paisa;
  /** what members have paid, no fine holds and was not given back */
  credit: Paisa;
  /** all that ever grew one of these figures, and whatever was paid out or handed over (core/turnover.ts) */
  turnover: Paisa;
  fine_count: number;
  paid_count: number;
  /** of the newest receipt; the year is 0 before there is one */
  receipt_year: number;
  last_receipt: number;
  /** of the newest voucher */
  voucher_year: number;
  last_voucher: number;
  /** of the newest journal entry; empty before there is one */
  journal_hash: string;
  updated_at: number;
}

/** The books at the end of each day on which they changed, for charts. */
export interface BooksByDayTable {
  day: CalendarDay;
  total: Paisa;
  pending: Paisa;
  used: Paisa;
  updated_at: number;
}

/**
 * A person who can be fined, with the summary of their fines in the same row.
 * A deleted user stays as a nameless row (`deleted_at` set), because the money records stay.
 */
export interface UsersTable {
  id: string;
  user_name: string;
  user_email: string | null;
  user_role: string;
  phone: string;
  status: UserStatus;
  /** what they may do beside seeing their own; null for nothing more */
  access: GrantedLevel | null;
  created_at: number;
  updated_at: number | null;
  deleted_at: number | null;
  /** sortKey of the displayed name */
  sort_key: string;
  /** searchKey of the displayed name, the id, the role; emailKey of the e-mail, unique */
  name_key: string;
  id_key: string;
  role_key: string;
  email_key: string | null;
  /** phoneKey of the number */
  phone_key: string | null;
  total: Paisa;
  pending: Paisa;
  credit: Paisa;
  fine_count: number;
  paid_count: number;
  /** the newest fine date, null without fines */
  newest_fine_date: CalendarDay | null;
  /** the oldest date of their Pending fines above 0, null where nothing is pending */
  oldest_pending_date: CalendarDay | null;
  summary_updated_at: number | null;
}

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
}

/** Money received from a member. Append-only, as are allocations, waivers, refunds and reversals. */
export interface PaymentsTable {
  id: string;
  /**
   * the journal sequence of its entry: unique, increases by creation. Of a fine that came with its payment (one paid
   * before payments were recorded, or imported) the sequence of that fine's first entry
   */
  sequence: number;
  user_id: string;
  amount: Paisa;
  method: PaymentMethod | typeof NOT_RECORDED;
  reference: string;
  /** referenceKey of the reference */
  reference_key: string;
  received_on: CalendarDay;
  /** the e-mail of who did; null where that is not recorded */
  received_by: string | null;
  note: string;
  /** both null where there is no receipt */
  receipt_year: number | null;
  receipt_number: number | null;
  /** what the member still owed when it was saved */
  owed_after: Paisa | null;
  created_at: number;
}

/** What each payment, or credit, paid of which fine. The entry that changed the fine has it as well. */
export interface AllocationsTable {
  /** the journal sequence of the entry that changed the fine */
  sequence: number;
  /** counts from 0 within that entry */
  place: number;
  fine_id: string;
  /** null: from credit */
  payment_id: string | null;
  /** negative where it was reversed or released */
  amount: Paisa;
  /** as it was then, for the receipt */
  fine_type: string;
  fine_date: CalendarDay;
}

/** What was let go of a fine, in whole or in part. */
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
  /** as it was then */
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
  note: string;
  voucher_year: number;
  voucher_number: number;
  /** what was left of the member's credit when it was saved */
  credit_after: Paisa;
  created_at: number;
}

/**
 * Takes back a payment, a refund or a waiver, or a part of it, as if it had never been. Exactly one of the three ids is
 * set.
 */
export interface ReversalsTable {
  id: string;
  /** the journal sequence of its entry */
  sequence: number;
  payment_id: string | null;
  refund_id: string | null;
  waiver_id: string | null;
  amount: Paisa;
  reason: string;
  /** the organisation's day on which it was made */
  day: CalendarDay;
  made_by: string;
  created_at: number;
}

/** What each person's cash is made of since they last handed over; core/cash.ts says what the figures are. */
export interface CashHoldersTable {
  /** an e-mail, as in received_by */
  holder: string;
  received: Paisa;
  given_back: Paisa;
  paid_out: Paisa;
  taken_over: Paisa;
}

/** Cash that its holder paid for an event, or for what the note says. Append-only, as are hand-overs. */
export interface PayOutsTable {
  id: string;
  /** the journal sequence of its entry */
  sequence: number;
  holder: string;
  amount: Paisa;
  event_id: string | null;
  note: string;
  /** the organisation's day on which it was recorded */
  day: CalendarDay;
  made_by: string;
  created_at: number;
}

/** Cash that changed hands, with what it was made of. */
export interface HandOversTable {
  id: string;
  /** the journal sequence of its entry */
  sequence: number;
  holder: string;
  received: Paisa;
  given_back: Paisa;
  paid_out: Paisa;
  taken_over: Paisa;
  counted: Paisa;
  taken_by: string;
  /** the e-mail of who holds it now; null where that is nobody with access */
  taken_by_holder: string | null;
  note: string;
  day: CalendarDay;
  made_by: string;
  created_at: number;
}

/** What the fines of each day come to (balances/kept-figures). */
export interface FineDaysTable {
  day: CalendarDay;
  fine_count: number;
  paid_count: number;
  /** the amounts, before anything was waived */
  charged: Paisa;
  outstanding: Paisa;
}

/** What the fines of each day and type come to. */
export interface FineTypeDaysTable {
  day: CalendarDay;
  /** as it is written */
  fine_type: string;
  fine_count: number;
  /** the amounts, before anything was waived */
  charged: Paisa;
  waived: Paisa;
  paid: Paisa;
}

/** The money of each day, by method and by whose hands it went through. */
export interface PaymentDaysTable {
  day: CalendarDay;
  method: PaymentsTable['method'];
  /** who received it or gave it back, an e-mail; empty where that is not recorded */
  person: string;
  payment_count: number;
  received: Paisa;
  /** what was taken back of the payments of this day, on whatever day */
  reversed_since: Paisa;
  /** what was taken back on this day, of payments of whatever day */
  reversed_that_day: Paisa;
  /** refunds of this day, less what was taken back of any on it */
  given_back: Paisa;
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
  updated_at: number | null;
}

/** Every change, append-only: rows are never updated or deleted. */
export interface JournalTable {
  sequence: number;
  /** the sequence of the first entry of the same transaction */
  batch: number;
  at: number;
  /** the e-mail of the acting user, or 'import' */
  actor: string;
  action: Action;
  subject: Subject;
  subject_id: string;
  /** whose figures changed, null for events, settings, fine types, the organisation and API keys */
  user_id: string | null;
  /** the record before and after, JSON; null before it was added and after it was deleted */
  before: string | null;
  after: string | null;
  /** the change of the totals */
  total_change: Paisa;
  pending_change: Paisa;
  credit_change: Paisa;
  used_change: Paisa;
  /** the organisation's day on which it was made */
  day: CalendarDay;
  /** what was written with it beside its record, JSON (ledger/attached.ts); null where nothing was */
  attached: string | null;
  /** of what it says and of the hash before it (ledger/journal-hash.ts) */
  hash: string;
}

/** Stored answers of completed writes: a repeated request gets the first answer and writes nothing. */
export interface IdempotencyTable {
  actor: string;
  key: string;
  /** hash of operation and input */
  fingerprint: string;
  /** the answer's JSON */
  answer: string;
  at: number;
}

export interface SignInAttemptsTable {
  /** `address:…` or `account:…` */
  key: string;
  failures: number;
  window_ends: number;
}

/** Links for choosing a password. Only a hash of the token is stored, so reading the table does not give access. */
export interface SignInLinksTable {
  token_hash: string;
  /** null for the administrator's, which is created on the server's console */
  user_id: string | null;
  /** whose password it sets */
  email_key: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  /** replaced by a newer one, or withdrawn because the user changed */
  voided_at: number | null;
}

/** Values shared by all processes on one database, e.g. the secret of session cookies. */
export interface InstanceTable {
  key: string;
  value: string;
}

/** Who can sign in; linked to a user record by the e-mail. */
export interface AccountsTable {
  id: string;
  email_key: string;
  name: string;
  /** PHC format (auth/passwords.ts); null for accounts that only use the identity provider */
  password_hash: string | null;
  created_at: number;
  last_sign_in_at: number | null;
  /** one of LANGUAGES; null until one is chosen */
  language: Language | null;
}

/** Open sessions. Only a hash of the token is stored, so reading the table does not give access. */
export interface SessionsTable {
  id: string;
  token_hash: string;
  account_id: string;
  created_at: number;
  last_opened_at: number;
  expires_at: number;
  address: string | null;
  user_agent: string | null;
}

/** What machines sign their requests with. */
export interface ApiKeysTable {
  id: string;
  name: string;
  /** searchKey of the name, unique: the journal names keys by it */
  name_key: string;
  /** SHA-256 */
  key_hash: string;
  access: GrantedLevel;
  created_at: number;
  /** the e-mail of who did */
  created_by: string;
  expires_at: number;
  revoked_at: number | null;
  last_used_on: CalendarDay | null;
}

/** The public keys of the devices that people sign in with (WebAuthn). */
export interface PasskeysTable {
  /** the authenticator's, Base64url */
  id: string;
  account_id: string;
  name: string;
  /** COSE, Base64url */
  public_key: string;
  /** how the device is reached, e.g. usb, a JSON list for the browser */
  transports: string;
  /** the authenticator's own count, which never goes back; 0 where it keeps none */
  uses: number;
  created_at: number;
  last_used_at: number | null;
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

export interface Schema {
  books: BooksTable;
  books_by_day: BooksByDayTable;
  users: UsersTable;
  fines: FinesTable;
  payments: PaymentsTable;
  allocations: AllocationsTable;
  waivers: WaiversTable;
  refunds: RefundsTable;
  reversals: ReversalsTable;
  cash_holders: CashHoldersTable;
  pay_outs: PayOutsTable;
  hand_overs: HandOversTable;
  fine_days: FineDaysTable;
  fine_type_days: FineTypeDaysTable;
  payment_days: PaymentDaysTable;
  fine_types: FineTypesTable;
  listed_fine_types: ListedFineTypesTable;
  events: EventsTable;
  settings: SettingsTable;
  organisation: OrganisationTable;
  journal: JournalTable;
  imports: ImportsTable;
  imported_fines: ImportedFinesTable;
  idempotency: IdempotencyTable;
  sign_in_attempts: SignInAttemptsTable;
  sign_in_links: SignInLinksTable;
  instance: InstanceTable;
  accounts: AccountsTable;
  sessions: SessionsTable;
  passkeys: PasskeysTable;
  api_keys: ApiKeysTable;
}
