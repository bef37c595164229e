// The tables, as Kysely sees them. Money is whole paisa, instants are milliseconds since 1970 UTC, days are
// 'yyyy-mm-dd', booleans are 0 or 1, documents are JSON text: one representation for both engines.
import type { CalendarDay } from '../../core/calendar.ts';
import type { FineStatus } from '../../core/fine.ts';
import type { Paisa } from '../../core/money.ts';
import type { UserStatus } from '../../core/user-form.ts';

/**
 * The organisation's books: exactly one row (id 1). Every write locks it first, so that writes happen one after the
 * other on both engines, and journal sequences have no gaps and grow in the order of commits.
 */
export interface BooksTable {
  id: number;
  /** sequence of the newest journal entry */
  last_sequence: number;
  total: Paisa;
  pending: Paisa;
  /** sum of all events' amounts */
  used: Paisa;
  fine_count: number;
  paid_count: number;
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
 * A person who can be fined, with the fine summary of the specification (`Fines/{userId}`) in the same row.
 * A deleted user stays as a nameless row (`deleted_at` set), because the money records stay.
 */
export interface UsersTable {
  id: string;
  user_name: string;
  user_email: string | null;
  user_role: string;
  phone: string;
  status: UserStatus;
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
  total: Paisa;
  pending: Paisa;
  fine_count: number;
  paid_count: number;
  /** the newest fine date, null without fines */
  newest_fine_date: CalendarDay | null;
  summary_updated_at: number | null;
}

export interface FinesTable {
  id: string;
  /** the journal sequence of its adding: unique, grows by creation */
  sequence: number;
  user_id: string;
  fine_type: string;
  description: string;
  amount: Paisa;
  date: CalendarDay;
  status: FineStatus;
  created_at: number;
  paid_on: number | null;
  updated_at: number;
}

/** How many fines each day has: finds a page deep in the list without walking there. */
export interface FineDaysTable {
  date: CalendarDay;
  fine_count: number;
}

/** Fine types already used, offered when the next fine is added. */
export interface FineTypesTable {
  /** searchKey of the type */
  type_key: string;
  fine_type: string;
  /** the amount last entered for it, before any doubling */
  last_amount: Paisa;
  last_sequence: number;
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

/** Every change, once, for good: rows are only ever added. */
export interface JournalTable {
  sequence: number;
  /** the sequence of the first entry of the same transaction */
  batch: number;
  at: number;
  /** the e-mail of who did it, or 'import' */
  actor: string;
  /** the operation, e.g. `fines.add` */
  action: string;
  subject: 'fine' | 'user' | 'event' | 'setting';
  subject_id: string;
  /** whose figures changed, null for events and settings */
  user_id: string | null;
  /** the record before and after, JSON; null before its adding and after its deleting */
  before: string | null;
  after: string | null;
  /** what the entry changed in the totals */
  total_change: Paisa;
  pending_change: Paisa;
  used_change: Paisa;
}

/** Answers of writes already done, so that a repeated request is answered and not done again. */
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

/** Links with which somebody chooses a password. Only a hash of the token is here: who reads the table can use none. */
export interface SignInLinksTable {
  token_hash: string;
  /** null for the administrator's, which is made on the server's console */
  user_id: string | null;
  /** whose password it sets */
  email_key: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  /** replaced by a newer one, or withdrawn because the user changed */
  voided_at: number | null;
}

/** When an account last signed in; sessions are deleted when they end, so they cannot say. */
export interface SignInsTable {
  auth_user_id: string;
  last_at: number;
}

/** What all processes on one database must agree on, e.g. the secret of session cookies. */
export interface InstanceTable {
  key: string;
  value: string;
}

// The tables of the authentication library; names and types are its own.
type LibraryDate = string | Date;

export interface AuthUserTable {
  id: string;
  name: string;
  email: string;
  emailVerified: number | boolean;
  image: string | null;
  createdAt: LibraryDate;
  updatedAt: LibraryDate;
}

export interface AuthSessionTable {
  id: string;
  token: string;
  userId: string;
  expiresAt: LibraryDate;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: LibraryDate;
  updatedAt: LibraryDate;
}

export interface AuthAccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: LibraryDate | null;
  refreshTokenExpiresAt: LibraryDate | null;
  scope: string | null;
  password: string | null;
  createdAt: LibraryDate;
  updatedAt: LibraryDate;
}

export interface AuthVerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: LibraryDate;
  createdAt: LibraryDate;
  updatedAt: LibraryDate;
}

export interface Schema {
  books: BooksTable;
  books_by_day: BooksByDayTable;
  users: UsersTable;
  fines: FinesTable;
  fine_days: FineDaysTable;
  fine_types: FineTypesTable;
  events: EventsTable;
  settings: SettingsTable;
  journal: JournalTable;
  idempotency: IdempotencyTable;
  sign_in_attempts: SignInAttemptsTable;
  sign_in_links: SignInLinksTable;
  sign_ins: SignInsTable;
  instance: InstanceTable;
  auth_user: AuthUserTable;
  auth_session: AuthSessionTable;
  auth_account: AuthAccountTable;
  auth_verification: AuthVerificationTable;
}
